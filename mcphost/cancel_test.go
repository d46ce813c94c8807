package mcphost_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// A canceled call is canceled on the upstream too, wherever the protocol allows it: by a message in
// a session, by the end of the HTTP request in newer protocols.
func TestGatewayCancels(t *testing.T) {
	stateless := &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true}
	type side struct {
		name, protocol string
		http           *mcp.StreamableHTTPOptions // nil means memory
		reached        bool
	}
	sides := []side{
		{"memory", "2025-11-25", nil, true},
		{"memory", "2026-07-28", nil, true},
		{"HTTP with sessions", "2025-11-25", &mcp.StreamableHTTPOptions{}, true},
		{"stateless HTTP", "2026-07-28", stateless, true},
		{"stateless HTTP", "2025-11-25", stateless, false},
	}
	for _, caller := range sides {
		for _, upstream := range sides {
			t.Run(fmt.Sprintf("%s %s to %s %s", caller.name, caller.protocol, upstream.name, upstream.protocol), func(t *testing.T) {
				started, ended := make(chan struct{}), make(chan struct{})
				s := echoServer()
				s.AddTool(&mcp.Tool{Name: "wait", InputSchema: map[string]any{"type": "object"}}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					close(started)
					select {
					case <-ctx.Done():
						close(ended)
					case <-t.Context().Done():
					}
					return nil, errors.New("the caller is gone")
				})
				u := inMemory(t, "a", s)
				if upstream.http != nil {
					u = mcphost.Upstream{ID: "a", URL: httpTransport(t, s, upstream.http)}
				}
				u.Protocol = upstream.protocol
				g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, u)
				cs := dialSide(t, g.Server(), caller.protocol, caller.http)
				ctx, cancel := context.WithCancel(testContext(t))
				go func() {
					<-started
					cancel()
				}()
				if _, err := cs.CallTool(ctx, &mcp.CallToolParams{Name: "a__wait"}); err == nil {
					t.Error("the call was answered")
				}
				patience := 200 * time.Millisecond
				reached := caller.reached && upstream.reached
				if reached {
					patience = 30 * time.Second
				}
				select {
				case <-ended:
					if !reached {
						t.Error("the upstream was notified; docs/hosts.md says that this is impossible")
					}
				case <-time.After(patience):
					if reached {
						t.Error("the upstream was not notified")
					}
				}
			})
		}
	}
}

func dialSide(t *testing.T, s *mcp.Server, protocol string, opts *mcp.StreamableHTTPOptions) *mcp.ClientSession {
	if opts == nil {
		return dial(t, s, "c", protocol)
	}
	return connect(t, &mcp.StreamableClientTransport{Endpoint: httpTransport(t, s, opts)}, "c", protocol, nil)
}
