package mcphost

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/othercase"
)

// A callResult is the result of a call as an upstream sent it, except for what the protocol defines
// per connection: the result type, and the server that it comes from.
type callResult struct {
	mcp.ResultBase // filled in by the SDK
	raw            []byte
	outline        jsontree.Node
	newProtocol    bool // the caller's protocol has result types
}

// resultFields are the fields that a gateway reads or writes.
var resultFields = othercase.NewFields("_meta", "resultType", "inputRequests")

// newCallResult parses a result. It must be an object without a case conflict in resultFields; the
// rest of it concerns only the caller and the server.
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

// The result types that a gateway distinguishes.
const (
	kindComplete      = "complete"
	kindInputRequired = "input_required"
)

// kind returns the result type; empty if it is not a string. A result without a resultType is
// complete, as in older protocols, unless it requests input.
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

func (r *callResult) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, len(r.raw)+128)
	out = append(out, '{')
	if r.newProtocol {
		out = append(out, `"resultType":"`+r.kind()+`"`...)
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

// meta returns the server's _meta merged with ours.
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

// stringAt returns the value of a node of an outline if it is a string. Other values are not
// parsed: a tree may be forty times as large as its JSON.
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

// comma appends a comma unless out ends with the start of an object.
func comma(out []byte) []byte {
	if out[len(out)-1] != '{' {
		out = append(out, ',')
	}
	return out
}
