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
func (g *Gateway) call(ctx context.Context, key engine.Key, req *mcp.CallToolRequest) (mcp.Result, error) {
	f := g.upstreams.get(key.Server)
	if f == nil || !f.calls.TryRLock() {
		return nil, errUnavailable()
	}
	defer f.calls.RUnlock()
	l := f.link.Load()
	if l == nil {
		return nil, errUnavailable()
	}
	inTime, cancel := context.WithTimeout(ctx, g.opts.CallTimeout)
	defer cancel()
	bound, stop := l.bound(inTime)
	defer stop()

	params := &callParams{Name: key.Tool, Arguments: req.Params.Arguments}
	params.Meta = forwardedMeta(req.Params.Meta)
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
		return nil, errCall("the tool did not respond in time")
	default:
		return nil, f.callFailed(key, err)
	}
	return forwardable(raw, req.ProtocolVersion() >= resultTypeProtocol)
}

// forwardable returns a result if a gateway can forward it, and otherwise an error.
func forwardable(raw []byte, newProtocol bool) (mcp.Result, error) {
	res, ok := newCallResult(raw, newProtocol)
	if !ok {
		return nil, errCall("the tool's response is not a valid result")
	}
	switch res.kind() {
	case kindComplete:
		return res, nil
	case kindInputRequired:
		return nil, errCall("the tool requests more input, which this gateway does not support")
	}
	return nil, errCall("the tool's result has a type that this gateway does not support")
}

// protocolMeta is the prefix of the protocol's own keys in _meta.
const protocolMeta = "io.modelcontextprotocol/"

// forwardedMeta returns the part of a request's _meta that is for the upstream: all except keys
// that the protocol defines per connection, and keys that an upstream that ignores case would
// confuse with those or with a progress token of ours, which may belong to another caller.
func forwardedMeta(meta mcp.Meta) mcp.Meta {
	meta = maps.Clone(meta)
	maps.DeleteFunc(meta, func(key string, _ any) bool {
		return len(key) >= len(protocolMeta) && strings.EqualFold(key[:len(protocolMeta)], protocolMeta) ||
			key != progressToken && strings.EqualFold(key, progressToken)
	})
	return meta
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
	return errUnavailable()
}

func errUnavailable() error { return errCall("the tool's server is unavailable: try again later") }

// errCall returns the error of a call of a visible tool that has no result.
func errCall(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: message}
}
