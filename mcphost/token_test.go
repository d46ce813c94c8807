package mcphost_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// behindTokens serves a server to callers with a token, which is their role.
func behindTokens(t testing.TB, s *mcp.Server) func(role, protocol string) *mcp.ClientSession {
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		return &auth.TokenInfo{UserID: token, Expiration: time.Now().Add(time.Hour), Extra: map[string]any{"role": token}}, nil
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})
	h := httptest.NewServer(auth.RequireBearerToken(verify, nil)(handler))
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	return func(role, protocol string) *mcp.ClientSession {
		client := &http.Client{Transport: withHeader{"Authorization", "Bearer " + role}}
		return connect(t, &mcp.StreamableClientTransport{Endpoint: h.URL, HTTPClient: client}, "c", protocol, nil)
	}
}

// Roles from verified tokens have precedence over self-reported values, and a list that requires a
// token is private.
func TestTokens(t *testing.T) {
	source := mcphost.Source{Headers: map[string]string{"Authorization": "user.role"}, Claims: map[string]string{"role": "user.role"}, VerifiedOnly: true}
	s := echoServer("read", "write")
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, guarded, guardedTools)), mcphost.Options{Request: source.Request}))
	dialAs := behindTokens(t, s)
	for _, protocol := range protocols {
		for role, want := range map[string]string{"guest": "fs__read", "admin": "fs__read fs__write"} {
			if got := names(t, dialAs(role, protocol)); got != want {
				t.Errorf("%s: a %s sees %s", protocol, role, got)
			}
		}
	}

	same := echoServer("read")
	same.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, "version: 1\n", guardedTools)), mcphost.Options{}))
	res, err := behindTokens(t, same)("guest", "2026-07-28").ListTools(testContext(t), nil)
	if err != nil || res.CacheScope != "private" {
		t.Errorf("the scope is %+v, %v", res, err)
	}
}
