// Gateway puts the MCP servers of a configuration file behind one, under one rule file that may change while it runs. It is
// served on standard input and output, or over streamable HTTP with -http.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// A config is the configuration file. Paths in it are relative to it.
type config struct {
	Rules   string `json:"rules"`
	Servers []struct {
		ID      string   `json:"id"`
		Command []string `json:"command"`
		Env     []string `json:"env"`
		URL     string   `json:"url"`
	} `json:"servers"`
	Request struct { // what every request carries unless its headers say otherwise
		Runner string         `json:"runner"`
		Model  string         `json:"model"`
		Attrs  map[string]any `json:"attrs"`
	} `json:"request"`
	Headers map[string]string `json:"headers"` // what an HTTP header stands for, beside X-MCP-Runner and its like
}

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
	var gateway atomic.Pointer[mcphost.Gateway] // there is none yet when the rules are first read
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
	source := c.source()
	if err := source.Check(rules.Engine().Rules()); err != nil {
		return err
	}
	live, err := rules.Bind(nil)
	if err != nil {
		return err
	}
	g, err := mcphost.NewGateway(live, c.upstreams(), mcphost.GatewayOptions{Request: source.Request, Logger: slog.Default()})
	if err != nil {
		return err
	}
	defer g.Close()
	gateway.Store(g)
	if address == "" {
		return g.Server().Run(ctx, &mcp.StdioTransport{})
	}
	return serve(ctx, g, address)
}

// serve answers over HTTP. Without sessions, old and new versions of the protocol are spoken at one address.
func serve(ctx context.Context, g *mcphost.Gateway, address string) error {
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return g.Server() }, &mcp.StreamableHTTPOptions{Stateless: true})
	server := &http.Server{Addr: address, Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	slog.Info("the gateway listens", "address", address)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func readConfig(file string) (*config, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c := &config{}
	if err := json.Unmarshal(data, c); err != nil {
		return nil, err
	}
	c.Rules = filepath.Join(filepath.Dir(file), c.Rules)
	return c, nil
}

func (c *config) upstreams() []mcphost.Upstream {
	var upstreams []mcphost.Upstream
	for _, s := range c.Servers {
		upstreams = append(upstreams, mcphost.Upstream{ID: s.ID, Command: s.Command, Env: s.Env, URL: s.URL, Stderr: os.Stderr})
	}
	return upstreams
}

// source says where a request comes from. In front of a gateway that is not for one user alone there has to be a proxy that sets
// these headers, or a verifier of tokens whose claims take their place: clients can send any header.
func (c *config) source() mcphost.Source {
	headers := mcphost.DefaultHeaders()
	for name, target := range c.Headers {
		headers[name] = target
	}
	return mcphost.Source{
		Base:    engine.Request{Runner: c.Request.Runner, Model: c.Request.Model, Attrs: c.Request.Attrs},
		Headers: headers,
	}
}
