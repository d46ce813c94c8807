package mcphost

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
)

// GatewayOptions say how a [Gateway] works. The zero value will do for rules that read nothing of a request.
type GatewayOptions struct {
	// Source, Request, PageSize and TTL are as in Options.
	Source   *Source
	Request  func(context.Context, Caller) (engine.Request, error)
	PageSize int
	TTL      time.Duration

	// Implementation is what the gateway calls itself, to callers and to upstreams. Nil means a name of our own.
	Implementation *mcp.Implementation

	// Server is for the rest of the SDK's server. Its Capabilities are made to have tools whose list may change.
	Server mcp.ServerOptions

	Limits Limits

	// How long an upstream may take. Zero means the time behind the field; there is no way to wait for ever.
	ConnectTimeout time.Duration // to connect, and as long again with an older protocol: 30 seconds
	ListTimeout    time.Duration // to list its tools, all pages: 30 seconds
	CallTimeout    time.Duration // to answer a call: 5 minutes

	// Every so often an upstream is asked for its tools although it did not say that they changed: some never say, and word
	// can get lost. Zero means 5 minutes.
	PollInterval time.Duration

	// ReadyTimeout is how long lists and calls wait after the start for upstreams that have not been
	// tried yet. All other requests are answered at once. Zero means 10 seconds; negative means that
	// nothing waits.
	ReadyTimeout time.Duration

	// Grace is how long the tools of an upstream that is lost stay listed. Calls of them return an
	// error which says that the server is away. Zero means 10 seconds; negative means not at all.
	Grace time.Duration

	// An upstream that is lost is tried again after a moment, then after longer and longer ones, up to this. Zero means a
	// minute.
	MaxBackoff time.Duration

	// KeepNonconforming passes on tools that do not conform to MCP's schema: it is engine.Server.KeepNonconforming for every
	// upstream. Unless it is set here or in engine.Options they are left out.
	KeepNonconforming bool

	// Logger is told what becomes of upstreams, and what is wrong with their tools. Nil means nobody is.
	Logger *slog.Logger
}

// A Gateway is a server of the SDK that has the tools of many others, under one set of rules. Callers connect to its Server, by
// whatever transport; to them it is the only server there is. It passes on tools and calls of tools, with their progress and
// their cancellation, and nothing else: no prompts, no resources, and no questions from an upstream to the user.
//
// An upstream that can't be reached has no tools, and neither has one whose list can't be had within the Limits and in time. One
// that is lost keeps its tools for a grace period. Each is tried again until it works. The others know nothing of it.
//
// Make one with [NewGateway]. It is safe for concurrent use.
type Gateway struct {
	server    *mcp.Server
	catalogs  Catalogs
	opts      GatewayOptions
	followers map[string]*follower // by server id; never changes
	leftOut   leftOut
	ready     chan struct{} // closed when every upstream has been tried, or ReadyTimeout is over

	end   context.CancelFunc
	ended sync.WaitGroup
}

// NewGateway makes a gateway and starts to connect to its upstreams, whose order is that of the tools. catalogs is best without
// servers of its own. Everything ends with [Gateway.Close]. The error is for what the operator has to mend: an upstream that
// fails its Check, two of one id, or ids that the rules refuse.
func NewGateway(catalogs Catalogs, upstreams []Upstream, opts GatewayOptions) (*Gateway, error) {
	g := &Gateway{catalogs: catalogs, opts: opts.withDefaults(), followers: map[string]*follower{}, ready: make(chan struct{})}
	var order []*follower
	var errs []error
	for _, u := range upstreams {
		if err := u.Check(); err != nil {
			errs = append(errs, err)
			continue
		}
		if g.followers[u.ID] != nil {
			errs = append(errs, &Error{Code: CodeDuplicate, Place: u.ID, Message: "there are two servers of this id"})
			continue
		}
		f := newFollower(g, u)
		g.followers[u.ID] = f
		order = append(order, f)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for _, f := range order {
		if _, err := catalogs.SetServer(engine.Server{ID: f.upstream.ID}); err != nil {
			return nil, &Error{Code: CodeRefused, Place: f.upstream.ID, Message: "the rules do not take the server", Err: err}
		}
	}
	g.server = g.newServer()
	ctx, end := context.WithCancel(context.Background())
	g.end = end
	for _, f := range order {
		g.ended.Go(func() { f.run(ctx) })
	}
	g.ended.Go(func() {
		defer close(g.ready)
		ctx, cancel := context.WithTimeout(ctx, g.opts.ReadyTimeout)
		defer cancel()
		_ = g.Ready(ctx)
	})
	return g, nil
}

func (o GatewayOptions) withDefaults() GatewayOptions {
	if o.Implementation == nil {
		o.Implementation = &mcp.Implementation{Name: "toolrules-gateway", Version: "1"}
	}
	o.Logger = calm(o.Logger)
	for _, d := range []struct {
		at    *time.Duration
		usual time.Duration
	}{
		{&o.ConnectTimeout, defaultConnectTimeout},
		{&o.ListTimeout, 30 * time.Second},
		{&o.CallTimeout, 5 * time.Minute},
		{&o.PollInterval, 5 * time.Minute},
		{&o.MaxBackoff, time.Minute},
	} {
		*d.at = time.Duration(orDefault(int64(*d.at), int64(d.usual)))
	}
	for _, d := range []*time.Duration{&o.ReadyTimeout, &o.Grace} { // which may be none
		*d = max(0, cmp.Or(*d, 10*time.Second))
	}
	return o
}

// newServer makes the one server that callers see.
func (g *Gateway) newServer() *mcp.Server {
	opts := g.opts.Server
	caps := mcp.ServerCapabilities{}
	if opts.Capabilities != nil {
		caps = *opts.Capabilities
	}
	caps.Tools = &mcp.ToolCapabilities{ListChanged: true} // the SDK infers it from tools that it has itself
	opts.Capabilities = &caps
	s := mcp.NewServer(g.opts.Implementation, &opts)
	s.AddReceivingMiddleware(Middleware(g.catalogs.Catalog, Options{
		Source: g.opts.Source, Request: g.opts.Request, PageSize: g.opts.PageSize, TTL: g.opts.TTL, Logger: g.opts.Logger, Call: g.call, leftOut: &g.leftOut,
	}))
	s.AddReceivingMiddleware(g.whenReady)
	return s
}

// whenReady is middleware that keeps lists and calls until the gateway is ready.
func (g *Gateway) whenReady(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == methodList || method == methodCall {
			select {
			case <-g.ready:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		return next(ctx, method, req)
	}
}

// Server is what callers connect to: by its Run for standard input and output, by mcp.NewStreamableHTTPHandler for HTTP.
func (g *Gateway) Server() *mcp.Server { return g.server }

// Ready waits until every upstream has been tried once, so that who can be reached is reached, or until the context ends, whose
// error it then gives.
func (g *Gateway) Ready(ctx context.Context) error {
	for _, f := range g.followers {
		select {
		case <-f.tried:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Refresh asks every upstream for its tools, and tries those at once that are waited for. It does not wait for the answers.
func (g *Gateway) Refresh() {
	for _, f := range g.followers {
		f.nudge()
	}
}

// NotifyToolsChanged tells callers that the list may be another now. The gateway does so itself when upstreams change; a host
// whose rules change calls it when they have: from OnChange of engine.WatchOptions.
func (g *Gateway) NotifyToolsChanged() { NotifyToolsChanged(g.server) }

// Close ends the connections to all upstreams, and the commands among them, and waits until that is done. Callers that are
// connected stay so, and see no tools.
func (g *Gateway) Close() {
	g.end()
	g.ended.Wait()
}
