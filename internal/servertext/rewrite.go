// Package servertext changes the texts that a server sent with a tool: titles, descriptions and
// comments, in the tool and its schemas. Names, types, values and all other bytes stay.
package servertext

import (
	"bytes"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/internal/visible"
)

// A Mode is what is kept of a server's texts. The zero Mode keeps them.
type Mode uint8

// The modes.
const (
	Keep Mode = iota
	Sentence
	Remove
)

// Modes are the words of rule files for the modes.
var Modes = [...]string{Keep: "keep", Sentence: "first_sentence", Remove: "remove"}

// Change is a change of texts. The zero Change changes nothing.
type Change struct {
	Mode  Mode
	Strip bool // remove hidden characters
}

// Text returns a text after the change.
func (c Change) Text(text string) string {
	if c.Mode == Remove {
		return ""
	}
	if c.Strip {
		text = visible.WithoutHidden(text)
	}
	if c.Mode == Sentence {
		text = FirstSentence(text)
	}
	return text
}

// Append appends the JSON object of a tool after the change to dst, and returns the extended slice.
// tool is raw as a tree. A text that is empty after the change is removed with its member, unless
// it was empty before.
func (c Change) Append(dst, raw []byte, tool *jsontree.Node) []byte {
	if c == (Change{}) {
		return append(dst, raw...)
	}
	w := writer{Change: c, raw: raw, holders: map[*jsontree.Node]members{tool: toolMembers}}
	if annotations := tool.Get("annotations"); annotations != nil {
		w.holders[annotations] = annotationMembers
	}
	for _, name := range []string{"inputSchema", "outputSchema"} {
		for _, n := range schema.Objects(raw, tool.Get(name)) {
			w.holders[n] = schemaMembers
		}
	}
	w.dst = append(dst, raw[:tool.Start]...)
	w.value(tool)
	return append(w.dst, raw[tool.End:]...)
}

// Members are the names of members that are texts of the server.
type members map[string]bool // true if they are strings, which can be shortened

var (
	toolMembers       = members{"title": true, "description": true}
	annotationMembers = members{"title": true}
	schemaMembers     = members{"title": true, "description": true, "$comment": true, "markdownDescription": false, "examples": false}
)

// A writer writes a tool after a change.
type writer struct {
	Change
	raw     []byte
	holders map[*jsontree.Node]members // the objects that have texts
	dst     []byte
}

func (w *writer) value(n *jsontree.Node) {
	at := n.Start
	switch n.Kind {
	case jsontree.Object:
		w.object(n)
		return
	case jsontree.Array:
		for i := range n.Items {
			item := &n.Items[i]
			w.dst = append(w.dst, w.raw[at:item.Start]...)
			w.value(item)
			at = item.End
		}
	}
	w.dst = append(w.dst, w.raw[at:n.End]...)
}

// object writes an object without the members that are removed. Each other one keeps the white
// space around it.
func (w *writer) object(n *jsontree.Node) {
	texts := w.holders[n]
	w.dst = append(w.dst, '{')
	at, first := n.Start+1, true
	for i := range n.Members {
		m := &n.Members[i]
		isText, known := texts[m.Name]
		end := m.Value.End
		end += bytes.IndexAny(w.raw[end:], ",}")
		text, changed := "", false
		if known && isText && m.Value.Kind == jsontree.String && w.Mode != Remove {
			before := m.Value.Text(w.raw)
			text = w.Text(before)
			changed = text != before
		}
		if removed := known && w.Mode == Remove || changed && text == ""; !removed {
			if !first {
				w.dst = append(w.dst, ',')
			}
			first = false
			w.dst = append(w.dst, w.raw[at:m.Value.Start]...)
			if changed {
				w.dst = jsontree.AppendString(w.dst, text)
			} else {
				w.value(&m.Value)
			}
			w.dst = append(w.dst, w.raw[m.Value.End:end]...)
		}
		at = end + 1
	}
	if len(n.Members) == 0 {
		w.dst = append(w.dst, w.raw[at:n.End-1]...)
	}
	w.dst = append(w.dst, '}')
}
