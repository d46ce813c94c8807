// Package serve is the command toolrules serve: a gateway for the servers of a file, under a rule
// file, on standard input and output or over HTTP.
package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/gateway/internal/servers"
	"github.com/toolrules/toolrules/internal/regularfile"
	"github.com/toolrules/toolrules/mcphost"
)

// Options are the flags of the command.
type Options struct {
	Servers string // the servers file
	Rules   string // the rule file
	HTTP    string // the address of the main listener; empty means standard input and output
	Logger  *slog.Logger
}

// maxServersFile is the largest size of a servers file in bytes.
const maxServersFile = 512 << 10

// Run serves until the context ends.
func Run(ctx context.Context, opts Options) error {
	list, err := readServers(opts.Servers)
	if err != nil {
		return err
	}
	for _, note := range list.Notes {
		opts.Logger.Info(note)
	}
	source := mcphost.Source{}
	var gateway atomic.Pointer[mcphost.Gateway] // nil until it is built
	rules, err := engine.Watch(ctx, opts.Rules, engine.WatchOptions{
		Check: func(_ context.Context, e *engine.Engine, _ []*engine.Catalog) error { return source.Check(e.File()) },
		OnChange: func(change engine.Change) {
			if change.Problems != nil {
				opts.Logger.Error("the new rules are refused; the last valid rules remain in force", "error", change.Problems)
				return
			}
			opts.Logger.Info("new rules are in force", "file", opts.Rules)
			if g := gateway.Load(); g != nil {
				g.NotifyToolsChanged()
			}
		},
	})
	if err != nil {
		return err
	}
	defer rules.Close()
	live, err := rules.Bind(nil)
	if err != nil {
		return err
	}
	g, err := mcphost.NewGateway(live, list.Upstreams, mcphost.GatewayOptions{Source: &source, Logger: opts.Logger})
	if err != nil {
		return fmt.Errorf("%s: %w", opts.Servers, err)
	}
	defer g.Close()
	gateway.Store(g)
	if opts.HTTP != "" {
		return serveHTTP(ctx, g, opts)
	}
	err = g.Server().Run(ctx, &mcp.StdioTransport{})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func readServers(path string) (*servers.List, error) {
	data, err := regularfile.Read(path, maxServersFile)
	if err != nil {
		return nil, err
	}
	if len(data) > maxServersFile {
		return nil, fmt.Errorf("%s: the file has more than %d bytes", path, maxServersFile)
	}
	return servers.Parse(path, data, os.LookupEnv)
}
