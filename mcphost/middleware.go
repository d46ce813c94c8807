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

// Options say how [Middleware] answers. The zero value is for a server whose tools are all that the catalog has, and whose
// rules read nothing of a request.
type Options struct {
	// Source defines where the parts of a request come from. Nil means a request that carries nothing.
	Source *Source

	// Request makes of what a request says of its caller what the rules read, instead of Source. Nil means that Source does.
	// It runs in the goroutine of the request and must be safe for concurrent use. If it returns an error, the request is
	// answered with that error if it is a *jsonrpc.Error, and else with one that says nothing more; it sees no tool.
	Request func(context.Context, Caller) (engine.Request, error)

	// Server is the id under which the catalog has the tools of this server. Other servers' tools are neither listed nor
	// called. Empty means that all tools of the catalog are this server's. It has no meaning if there is a Call.
	Server string

	// Call answers an admitted call. The request has the tool's raw name, which is also key.Tool. Nil calls the tool of that
	// name on the server that the middleware is for.
	Call func(ctx context.Context, key engine.Key, req *mcp.CallToolRequest) (mcp.Result, error)

	// PageSize is how many tools a page of a list has. Zero means mcp.DefaultPageSize; a negative one puts all tools into one
	// page.
	PageSize int

	// TTL is how long a client may keep a list without asking again. Zero means not at all: what was listed can be called. It
	// counts as zero where a list depends on what may come from a header: the protocol's key for caches has none (MCP
	// 2026-07-28, caching). So it needs a Source, or rules that read nothing of a request, and no Go functions among them.
	TTL time.Duration

	// Logger is told of panics, of requests that Request refused, and once of a TTL that does not apply. Nil means nobody is.
	Logger *slog.Logger

	leftOut *leftOut // of a gateway's
}

// A middleware is what Middleware puts in front of a server's own handler.
type middleware struct {
	catalog func() *engine.Catalog
	opts    Options
	next    mcp.MethodHandler
	unknown bool // what a request is made of
	params  paramCheck
	noTTL   sync.Once    // to log that TTL does not apply
	size    atomic.Int64 // of the last list, to make room for the next
}

// Middleware gives receiving middleware for a server of the SDK. It answers tools/list from the catalog, lets those tools/call
// pass that name a tool of that list, and leaves every other method alone, panics aside.
//
// catalog gives the current catalog; it is asked once for each request and must be safe for concurrent use. While it gives nil
// there are no tools. [Own] reads the tools that a server has itself.
//
// Lists are answered with a result of this package's own, since the SDK's loses fields: middleware that is added later, and so
// sees results first, will not find a *mcp.ListToolsResult. Over HTTP the SDK's handler has to stand behind [Handler].
func Middleware(catalog func() *engine.Catalog, opts Options) mcp.Middleware {
	opts.Logger = calm(opts.Logger)
	unknown := opts.Request != nil
	if !unknown && opts.Source != nil {
		opts.Request = opts.Source.Request
	}
	if opts.PageSize == 0 {
		opts.PageSize = mcp.DefaultPageSize
	}
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		m := &middleware{catalog: catalog, opts: opts, next: next, unknown: unknown}
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
	if err == nil && isNothing(res) && !strings.HasPrefix(method, "notifications/") { // the SDK would panic, where nobody recovers
		m.opts.Logger.Error("a handler returned neither a result nor an error", "method", method)
		return nil, errInternal()
	}
	return res, err
}

// isNothing reports whether a result is nil or a nil pointer.
func isNothing(res mcp.Result) bool {
	v := reflect.ValueOf(res)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

func (m *middleware) dispatch(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
	if isOwn(ctx) {
		return m.next(ctx, method, req)
	}
	switch req := req.(type) {
	case *mcp.ListToolsRequest:
		return m.list(ctx, req)
	case *mcp.CallToolRequest:
		return m.call(ctx, method, decidable(req))
	}
	return m.next(ctx, method, req)
}

// view binds the caller to the catalog of this moment.
func (m *middleware) view(ctx context.Context, caller Caller) (*engine.Catalog, *engine.View, error) {
	cat := m.catalog()
	if cat == nil {
		return nil, nil, nil
	}
	if m.opts.Request == nil {
		return cat, cat.View(engine.Request{}), nil
	}
	caller.Rules = cat.Engine().Rules()
	req, err := m.opts.Request(ctx, caller)
	if err != nil {
		m.opts.Logger.Warn("a request was refused", "error", err)
		return nil, nil, errRefused(err)
	}
	return cat, cat.View(req), nil
}

// serves says whether a tool of the catalog can be called through this server.
func (m *middleware) serves(key engine.Key) bool {
	return (m.opts.Call != nil || m.opts.Server == "" || key.Server == m.opts.Server) && !m.opts.leftOut.has(key)
}

func (m *middleware) call(ctx context.Context, method string, req *mcp.CallToolRequest) (mcp.Result, error) {
	name := req.Params.Name
	cat, view, err := m.view(ctx, callerOf(req))
	if err != nil {
		return nil, err
	}
	if view == nil {
		return nil, errUnknownTool(name)
	}
	key, err := view.Resolve(name)
	if err != nil || !m.serves(key) {
		return nil, errUnknownTool(name)
	}
	if reason := m.params.mismatch(cat, key, req); reason != "" {
		err := errHeaders(reason)
		refuseCall(ctx, err)
		return nil, err
	}
	params := *req.Params
	params.Name = key.Tool
	raw := &mcp.CallToolRequest{Session: req.Session, Params: &params, Extra: req.Extra}
	answer := func() (mcp.Result, error) { return m.next(ctx, method, raw) }
	if m.opts.Call != nil {
		answer = func() (mcp.Result, error) { return m.opts.Call(ctx, key, raw) }
	}
	res, err := answer()
	if isUnknownTool(err, key.Tool) { // the catalog is older than the server
		return nil, errUnknownTool(name)
	}
	return res, err
}

// errUnknownTool is the one answer to a call of what the caller does not see. It is what the SDK itself answers.
func errUnknownTool(name string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("unknown tool %q", name)}
}

// isUnknownTool says whether an error is what servers say of a tool that they do not have: those of the SDKs for Go, Python
// and TypeScript.
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

// errRefused passes on what a host says to callers on purpose, and nothing else.
func errRefused(err error) error {
	if own, ok := err.(*jsonrpc.Error); ok {
		return own
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the request is refused"}
}
