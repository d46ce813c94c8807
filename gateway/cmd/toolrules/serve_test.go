package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestStdio(t *testing.T) {
	s := newSetup(t, map[string]string{"mcp.json": twoServers,
		"tools.rules.yaml": "version: 1\nfilter: {exclude: ['*/delete']}\n"})
	log := &lockedText{}
	cmd := s.command()
	cmd.Stderr = log
	cs := connect(t, &mcp.CommandTransport{Command: cmd})
	if got, want := names(t,
		cs), "fs__read fs__write memory_server__read_graph"; got != want { // the first list is complete
		t.Errorf("it lists %s, want %s", got, want)
	}
	res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "fs__write"})
	if err != nil || res.Content[0].(*mcp.TextContent).Text != "write" {
		t.Errorf("the call returned %v, %v", res, err)
	}
	if _, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "memory_server__delete"}); err == nil {
		t.Error("a hidden tool was called")
	}
	s.write("tools.rules.yaml", "version: 1\nfilter: {include: ['*/read']}\n")
	awaitTools(t, cs, "fs__read")
	s.write("tools.rules.yaml", "version: 1\nfilter: {inclde: ['*/read']}\n")
	for end := time.Now().Add(30 * time.Second); !strings.Contains(log.String(),
		"refused"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the log does not mention invalid rules: %s", log)
		}
	}
	awaitTools(t, cs, "fs__read")
}

func TestHTTP(t *testing.T) {
	s := newSetup(t, map[string]string{"mcp.json": twoServers,
		"tools.rules.yaml": "version: 1\nfilter: {exclude: ['*/delete']}\n"})
	g := s.start()
	if got, want := names(t, g.connect()), "fs__read fs__write memory_server__read_graph"; got != want {
		t.Errorf("it lists %s, want %s", got, want)
	}
	if err := g.stop(); err != nil {
		t.Error(err)
	}
}

// A required attribute that no request can have is logged, since what reads it hides without an
// error.
func TestUnsetAttributes(t *testing.T) {
	const rules = "version: 1\ncontext: {tenant: string, user: {id?: string, role: admin | guest}}\n"
	for name, tt := range map[string]struct{ config, want string }{
		"nothing":            {"", "tenant user.role"},
		"attributes, nested": {"attributes: {user: {role: guest}}\n", "tenant"},
		"a header":           {"headers: {X-Tenant: tenant}\n", "user.role"},
		"all":                {"attributes: {tenant: a, user: {role: guest}}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(t, map[string]string{"mcp.json": `{"mcpServers": {}}`,
				"tools.rules.yaml": rules, "gateway.yaml": tt.config})
			var args []string
			if tt.config != "" {
				args = []string{"--config", s.path("gateway.yaml")}
			}
			g := s.start(args...)
			g.awaitLog("mcp.json:1:2: no server is enabled")
			var got []string
			for _, m := range unsetAttribute.FindAllStringSubmatch(g.log.String(), -1) {
				got = append(got, m[1])
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("it warns of %q, want %q", got, tt.want)
			}
		})
	}
}

var unsetAttribute = regexp.MustCompile(`level=WARN msg="no request has this attribute.* attribute=(\S+)`)

// Faults of the files and flags end the command with a message that has the file.
func TestStartErrors(t *testing.T) {
	for name, tt := range map[string]struct{ servers, rules, want string }{
		"no servers": {"{}", "version: 1\n",
			`mcp.json:1:1: expected a mapping with the key "mcpServers" or "servers"`},
		"invalid rules": {twoServers, "version: 2\n", "tools.rules.yaml:1:10"},
		"closed rules":  {twoServers, "version: 1\nservers: [fs]\n", "memory_server"},
		"a hint":        {twoServers, "version: 1\nservers: [fs]\n", "add it to servers, or use one of these IDs"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(t, map[string]string{"mcp.json": tt.servers, "tools.rules.yaml": tt.rules})
			out, err := s.command().CombinedOutput()
			if _, exited := err.(*exec.ExitError); !exited || !strings.Contains(string(out), tt.want) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
