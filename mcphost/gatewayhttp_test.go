package mcphost_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// Credentials are sent to the server that they are for, but not to where it redirects.
func TestGatewayHeaders(t *testing.T) {
	var elsewhere, here atomic.Int64 // requests with the credentials
	count := func(n *atomic.Int64, r *http.Request) {
		if r.Header.Get("X-Key") == "secret" {
			n.Add(1)
		}
	}
	other := serveHTTP(t, func(_ http.ResponseWriter, r *http.Request, _ request) bool {
		count(&elsewhere, r)
		return false
	})
	url := serveHTTP(t, func(w http.ResponseWriter, r *http.Request, _ request) bool {
		count(&here, r)
		http.Redirect(w, r, other, http.StatusTemporaryRedirect)
		return true
	})
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, mcphost.Upstream{ID: "a", URL: url, Header: http.Header{"x-key": {"secret"}}})
	if got := names(t, dial(t, g.Server(), "c", "")); got != "a__t" {
		t.Errorf("lists %s", got)
	}
	if here.Load() == 0 || elsewhere.Load() != 0 {
		t.Errorf("the key came %d times to the server and %d times elsewhere", here.Load(), elsewhere.Load())
	}
}

// A gateway reconnects to a server that has restarted and so lost its sessions.
func TestGatewayServerRestarts(t *testing.T) {
	start := func() *http.Handler {
		s := echoServer("t")
		var h http.Handler = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
		return &h
	}
	var current atomic.Pointer[http.Handler]
	current.Store(start())
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*current.Load()).ServeHTTP(w, r) }))
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, mcphost.Upstream{ID: "a", URL: h.URL})
	cs := dial(t, g.Server(), "c", "")
	if _, err := call(t, cs, "a__t"); err != nil {
		t.Fatal(err)
	}
	current.Store(start())
	h.CloseClientConnections()
	eventually(t, "it answers again", func() bool {
		_, err := call(t, cs, "a__t")
		return err == nil
	})
}
