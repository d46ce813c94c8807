package engine

import (
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

// appendPlain is AppendJSON by the plain evaluator: it reads the tool anew, and makes an edit of each text. It knows nothing of
// cuts and takes milliseconds for what takes microseconds with them; the one is there to check the other.
func (t Tool) appendPlain(dst []byte) []byte {
	own := t.own()
	raw := own.raw
	root, err := jsontree.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth})
	if err != nil {
		return dst // it was read when the catalog was built
	}
	edits := []schema.Edit{schema.Replace(root.Get("name"), schema.Quote(t.Name()))}
	for i := range own.places {
		p := &own.places[i]
		if text, ok := t.view.answerPlain(own, p); ok {
			if e, ok := p.edit(raw, &root, text); ok {
				edits = append(edits, e)
			}
		}
	}
	out, err := schema.Apply(dst, raw, edits)
	if err != nil { // edits of different places never meet; if they did, a tool under its own name only is the safe answer
		out, _ = schema.Apply(dst, raw, edits[:1])
	}
	return out
}

// edit gives the change that brings a text to its place, and whether there is anything to change.
func (p *place) edit(raw []byte, root *jsontree.Node, text string) (schema.Edit, bool) {
	member := members[p.kind]
	if p.kind == placeTitle || p.kind == placeDescription {
		return editMember(root, member, text)
	}
	doc, err := schema.New(raw, root.Get(member))
	if err != nil {
		return schema.Edit{}, false
	}
	path, err := schema.ParsePath(strings.TrimPrefix(p.pointer, "/"+member))
	if err != nil {
		return schema.Edit{}, false
	}
	found := doc.Locate(path)
	if len(found.Places) != 1 {
		return schema.Edit{}, false
	}
	return found.Places[0].Describe(text)
}
