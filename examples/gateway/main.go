// Gateway serves two MCP servers as one on standard input and output, under a rule file that may
// change while it runs. For a gateway to run rather than to read, see toolrules serve.
package main

import (
	"context"
	"log/slog"
	"os"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

func main() {
	servers := []mcphost.Upstream{
		{ID: "fs", Command: []string{"npx", "-y", "@modelcontextprotocol/server-filesystem", "."}, Stderr: os.Stderr},
		{ID: "memory", Command: []string{"npx", "-y", "@modelcontextprotocol/server-memory"}, Stderr: os.Stderr},
	}
	if err := run(context.Background(), "examples/gateway/tools.rules.yaml", servers); err != nil {
		slog.Error("the gateway ends", "error", err)
		os.Exit(1)
	}
}

// run serves until the client closes standard input.
func run(ctx context.Context, rules string, servers []mcphost.Upstream) error {
	guest := map[string]any{"user": map[string]any{"role": "guest"}}
	source := mcphost.Source{Base: engine.Request{Attrs: guest}}
	var gateway atomic.Pointer[mcphost.Gateway] // nil until it is built
	watcher, err := engine.Watch(ctx, rules, engine.WatchOptions{
		Check: func(_ context.Context, e *engine.Engine, _ []*engine.Catalog) error { return source.Check(e.File()) },
		OnChange: func(change engine.Change) {
			slog.Info("the rules have changed", "problems", change.Problems)
			if g := gateway.Load(); g != nil && change.Problems == nil {
				g.NotifyToolsChanged()
			}
		},
	})
	if err != nil {
		return err
	}
	defer watcher.Close()
	live, err := watcher.Bind(nil)
	if err != nil {
		return err
	}
	g, err := mcphost.NewGateway(live, servers, mcphost.GatewayOptions{Source: &source, Logger: slog.Default()})
	if err != nil {
		return err
	}
	defer g.Close()
	gateway.Store(g)
	return g.Server().Run(ctx, &mcp.StdioTransport{})
}
