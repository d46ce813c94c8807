package mcphost

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
)

type ownKey struct{}

// isOwn says whether a request comes from Own, which asks a server for its tools as they are.
func isOwn(ctx context.Context) bool { return ctx.Value(ownKey{}) != nil }

// Own reads the tools that a server of the SDK has itself, for a catalog under the given id. It asks in memory and passes every
// [Middleware] by, so that it may be called again when tools were added. What a tool was added with is all there is: the SDK
// keeps no other JSON. The error is an [*Error].
func Own(ctx context.Context, id string, server *mcp.Server) (engine.Server, error) {
	unconnected := func(err error) (engine.Server, error) {
		return engine.Server{}, &Error{Code: CodeConnect, Place: id, Message: "the server can't be connected to in memory", Err: err}
	}
	client, err := newRawClient(&mcp.Implementation{Name: "mcphost"}, nil)
	if err != nil {
		return unconnected(err)
	}
	ct, st := mcp.NewInMemoryTransports()
	ss, err := server.Connect(context.WithValue(ctx, ownKey{}, true), st, nil)
	if err != nil {
		return unconnected(err)
	}
	defer ss.Close()
	cs, err := client.Connect(ctx, aliased(ct), nil)
	if err != nil {
		return unconnected(err)
	}
	defer cs.Close()
	lists, err := listAll(ctx, cs, id, Limits{Bytes: 64 << 20})
	if err != nil {
		return engine.Server{}, err
	}
	return engine.Server{ID: id, Lists: lists}, nil
}

// NotifyToolsChanged tells the clients of a server with [Middleware] that the list of tools may be another now: after a reload
// that changed what is shown. Clients that are not connected, as over stateless HTTP, hear nothing.
func NotifyToolsChanged(server *mcp.Server) {
	// The SDK has no call for this, but it sends one notification for a tool that comes and goes. Nobody can see or call the
	// tool in between: the catalog does not have it.
	const name = "mcphost_tools_changed"
	server.AddTool(&mcp.Tool{Name: name, InputSchema: map[string]any{"type": "object"}},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, errUnknownTool(name)
		})
	server.RemoveTools(name)
}
