package mcphost_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// A listened server is a server of MCP 2026-07-28 over HTTP whose listen streams a test can end.
type listened struct {
	url     string
	opened  atomic.Int64
	refused atomic.Int64 // status that requests to listen get; zero means that they are served

	mu  sync.Mutex
	end []context.CancelFunc
}

func listenedServer(t *testing.T, s *mcp.Server) *listened {
	l := &listened{}
	next := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") == "subscriptions/listen" {
			if status := l.refused.Load(); status != 0 {
				w.WriteHeader(int(status))
				return
			}
			l.opened.Add(1)
			ctx, end := context.WithCancel(r.Context())
			l.mu.Lock()
			l.end = append(l.end, end)
			l.mu.Unlock()
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	l.url = h.URL
	return l
}

// endAll ends all open streams.
func (l *listened) endAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, end := range l.end {
		end()
	}
	l.end = nil
}

// A listen stream that has ended is reopened, and changes in between are noticed.
func TestGatewayReopensStream(t *testing.T) {
	s := echoServer("a")
	server := listenedServer(t, s)
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{PollInterval: time.Hour}, mcphost.Upstream{ID: "s", URL: server.url})
	cs := dial(t, g.Server(), "c", "")
	addEcho(s, "b")
	eventually(t, "a change is noticed", func() bool { return names(t, cs) == "s__a s__b" })
	for round, status := range []int64{0, 0, http.StatusServiceUnavailable} {
		opened := server.opened.Load()
		server.refused.Store(status)
		server.endAll()
		if status != 0 {
			time.Sleep(50 * time.Millisecond)
			addEcho(s, "c")
			eventually(t, "a change is noticed although the stream cannot be opened", func() bool { return names(t, cs) == "s__a s__b s__c" })
			server.refused.Store(0)
		}
		eventually(t, "the stream is opened again", func() bool { return server.opened.Load() > opened })
		time.Sleep(300 * time.Millisecond) // until it is listened to, and the list is read
		s.RemoveTools("b")
		eventually(t, "a removal is noticed", func() bool { return names(t, cs) != "s__a s__b" && names(t, cs) != "s__a s__b s__c" })
		addEcho(s, "b")
		eventually(t, "a change is noticed", func() bool { got := names(t, cs); return got == "s__a s__b" || got == "s__a s__b s__c" })
		if got, err := call(t, cs, "s__a"); err != nil {
			t.Errorf("round %d: a call returns %q, %v", round, got, err)
		}
	}
}
