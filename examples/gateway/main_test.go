package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// The test binary is also the gateway and its servers.
const roleVariable = "GATEWAY_TEST_ROLE"

func TestMain(m *testing.M) {
	switch role := os.Getenv(roleVariable); role {
	case "":
		os.Exit(m.Run())
	case "gateway":
		server := func(id, tools string) mcphost.Upstream {
			return mcphost.Upstream{ID: id, Command: []string{os.Args[0]}, Env: []string{roleVariable + "=" + tools}}
		}
		_ = run(context.Background(), os.Args[1], []mcphost.Upstream{server("fs", "read_text_file,write_file"),
			server("memory", "read_graph")})
	default:
		s := mcp.NewServer(&mcp.Implementation{Name: role}, nil)
		for name := range strings.SplitSeq(role, ",") {
			s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
				func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: name}}}, nil
				})
		}
		_ = s.Run(context.Background(), &mcp.StdioTransport{})
	}
}

func TestGateway(t *testing.T) {
	data, err := os.ReadFile("tools.rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	rules := filepath.Join(t.TempDir(), "tools.rules.yaml")
	replace := func(data []byte) {
		t.Helper()
		if err := os.WriteFile(rules+".new", data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(rules+".new", rules); err != nil {
			t.Fatal(err)
		}
	}
	replace(data)
	cmd := exec.Command(os.Args[0], rules)
	cmd.Env = append(os.Environ(), roleVariable+"=gateway")
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "c"}, nil).Connect(t.Context(),
		&mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer cs.Close()
	lists := func(want string) {
		t.Helper()
		got := ""
		for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			res, err := cs.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			got = ""
			for _, tool := range res.Tools {
				got += tool.Name + " "
			}
			if got == want {
				return
			}
		}
		t.Fatalf("it lists %s, want %s", got, want)
	}
	lists("fs__read_text_file ")
	res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "fs__read_text_file"})
	if err != nil || res.Content[0].(*mcp.TextContent).Text != "read_text_file" {
		t.Errorf("the call returned %v, %v", res, err)
	}
	replace([]byte("version: 1\ncontext: {user: {role: admin | guest}}\nfilter: {include: ['memory/*']}\n"))
	lists("memory__read_graph ")
}
