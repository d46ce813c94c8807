package mcphost

import (
	"bytes"
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

// Handler goes around the SDK's handler of streamable HTTP for a server with [Middleware]:
//
//	http.Handle("/mcp", mcphost.Handler(mcp.NewStreamableHTTPHandler(…)))
//
// From MCP 2026-07-28 on, arguments whose schema has x-mcp-header are sent in headers as well, and the SDK compares these with
// the schema of the tool that the server has under the name in the message, before any middleware: callers could tell a hidden
// tool from none, and a renamed tool would be measured by another. Handler keeps names from the SDK until Middleware has decided;
// nothing else compares such headers, and only the message counts. Middleware that is added later, and so sees calls first, sees
// names that it can do nothing with. A [Gateway] does not need a Handler, since the SDK knows none of its tools.
//
// A call may have at most mcp.DefaultMaxRequestBodyBytes; a greater limit in the options of the SDK's handler counts for all other
// messages only.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.Header.Get(headerMethod) != methodCall || r.Body == nil {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mcp.DefaultMaxRequestBodyBytes)) // the SDK's own bound comes too late
		if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
			http.Error(w, "the message is too large", http.StatusRequestEntityTooLarge)
			return
		}
		if err != nil {
			http.Error(w, "the message can't be read", http.StatusBadRequest)
			return
		}
		out := r.Clone(r.Context())
		at, ok := calledName(body)
		if !ok { // what the SDK would make of it may depend on the tool
			http.Error(w, "the message is no call of a tool", http.StatusBadRequest)
			return
		}
		if at.name == r.Header.Get(headerName) { // else the SDK refuses it, whatever the tool
			out.Header.Set(headerName, undecided+at.name)
			body = at.replaced(body, undecided+at.name)
		}
		out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		next.ServeHTTP(w, out)
	})
}

// A nameAt is the name of the tool that a message calls, and where it stands.
type nameAt struct {
	name       string
	start, end int
}

func (at nameAt) replaced(body []byte, name string) []byte {
	out := append(make([]byte, 0, len(body)+len(name)), body[:at.start]...)
	return append(jsontree.AppendString(out, name), body[at.end:]...)
}

// calledName finds the name in a call. There is none in a message that can be read in more than one way.
func calledName(body []byte) (nameAt, bool) {
	at := jsontree.Node{Start: 0, End: len(body), Kind: jsontree.Object}
	for _, member := range []string{"params", "name"} {
		outline, err := jsontree.Outline(body, at.Start, at.End)
		if err != nil || outline.Kind != jsontree.Object || outline.Get(member) == nil {
			return nameAt{}, false
		}
		at = *outline.Get(member)
	}
	name, ok := stringAt(body, &at)
	return nameAt{name: name, start: at.Start, end: at.End}, ok
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
