package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/toolrules/toolrules/engine"
)

// The test binary is also the gateway and its servers.
const roleVariable = "GATEWAY_TEST_ROLE"

// waitTime is the duration of a call whose arguments ask for a delay.
const waitTime = 600 * time.Millisecond

func TestMain(m *testing.M) {
	switch role := os.Getenv(roleVariable); role {
	case "":
		os.Exit(m.Run())
	case "gateway":
		main()
	default:
		s := mcp.NewServer(&mcp.Implementation{Name: role}, nil)
		for name := range strings.SplitSeq(role, ",") {
			s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
				func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					if strings.Contains(string(req.Params.Arguments), `"wait"`) {
						time.Sleep(waitTime)
					}
					return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: name}}}, nil
				})
		}
		_ = s.Run(context.Background(), &mcp.StdioTransport{})
	}
}

// writeConfig writes the example's configuration with servers that need no npm, and returns its
// path.
func writeConfig(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	rules, err := os.ReadFile("tools.rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c := map[string]any{
		"rules": "tools.rules.yaml",
		"servers": []any{
			map[string]any{"id": "fs", "command": []string{os.Args[0]},
				"env": []string{roleVariable + "=read_text_file,write_file"}},
			map[string]any{"id": "memory", "command": []string{os.Args[0]},
				"env": []string{roleVariable + "=read_graph,delete_entities"}},
		},
		"request": map[string]any{"attrs": map[string]any{"user": map[string]any{"role": "guest"}}},
		"headers": map[string]string{"X-User-Role": "user.role"},
	}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"tools.rules.yaml": rules, "gateway.json": data} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "gateway.json")
}

// awaitTools waits until a session lists these tools: the gateway's servers need a moment to start.
func awaitTools(t *testing.T, cs *mcp.ClientSession, want string) {
	t.Helper()
	var got []string
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		res, err := cs.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		got = nil
		for _, tool := range res.Tools {
			got = append(got, tool.Name)
		}
		if strings.Join(got, " ") == want {
			return
		}
	}
	t.Fatalf("it lists %v, not %s", got, want)
}

func connect(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "c"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cs.Close() })
	return cs
}

func TestStdio(t *testing.T) {
	config := writeConfig(t)
	cmd := exec.Command(os.Args[0], "-config", config)
	cmd.Env = append(os.Environ(), roleVariable+"=gateway")
	cs := connect(t, &mcp.CommandTransport{Command: cmd})
	awaitTools(t, cs, "fs__read_text_file")

	// The rules change while it runs.
	rules := filepath.Join(filepath.Dir(config), "tools.rules.yaml")
	const start = "version: 1\nservers: [fs, memory]\ncontext: {user: {role: admin | guest}}\n"
	if err := os.WriteFile(rules+".new", []byte(start+"filter: {include: ['*/*graph']}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(rules+".new", rules); err != nil {
		t.Fatal(err)
	}
	awaitTools(t, cs, "memory__read_graph")

	// SIGHUP reloads them at once, while an in-place write waits for a second without changes.
	if err := os.WriteFile(rules, []byte(start+"filter: {include: ['memory/*']}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	awaitTools(t, cs, "memory__delete_entities memory__read_graph")
	res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "memory__read_graph"})
	if err != nil || res.Content[0].(*mcp.TextContent).Text != "read_graph" {
		t.Errorf("the call gave %v, %v", res, err)
	}
}

func TestHTTP(t *testing.T) {
	address, end, ended := startHTTP(t)
	guest := connect(t, &mcp.StreamableClientTransport{Endpoint: "http://" + address})
	admin := connect(t, &mcp.StreamableClientTransport{Endpoint: "http://" + address,
		HTTPClient: &http.Client{Transport: asAdmin{}}})
	awaitTools(t, admin, "fs__read_text_file fs__write_file memory__read_graph")
	awaitTools(t, guest, "fs__read_text_file")
	end()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

type asAdmin struct{}

func (asAdmin) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("X-User-Role", "admin")
	return http.DefaultTransport.RoundTrip(req)
}

// Errors of the configuration name the file.
func TestBadConfig(t *testing.T) {
	dir := t.TempDir()
	rules := filepath.Join(dir, "r.yaml")
	if err := os.WriteFile(rules, []byte("version: 1\ncontext: {user: {role: admin | guest}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ config, want string }{
		"broken":      {`{"rules":`, "unexpected EOF"},
		"unknown key": {`{"rules": "r.yaml", "server": []}`, `unknown field "server"`},
		"two":         {`{"rules": "r.yaml"} {}`, "something follows"},
		"undeclared": {`{"rules": "r.yaml", "request": {"attrs": {"role": "admin"}}}`,
			"role: every request has this attribute"},
		"wrong value": {`{"rules": "r.yaml", "request": {"attrs": {"user": {"role": 7}}}}`,
			"user.role: every request has a value"},
		"header": {`{"rules": "r.yaml", "headers": {"X-Role": "role"}}`, "X-Role"},
		"no way": {`{"rules": "r.yaml", "servers": [{"id": "a"}]}`, "exactly one of a command"},
		"an id twice": {`{"rules": "r.yaml", "servers": [{"id": "a", "url": "http://127.0.0.1:1", "header": {"X-Key": ["k"]}},
			{"id": "a", "command": ["x"], "env": ["A=b"], "dir": "/"}]}`, "two servers have this ID"},
		"absolute":     {`{"rules": "` + rules + `", "request": {"attrs": {"user": {"role": 7}}}}`, "user.role"},
		"no such file": {`{"rules": "nothing.yaml"}`, filepath.Join(dir, "nothing.yaml")},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(dir, "c.json")
			if err := os.WriteFile(file, []byte(tt.config), 0o600); err != nil {
				t.Fatal(err)
			}
			err := run(t.Context(), file, "127.0.0.1:0")
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), dir) {
				t.Errorf("it says %v", err)
			}
		})
	}
}

// The files of this folder work unchanged.
func TestFiles(t *testing.T) {
	c, err := readConfig("gateway.json")
	if err != nil {
		t.Fatal(err)
	}
	eng, err := engine.Load(c.Rules, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.source().Check(eng.File()); err != nil {
		t.Error(err)
	}
	for _, u := range c.Servers {
		if err := u.Check(); err != nil {
			t.Error(err)
		}
	}
}
