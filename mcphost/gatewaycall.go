package mcphost

import (
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
)

// resultTypeProtocol is the first version of MCP whose results have a type.
const resultTypeProtocol = "2026-07-28"

// call forwards a call of a visible tool.
func (g *Gateway) call(ctx context.Context, d decision, req *mcp.CallToolRequest) (mcp.Result, error) {
	key := d.Key
	f := g.upstreams.get(key.Server)
	if f == nil || !f.calls.TryRLock() {
		return nil, errUnavailable
	}
	defer f.calls.RUnlock()
	l, release, err := f.linkFor(ctx, d, req.Session)
	if err != nil {
		return nil, err
	}
	defer release()
	inTime, cancel := context.WithTimeout(ctx, g.opts.CallTimeout)
	defer cancel()
	bound, stop := l.bound(inTime)
	defer stop()

	params := &callParams{
		Name: key.Tool, Arguments: req.Params.Arguments,
		InputResponses: req.Params.InputResponses, RequestState: req.Params.RequestState,
	}
	params.Meta = forwardedMeta(req.Params.Meta)
	if l.takesCapabilities() {
		addInputCapabilities(params.Meta, req.Params.Meta)
	}
	if token, ok := params.Meta[progressToken]; ok {
		ours, done := f.progress.start(ctx, req.Session, token)
		defer done()
		params.Meta[progressToken] = ours
	}
	raw, err := rawCall(bound, l.session, params)
	switch {
	case err == nil:
	case ctx.Err() != nil: // the caller has given up
		return nil, ctx.Err()
	case inTime.Err() != nil:
		return nil, errTimeout
	default:
		return nil, f.callFailed(key, err)
	}
	return forwardable(raw, req.ProtocolVersion() >= resultTypeProtocol)
}

// linkFor returns the connection for a call, and a function to call when the call is over.
func (f *follower) linkFor(ctx context.Context, d decision, session *mcp.ServerSession) (*link, func(), error) {
	if f.gateway.opts.Isolation.applies(f.upstream.ID) {
		return f.pool.acquire(ctx, d, session)
	}
	if l := f.link.Load(); l != nil {
		return l, func() {}, nil
	}
	return nil, nil, errUnavailable
}

// forwardable returns a result if a gateway can forward it, and otherwise an error.
func forwardable(raw []byte, newProtocol bool) (mcp.Result, error) {
	res, ok := newCallResult(raw, newProtocol)
	if !ok {
		return nil, errCall("the tool's response is not a valid result")
	}
	switch kind := res.kind(); {
	case kind == kindComplete, kind == kindInputRequired && newProtocol:
		return res, nil // the caller repeats the request with the input
	case kind == kindInputRequired:
		return nil, errCall("the tool requests more input, which the client's version of MCP does not support")
	}
	return nil, errCall("the tool's result has a type that this gateway does not support")
}

// protocolMeta is the prefix of the protocol's own keys in _meta.
const protocolMeta = "io.modelcontextprotocol/"

// forwardedMeta returns the part of a request's _meta that is for the upstream: all except keys
// that the protocol defines per connection, and keys that an upstream that ignores case would
// confuse with those or with a progress token of ours, which may belong to another caller.
func forwardedMeta(meta mcp.Meta) mcp.Meta {
	if meta = maps.Clone(meta); meta == nil {
		meta = mcp.Meta{}
	}
	maps.DeleteFunc(meta, func(key string, _ any) bool {
		return len(key) >= len(protocolMeta) && strings.EqualFold(key[:len(protocolMeta)], protocolMeta) ||
			key != progressToken && strings.EqualFold(key, progressToken)
	})
	return meta
}

// inputCapabilities are the capabilities of a client that requests for input depend on.
var inputCapabilities = []string{"elicitation", "sampling", "roots"}

// addInputCapabilities adds the caller's inputCapabilities to the metadata of a call. Each request
// has its own since MCP 2026-07-28, and so do the answers, which the caller sends with the same
// call again.
func addInputCapabilities(meta, callers mcp.Meta) {
	declared, _ := callers[mcp.MetaKeyClientCapabilities].(map[string]any)
	forwarded := map[string]any{}
	for _, name := range inputCapabilities {
		if value, ok := declared[name]; ok {
			forwarded[name] = value
		}
	}
	if len(forwarded) > 0 {
		meta[mcp.MetaKeyClientCapabilities] = forwarded
	}
}

// callFailed converts a failed call to an error for the caller: the server's own error, or that the
// server is unavailable.
func (f *follower) callFailed(key engine.Key, err error) error {
	var theirs *jsonrpc.Error
	if errors.As(err, &theirs) && !isTransportError(theirs) {
		shown := &jsonrpc.Error{Code: shownCode(theirs.Code), Message: theirs.Message, Data: theirs.Data}
		if isUnknownTool(shown, key.Tool) { // its list has changed
			f.nudge()
		}
		return shown
	}
	f.logger.Warn("a call failed", "error", truncate(err.Error()))
	f.nudge() // check whether it is still there
	return errUnavailable
}

// Errors of a visible tool's call, which callers see as they are.
var (
	errUnavailable = errCall("the tool's server is unavailable: try again later")
	errTimeout     = errCall("the tool did not respond in time")
	errIsolation   = errCall("the tool's server cannot be used with this request")
)

// errCall returns the error of a call of a visible tool that has no result.
func errCall(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: message}
}
