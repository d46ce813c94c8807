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

// The protocol from which on every result says what kind it is.
const resultTypeProtocol = "2026-07-28"

// call passes an admitted call on.
func (g *Gateway) call(ctx context.Context, key engine.Key, req *mcp.CallToolRequest) (mcp.Result, error) {
	f := g.followers[key.Server]
	if f == nil {
		return nil, errAway()
	}
	l := f.link.Load()
	if l == nil {
		return nil, errAway()
	}
	inTime, cancel := context.WithTimeout(ctx, g.opts.CallTimeout)
	defer cancel()
	bound, stop := l.bound(inTime)
	defer stop()

	params := &callParams{Name: key.Tool, Arguments: req.Params.Arguments}
	params.Meta = passedOn(req.Params.Meta)
	if token, ok := params.Meta[progressToken]; ok {
		ours, done := f.progress.start(ctx, req.Session, token)
		defer done()
		params.Meta[progressToken] = ours
	}
	raw, err := rawCall(bound, l.session, params)
	switch {
	case err == nil:
	case ctx.Err() != nil: // the caller does not wait any more
		return nil, ctx.Err()
	case inTime.Err() != nil:
		return nil, errCall("the tool did not answer in time")
	default:
		return nil, f.callFailed(key, err)
	}
	return passable(raw, req.ProtocolVersion() >= resultTypeProtocol)
}

// passable gives a result if it is one that a gateway can pass on.
func passable(raw []byte, newProtocol bool) (mcp.Result, error) {
	res, ok := newCallResult(raw, newProtocol)
	if !ok {
		return nil, errCall("the tool's answer can't be read")
	}
	switch res.kind() {
	case kindComplete:
		return res, nil
	case kindInputRequired:
		return nil, errCall("the tool asks for more input, which this gateway does not pass on")
	}
	return nil, errCall("the tool's answer is of a kind that this gateway does not pass on")
}

// ownMeta starts the keys of _meta that are the protocol's.
const ownMeta = "io.modelcontextprotocol/"

// passedOn is the part of a request's _meta that is for the upstream: all but what the protocol says between two neighbours, and what
// an upstream that ignores case would take for that, or for a token of ours, which may be another caller's.
func passedOn(meta mcp.Meta) mcp.Meta {
	meta = maps.Clone(meta)
	maps.DeleteFunc(meta, func(key string, _ any) bool {
		return len(key) >= len(ownMeta) && strings.EqualFold(key[:len(ownMeta)], ownMeta) ||
			key != progressToken && strings.EqualFold(key, progressToken)
	})
	return meta
}

// callFailed tells what an upstream itself answered from what kept it from answering.
func (f *follower) callFailed(key engine.Key, err error) error {
	var theirs *jsonrpc.Error
	if errors.As(err, &theirs) && !isTransportError(theirs) {
		own := &jsonrpc.Error{Code: shownCode(theirs.Code), Message: theirs.Message, Data: theirs.Data}
		if isUnknownTool(own, key.Tool) { // its list is another now
			f.nudge()
		}
		return own
	}
	f.logger.Warn("a call failed", "error", briefError(err))
	f.nudge() // is it still there?
	return errAway()
}

func errAway() error { return errCall("the tool's server is away at the moment: try again later") }

// errCall is for a call that was admitted and has no result.
func errCall(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: message}
}
