package engine

import (
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

// AppendToolsJSON appends the "tools" array of a tools/list result, as the request sees it, to dst and gives the extended
// slice. Names, titles and descriptions are rewritten in place; every other byte of a tool is as its server sent it. A text
// that is empty takes its key away, since some clients refuse an empty description.
func (v *View) AppendToolsJSON(dst []byte) []byte {
	dst = append(dst, '[')
	first := true
	for t := range v.Tools() {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = t.AppendJSON(dst)
	}
	return append(dst, ']')
}

// AppendJSON appends the tool's JSON object, as the request sees it, to dst and gives the extended slice.
func (t Tool) AppendJSON(dst []byte) []byte {
	edits := t.edits()
	out, err := schema.Apply(dst, t.tool.raw, edits)
	if err != nil { // edits of different places never meet; if they did, a tool under its own name only is the safe answer
		out, _ = schema.Apply(dst, t.tool.raw, edits[:1])
	}
	return out
}

// edits are what makes of the server's bytes those that the request sees. The name comes first.
func (t Tool) edits() []schema.Edit {
	head := &t.tool.head
	edits := make([]schema.Edit, 1, 1+len(t.tool.places))
	edits[0] = schema.Replace(&head.Members[t.tool.nameAt].Value, schema.Quote(t.tool.name))
	for i := range t.tool.places {
		p := &t.tool.places[i]
		text, ok := t.view.answer(t.tool, p)
		if !ok {
			continue
		}
		if e, ok := t.tool.edit(p, text); ok {
			edits = append(edits, e)
		}
	}
	return edits
}

// edit gives the change that brings a text to its place, and whether there is anything to change.
func (t *tool) edit(p *place, text string) (schema.Edit, bool) {
	switch p.kind {
	case placeTitle:
		return t.editMember("title", text)
	case placeDescription:
		return t.editMember("description", text)
	}
	return p.at.Describe(text)
}

// editMember changes a member of the tool itself. One that the tool lacks comes in behind the name.
func (t *tool) editMember(name, text string) (schema.Edit, bool) {
	at := slices.IndexFunc(t.head.Members, func(m jsontree.Member) bool { return m.Name == name })
	switch {
	case at < 0 && text == "":
		return schema.Edit{}, false
	case at < 0:
		return schema.InsertAfter(&t.head, t.nameAt, name, schema.Quote(text)), true
	case text == "":
		return schema.RemoveBeside(&t.head, at, t.nameAt), true
	}
	return schema.Replace(&t.head.Members[at].Value, schema.Quote(text)), true
}
