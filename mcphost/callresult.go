package mcphost

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/othercase"
)

// A callResult is the result of a call as an upstream sent it, but for what the protocol says between two neighbours: what kind
// of result it is, and which server it comes from.
type callResult struct {
	mcp.ResultBase // what the SDK adds on the way to the caller
	raw            []byte
	outline        jsontree.Node
	newProtocol    bool // the caller speaks one that has result types
}

// resultFields are those by which a server says what a gateway has to know of, or says itself.
var resultFields = othercase.NewFields("_meta", "resultType", "inputRequests")

// newCallResult reads a result. It has to be an object, and one that is no other to clients that ignore case; what is in it is between
// the caller and the server.
func newCallResult(raw []byte, newProtocol bool) (*callResult, bool) {
	outline, err := jsontree.Outline(raw, 0, len(raw))
	if err != nil || outline.Kind != jsontree.Object {
		return nil, false
	}
	if _, field := resultFields.In(&outline); field != "" {
		return nil, false
	}
	return &callResult{raw: raw, outline: outline, newProtocol: newProtocol}, true
}

// The kinds of results that there is something to say of.
const (
	kindComplete      = "complete"
	kindInputRequired = "input_required"
)

// kind says what kind of result it is; empty if that can't be read. A result without a resultType is complete, as the older
// protocols have it, unless it asks for something.
func (r *callResult) kind() string {
	if r.outline.Get("inputRequests") != nil {
		return kindInputRequired
	}
	at := r.outline.Get("resultType")
	if at == nil {
		return kindComplete
	}
	kind, _ := stringAt(r.raw, at)
	return kind
}

// MarshalJSON gives the result as it goes out.
func (r *callResult) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, len(r.raw)+128)
	out = append(out, '{')
	if r.newProtocol {
		out = append(out, `"resultType":"complete"`...)
	}
	meta, err := r.meta()
	if err != nil {
		return nil, err
	}
	if len(meta) > len(`{}`) {
		out = append(append(comma(out), `"_meta":`...), meta...)
	}
	for _, m := range r.outline.Members {
		if m.Name != "_meta" && m.Name != "resultType" {
			out = append(comma(out), r.raw[m.Key.Start:m.Value.End]...)
		}
	}
	return append(out, '}'), nil
}

// meta is the server's _meta with our own in it.
func (r *callResult) meta() ([]byte, error) {
	out := []byte{'{'}
	if at := r.outline.Get("_meta"); at != nil && at.Kind == jsontree.Object {
		theirs, err := jsontree.Outline(r.raw, at.Start, at.End)
		if err != nil {
			return nil, err
		}
		for _, m := range theirs.Members {
			if _, ours := r.Meta[m.Name]; !ours && m.Name != mcp.MetaKeyServerInfo {
				out = append(comma(out), r.raw[m.Key.Start:m.Value.End]...)
			}
		}
	}
	if len(r.Meta) > 0 {
		ours, err := json.Marshal(map[string]any(r.Meta))
		if err != nil {
			return nil, err
		}
		out = append(comma(out), ours[1:len(ours)-1]...)
	}
	return append(out, '}'), nil
}

// stringAt reads what an outline has found, if it is a string. Anything else is left unread: its tree may be forty times as large.
func stringAt(data []byte, at *jsontree.Node) (string, bool) {
	if at == nil || at.Kind != jsontree.String {
		return "", false
	}
	text, err := jsontree.ParseRange(data, at.Start, at.End, jsontree.Options{})
	if err != nil {
		return "", false
	}
	return text.Text(data), true
}

// comma separates what follows from what is there.
func comma(out []byte) []byte {
	if out[len(out)-1] != '{' {
		out = append(out, ',')
	}
	return out
}
