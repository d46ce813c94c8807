package engine

import (
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

// appendPlain is AppendJSON by the reference evaluator: it parses the tool again and makes an edit
// for each description. It does not use cuts, is slower by orders of magnitude, and exists to check
// AppendJSON.
func (t Tool) appendPlain(dst []byte) []byte {
	own := t.own()
	raw := t.view.plainForm(own)
	root, err := jsontree.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth})
	if err != nil {
		return dst // it was read when the catalog was built
	}
	edits := []schema.Edit{schema.Replace(root.Get("name"), schema.Quote(t.Name()))}
	for i := range own.places {
		p := &own.places[i]
		if text, ok := t.view.answerPlain(own, p); ok {
			for _, edit := range p.edits(&root) {
				if e, ok := edit(text); ok {
					edits = append(edits, e)
				}
			}
		}
	}
	out, err := schema.Apply(dst, raw, edits)
	if err != nil { // edits never overlap; if they did, changing only the name is the safe result
		out, _ = schema.Apply(dst, raw, edits[:1])
	}
	return out
}

// edits returns the edits that write a description to its place.
func (p *place) edits(root *jsontree.Node) []edit {
	if p.kind == placeTitle || p.kind == placeDescription {
		return headEdits(p.kind, root)
	}
	at, ok := schema.PlaceAt(p.pointer, jsontree.Find(root, p.pointer))
	if !ok {
		return nil
	}
	return []edit{at.Describe}
}
