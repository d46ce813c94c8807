// Gateway combines the MCP servers of a configuration file into one, under one rule file that may
// change while it runs. It serves standard input and output, or streamable HTTP with -http.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

func main() {
	file := flag.String("config", "gateway.json", "the configuration file")
	address := flag.String("http", "", "serve streamable HTTP at this address instead of standard input and output")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *file, *address); err != nil && !errors.Is(err, context.Canceled) {
		slog.Error("the gateway ends", "error", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, file, address string) error {
	c, err := readConfig(file)
	if err != nil {
		return err
	}
	source := c.source()
	var gateway atomic.Pointer[mcphost.Gateway] // nil until it is built
	rules, err := engine.Watch(ctx, c.Rules, engine.WatchOptions{
		// What is rejected at the start is rejected at a reload.
		Check: func(_ context.Context, e *engine.Engine, _ []*engine.Catalog) error { return source.Check(e.File()) },
		OnChange: func(change engine.Change) {
			if change.Problems != nil {
				slog.Error("the new rules are refused", "error", change.Problems)
				return
			}
			slog.Info("new rules are in force", "file", c.Rules)
			if g := gateway.Load(); g != nil {
				g.NotifyToolsChanged()
			}
		},
	})
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	defer rules.Close()
	defer reloadOnHangup(ctx, rules)()
	live, err := rules.Bind(nil)
	if err != nil {
		return err
	}
	g, err := mcphost.NewGateway(live, c.Servers, mcphost.GatewayOptions{Source: &source, Logger: slog.Default()})
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	defer g.Close()
	gateway.Store(g)
	if address == "" {
		return g.Server().Run(ctx, &mcp.StdioTransport{})
	}
	return serve(ctx, g, address, c.Origins)
}

// reloadOnHangup reloads the rules on SIGHUP until the context ends, even if file notifications
// fail. OnChange gets the errors.
func reloadOnHangup(ctx context.Context, rules *engine.Watcher) (stop func()) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	go func() {
		for range hangup {
			_ = rules.Reload(ctx)
		}
	}()
	return func() { signal.Stop(hangup); close(hangup) }
}

// shutdownTimeout is how long calls may take to finish once the gateway is told to stop.
const shutdownTimeout = 10 * time.Second

// serve answers over HTTP until the context ends. It has no sessions, so that old and new versions
// of the protocol share one address.
func serve(ctx context.Context, g *mcphost.Gateway, address string, origins []string) error {
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return g.Server() },
		&mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
	server := &http.Server{
		Addr: address, Handler: mcphost.Handler(handler, origins...),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	slog.Info("the gateway serves HTTP", "address", address)
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil { // open streams to clients do not end
		return server.Close()
	}
	return nil
}
