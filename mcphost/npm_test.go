package mcphost_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// npm returns a server in testdata/npm as an upstream. It skips the test if the servers are not
// installed.
func npm(t *testing.T, id, pkg string, args ...string) mcphost.Upstream {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("skipped: there is no node; the test drives real servers from npm")
	}
	script, err := filepath.Abs(filepath.Join("testdata", "npm", "node_modules", "@modelcontextprotocol", pkg, "dist", "index.js"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(script); err != nil {
		t.Skipf("skipped: %s is not installed; run npm ci in mcphost/testdata/npm", pkg)
	}
	return mcphost.Upstream{ID: id, Command: append([]string{node, script}, args...), Stderr: t.Output()}
}

const npmRules = `
version: 1
servers: [fs, memory, every]
context: {user: {role: string}}
filter:
  include:
    - fs/*
    - {tools: memory/*, when: ctx.user.role == "admin"}
    - every/echo
  exclude:
    - {tools: '*/*write*', when: ctx.user.role != "admin"}
    - {tools: fs/*, when: 'tool.destructive && ctx.user.role != "admin"'}
descriptions:
  - tools: fs/read_text_file
    title: Read
    description: Reads a file.
    arguments: {path: An absolute path.}
`

// Three real servers in one gateway, on both sides over standard input and output and over HTTP.
func TestGatewayNPMServers(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("Hello, file."), 0o600); err != nil {
		t.Fatal(err)
	}
	memory := npm(t, "memory", "server-memory")
	memory.Env = []string{"MEMORY_FILE_PATH=" + filepath.Join(dir, "memory.json")}
	g := gateway(t, npmRules, mcphost.GatewayOptions{Request: asRole},
		npm(t, "fs", "server-filesystem", dir), memory, npm(t, "every", "server-everything"))

	for _, protocol := range protocols {
		t.Run(protocol, func(t *testing.T) {
			guest, admin := dial(t, g.Server(), "guest", protocol), dial(t, g.Server(), "admin", protocol)
			seen := names(t, guest)
			for _, want := range []string{"fs__read_text_file", "fs__list_directory", "every__echo"} {
				if !strings.Contains(seen, want) {
					t.Errorf("a guest does not see %s: %s", want, seen)
				}
			}
			for _, hidden := range []string{"write", "memory__", "every__get"} {
				if strings.Contains(seen, hidden) {
					t.Errorf("a guest sees %s: %s", hidden, seen)
				}
			}
			if !strings.Contains(names(t, admin), "memory__create_entities") {
				t.Errorf("an admin sees %s", names(t, admin))
			}

			got := tool(t, guest, "fs__read_text_file", map[string]any{"path": filepath.Join(dir, "a.txt")})
			if got != "Hello, file." {
				t.Errorf("the file says %q", got)
			}
			if got := tool(t, guest, "every__echo", map[string]any{"message": "hi"}); !strings.Contains(got, "hi") {
				t.Errorf("the echo says %q", got)
			}
			tool(t, admin, "fs__write_file", map[string]any{"path": filepath.Join(dir, "b.txt"), "content": protocol})
			if data, err := os.ReadFile(filepath.Join(dir, "b.txt")); err != nil || string(data) != protocol {
				t.Errorf("the new file says %q, %v", data, err)
			}
			tool(t, admin, "memory__create_entities", map[string]any{"entities": []any{map[string]any{"name": "e" + protocol, "entityType": "t", "observations": []any{"o"}}}})
			if got := tool(t, admin, "memory__read_graph", map[string]any{}); !strings.Contains(got, "e"+protocol) {
				t.Errorf("the graph is %s", got)
			}
			_, err := guest.CallTool(testContext(t), &mcp.CallToolParams{Name: "fs__write_file", Arguments: map[string]any{"path": filepath.Join(dir, "c.txt"), "content": ""}})
			if err == nil {
				t.Error("a guest wrote a file")
			}
			for found, err := range guest.Tools(testContext(t), nil) {
				if err != nil {
					t.Fatal(err)
				}
				if found.Name == "fs__read_text_file" {
					checkTailored(t, found)
				}
			}
		})
	}
}

// checkTailored checks the title and descriptions of a tool that the rules describe.
func checkTailored(t *testing.T, found *mcp.Tool) {
	t.Helper()
	if found.Title != "Read" || found.Description != "Reads a file." {
		t.Errorf("it is called %q and says %q", found.Title, found.Description)
	}
	schema, err := json.Marshal(found.InputSchema)
	if err != nil || !strings.Contains(string(schema), `"description":"An absolute path."`) {
		t.Errorf("its schema is %s, %v", schema, err)
	}
}

// tool calls a tool that must succeed, and returns the text of the result.
func tool(t *testing.T, cs *mcp.ClientSession, name string, args map[string]any) string {
	t.Helper()
	res, err := cs.CallTool(testContext(t), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var text strings.Builder
	for _, c := range res.Content {
		if c, ok := c.(*mcp.TextContent); ok {
			text.WriteString(c.Text)
		}
	}
	if res.IsError {
		t.Fatalf("%s: %s", name, text.String())
	}
	return text.String()
}
