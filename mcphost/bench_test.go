package mcphost_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// benchServer is a server with the tools of some real servers, as far as the SDK can represent
// them.
func benchServer(b *testing.B) *mcp.Server {
	b.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	for _, file := range []string{"github-ref", "playwright", "postman", "kubernetes-containers-npm"} {
		data, err := os.ReadFile(filepath.Join("..", "testdata", "catalogs", file+".json"))
		if err != nil {
			b.Fatal(err)
		}
		var list struct {
			Tools []struct {
				Name        string
				Description string
				InputSchema json.RawMessage
			}
		}
		if err := json.Unmarshal(data, &list); err != nil {
			b.Fatal(err)
		}
		for _, t := range list.Tools {
			s.AddTool(&mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: t.InputSchema},
				func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return textResult(""), nil })
		}
	}
	return s
}

// A wire is a connection without a client, so that only the server and the transport are measured.
type wire struct {
	conn mcp.Connection
	last int64
}

func dialWire(b *testing.B, s *mcp.Server) *wire {
	b.Helper()
	ct, st := mcp.NewInMemoryTransports()
	if _, err := s.Connect(b.Context(), st, nil); err != nil {
		b.Fatal(err)
	}
	conn, err := ct.Connect(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close() })
	w := &wire{conn: conn}
	w.ask(b, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}`)
	return w
}

// ask sends a request and returns the size of its result.
func (w *wire) ask(b *testing.B, method, params string) int {
	b.Helper()
	w.last++
	id, err := jsonrpc.MakeID(float64(w.last))
	if err != nil {
		b.Fatal(err)
	}
	if err := w.conn.Write(b.Context(), &jsonrpc.Request{ID: id, Method: method, Params: json.RawMessage(params)}); err != nil {
		b.Fatal(err)
	}
	msg, err := w.conn.Read(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	return len(msg.(*jsonrpc.Response).Result)
}

const benchRules = `
version: 1
context: {user: {role: string}}
filter:
  exclude: [{tools: '*/nothing_*'}, {when: 'tool.destructive && ctx.user.role == "guest"'}]
descriptions:
  - tools: '*/create_*'
    description: {default: Creates., variants: {long: Creates one.}, runners: [{runner: codex, default: long}]}
`

// ruledServer is the same server with rules.
func ruledServer(b *testing.B) *mcp.Server {
	b.Helper()
	s := benchServer(b)
	own, err := mcphost.LocalTools(b.Context(), "s", s)
	if err != nil {
		b.Fatal(err)
	}
	cat, err := parse(b, benchRules).BuildCatalog([]engine.Server{own})
	if err != nil {
		b.Fatal(err)
	}
	s.AddReceivingMiddleware(mcphost.Middleware(static(cat), mcphost.Options{Request: func(context.Context, mcphost.Caller) (engine.Request, error) {
		return engine.Request{Runner: "codex", Attrs: map[string]any{"user": map[string]any{"role": "admin"}}}, nil
	}}))
	return s
}

// BenchmarkListTools measures a list through the SDK, without rules and with rules.
func BenchmarkListTools(b *testing.B) {
	for _, bb := range []struct {
		name   string
		server func(*testing.B) *mcp.Server
	}{{"plain", benchServer}, {"ruled", ruledServer}} {
		b.Run(bb.name, func(b *testing.B) {
			w := dialWire(b, bb.server(b))
			b.ReportAllocs()
			b.SetBytes(int64(w.ask(b, "tools/list", "{}")))
			for b.Loop() {
				w.ask(b, "tools/list", "{}")
			}
		})
	}
}

// BenchmarkListToolsRatio measures the time with rules as a multiple of that without, alternating,
// so that other load on the machine affects both.
func BenchmarkListToolsRatio(b *testing.B) {
	plain, ruled := dialWire(b, benchServer(b)), dialWire(b, ruledServer(b))
	var times [2][]time.Duration
	for b.Loop() {
		for i, w := range []*wire{plain, ruled} {
			began := time.Now()
			w.ask(b, "tools/list", "{}")
			times[i] = append(times[i], time.Since(began))
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	middle := len(times[0]) / 2
	b.ReportMetric(float64(times[1][middle])/float64(times[0][middle]), "ratio")
}
