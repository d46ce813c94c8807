package mcphost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
)

// GatewayOptions configure a [Gateway]. The zero value is the default, for rules that do not read
// the request.
type GatewayOptions struct {
	// Source, Request, OnCall, PageSize and TTL are as in [Options].
	Source   *Source
	Request  func(context.Context, Caller) (engine.Request, error)
	OnCall   func(context.Context, CallRecord) (done func(outcome string), err error)
	PageSize int
	TTL      time.Duration

	// Implementation is how the gateway identifies itself to callers and upstreams. Nil means
	// toolrules-gateway.
	Implementation *mcp.Implementation

	// Server are further options of the SDK's server. The tools capability, with list changes, is
	// always set.
	Server mcp.ServerOptions

	Limits Limits

	// Limits on the time an upstream may take. Zero means the default given below; there is no way
	// to wait forever.
	ConnectTimeout time.Duration // to connect, and as long again with an older protocol: 30 seconds
	ListTimeout    time.Duration // to list its tools, all pages: 30 seconds
	CallTimeout    time.Duration // to answer a call: 5 minutes

	// PollInterval is the interval at which an upstream's tools are listed even if it does not
	// report a change: some servers never do, and notifications can get lost. Zero means 5 minutes.
	PollInterval time.Duration

	// ReadyTimeout is how long lists and calls wait after the start for upstreams that have not
	// been tried yet. Other requests are answered at once. Zero means 10 seconds; negative means no
	// waiting.
	ReadyTimeout time.Duration

	// Grace is how long the tools of an upstream stay listed after its connection is lost. Calls of
	// them return an error that says that the server is unavailable. Zero means 10 seconds;
	// negative means no grace period.
	Grace time.Duration

	// Isolation selects connections per caller. Nil means that all callers share one
	// connection to each upstream, and with it whatever state the server keeps for a connection.
	Isolation *Isolation

	// MaxBackoff is the maximum delay between two attempts to reconnect to an upstream. Zero means
	// a minute.
	MaxBackoff time.Duration

	// KeepNonconforming passes on tools that do not conform to MCP's schema: it sets
	// [engine.Server.KeepNonconforming] for each upstream. Unless it is set here or in
	// [engine.Options], they are omitted.
	KeepNonconforming bool

	// Logger receives changes in the state of upstreams and faults of their tools. Nil means no
	// logging.
	Logger *slog.Logger
}

// A Gateway is an MCP server that offers the tools of many upstream servers, under one set of
// rules. Callers connect to its Server, by any transport, and see a single server. It forwards
// lists and calls of tools, with progress and cancellation, and nothing else: no prompts, no
// resources, and no requests of an upstream to the user.
//
// An upstream has no tools while it cannot be reached or its list exceeds the Limits or the
// timeout. If its connection is lost, it keeps its tools for a grace period. Each upstream is
// retried until it works, and does not affect the others.
//
// Create a Gateway with [NewGateway]. It is safe for concurrent use.
type Gateway struct {
	server    *mcp.Server
	catalogs  Catalogs
	opts      GatewayOptions
	upstreams upstreamSet
	leftOut   leftOut
	ready     chan struct{} // closed when each upstream has been tried, or after ReadyTimeout

	ctx   context.Context
	end   context.CancelFunc
	ended sync.WaitGroup
}

// NewGateway returns a gateway and starts to connect to its upstreams. Tools are listed in the
// order of upstreams, which become the servers of catalogs. Call [Gateway.Close] to release
// everything. The error is that of [Gateway.SetUpstreams].
func NewGateway(catalogs Catalogs, upstreams []Upstream, opts GatewayOptions) (*Gateway, error) {
	g := &Gateway{catalogs: catalogs, opts: opts.withDefaults(), ready: make(chan struct{})}
	g.ctx, g.end = context.WithCancel(context.Background())
	g.server = g.newServer()
	if err := opts.Isolation.check(g.verifiedSource()); err != nil {
		g.end()
		return nil, err
	}
	if err := g.SetUpstreams(upstreams); err != nil {
		g.end()
		return nil, err
	}
	started := g.upstreams.all()
	g.ended.Go(func() {
		defer close(g.ready)
		ctx, cancel := context.WithTimeout(g.ctx, g.opts.ReadyTimeout)
		defer cancel()
		if errors.Is(g.Ready(ctx), context.DeadlineExceeded) && g.opts.ReadyTimeout > 0 {
			g.warnLate(started)
		}
	})
	return g, nil
}

// verifiedSource returns the source of requests, or nil if the host has a function of its own.
func (g *Gateway) verifiedSource() *Source {
	if g.opts.Request != nil {
		return nil
	}
	return g.opts.Source
}

// warnLate logs the upstreams for which lists and calls no longer wait, in the order of the list.
func (g *Gateway) warnLate(upstreams []*follower) {
	for _, f := range upstreams {
		select {
		case <-f.tried:
		default:
			g.opts.Logger.Warn("the server is not connected yet; lists are answered without its tools until it is",
				"server", f.upstream.ID, "waited", g.opts.ReadyTimeout)
		}
	}
}

func (o GatewayOptions) withDefaults() GatewayOptions {
	if o.Implementation == nil {
		o.Implementation = &mcp.Implementation{Name: "toolrules-gateway", Version: "1"}
	}
	o.Logger = safeLogger(o.Logger)
	o.ConnectTimeout = positiveOr(o.ConnectTimeout, defaultConnectTimeout)
	o.ListTimeout = positiveOr(o.ListTimeout, 30*time.Second)
	o.CallTimeout = positiveOr(o.CallTimeout, 5*time.Minute)
	o.PollInterval = positiveOr(o.PollInterval, 5*time.Minute)
	o.MaxBackoff = positiveOr(o.MaxBackoff, time.Minute)
	o.ReadyTimeout = max(0, cmp.Or(o.ReadyTimeout, 10*time.Second))
	o.Grace = max(0, cmp.Or(o.Grace, 10*time.Second))
	return o
}

func (g *Gateway) newServer() *mcp.Server {
	opts := g.opts.Server
	caps := mcp.ServerCapabilities{}
	if opts.Capabilities != nil {
		caps = *opts.Capabilities
	}
	caps.Tools = &mcp.ToolCapabilities{ListChanged: true} // the SDK infers it from the server's own tools
	opts.Capabilities = &caps
	s := mcp.NewServer(g.opts.Implementation, &opts)
	s.AddReceivingMiddleware(Middleware(g.catalogs.Catalog, Options{
		Source: g.opts.Source, Request: g.opts.Request, PageSize: g.opts.PageSize, TTL: g.opts.TTL,
		Logger: g.opts.Logger, OnCall: g.opts.OnCall, call: g.call, leftOut: &g.leftOut,
	}))
	s.AddReceivingMiddleware(g.whenReady, withoutUndeclared(caps))
	return s
}

// withoutUndeclared returns middleware that refuses the methods of features that a server does not
// declare. The SDK would answer that there are no prompts and no resources, and clients would ask
// again.
func withoutUndeclared(caps mcp.ServerCapabilities) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			feature, _, _ := strings.Cut(method, "/")
			if feature == "prompts" && caps.Prompts == nil || feature == "resources" && caps.Resources == nil ||
				feature == "completion" && caps.Completions == nil {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound,
					Message: fmt.Sprintf("method not found: %q", method)}
			}
			return next(ctx, method, req)
		}
	}
}

// whenReady is middleware that delays lists and calls until the gateway is ready.
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

// Server returns the server that callers connect to: with its Run method for standard input and
// output, with [mcp.NewStreamableHTTPHandler] and [Handler] for HTTP.
func (g *Gateway) Server() *mcp.Server { return g.server }

// Ready waits until each upstream has been tried once. It returns the context's error if that ends
// before.
func (g *Gateway) Ready(ctx context.Context) error {
	for _, f := range g.upstreams.all() {
		select {
		case <-f.tried:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// An UpstreamStatus is the state of an upstream.
type UpstreamStatus struct {
	ID        string
	Connected bool
	Tried     bool // at least one attempt to connect is over
	Tools     int  // that it lists; those of a lost upstream count during the grace period
}

// Status returns the state of each upstream, in their order.
func (g *Gateway) Status() []UpstreamStatus {
	var status []UpstreamStatus
	for _, f := range g.upstreams.all() {
		status = append(status, f.status())
	}
	return status
}

// Refresh makes the gateway list the tools of all upstreams and retry those that are not connected.
// It does not wait.
func (g *Gateway) Refresh() {
	for _, f := range g.upstreams.all() {
		f.nudge()
	}
}

// NotifyToolsChanged notifies callers that the list of tools may have changed. The gateway does so
// itself when upstreams change; call it when the rules change, from OnChange of
// [engine.WatchOptions].
func (g *Gateway) NotifyToolsChanged() { NotifyToolsChanged(g.server) }

// Close closes the connections to all upstreams, terminates their commands, and waits until that is
// done. Connected callers stay connected and see no tools.
func (g *Gateway) Close() {
	g.end()
	g.upstreams.mu.Lock()   // from now on no upstream is added
	g.upstreams.mu.Unlock() //lint:ignore SA2001 it waits for SetUpstreams
	g.ended.Wait()
}
