package mcphost

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// pendingPrefix marks the name of a tool that the SDK must not recognize. The zero byte cannot
// occur in a header that comes over a network.
const pendingPrefix = "\x00undecided/"

// Handler returns a handler to serve instead of next, the SDK's handler of streamable HTTP:
//
//	http.Handle("/mcp", mcphost.Handler(mcp.NewStreamableHTTPHandler(…)))
//
// A server with [Middleware] needs it, and so does the server of a [Gateway].
//
// Requests of any method with an Origin header are answered with status 403, unless the origin is
// that of the request's own host or one of origins, written as browsers send them:
// "https://app.example.com". So pages of other sites cannot use the server through their visitors'
// browsers (MCP 2025-11-25, streamable HTTP, security).
//
// Since MCP 2026-07-28, arguments whose schema has x-mcp-header are also sent in headers. The SDK
// compares them with the schema of the server's own tool before any middleware runs: callers could
// distinguish a hidden tool from one that does not exist, and a renamed tool would be compared with
// the schema of another. Handler hides tool names from the SDK until Middleware has decided.
// Middleware compares the headers with the schema of the tool that it admits, and Handler answers
// with status 400 and code -32020 if they differ. Middleware that is added after [Middleware], and
// so sees calls before it, sees names that it cannot use.
//
// A call has at most [mcp.DefaultMaxRequestBodyBytes]. A greater limit in the options of the SDK's
// handler applies to all other messages only.
func Handler(next http.Handler, origins ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isCrossOrigin(r, origins) {
			http.Error(w, "the origin is not allowed", http.StatusForbidden)
			return
		}
		if r.Method != http.MethodPost || r.Header.Get(headerMethod) != methodCall || r.Body == nil {
			next.ServeHTTP(w, r)
			return
		}
		serveCall(w, r, next)
	})
}

// serveCall serves a request whose headers say that it is a tool call.
func serveCall(w http.ResponseWriter, r *http.Request, next http.Handler) {
	// The SDK applies its own limit too late.
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mcp.DefaultMaxRequestBodyBytes))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		http.Error(w, "the message is too large", http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		http.Error(w, "cannot read the message", http.StatusBadRequest)
		return
	}
	at, ok := calledName(body)
	if !ok { // the SDK's response could depend on the tool
		http.Error(w, "the message is not a tool call", http.StatusBadRequest)
		return
	}
	refusal := &callRefusal{}
	out := r.Clone(context.WithValue(r.Context(), refusalKey{}, refusal))
	if at.name == r.Header.Get(headerName) { // otherwise the SDK refuses it, whatever the tool
		out.Header.Set(headerName, pendingPrefix+at.name)
		body = at.replaced(body, pendingPrefix+at.name)
	}
	out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	next.ServeHTTP(&callWriter{ResponseWriter: w, refusal: refusal, id: at.id}, out)
}

// A nameAt is the name of the tool that a message calls, its byte range, and the ID of the message
// as it was sent.
type nameAt struct {
	name       string
	start, end int
	id         []byte // nil if there is none
}

func (at nameAt) replaced(body []byte, name string) []byte {
	out := append(make([]byte, 0, len(body)+len(name)), body[:at.start]...)
	return append(jsontree.AppendString(out, name), body[at.end:]...)
}

// calledName finds the name in a call. It returns false for a message that can be read in more than
// one way.
func calledName(body []byte) (nameAt, bool) {
	var id []byte
	at := jsontree.Node{Start: 0, End: len(body), Kind: jsontree.Object}
	for _, member := range []string{"params", "name"} {
		outline, err := jsontree.Outline(body, at.Start, at.End)
		if err != nil || outline.Kind != jsontree.Object || outline.Get(member) == nil {
			return nameAt{}, false
		}
		if found := outline.Get("id"); found != nil && member == "params" {
			id = bytes.Clone(found.Raw(body))
		}
		at = *outline.Get(member)
	}
	name, ok := stringAt(body, &at)
	return nameAt{name: name, start: at.Start, end: at.End, id: id}, ok
}

// restoreName returns a call as the caller sent it, if it came through Handler.
func restoreName(req *mcp.CallToolRequest) *mcp.CallToolRequest {
	if req.Extra == nil || req.Params.Name != req.Extra.Header.Get(headerName) {
		return req
	}
	name, ok := strings.CutPrefix(req.Params.Name, pendingPrefix)
	if !ok {
		return req
	}
	out, params, extra := *req, *req.Params, *req.Extra
	params.Name = name
	extra.Header = extra.Header.Clone()
	extra.Header.Set(headerName, name)
	out.Params, out.Extra = &params, &extra
	return &out
}
