package mcphost_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// regional is a server with two groups of tools, of which the first has an argument that is also
// sent in a header.
func regional(t *testing.T, ruleFile string, withHeader, without []string) string {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	add := func(name, schema string) {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(schema)},
			func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return textResult(r.Params.Name + " " + r.Extra.Header.Get("Mcp-Name")), nil
			})
	}
	for _, name := range withHeader {
		add(name, `{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}`)
	}
	for _, name := range without {
		add(name, `{"type":"object"}`)
	}
	own, err := mcphost.LocalTools(t.Context(), "fs", s)
	if err != nil {
		t.Fatal(err)
	}
	cat, err := parse(t, ruleFile).BuildCatalog([]engine.Server{own})
	if err != nil {
		t.Fatal(err)
	}
	s.AddReceivingMiddleware(mcphost.Middleware(static(cat), mcphost.Options{}))
	h := httptest.NewServer(mcphost.Handler(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})))
	t.Cleanup(h.Close)
	return h.URL
}

// postCall sends a call without a client, with params unchanged, and returns the response.
func postCall(t *testing.T, url, header, params string, more ...string) string {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + params + `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	req, err := http.NewRequestWithContext(testContext(t), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i, set := 0, append([]string{"Content-Type", "application/json", "Accept", "application/json, text/event-stream",
		"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", header}, more...); i < len(set); i += 2 {
		req.Header.Set(set[i], set[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.Status + " " + string(data)
}

// The headers of a hidden tool's arguments do not distinguish it from a tool that does not exist.
func TestHandlerHidesTools(t *testing.T) {
	url := regional(t, "version: 1\nfilter: {exclude: ['*/secret']}\n", []string{"secret", "shown"}, nil)
	for name, send := range map[string]func(tool string) string{
		"no header":      func(tool string) string { return postCall(t, url, tool, `"name":"`+tool+`","arguments":{"n":1},`) },
		"another header": func(tool string) string { return postCall(t, url, tool, `"name":"`+tool+`",`, "Mcp-Param-N", "2") },
		"no name":        func(tool string) string { return postCall(t, url, tool, `"arguments":{"n":1},`) },
		"two names": func(tool string) string {
			return postCall(t, url, tool, `"name":"x","name":"`+tool+`","arguments":{"n":1},`)
		},
		"another name": func(tool string) string { return postCall(t, url, "nosuch1", `"name":"`+tool+`","arguments":{"n":1},`) },
		"escapes": func(tool string) string {
			return postCall(t, url, tool, `"name":"\u00`+map[bool]string{true: "73", false: "6e"}[tool[0] == 's']+tool[1:]+`","arguments":{"n":1},`)
		},
	} {
		hidden := strings.ReplaceAll(send("secret"), "secret", "nosuch")
		if unknown := send("nosuch"); hidden != unknown {
			t.Errorf("%s: a hidden tool returns %s, an unknown one %s", name, hidden, unknown)
		}
	}
	if got := postCall(t, url, "fs__shown", `"name":"fs__shown","arguments":{"n":1},`, "Mcp-Param-N", "1"); !strings.Contains(got, `"text":"shown fs__shown"`) {
		t.Errorf("the call returned %s", got)
	}
}

// A request is limited before it is parsed: the SDK's own limit applies after Handler.
func TestHandlerLimitsMessages(t *testing.T) {
	url := regional(t, "version: 1\n", nil, []string{"shown"})
	long := strings.Repeat("x", mcp.DefaultMaxRequestBodyBytes-1000)
	if got := postCall(t, url, "fs__shown", `"name":"fs__shown","arguments":{"x":"`+long+`"},`); !strings.HasPrefix(got, "200 ") {
		t.Errorf("a long call returned %s", got)
	}
	handler := mcphost.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the request was forwarded") }))
	endless := strings.NewReader(strings.Repeat("x", 4*mcp.DefaultMaxRequestBodyBytes))
	req := httptest.NewRequest(http.MethodPost, url, endless)
	req.Header.Set("Mcp-Method", "tools/call")
	res := httptest.NewRecorder()
	handler.ServeHTTP(res, req)
	if res.Code != http.StatusRequestEntityTooLarge || endless.Len() < 2*mcp.DefaultMaxRequestBodyBytes {
		t.Errorf("it returned %d, and left %d bytes", res.Code, endless.Len())
	}
}

// The SDK's own client can call a tool whose exposed name another tool has on the server, with any
// protocol.
func TestHandlerRenamed(t *testing.T) {
	url := regional(t, "version: 1\nservers: [fs]\nnaming: {namespace: false, rename: {fs/old: legacy, fs/new: old}}\n", []string{"old"}, []string{"new"})
	for _, protocol := range protocols {
		cs := connect(t, &mcp.StreamableClientTransport{Endpoint: url}, "c", protocol, nil)
		_ = names(t, cs) // the client has to know which arguments go into headers
		for name, want := range map[string]string{"old": "new", "legacy": "old"} {
			if got, err := call(t, cs, name); !strings.HasPrefix(got, want+" ") {
				t.Errorf("%s: %s returned %q, %v", protocol, name, got, err)
			}
		}
	}
}
