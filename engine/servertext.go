package engine

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/internal/servertext"
)

// A form is a tool's JSON with what is kept of its server's own texts, and where it is cut.
type form struct {
	raw                []byte
	cuts               []cut
	change             servertext.Change
	title, description string // the server's, after the change
}

// Forms are the forms of a tool whose server's texts are not kept as they are, by level.
type forms struct {
	byLevel [levelCount]*form
}

// varies reports whether the level makes a difference.
func (f *forms) varies() bool {
	for _, other := range f.byLevel {
		if other != f.byLevel[0] {
			return true
		}
	}
	return false
}

// changes returns what the most specific of the matching entries do to the texts of a server, by
// level.
func (d *describer) changes(matching []ranked) (changes [levelCount]servertext.Change, reject bool) {
	var modes *[levelCount]servertext.Mode
	hidden := ""
	for _, m := range matching {
		entry := d.engine.descriptions[m.entry].entry
		if modes == nil {
			modes = entry.ServerText()
		}
		if hidden == "" {
			hidden = entry.HiddenCharacters()
		}
	}
	for level := range changes {
		changes[level].Strip = hidden == "strip"
		if modes != nil {
			changes[level].Mode = modes[level]
		}
	}
	return changes, hidden == "reject"
}

// findForms prepares the forms of a tool whose places are d.places.
func (d *describer) findForms(t *tool, sent *sentTool, changes [levelCount]servertext.Change) {
	if changes == [levelCount]servertext.Change{} {
		return
	}
	if t.rare == nil {
		t.rare = &rare{}
	}
	all := &forms{}
	t.rare.forms = all
	known := map[servertext.Change]*form{}
	for level, c := range changes {
		if known[c] == nil {
			f, err := d.form(sent, c)
			if err != nil && sent.leftOut == "" { // what is written is valid JSON
				sent.leftOut = "can't be changed: " + err.Error()
			}
			known[c] = f
		}
		all.byLevel[level] = known[c]
	}
}

func (d *describer) form(sent *sentTool, c servertext.Change) (*form, error) {
	f := &form{change: c, raw: c.Append(make([]byte, 0, len(sent.raw)), sent.raw, &sent.root)}
	root, err := jsontree.Parse(f.raw, jsontree.Options{MaxDepth: maxToolDepth})
	if err != nil {
		return &form{raw: sent.raw, cuts: []cut{cutName(&sent.root)}}, err
	}
	cuts := []cut{cutName(&root)}
	for i := range d.places {
		for _, e := range d.places[i].edits(&root) {
			if c, ok := cutBy(i, e); ok {
				cuts = append(cuts, c)
			}
		}
	}
	f.cuts = sortCuts(cuts)
	changed := sentTool{raw: f.raw, root: root}
	var k infoBuilder
	f.title, f.description = k.title(&changed), k.text(&changed, &root, "description")
	return f, nil
}

// rejectHidden leaves a tool out that has a hidden character.
func (d *describer) rejectHidden(sent *sentTool) {
	pointer, char, found := servertext.FirstHidden(sent.raw, &sent.root)
	if !found || sent.leftOut != "" {
		return
	}
	sent.leftOut = fmt.Sprintf("has the hidden character U+%04X in %s", char, orRoot(pointer))
	d.part.faults = append(d.part.faults, Fault{Key: Key{Server: d.part.id, Tool: sent.name}, Index: sent.index,
		Code: CodeHiddenCharacter, Message: sent.leftOut + ": it is left out"})
}

func orRoot(pointer string) string {
	if pointer == "" {
		return "a name of a member"
	}
	return pointer
}

// form returns the JSON of a tool and its cuts for the level of the request.
func (v *View) form(t *tool) ([]byte, []cut) {
	if t.forms() == nil {
		return t.raw, t.cuts
	}
	f := t.forms().byLevel[v.serverLevel()]
	return f.raw, f.cuts
}

// serverLevel returns the level for everything that has no level of its own.
func (v *View) serverLevel() int {
	if v.asked >= 0 {
		return v.asked
	}
	return v.usual
}

// headText returns the title or description of the server as far as the request gets it.
func (v *View) headText(t *tool, kind placeKind) string {
	if t.forms() == nil {
		return t.headText(kind)
	}
	f := t.forms().byLevel[v.serverLevel()]
	if kind == placeTitle {
		return f.title
	}
	return f.description
}

// plainForm is form by the reference evaluator: the JSON alone, changed once more.
func (v *View) plainForm(t *tool) []byte {
	if t.forms() == nil {
		return t.raw
	}
	root, err := jsontree.Parse(t.raw, jsontree.Options{MaxDepth: maxToolDepth})
	if err != nil {
		return t.raw // it was read when the catalog was built
	}
	return t.forms().byLevel[v.serverLevel()].change.Append(nil, t.raw, &root)
}

// ownText returns the server's text at a place of a tool's JSON; empty if there is none.
func (p *place) ownText(raw []byte, root *jsontree.Node) string {
	at := jsontree.Find(root, p.pointer)
	if p.kind == placeArgument || p.kind == placeResult {
		at = at.Get("description")
	}
	if at == nil || at.Kind != jsontree.String {
		return ""
	}
	return at.Text(raw)
}

// inner returns a JSON string without its quotes; empty for anything else.
func inner(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return nil
	}
	return value[1 : len(value)-1]
}

// An around is what an entry puts before and after the server's own text, as text and inside of a
// JSON string.
type around struct{ before, after, quotedBefore, quotedAfter string }

func newAround(before, after string) around {
	quote := func(s string) string { return string(inner([]byte(schema.Quote(s)))) }
	return around{before, after, quote(before), quote(after)}
}
