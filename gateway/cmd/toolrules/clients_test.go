package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/client"
	mcpgotypes "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// realServers returns a setup with nine servers from npm. Those that need credentials get some that
// are not valid.
func realServers(t *testing.T) *setup {
	t.Helper()
	type server struct {
		Command string            `json:"command"`
		Args    []string          `json:"args"`
		Env     map[string]string `json:"env,omitempty"`
	}
	dir := t.TempDir()
	node := func(folder string, env map[string]string, path []string, args ...string) server {
		return server{"node", append([]string{nodeScript(t, folder, path...)}, args...), env}
	}
	official := func(folder, name string, env map[string]string, args ...string) server {
		return node(folder, env, []string{"@modelcontextprotocol", name, "dist", "index.js"}, args...)
	}
	servers := map[string]server{
		"Everything":          official(suiteFolder, "server-everything", nil),
		"filesystem":          official(suiteFolder, "server-filesystem", nil, dir),
		"memory":              official(suiteFolder, "server-memory", nil),
		"sequential-thinking": official(clientFolder, "server-sequential-thinking", nil),
		"github":              official(clientFolder, "server-github", nil),
		"brave-search":        official(clientFolder, "server-brave-search", map[string]string{"BRAVE_API_KEY": "x"}),
		"context7":            node(clientFolder, nil, []string{"@upstash", "context7-mcp", "dist", "index.js"}),
		"tavily": node(clientFolder, map[string]string{"TAVILY_API_KEY": "x"}, []string{"tavily-mcp",
			"build", "index.js"}),
		"notion": node(clientFolder, map[string]string{"NOTION_TOKEN": "x"}, []string{"@notionhq",
			"notion-mcp-server", "bin", "cli.mjs"}),
	}
	file, err := json.Marshal(map[string]any{"mcpServers": servers})
	if err != nil {
		t.Fatal(err)
	}
	return newSetup(t, map[string]string{"mcp.json": string(file), "gateway.yaml": "timeouts: {ready: 2m}\n",
		"tools.rules.yaml": "version: 1\nfilter: {exclude: ['*/{create,update,delete,write,push,move}*', '*/*delete*']}\n"})
}

// clientResult is what a client saw.
type clientResult struct {
	Tools []string
	Text  string // of a call of everything__echo
}

// TestClients lists and calls the tools of nine real servers with real clients, over each
// transport. All of them must see the same, completely, on their first list.
func TestClients(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it starts nine servers for each client")
	}
	inspector := nodeScript(t, clientFolder, "@modelcontextprotocol", "inspector", "clients", "launcher", "build",
		"index.js")
	remote := nodeScript(t, clientFolder, "mcp-remote", "dist", "proxy.js")
	s := realServers(t)
	g := s.start("--config", s.path("gateway.yaml"))
	stdio := s.command("--config", s.path("gateway.yaml"))
	command := append([]string{os.Args[0]}, stdio.Args[1:]...)
	run := func(args ...string) []byte {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, "node", args...)
		cmd.Env = append(os.Environ(), roleVariable+"="+roleGateway, "HOME="+s.dir)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v\n%s\n%s", args, err, out, &stderr)
		}
		return out
	}
	const echo = "everything__echo"
	sdk := func(target ...string) clientResult {
		var got clientResult
		script := nodeScript(t, clientFolder, "..", "client.mjs")
		if err := json.Unmarshal(run(append([]string{script, echo}, target...)...), &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	inspect := func(target ...string) clientResult {
		var list struct{ Tools []struct{ Name string } }
		var result struct{ Content []struct{ Text string } }
		args := append([]string{inspector, "--cli"}, target...)
		if err := json.Unmarshal(run(append(slices.Clone(args), "--method", "tools/list")...), &list); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(run(append(args, "--method", "tools/call", "--tool-name", echo, "--tool-arg",
			"message=hi")...), &result); err != nil {
			t.Fatal(err)
		}
		got := clientResult{Text: result.Content[0].Text}
		for _, tool := range list.Tools {
			got.Tools = append(got.Tools, tool.Name)
		}
		return got
	}
	goSDK := func(transport mcp.Transport) clientResult {
		cs := connect(t, transport)
		got := clientResult{Tools: strings.Fields(names(t, cs))}
		var err error
		if got.Text, err = callTool(t, cs, echo, map[string]any{"message": "hi"}); err != nil {
			t.Fatal(err)
		}
		return got
	}
	mcpGo := func(c *mcpgo.Client, err error) clientResult {
		if err == nil {
			err = c.Start(t.Context())
		}
		if err != nil && !strings.Contains(err.Error(), "already") {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Initialize(t.Context(), mcpgotypes.InitializeRequest{Params: mcpgotypes.InitializeParams{
			ProtocolVersion: "2025-06-18", ClientInfo: mcpgotypes.Implementation{Name: "c",
				Version: "1"}}}); err != nil {
			t.Fatal(err)
		}
		list, err := c.ListTools(t.Context(), mcpgotypes.ListToolsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		var got clientResult
		for _, tool := range list.Tools {
			got.Tools = append(got.Tools, tool.Name)
		}
		call := mcpgotypes.CallToolRequest{}
		call.Params.Name, call.Params.Arguments = echo, map[string]any{"message": "hi"}
		result, err := c.CallTool(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		got.Text = result.Content[0].(mcpgotypes.TextContent).Text
		return got
	}
	want := goSDK(&mcp.StreamableClientTransport{Endpoint: g.url})
	for _, id := range []string{"everything", "filesystem", "memory", "sequential_thinking", "github", "brave_search",
		"context7", "tavily", "notion"} {
		if !slices.ContainsFunc(want.Tools, func(name string) bool { return strings.HasPrefix(name, id+"__") }) {
			t.Errorf("the first list has no tool of %s: %s", id, want.Tools)
		}
	}
	if slices.ContainsFunc(want.Tools, func(name string) bool {
		return strings.Contains(name,
			"__create") || strings.Contains(name, "delete")
	}) {
		t.Errorf("the list has hidden tools: %s", want.Tools)
	}
	t.Logf("%d tools of nine servers", len(want.Tools))
	script := s.path("serve.sh") // the Inspector has a flag --config of its own
	s.write("serve.sh", roleVariable+"="+roleGateway+" exec '"+strings.Join(command, "' '")+"'\n")
	proxy := exec.Command("node", remote, g.url, "--allow-http")
	proxy.Env = append(os.Environ(), "HOME="+s.dir)
	env := append(os.Environ(), roleVariable+"="+roleGateway)
	for name, client := range map[string]func() clientResult{
		"TypeScript SDK, HTTP":  func() clientResult { return sdk(g.url) },
		"TypeScript SDK, stdio": func() clientResult { return sdk(command...) },
		"Inspector, HTTP":       func() clientResult { return inspect(g.url, "--transport", "http") },
		"Inspector, stdio":      func() clientResult { return inspect("sh", script) },
		"mcp-remote":            func() clientResult { return goSDK(&mcp.CommandTransport{Command: proxy}) },
		"Go SDK, stdio":         func() clientResult { return goSDK(&mcp.CommandTransport{Command: stdio}) },
		"mcp-go, HTTP":          func() clientResult { return mcpGo(mcpgo.NewStreamableHttpClient(g.url)) },
		"mcp-go, stdio": func() clientResult {
			return mcpGo(mcpgo.NewStdioMCPClient(command[0], env,
				command[1:]...))
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := client()
			slices.Sort(got.Tools)
			all := slices.Sorted(slices.Values(want.Tools))
			if !slices.Equal(got.Tools, all) || got.Text != want.Text {
				t.Errorf("it sees %d tools and %q, want %d and %q", len(got.Tools), got.Text, len(all), want.Text)
			}
		})
	}
}
