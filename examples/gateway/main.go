// Gateway puts the MCP servers of a configuration file behind one, under one rule file that may change while it runs. It is
// served on standard input and output, or over streamable HTTP with -http.
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
	var gateway atomic.Pointer[mcphost.Gateway] // nil as long as there is none
	rules, err := engine.Watch(ctx, c.Rules, engine.WatchOptions{OnChange: func(change engine.Change) {
		if change.Problems != nil {
			slog.Error("the new rules are refused", "error", change.Problems)
		} else if g := gateway.Load(); g != nil {
			g.NotifyToolsChanged()
		}
	}})
	if err != nil {
		return err
	}
	defer rules.Close()
	defer reloadOnHangup(ctx, rules)()
	source := c.source()
	if err := source.Check(rules.Engine().Rules()); err != nil {
		return fmt.Errorf("%s does not go with %s: %w", file, c.Rules, err)
	}
	live, err := rules.Bind(nil)
	if err != nil {
		return err
	}
	g, err := mcphost.NewGateway(live, c.Servers, mcphost.GatewayOptions{Request: source.Request, Logger: slog.Default()})
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	defer g.Close()
	gateway.Store(g)
	if address == "" {
		return g.Server().Run(ctx, &mcp.StdioTransport{})
	}
	return serve(ctx, g, address)
}

// reloadOnHangup reads the rules again on SIGHUP, whatever becomes of notices of changes, until it is told to stop. What is wrong
// with them OnChange hears.
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

// serve answers over HTTP. Without sessions, old and new versions of the protocol are spoken at one address.
func serve(ctx context.Context, g *mcphost.Gateway, address string) error {
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return g.Server() }, &mcp.StreamableHTTPOptions{Stateless: true})
	server := &http.Server{Addr: address, Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	slog.Info("the gateway serves HTTP", "address", address)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
