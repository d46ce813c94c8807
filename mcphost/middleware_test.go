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

const guarded = `
version: 1
context: {user: {role: string}}
filter:
  exclude:
    - {tools: '*/write', when: ctx.user.role != "admin"}
    - '*/delete_*'
descriptions:
  - tools: fs/read
    title: Read a file
    description: Reads.
`

const guardedTools = `[
	{"name":"read","inputSchema":{"type":"object"},"size":1.50},
	{"name":"write","inputSchema":{"type":"object"}},
	{"name":"delete_file","inputSchema":{"type":"object"}},
	{"name":"a_b","inputSchema":{"type":"object"}},
	{"name":"a.b","inputSchema":{"type":"object"}}
]`

// asRole uses the client's name as its role.
func asRole(_ context.Context, c mcphost.Caller) (engine.Request, error) {
	return engine.Request{Attrs: map[string]any{"user": map[string]any{"role": c.Client.Name}}}, nil
}

func TestMiddlewareListsAndCalls(t *testing.T) {
	s := echoServer("read", "write", "delete_file", "a.b", "a_b")
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, guarded, guardedTools)), mcphost.Options{Request: asRole}))
	for _, protocol := range protocols {
		t.Run(protocol, func(t *testing.T) {
			guest, admin := dial(t, s, "guest", protocol), dial(t, s, "admin", protocol)
			if got := guest.InitializeResult().ProtocolVersion; got != protocol {
				t.Fatalf("speaks %s", got)
			}
			if got := names(t, guest); got != "fs__read" {
				t.Errorf("a guest sees %s", got)
			}
			if got := names(t, admin); got != "fs__read fs__write" {
				t.Errorf("an admin sees %s", got)
			}
			if got, err := call(t, guest, "fs__read"); got != `read {"n":1}` || err != nil {
				t.Errorf("fs__read returned %q, %v", got, err)
			}
			if got, err := call(t, admin, "fs__write"); got != `write {"n":1}` || err != nil {
				t.Errorf("fs__write returned %q, %v", got, err)
			}
		})
	}
}

// Hidden tools and tools that do not exist get the same response.
func TestMiddlewareUnknownTools(t *testing.T) {
	s := echoServer("read", "write", "delete_file", "a.b", "a_b")
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, guarded, guardedTools)), mcphost.Options{Request: asRole}))
	for _, protocol := range protocols {
		cs := dial(t, s, "guest", protocol)
		_, err := call(t, cs, "nothing")
		want := wireError(t, err)
		for what, name := range map[string]string{
			"hidden by the request": "fs__write",
			"hidden always":         "fs__delete_file",
			"rejected":              "fs__a_b",
			"by its raw name":       "read",
			"hidden, by raw name":   "write",
			"empty":                 "",
		} {
			_, err := call(t, cs, name)
			if err == nil {
				t.Errorf("%s: %q was called", what, name)
				continue
			}
			if got := strings.ReplaceAll(wireError(t, err), `\"`+name+`\"`, `\"nothing\"`); got != want {
				t.Errorf("%s: %s, not %s", what, got, want)
			}
		}
	}
}

// A tool that the server no longer has is reported as unknown, by the name that the caller used.
func TestMiddlewareStaleCatalog(t *testing.T) {
	s := echoServer()
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, "version: 1\n", guardedTools)), mcphost.Options{}))
	addEcho(s, "other")
	_, err := call(t, dial(t, s, "c", ""), "fs__read")
	if got := wireError(t, err); got != `{"code":-32602,"message":"unknown tool \"fs__read\""}` {
		t.Error(got)
	}
}

// The JSON of a tool reaches the caller as its server sent it, except for the name and descriptions
// that the rules define.
func TestMiddlewareRawTools(t *testing.T) {
	const tools = `[{"z":1.50,"name":"read","big":12345678901234567890,"inputSchema":{"type":"object","x-<&>":"\u00e9é"},"annotations":{"title":"T"}}]`
	s := echoServer("read")
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, "version: 1\n", tools)), mcphost.Options{}))
	for protocol, want := range map[string]string{
		"2025-11-25": `{"tools":[{"z":1.50,"name":"fs__read","big":12345678901234567890,` +
			`"inputSchema":{"type":"object","x-<&>":"\u00e9é"},"annotations":{"title":"T"}}],"ttlMs":0,"cacheScope":"public"}`,
		"2026-07-28": `{"tools":[{"z":1.50,"name":"fs__read","big":12345678901234567890,` +
			`"inputSchema":{"type":"object","x-<&>":"\u00e9é"},"annotations":{"title":"T"}}],"resultType":"complete",` +
			`"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"echo","version":"1"}},"ttlMs":0,"cacheScope":"public"}`,
	} {
		ct, st := mcp.NewInMemoryTransports()
		if _, err := s.Connect(testContext(t), st, nil); err != nil {
			t.Fatal(err)
		}
		var seen recorder
		cs := connect(t, seen.wrap(ct), "c", protocol, nil)
		names(t, cs)
		if got := seen.last(t); got != want {
			t.Errorf("%s: got\n%s, want\n%s", protocol, got, want)
		}
	}
}

// A recorder records the results that a client reads, and the last error.
type recorder struct {
	mcp.Transport
	results []string
	err     error
}

func (r *recorder) wrap(t mcp.Transport) mcp.Transport {
	r.Transport = t
	return r
}

func (r *recorder) Connect(ctx context.Context) (mcp.Connection, error) {
	conn, err := r.Transport.Connect(ctx)
	return &recording{conn, r}, err
}

// last returns the last result. The client must be idle.
func (r *recorder) last(t testing.TB) string {
	t.Helper()
	if len(r.results) == 0 {
		t.Fatal("no result")
	}
	return r.results[len(r.results)-1]
}

type recording struct {
	mcp.Connection
	r *recorder
}

func (c *recording) Read(ctx context.Context) (jsonrpc.Message, error) {
	msg, err := c.Connection.Read(ctx)
	if res, ok := msg.(*jsonrpc.Response); ok {
		c.r.results, c.r.err = append(c.r.results, string(res.Result)), res.Error
	}
	return msg, err
}

func TestMiddlewarePages(t *testing.T) {
	s := echoServer("read", "write")
	cat := catalog(t, guarded, `[{"name":"t1","inputSchema":{"type":"object"}},{"name":"write","inputSchema":{"type":"object"}},{"name":"t2","inputSchema":{"type":"object"}},{"name":"t3","inputSchema":{"type":"object"}},{"name":"delete_x","inputSchema":{"type":"object"}},{"name":"t4","inputSchema":{"type":"object"}}]`)
	for _, tt := range []struct {
		name string
		size int
		want []string // the pages
	}{
		{"one each", 1, []string{"fs__t1", "fs__t2", "fs__t3", "fs__t4"}},
		{"even", 2, []string{"fs__t1 fs__t2", "fs__t3 fs__t4"}},
		{"uneven", 3, []string{"fs__t1 fs__t2 fs__t3", "fs__t4"}},
		{"just all", 4, []string{"fs__t1 fs__t2 fs__t3 fs__t4"}},
		{"default", 0, []string{"fs__t1 fs__t2 fs__t3 fs__t4"}},
		{"no pages", -1, []string{"fs__t1 fs__t2 fs__t3 fs__t4"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
			addEcho(s, "x")
			s.AddReceivingMiddleware(mcphost.Middleware(static(cat), mcphost.Options{Request: asRole, PageSize: tt.size}))
			cs := dial(t, s, "guest", "")
			cursor := ""
			for i, want := range tt.want {
				res, err := cs.ListTools(testContext(t), &mcp.ListToolsParams{Cursor: cursor})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, tool := range res.Tools {
					got = append(got, tool.Name)
				}
				if strings.Join(got, " ") != want {
					t.Errorf("page %d has %v, want %s", i, got, want)
				}
				cursor = res.NextCursor
			}
			if cursor != "" {
				t.Error("there is an extra page")
			}
		})
	}
	s.AddReceivingMiddleware(mcphost.Middleware(static(cat), mcphost.Options{Request: asRole, PageSize: 1}))
	cs := dial(t, s, "guest", "")
	for _, cursor := range []string{"?", "AAAA", "ZnNfX3dyaXRl" /* fs__write, which is hidden */, "/w"} {
		_, err := cs.ListTools(testContext(t), &mcp.ListToolsParams{Cursor: cursor})
		if err == nil || !strings.Contains(wireError(t, err), `"code":-32602`) {
			t.Errorf("cursor %q returned %v", cursor, err)
		}
	}
}

// Without a catalog there are no tools, and an empty list is not null.
func TestMiddlewareWithoutCatalog(t *testing.T) {
	s := echoServer("read")
	s.AddReceivingMiddleware(mcphost.Middleware(static(nil), mcphost.Options{}))
	ct, st := mcp.NewInMemoryTransports()
	if _, err := s.Connect(testContext(t), st, nil); err != nil {
		t.Fatal(err)
	}
	var seen recorder
	cs := connect(t, seen.wrap(ct), "c", "2025-11-25", nil)
	if got := names(t, cs); got != "" {
		t.Errorf("lists %s", got)
	}
	if got := seen.last(t); got != `{"tools":[],"ttlMs":0,"cacheScope":"private"}` {
		t.Error(got)
	}
	if _, err := call(t, cs, "read"); err == nil {
		t.Error("read can be called")
	}
}

func TestMiddlewareOtherServers(t *testing.T) {
	cat, err := parse(t, "version: 1\n").BuildCatalog([]engine.Server{
		{ID: "mine", Lists: [][]byte{[]byte(`[{"name":"read","inputSchema":{"type":"object"}}]`)}},
		{ID: "theirs", Lists: [][]byte{[]byte(`[{"name":"read","inputSchema":{"type":"object"}}]`)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := echoServer("read")
	s.AddReceivingMiddleware(mcphost.Middleware(static(cat), mcphost.Options{Server: "mine"}))
	cs := dial(t, s, "c", "")
	if got := names(t, cs); got != "mine__read" {
		t.Errorf("lists %s", got)
	}
	if _, err := call(t, cs, "theirs__read"); err == nil {
		t.Error("another server's tool was called")
	}
}

func TestMiddlewareRefusedRequests(t *testing.T) {
	for name, tt := range map[string]struct {
		err  error
		want string
	}{
		"an error of Go":         {errors.New("secret"), `{"code":-32600,"message":"the request is refused"}`},
		"a wrapped one":          {errors.Join(&jsonrpc.Error{Code: 7, Message: "secret"}), `{"code":-32600,"message":"the request is refused"}`},
		"an error for the wire":  {&jsonrpc.Error{Code: 7, Message: "log in"}, `{"code":7,"message":"log in"}`},
		"a panic in the request": {nil, `{"code":-32603,"message":"internal error"}`},
	} {
		s := echoServer("read")
		s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, "version: 1\n", guardedTools)), mcphost.Options{
			Request: func(context.Context, mcphost.Caller) (engine.Request, error) {
				if tt.err == nil {
					panic("secret")
				}
				return engine.Request{}, tt.err
			},
		}))
		cs := dial(t, s, "c", "")
		_, err := cs.ListTools(testContext(t), nil)
		if got := wireError(t, err); got != tt.want {
			t.Errorf("%s: list returned %s", name, got)
		}
		for _, tool := range []string{"fs__read", "nothing"} {
			_, err = call(t, cs, tool)
			if got := wireError(t, err); got != tt.want {
				t.Errorf("%s: %s returned %s", name, tool, got)
			}
		}
	}
}

func TestMiddlewarePanics(t *testing.T) {
	s := echoServer("read")
	s.AddTool(&mcp.Tool{Name: "boom", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { panic("boom") })
	s.AddPrompt(&mcp.Prompt{Name: "boom"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { panic("boom") })
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, "version: 1\n", `[{"name":"read","inputSchema":{"type":"object"}},{"name":"boom","inputSchema":{"type":"object"}}]`)), mcphost.Options{}))
	cs := dial(t, s, "c", "")
	_, err := call(t, cs, "fs__boom")
	if got := wireError(t, err); got != `{"code":-32603,"message":"internal error"}` {
		t.Error(got)
	}
	if _, err := cs.GetPrompt(testContext(t), &mcp.GetPromptParams{Name: "boom"}); err == nil {
		t.Error("a prompt that panics gave a result")
	}
	if got, err := call(t, cs, "fs__read"); err != nil {
		t.Errorf("after a panic: %q, %v", got, err)
	}
}

// If a handler returns neither a result nor an error, which would make the SDK panic, the caller
// gets an error.
func TestMiddlewareNilResults(t *testing.T) {
	s := echoServer("read")
	s.AddTool(&mcp.Tool{Name: "nil", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil })
	s.AddPrompt(&mcp.Prompt{Name: "nil"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return nil, nil })
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, "version: 1\n", `[{"name":"read","inputSchema":{"type":"object"}},{"name":"nil","inputSchema":{"type":"object"}}]`)), mcphost.Options{}))
	for _, protocol := range protocols {
		cs := dial(t, s, "c", protocol)
		_, ofTool := call(t, cs, "fs__nil")
		_, ofPrompt := cs.GetPrompt(testContext(t), &mcp.GetPromptParams{Name: "nil"})
		for _, err := range []error{ofTool, ofPrompt} {
			if got := wireError(t, err); got != `{"code":-32603,"message":"internal error"}` {
				t.Errorf("%s: got %s", protocol, got)
			}
		}
		if got, err := call(t, cs, "fs__read"); err != nil {
			t.Errorf("%s: then %q, %v", protocol, got, err)
		}
	}
}

func TestLocalTools(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, &mcp.ServerOptions{PageSize: 1})
	eng := parse(t, "version: 1\nfilter: {exclude: ['*/b']}\n")
	var cat *engine.Catalog
	s.AddReceivingMiddleware(mcphost.Middleware(func() *engine.Catalog { return cat }, mcphost.Options{}))
	refresh := func() {
		own, err := mcphost.LocalTools(testContext(t), "fs", s)
		if err != nil {
			t.Fatal(err)
		}
		if cat, err = eng.BuildCatalog([]engine.Server{own}); err != nil {
			t.Fatal(err)
		}
	}
	addEcho(s, "a")
	refresh()
	addEcho(s, "b")
	addEcho(s, "c")
	refresh()
	if got := len(cat.Tools()); got != 3 {
		t.Errorf("the server has %d tools", got)
	}
	if got := names(t, dial(t, s, "c", "")); got != "fs__a fs__c" {
		t.Errorf("lists %s", got)
	}
}

func TestNotifyToolsChanged(t *testing.T) {
	for _, protocol := range protocols {
		s := echoServer("read")
		s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, "version: 1\n", guardedTools)), mcphost.Options{}))
		ct, st := mcp.NewInMemoryTransports()
		if _, err := s.Connect(testContext(t), st, nil); err != nil {
			t.Fatal(err)
		}
		changed := make(chan struct{}, 9)
		connect(t, ct, "c", protocol, &mcp.ClientOptions{
			ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- struct{}{} },
		})
		// The subscription of the newer protocol is not confirmed by anything that a client could
		// wait for.
		for told := false; !told; {
			mcphost.NotifyToolsChanged(s)
			select {
			case <-changed:
				told = true
			case <-time.After(50 * time.Millisecond):
			case <-testContext(t).Done():
				t.Fatal("no client was notified")
			}
		}
		if own, err := mcphost.LocalTools(testContext(t), "fs", s); err != nil || strings.Contains(string(own.Lists[0]), "changed") {
			t.Errorf("the server has %s, %v", own.Lists, err)
		}
	}
}
