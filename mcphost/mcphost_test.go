package mcphost_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// protocols are the versions that most tests use: one with a handshake and one without.
var protocols = []string{"2025-11-25", "2026-07-28"}

// testContext returns a context that ends long after a test should.
func testContext(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func parse(t testing.TB, ruleFile string) *engine.Engine {
	t.Helper()
	eng, err := engine.Parse("rules.yaml", []byte(ruleFile), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return eng
}

// catalog returns a catalog of one server, fs, from an array of tools.
func catalog(t testing.TB, ruleFile, tools string) *engine.Catalog {
	t.Helper()
	cat, err := parse(t, ruleFile).BuildCatalog([]engine.Server{{ID: "fs", Lists: [][]byte{[]byte(tools)}}})
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

func static(cat *engine.Catalog) func() *engine.Catalog {
	return func() *engine.Catalog { return cat }
}

// echoServer returns a server whose tools respond with their own name and arguments.
func echoServer(names ...string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "echo", Version: "1"}, nil)
	for _, name := range names {
		addEcho(s, name)
	}
	return s
}

func addEcho(s *mcp.Server, name string) {
	s.AddTool(&mcp.Tool{Name: name, Description: "Its own words.", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return textResult(r.Params.Name + " " + string(r.Params.Arguments)), nil
		})
}

func textResult(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// dial connects the SDK's own client to a server in memory.
func dial(t testing.TB, s *mcp.Server, client, protocol string) *mcp.ClientSession {
	t.Helper()
	ct, st := mcp.NewInMemoryTransports()
	if _, err := s.Connect(testContext(t), st, nil); err != nil {
		t.Fatal(err)
	}
	return connect(t, ct, client, protocol, nil)
}

func connect(t testing.TB, transport mcp.Transport, client, protocol string, opts *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: client, Version: "1"}, opts)
	cs, err := c.Connect(testContext(t), transport, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cs.Close() })
	return cs
}

// names returns the names of the tools that a session sees, on all pages.
func names(t testing.TB, cs *mcp.ClientSession) string {
	t.Helper()
	var list []string
	for tool, err := range cs.Tools(testContext(t), nil) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, tool.Name)
	}
	return strings.Join(list, " ")
}

// call returns the text of a result.
func call(t testing.TB, cs *mcp.ClientSession, name string) (string, error) {
	t.Helper()
	res, err := cs.CallTool(testContext(t), &mcp.CallToolParams{Name: name, Arguments: map[string]any{"n": 1}})
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, c := range res.Content {
		if c, ok := c.(*mcp.TextContent); ok {
			text.WriteString(c.Text)
		}
	}
	return text.String(), nil
}

// codes returns the codes and subjects of all errors in one.
func codes(err error) string {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		var all []string
		for _, err := range list.Unwrap() {
			all = append(all, codes(err))
		}
		return strings.Join(all, ", ")
	}
	var e *mcphost.Error
	if !errors.As(err, &e) {
		return ""
	}
	return string(e.Code) + " " + e.Subject
}

// wireError returns the JSON-RPC error in err as JSON.
func wireError(t testing.TB, err error) string {
	t.Helper()
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) {
		t.Fatalf("%v is not a JSON-RPC error", err)
	}
	data, err := json.Marshal(wire)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
