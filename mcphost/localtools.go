package mcphost

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
)

type localToolsKey struct{}

// isLocalTools reports whether a request comes from LocalTools, which bypasses all middleware.
func isLocalTools(ctx context.Context) bool { return ctx.Value(localToolsKey{}) != nil }

// LocalTools returns the tools that were added to a server of the SDK, for a catalog in which the
// server has the given ID. It connects in memory and bypasses each [Middleware], so that it may be
// called again after tools were added. Fields that the SDK's types do not have are lost. The error
// is an [*Error].
func LocalTools(ctx context.Context, id string, server *mcp.Server) (engine.Server, error) {
	failed := func(err error) (engine.Server, error) {
		return engine.Server{}, fault(CodeConnect, id, err, "cannot connect to the server in memory")
	}
	client, err := newRawClient(&mcp.Implementation{Name: "mcphost"}, nil)
	if err != nil {
		return failed(err)
	}
	clientSide, serverSide := mcp.NewInMemoryTransports()
	ss, err := server.Connect(context.WithValue(ctx, localToolsKey{}, true), serverSide, nil)
	if err != nil {
		return failed(err)
	}
	defer ss.Close()
	cs, err := client.Connect(ctx, aliased(clientSide), nil)
	if err != nil {
		return failed(err)
	}
	defer cs.Close()
	lists, err := listAll(ctx, cs, id, Limits{Bytes: 64 << 20})
	if err != nil {
		return engine.Server{}, err
	}
	return engine.Server{ID: id, Lists: lists}, nil
}

// NotifyToolsChanged notifies the clients of a server with [Middleware] that the list of tools may
// have changed. Call it after a change of the rules or the catalog. Clients that are not connected,
// as over stateless HTTP, are not notified.
func NotifyToolsChanged(server *mcp.Server) {
	// The SDK has no function for this, but sends one notification if a tool is added and removed.
	// The tool can be neither seen nor called, since the catalog does not have it.
	const name = "mcphost_tools_changed"
	server.AddTool(&mcp.Tool{Name: name, InputSchema: map[string]any{"type": "object"}},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, errUnknownTool(name)
		})
	server.RemoveTools(name)
}
