package mcphost

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
)

// Options configure [Middleware]. The zero value is for a server that has all tools in the catalog,
// with rules that do not read the request.
type Options struct {
	// Source defines where the parts of a request come from. Nil means an empty request.
	Source *Source

	// Request returns the request that the rules evaluate. It replaces Source; nil means that
	// Source is used. It runs in the goroutine of the request and must be safe for concurrent use.
	// If it returns an error, the caller gets that error if it is a [*jsonrpc.Error], and otherwise
	// a generic one; it sees no tools.
	Request func(context.Context, Caller) (engine.Request, error)

	// Server is the ID of this server in the catalog. Tools of other servers are neither listed nor
	// called. Empty means that the server has all tools in the catalog. It is ignored if Call is
	// set.
	Server string

	// Call executes a call of a visible tool. The request has the tool's raw name, which is also
	// key.Tool. Nil calls the tool with that name on the server that the middleware was added to.
	Call func(ctx context.Context, key engine.Key, req *mcp.CallToolRequest) (mcp.Result, error)

	// OnCall is called for each call, with what the rules have decided, before the tool is called:
	// for audit logs and metrics. If it returns an error, the call is refused like by Request.
	// Otherwise it may return a function, which is called with the outcome: see [CallRecord]. Nil
	// means that nothing is recorded.
	OnCall func(context.Context, CallRecord) (done func(outcome string), err error)

	// PageSize is the number of tools on a page of a list. Zero means [mcp.DefaultPageSize];
	// negative means that all tools are on one page.
	PageSize int

	// TTL is how long a client may cache a list. Zero means no caching, so that each listed tool
	// can be called. It is treated as zero where a list depends on a header, since the protocol's
	// cache key does not include headers (MCP 2026-07-28, caching). So it requires a Source, or
	// rules that do not read the request, and no Go functions among the rules.
	TTL time.Duration

	// Logger receives panics, requests that Request refused, and, once, that TTL does not apply.
	// Nil means no logging.
	Logger *slog.Logger

	// Set for a gateway.
	leftOut *leftOut
	call    func(context.Context, decision, *mcp.CallToolRequest) (mcp.Result, error)
}

// A middleware is the state of one [Middleware] on one server.
type middleware struct {
	catalog func() *engine.Catalog
	opts    Options
	next    mcp.MethodHandler
	custom  bool // Request is the host's own function
	params  paramCheck
	noTTL   sync.Once    // logs that TTL does not apply
	size    atomic.Int64 // of the last list, to allocate the next
}

// Middleware returns receiving middleware for a server of the SDK. It answers tools/list from the
// catalog, passes on those tools/call that name a tool of that list, and does not change other
// methods, except that a panic becomes an error.
//
// catalog returns the current catalog; it is called once per request and must be safe for
// concurrent use. While it returns nil, there are no tools. Use [LocalTools] for the tools of the
// server itself.
//
// The result of a list has a type of this package, since the SDK's type loses fields: middleware
// that is added later, and so sees results first, does not get a *mcp.ListToolsResult. Over HTTP,
// use [Handler] around the SDK's handler.
func Middleware(catalog func() *engine.Catalog, opts Options) mcp.Middleware {
	opts.Logger = safeLogger(opts.Logger)
	custom := opts.Request != nil
	if !custom && opts.Source != nil {
		opts.Request = opts.Source.Request
	}
	if opts.PageSize == 0 {
		opts.PageSize = mcp.DefaultPageSize
	}
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		m := &middleware{catalog: catalog, opts: opts, next: next, custom: custom}
		return m.handle
	}
}

func (m *middleware) handle(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			m.opts.Logger.Error("a handler panicked", "method", method, "panic", p, "stack", string(debug.Stack()))
			res, err = nil, errInternal()
		}
	}()
	res, err = m.dispatch(ctx, method, req)
	// The SDK would panic in a goroutine of its own.
	if err == nil && isNil(res) && !strings.HasPrefix(method, "notifications/") {
		m.opts.Logger.Error("a handler returned neither a result nor an error", "method", method)
		return nil, errInternal()
	}
	return res, err
}

// isNil reports whether an interface holds nothing or a nil pointer.
func isNil(value any) bool {
	v := reflect.ValueOf(value)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

func (m *middleware) dispatch(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
	if isLocalTools(ctx) {
		return m.next(ctx, method, req)
	}
	switch req := req.(type) {
	case *mcp.ListToolsRequest:
		return m.list(ctx, req)
	case *mcp.CallToolRequest:
		return m.call(ctx, method, restoreName(req))
	}
	return m.next(ctx, method, req)
}

// view returns the current catalog, the caller's request and its view of the catalog. All are zero
// if there is no catalog.
func (m *middleware) view(ctx context.Context, caller Caller) (*engine.Catalog, engine.Request, *engine.View, error) {
	cat := m.catalog()
	if cat == nil {
		return nil, engine.Request{}, nil, nil
	}
	if m.opts.Request == nil {
		return cat, engine.Request{}, cat.View(engine.Request{}), nil
	}
	caller.Rules = cat.Engine().File()
	req, err := m.opts.Request(ctx, caller)
	if err != nil {
		m.opts.Logger.Warn("a request was refused", "error", err)
		return cat, engine.Request{}, nil, errRefused(err)
	}
	return cat, req, cat.View(req), nil
}

// all reports whether this server has the tools of all servers in the catalog.
func (m *middleware) all() bool { return m.opts.Call != nil || m.opts.call != nil }

// servesAll reports whether all tools of the catalog can be called through this server.
func (m *middleware) servesAll() bool {
	return (m.all() || m.opts.Server == "") && m.opts.leftOut.empty()
}

// serves reports whether a tool in the catalog can be called through this server.
func (m *middleware) serves(key engine.Key) bool {
	return (m.all() || m.opts.Server == "" || key.Server == m.opts.Server) && !m.opts.leftOut.has(key)
}

func (m *middleware) call(ctx context.Context, method string, req *mcp.CallToolRequest) (mcp.Result, error) {
	d := m.decide(ctx, req)
	req = d.inner
	if m.opts.OnCall == nil {
		res, _, err := m.execute(ctx, method, req, d)
		return res, err
	}
	done, err := m.opts.OnCall(ctx, d.CallRecord)
	if err != nil {
		m.opts.Logger.Warn("a call was refused", "error", err)
		return nil, errRefused(err)
	}
	res, outcome, err := m.execute(ctx, method, req, d)
	if done != nil {
		done(outcome)
	}
	return res, err
}

// A decision is what the rules decide about a call.
type decision struct {
	CallRecord
	err   error                // if the request is refused
	view  *engine.View         // what the caller sees
	meta  engine.MetaTool      // of the call as the caller sent it
	inner *mcp.CallToolRequest // the call that is executed: that of the caller, or the one in it
}

func (m *middleware) decide(ctx context.Context, req *mcp.CallToolRequest) decision {
	d := decision{CallRecord: CallRecord{Caller: callerOf(req), Name: req.Params.Name}, inner: req}
	if d.Catalog, d.Request, d.view, d.err = m.view(ctx, d.Caller); d.err != nil || d.view == nil {
		return d
	}
	d.Caller.Rules = d.Catalog.Engine().File()
	switch d.meta = d.view.Meta(d.Name); d.meta {
	case engine.SearchTool:
		d.Key, d.Visible = engine.Key{Tool: d.Name}, true
		return d
	case engine.CallTool:
		inner, err := innerCall(req)
		if err != nil {
			d.err = err
			return d
		}
		d.inner, d.Name = inner, inner.Params.Name
	}
	key, err := d.view.Resolve(d.Name)
	if err == nil && m.serves(key) {
		d.Key, d.Visible = key, true
	} else if m.opts.OnCall != nil {
		d.Key, _ = d.Catalog.Lookup(d.Name)
	}
	return d
}

// execute calls the tool if the caller sees it, and returns the outcome.
func (m *middleware) execute(ctx context.Context, method string, req *mcp.CallToolRequest, d decision) (mcp.Result,
	string, error) {
	if d.err != nil {
		return nil, outcomeRefused, d.err
	}
	if !d.Visible {
		return nil, outcomeDenied, errUnknownTool(d.Name)
	}
	if d.meta == engine.SearchTool {
		res, err := m.search(d.view, d.Catalog, req)
		return res, outcomeOf(ctx, res, err), err
	}
	checked := d.meta != engine.CallTool || hasParamHeaders(req) // a client repeats only arguments that it knows
	if reason := m.params.mismatch(d.Catalog, d.Key, req); checked && reason != "" {
		err := errHeaders(reason)
		refuseCall(ctx, err)
		return nil, outcomeRefused, err
	}
	params := *req.Params
	params.Name = d.Key.Tool
	raw := &mcp.CallToolRequest{Session: req.Session, Params: &params, Extra: req.Extra}
	var res mcp.Result
	var err error
	if m.opts.call != nil {
		res, err = m.opts.call(ctx, d, raw)
	} else if m.opts.Call != nil {
		res, err = m.opts.Call(ctx, d.Key, raw)
	} else {
		res, err = m.next(ctx, method, raw)
	}
	if isUnknownTool(err, d.Key.Tool) { // the server's tools are newer than the catalog
		return nil, outcomeError, errUnknownTool(d.Name)
	}
	return res, outcomeOf(ctx, res, err), err
}

// errUnknownTool is the only response to calls of tools that the caller does not see. It equals the
// SDK's own.
func errUnknownTool(name string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("unknown tool %q", name)}
}

// isUnknownTool reports whether an error is the response of a server that does not have a tool, as
// the SDKs for Go, Python and TypeScript write it.
func isUnknownTool(err error, name string) bool {
	got, ok := err.(*jsonrpc.Error)
	if !ok || got.Code != jsonrpc.CodeInvalidParams && got.Code != jsonrpc.CodeMethodNotFound {
		return false
	}
	switch strings.TrimPrefix(got.Message, fmt.Sprintf("MCP error %d: ", got.Code)) {
	case fmt.Sprintf("unknown tool %q", name), "Unknown tool: " + name, "Tool " + name + " not found":
		return true
	}
	return false
}

func errInternal() error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
}

// errRefused returns the host's error if it is meant for the caller, and otherwise a generic one.
func errRefused(err error) error {
	if rpcErr, ok := err.(*jsonrpc.Error); ok {
		return rpcErr
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the request is refused"}
}
