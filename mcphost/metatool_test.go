package mcphost_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

const discovered = `
version: 1
filter: {exclude: [fs/delete_*]}
discovery: {limits: [{tools: 3}], pin: [fs/read], search: {results: 2}}
`

const discoveredTools = `[
	{"name":"write","inputSchema":{"type":"object"}},
	{"name":"delete_file","inputSchema":{"type":"object"}},
	{"name":"read","inputSchema":{"type":"object"}},
	{"name":"rename_folder","inputSchema":{"type":"object"}},
	{"name":"create_folder","inputSchema":{"type":"object"}},
	{"name":"list_folders","inputSchema":{"type":"object"}}
]`

// callTool calls a tool with arguments and returns the text of the result.
func callTool(t *testing.T, cs *mcp.ClientSession, name, arguments string) (string, error) {
	t.Helper()
	res, err := cs.CallTool(testContext(t), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
	if err != nil {
		return "", err
	}
	return res.Content[0].(*mcp.TextContent).Text, nil
}

// TestSearchAndCall does a task as a client does that calls nothing but listed tools.
func TestSearchAndCall(t *testing.T) {
	s := echoServer("read", "write", "delete_file", "rename_folder", "create_folder", "list_folders")
	var records []string
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, discovered, discoveredTools)), mcphost.Options{
		OnCall: func(_ context.Context, r mcphost.CallRecord) (func(string), error) {
			return func(outcome string) {
				records = append(records, fmt.Sprintf("%s %s %t %s", r.Name, r.Key, r.Visible, outcome))
			}, nil
		},
	}))
	for _, protocol := range protocols {
		t.Run(protocol, func(t *testing.T) {
			records = nil
			cs := dial(t, s, "model", protocol)
			if got := names(t, cs); got != "call_tool fs__read search_tools" && got != "fs__read search_tools call_tool" {
				t.Fatalf("the list has %s", got)
			}
			text, err := callTool(t, cs, "search_tools", `{"query":"make a directory"}`)
			if err != nil {
				t.Fatal(err)
			}
			var result struct{ Tools []struct{ Name string } }
			if err := json.Unmarshal([]byte(text), &result); err != nil || len(result.Tools) != 2 || result.Tools[0].Name != "fs__create_folder" {
				t.Fatalf("found %s, %v", text, err)
			}
			if got, err := callTool(t, cs, "call_tool", `{"name":"fs__create_folder","arguments":{"n":2}}`); got != `create_folder {"n":2}` || err != nil {
				t.Errorf("the tool returned %q, %v", got, err)
			}
			if got, err := callTool(t, cs, "fs__write", `{}`); got != `write {}` || err != nil {
				t.Errorf("a direct call of a deferred tool returned %q, %v", got, err)
			}
			want := "search_tools /search_tools true ok, fs__create_folder fs/create_folder true ok, fs__write fs/write true ok"
			if got := strings.Join(records, ", "); got != want {
				t.Errorf("records: %s, want %s", got, want)
			}
		})
	}
}

// TestCallToolIsNoWayAround compares calls through call_tool with direct calls.
func TestCallToolIsNoWayAround(t *testing.T) {
	s := echoServer("read", "write", "delete_file", "rename_folder", "create_folder", "list_folders")
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, discovered, discoveredTools)), mcphost.Options{}))
	cs := dial(t, s, "model", protocols[0])
	for _, name := range []string{"fs__delete_file", "fs__nothing", "delete_file", "read", "search_tools", "call_tool", ""} {
		_, err := callTool(t, cs, "call_tool", fmt.Sprintf(`{"name":%q,"arguments":{}}`, name))
		want := fmt.Sprintf("unknown tool %q", name)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("call_tool of %q: %v, want %s", name, err, want)
		}
	}
	for _, query := range []string{"delete a file", "fs__delete_file", "delete_file"} {
		text, err := callTool(t, cs, "search_tools", fmt.Sprintf(`{"query":%q,"limit":100}`, query))
		if err != nil || strings.Contains(text, "delete_file") {
			t.Errorf("%q finds %s, %v", query, text, err)
		}
	}
	for _, arguments := range []string{`{}`, `{"name":1}`, `{"name":"fs__read","arguments":[]}`, `{"name":"fs__read","name":"fs__write"}`, `{"Name":"fs__read"}`} {
		if got, err := callTool(t, cs, "call_tool", arguments); err == nil {
			t.Errorf("call_tool with %s returned %s", arguments, got)
		}
	}
	for _, arguments := range []string{`{}`, `{"query":1}`, `{"query":"x","limit":"y"}`, `{"query":"x","limit":1.5}`, fmt.Sprintf(`{"query":%q}`, strings.Repeat("x", 513))} {
		if got, err := callTool(t, cs, "search_tools", arguments); err == nil {
			t.Errorf("search_tools with %s returned %s", arguments, got)
		}
	}
	for _, limit := range []string{"-5", "0", "1"} {
		text, err := callTool(t, cs, "search_tools", `{"query":"folder","limit":`+limit+`}`)
		if err != nil || strings.Count(text, `"name"`) != 1 {
			t.Errorf("limit %s: %s, %v", limit, text, err)
		}
	}
}

// TestNothingIsDeferred has no tools for deferred tools.
func TestNothingIsDeferred(t *testing.T) {
	s := echoServer("read")
	rules := strings.Replace(discovered, "tools: 3", "tools: 30", 1)
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, rules, discoveredTools)), mcphost.Options{}))
	cs := dial(t, s, "model", protocols[0])
	if got := names(t, cs); strings.Contains(got, "search_tools") {
		t.Errorf("the list has %s", got)
	}
	for _, name := range []string{"search_tools", "call_tool"} {
		if _, err := callTool(t, cs, name, `{"query":"x","name":"fs__read"}`); err == nil || !strings.Contains(err.Error(), "unknown tool") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPagesOfLimitedLists lists a limited list in pages.
func TestPagesOfLimitedLists(t *testing.T) {
	s := echoServer("read")
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, discovered, discoveredTools)), mcphost.Options{PageSize: 2}))
	cs := dial(t, s, "model", protocols[0])
	var got []string
	for tool, err := range cs.Tools(testContext(t), nil) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, tool.Name)
	}
	if strings.Join(got, " ") != "fs__read search_tools call_tool" {
		t.Errorf("the pages have %v", got)
	}
}

// TestGatewaySearchAndCall calls a deferred tool of an upstream.
func TestGatewaySearchAndCall(t *testing.T) {
	g := gateway(t, discovered, mcphost.GatewayOptions{}, inMemory(t, "fs", echoServer("read", "write", "create_folder", "list_folders", "delete_file")))
	cs := dial(t, g.Server(), "model", protocols[0])
	if got := names(t, cs); !strings.Contains(got, "search_tools") {
		t.Fatalf("the list has %s", got)
	}
	if got, err := callTool(t, cs, "call_tool", `{"name":"fs__create_folder","arguments":{"n":3}}`); got != `create_folder {"n":3}` || err != nil {
		t.Errorf("the tool returned %q, %v", got, err)
	}
	if _, err := callTool(t, cs, "call_tool", `{"name":"fs__delete_file"}`); err == nil || !strings.Contains(err.Error(), `unknown tool "fs__delete_file"`) {
		t.Errorf("the hidden tool: %v", err)
	}
}
