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

// undecided starts the name of a tool that the SDK is to know nothing of. The zero byte keeps it out of every header that comes
// over a network.
const undecided = "\x00undecided/"

// Handler returns a handler to serve instead of the SDK's handler of streamable HTTP, which is next:
//
//	http.Handle("/mcp", mcphost.Handler(mcp.NewStreamableHTTPHandler(…)))
//
// A server with [Middleware] needs it, and so does the server of a [Gateway].
//
// Requests with an Origin header are answered with status 403, whatever their method, unless the
// origin is that of the request's own host or one of origins, which are written as browsers send
// them: "https://app.example.com". So no page of another site can use the server by way of its
// visitors' browsers (MCP 2025-11-25, streamable HTTP, security).
//
// Since MCP 2026-07-28 arguments whose schema has x-mcp-header are sent in headers too. The SDK
// compares them with the schema of the server's own tool before any middleware runs: callers could
// tell a hidden tool from one that does not exist, and a renamed tool would be compared with the
// schema of another. Handler keeps names from the SDK until Middleware has decided; Middleware
// compares the headers with the schema of the tool that it has admitted, and Handler answers status
// 400 and code -32020 if they differ. Middleware that is added later, and so sees calls first, sees
// names that it can do nothing with.
//
// A call may have at most mcp.DefaultMaxRequestBodyBytes; a greater limit in the options of the
// SDK's handler applies to all other messages only.
func Handler(next http.Handler, origins ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isForeign(r, origins) {
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

// serveCall serves a call whose headers say that it is one.
func serveCall(w http.ResponseWriter, r *http.Request, next http.Handler) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mcp.DefaultMaxRequestBodyBytes)) // the SDK's own bound comes too late
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		http.Error(w, "the message is too large", http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		http.Error(w, "the message can't be read", http.StatusBadRequest)
		return
	}
	at, ok := calledName(body)
	if !ok { // what the SDK would make of it may depend on the tool
		http.Error(w, "the message is no call of a tool", http.StatusBadRequest)
		return
	}
	refusal := &callRefusal{}
	out := r.Clone(context.WithValue(r.Context(), refusalKey{}, refusal))
	if at.name == r.Header.Get(headerName) { // else the SDK refuses it, whatever the tool
		out.Header.Set(headerName, undecided+at.name)
		body = at.replaced(body, undecided+at.name)
	}
	out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	next.ServeHTTP(&callWriter{ResponseWriter: w, refusal: refusal, id: at.id}, out)
}

// A nameAt is the name of the tool that a message calls, and where it stands, beside the id of the message as it was sent.
type nameAt struct {
	name       string
	start, end int
	id         []byte // nil if there is none
}

func (at nameAt) replaced(body []byte, name string) []byte {
	out := append(make([]byte, 0, len(body)+len(name)), body[:at.start]...)
	return append(jsontree.AppendString(out, name), body[at.end:]...)
}

// calledName finds the name in a call. There is none in a message that can be read in more than one way.
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

// decidable gives a call as the caller sent it, if it came through Handler.
func decidable(req *mcp.CallToolRequest) *mcp.CallToolRequest {
	if req.Extra == nil || req.Params.Name != req.Extra.Header.Get(headerName) {
		return req
	}
	name, ok := strings.CutPrefix(req.Params.Name, undecided)
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
