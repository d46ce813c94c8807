package mcphost_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// hasty returns options with short timeouts.
func hasty() mcphost.GatewayOptions {
	return mcphost.GatewayOptions{
		ConnectTimeout: 2 * time.Second, ListTimeout: 2 * time.Second, CallTimeout: 2 * time.Second, MaxBackoff: 300 * time.Millisecond,
		Limits: mcphost.Limits{Message: 1 << 20, Bytes: 2 << 20, Pages: 500},
	}
}

// A faulty server loses its own tools, in bounded time and memory, and does not affect the others.
func TestGatewayHostileServers(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for servers that do not answer")
	}
	for _, tt := range []struct {
		server string
		sees   string            // of its tools
		calls  map[string]string // what a call returns, or the JSON-RPC error
	}{
		{"polite", "bad__t", map[string]string{"bad__t": "answer"}},
		{"sdk", "bad__read bad__write", map[string]string{"bad__read": `read {"n":1}`}},
		{"silent", "", nil},
		{"afraid", "bad__t", map[string]string{"bad__t": "answer"}},
		{"no list", "", nil},
		{"no answer", "bad__t", map[string]string{"bad__t": `{"code":-32603,"message":"the tool did not respond in time"}`}},
		{"dies", "bad__t", map[string]string{"bad__t": `{"code":-32603,"message":"the tool's server is unavailable: try again later"}`}},
		{"dies at once", "", nil},
		{"pages", "", nil},
		{"circle", "", nil},
		{"huge", "", nil},
		{"huge in pages", "", nil},
		{"invalid JSON", "", nil},
		{"no object", "", nil},
		{"an error", "", nil},
		{"no tools", "", nil},
		{"odd tools", "bad__good bad__last", map[string]string{"bad__good": "answer"}},
		{"an odd result", "bad__t", map[string]string{"bad__t": `{"code":-32603,"message":"the tool's response is not a valid result"}`}},
		{"asks", "bad__t", map[string]string{"bad__t": `{"code":-32603,"message":"the tool requests more input, which the client's version of MCP does not support"}`}},
		{"asks later", "bad__t", map[string]string{"bad__t": `{"code":-32603,"message":"the tool requests more input, which the client's version of MCP does not support"}`}},
		{"starts a task", "bad__t", map[string]string{"bad__t": `{"code":-32603,"message":"the tool's result has a type that this gateway does not support"}`}},
		{"has lost it", "bad__t", map[string]string{"bad__t": `{"code":-32602,"message":"unknown tool \"bad__t\""}`}},
		{"refuses", "bad__t", map[string]string{"bad__t": `{"code":-32602,"message":"no n","data":{"a":1.0}}`}},
	} {
		t.Run(tt.server, func(t *testing.T) {
			t.Parallel()
			g := gateway(t, "version: 1\n", hasty(), command(t, "bad", tt.server), inMemory(t, "good", echoServer("t")))
			protocol := ""
			if strings.HasPrefix(tt.server, "asks") { // newer clients get the question
				protocol = "2025-11-25"
			}
			cs := dial(t, g.Server(), "c", protocol)
			eventually(t, "the good server is there", func() bool { return strings.Contains(names(t, cs), "good__t") })
			if tt.sees != "" {
				eventually(t, "its tools are there", func() bool { return strings.Contains(names(t, cs), tt.sees) })
			}
			if got, want := names(t, cs), strings.TrimSpace(tt.sees+" good__t"); got != want {
				t.Errorf("lists %s, want %s", got, want)
			}
			for name, want := range tt.calls {
				got, err := call(t, cs, name)
				if err != nil {
					got = wireError(t, err)
				}
				if got != want {
					t.Errorf("%s returned %s, want %s", name, got, want)
				}
			}
			if got, err := call(t, cs, "good__t"); err != nil {
				t.Errorf("the good server returned %q, %v", got, err)
			}
			if tt.server == "dies" {
				eventually(t, "it comes back", func() bool { return strings.Contains(names(t, cs), "bad__t") })
			}
		})
	}
}

// Codes that the SDK uses for connections are forwarded like any other if a server sends them, over
// each transport.
func TestGatewayCodes(t *testing.T) {
	answers := func(status int, kind, before, after string, pretty bool) mcphost.Upstream {
		return mcphost.Upstream{ID: "bad", URL: serveHTTP(t, func(w http.ResponseWriter, _ *http.Request, req request) bool {
			if req.Method != "tools/call" {
				return false
			}
			code := req.Params.Arguments["code"]
			body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%s,"message":"its own","data":-32003}}`, req.ID, code)
			if pretty {
				body = strings.ReplaceAll(body, ",", ",\ndata:")
			}
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, before+body+after)
			return true
		})}
	}
	for name, upstream := range map[string]mcphost.Upstream{
		"a command":                   command(t, "bad", "has a code of its own"),
		"JSON":                        answers(200, "application/json", "", "", false),
		"JSON that is refused":        answers(400, "application/json", "", "", false),
		"an event":                    answers(200, "text/event-stream", "event: message\ndata: ", "\n\n", false),
		"an event in several lines":   answers(200, "text/event-stream; charset=utf-8", "data:", "\r\nid: 7\r\n\r\n", true),
		"an event behind others":      answers(200, "text/event-stream", ": hi\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\ndata: ", "\n\n", false),
		"an event without a line end": answers(200, "text/event-stream", "data: ", "", false),
	} {
		t.Run(name, func(t *testing.T) {
			g := gateway(t, "version: 1\n", hasty(), upstream)
			ct, st := mcp.NewInMemoryTransports()
			if _, err := g.Server().Connect(testContext(t), st, nil); err != nil {
				t.Fatal(err)
			}
			var seen recorder // the caller's client is of the SDK as well
			cs := connect(t, seen.wrap(ct), "c", "", nil)
			for _, code := range []string{"-32000", "-32003", "-32004", "-32005", "-32006", "7"} {
				_, err := cs.CallTool(testContext(t), &mcp.CallToolParams{Name: "bad__t", Arguments: map[string]any{"code": json.Number(code)}})
				if err == nil {
					t.Fatal("the call was answered")
				}
				if got, want := wireError(t, seen.err), `{"code":`+code+`,"message":"its own","data":-32003}`; got != want {
					t.Errorf("the call returned %s, want %s", got, want)
				}
			}
		})
	}
}

// A server that does not read its input cannot block its callers forever, nor can its pipe.
func TestGatewayUnresponsiveServer(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a server that does not answer")
	}
	g := gateway(t, "version: 1\n", hasty(), command(t, "bad", "deaf"))
	cs := dial(t, g.Server(), "c", "")
	long := map[string]any{"text": strings.Repeat("x", 500<<10)} // more than a pipe takes
	done := make(chan error)
	for range 3 {
		go func() {
			_, err := cs.CallTool(testContext(t), &mcp.CallToolParams{Name: "bad__t", Arguments: long})
			done <- err
		}()
	}
	for range 3 {
		if err := <-done; err == nil {
			t.Error("a call was answered")
		}
	}
	eventually(t, "it comes back", func() bool { return names(t, cs) == "bad__t" })
}

// A server that sends requests without reading the responses is disconnected before it costs much.
func TestGatewayPings(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a server that does not read")
	}
	overStdio := command(t, "bad", "pings")
	httpTransport := mcphost.Upstream{ID: "bad", URL: serveHTTP(t, func(w http.ResponseWriter, _ *http.Request, req request) bool {
		if req.Method != "tools/call" {
			return false
		}
		w.Header().Set("Content-Type", "text/event-stream")
		for i := 0; ; i++ {
			if _, err := fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":\"p%d\",\"method\":\"ping\"}\n\n", i); err != nil {
				return true
			}
		}
	})}
	for name, upstream := range map[string]mcphost.Upstream{"stdio": overStdio, "HTTP": httpTransport} {
		t.Run(name, func(t *testing.T) {
			opts := hasty()
			opts.CallTimeout = 30 * time.Second
			g := gateway(t, "version: 1\n", opts, upstream, inMemory(t, "good", echoServer("t")))
			cs := dial(t, g.Server(), "c", "")
			before := runtime.NumGoroutine()
			began := time.Now()
			if _, err := call(t, cs, "bad__t"); err == nil {
				t.Error("the call was answered")
			}
			if got := runtime.NumGoroutine() - before; got > 500 {
				t.Errorf("there are %d more goroutines", got)
			}
			g.Close()
			if took := time.Since(began); took > 15*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// A list that is too large is not read to its end.
func TestGatewayLimitsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("sends 50 MB")
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	opts := hasty()
	opts.MaxBackoff = time.Minute
	g := gateway(t, "version: 1\n", opts, command(t, "bad", "huge"))
	g.Close()
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 25 { // a few attempts, of about 4 MiB each
		t.Errorf("took %d MiB in all", got)
	}
}

// A command and its children exit when the gateway is closed.
func TestGatewayTerminatesCommands(t *testing.T) {
	g := gateway(t, "version: 1\n", hasty(), command(t, "bad", "parent"))
	_, child, _ := strings.Cut(names(t, dial(t, g.Server(), "c", "")), "pid_")
	if !alive(child) {
		t.Skip("there is no /proc to see whether a process is there")
	}
	g.Close()
	eventually(t, "the child ends", func() bool { return !alive(child) })
}

// Responses over HTTP have the same limits as those of commands.
func TestGatewayHostileHTTP(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for servers that do not answer")
	}
	for name, tt := range map[string]struct {
		serve func(http.ResponseWriter, *http.Request, request) bool // false leaves the answer to a polite server
		sees  string
	}{
		"polite": {func(http.ResponseWriter, *http.Request, request) bool { return false }, "bad__t good__t"},
		"a stream that does not start": {func(_ http.ResponseWriter, r *http.Request, _ request) bool {
			if r.Method == http.MethodGet {
				<-r.Context().Done()
			}
			return r.Method == http.MethodGet
		}, "bad__t good__t"},
		"a list that does not start": {func(_ http.ResponseWriter, r *http.Request, req request) bool {
			if req.Method == "tools/list" {
				<-r.Context().Done()
			}
			return req.Method == "tools/list"
		}, "good__t"},
		"a huge list": {func(w http.ResponseWriter, _ *http.Request, req request) bool {
			if req.Method == "tools/list" {
				w.Header().Set("Content-Type", "application/json")
				(&scripted{out: w}).reply(req, `{"tools":[{"name":"t","x":"`+strings.Repeat("x", 50<<20)+`"}]}`)
			}
			return req.Method == "tools/list"
		}, "good__t"},
		"a huge event": {func(w http.ResponseWriter, _ *http.Request, req request) bool {
			if req.Method == "tools/list" {
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = w.Write([]byte("data: " + strings.Repeat("x", 50<<20) + "\n\n"))
			}
			return req.Method == "tools/list"
		}, "good__t"},
		"no JSON": {func(w http.ResponseWriter, _ *http.Request, req request) bool {
			if req.Method == "tools/list" {
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte("<html>"))
			}
			return req.Method == "tools/list"
		}, "good__t"},
		"not found": {func(w http.ResponseWriter, r *http.Request, _ request) bool {
			http.NotFound(w, r)
			return true
		}, "good__t"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := serveHTTP(t, tt.serve)
			g := gateway(t, "version: 1\n", hasty(), mcphost.Upstream{ID: "bad", URL: url}, inMemory(t, "good", echoServer("t")))
			cs := dial(t, g.Server(), "c", "")
			eventually(t, "the expected tools are listed", func() bool { return names(t, cs) == tt.sees })
		})
	}
}

// allocated returns the number of MiB that a function allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) >> 20
}

// zeros returns an array of n numbers, whose tree would take at least a hundred bytes for each.
func zeros(n int) string { return "[" + strings.Repeat("0,", n-1) + "0]" }

// Many small values take no more memory than strings of the same size.
func TestGatewayManyValues(t *testing.T) {
	if testing.Short() {
		t.Skip("sends a hundred megabytes")
	}
	const most = 400 // MiB: reading and passing on eight megabytes takes some hundred, and their tree another thousand
	list := func(tool string) string {
		return `{"tools":[` + tool + `,{"name":"good","inputSchema":{"type":"object"}}]}`
	}
	for name, tt := range map[string]struct{ list, sees string }{
		"in a tool":            {list(`{"name":"t","inputSchema":{"type":"object"},"x":` + zeros(4<<20) + `}`), "bad__good"},
		"in a schema":          {list(`{"name":"t","inputSchema":{"type":"object","properties":{"a":{"x-mcp-header":"A","enum":` + zeros(4<<20) + `}}}}`), "bad__good"},
		"in place of a tool":   {list(zeros(4 << 20)), "bad__good"},
		"in place of tools":    {`{"tools":` + zeros(4<<20) + `}`, ""},
		"in place of a list":   {zeros(4 << 20), ""},
		"in place of a cursor": {`{"tools":[{"name":"good","inputSchema":{"type":"object"}}],"nextCursor":` + zeros(4<<20) + `}`, "bad__good"},
	} {
		t.Run(name, func(t *testing.T) {
			upstream := listing(t, "bad", tt.list)
			got := allocated(func() {
				g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, upstream)
				if got := names(t, dial(t, g.Server(), "c", "")); got != tt.sees {
					t.Errorf("lists %s", got)
				}
			})
			if got > most {
				t.Errorf("took %d MiB", got)
			}
		})
	}
	for name, result := range map[string]string{
		"in a result":           `{"content":[],"x":` + zeros(4<<20) + `}`,
		"in a kind of result":   `{"content":[],"resultType":` + zeros(4<<20) + `}`,
		"in a result's _meta":   `{"content":[],"_meta":` + zeros(4<<20) + `}`,
		"in place of a result":  zeros(4 << 20),
		"in a request of input": `{"inputRequests":` + zeros(4<<20) + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			upstream := mcphost.Upstream{ID: "bad", URL: serveHTTP(t, func(w http.ResponseWriter, _ *http.Request, req request) bool {
				if req.Method == "tools/call" {
					w.Header().Set("Content-Type", "application/json")
					(&scripted{out: w}).reply(req, result)
				}
				return req.Method == "tools/call"
			})}
			g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, upstream)
			url := httpTransport(t, g.Server(), &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
			got := allocated(func() { askRaw(t, url, `"name":"bad__t"`) })
			if got > most {
				t.Errorf("took %d MiB", got)
			}
		})
	}
}

// askRaw calls a tool without a client and does not read the response.
func askRaw(t *testing.T, url, params string) {
	t.Helper()
	body := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + params + `}}`)
	req, err := http.NewRequestWithContext(testContext(t), http.MethodPost, url, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Method", "tools/call")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
}

// A call with a huge value as its name is refused before it is parsed.
func TestHandlerManyValues(t *testing.T) {
	h := mcphost.Handler(http.NotFoundHandler())
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":` + zeros(1<<20) + `}}`
	req := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	req.Header.Set("Mcp-Method", "tools/call")
	w := httptest.NewRecorder()
	if got := allocated(func() { h.ServeHTTP(w, req) }); got > 30 {
		t.Errorf("took %d MiB", got)
	}
	if w.Code != http.StatusBadRequest {
		t.Errorf("it was answered with %d", w.Code)
	}
}

// A server cannot set fields that a gateway writes or rejects for clients that ignore case.
func TestGatewayResultCaseConflicts(t *testing.T) {
	for _, member := range []string{
		`"ResultType":"input_required"`, `"INPUTREQUESTS":{}`, `"input\u0052eque\u017ft\u017f":{}`, `"_Meta":{"io.modelcontextprotocol/serverInfo":{"name":"x"}}`,
	} {
		upstream := mcphost.Upstream{ID: "bad", URL: serveHTTP(t, func(w http.ResponseWriter, _ *http.Request, req request) bool {
			if req.Method == "tools/call" {
				w.Header().Set("Content-Type", "application/json")
				(&scripted{out: w}).reply(req, `{"content":[{"type":"text","text":"x"}],`+member+`}`)
			}
			return req.Method == "tools/call"
		})}
		g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, upstream)
		_, err := call(t, dial(t, g.Server(), "c", ""), "bad__t")
		if err == nil {
			t.Errorf("%s passed", member)
		} else if got, want := wireError(t, err), `{"code":-32603,"message":"the tool's response is not a valid result"}`; got != want {
			t.Errorf("%s returned %s, want %s", member, got, want)
		}
	}
}
