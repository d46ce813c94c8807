package engine

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/naming"
)

// An Explanation describes, for one tool and one request, what the request sees of the tool and
// why. It is for operators and must never reach a caller, since it distinguishes hidden tools from
// tools that do not exist.
type Explanation struct {
	Key     Key
	Known   bool // the catalog has such a tool; if not, all other fields are zero
	Visible bool // the request sees it: it has a name, is not left out, and the filter lets it through

	// LeftOut is the reason why the tool is left out of the catalog, so that no request sees it: it
	// does not conform to MCP's schema, or has members that differ from those of MCP only in case.
	// It is empty if the tool is not left out. A tool that is left out has no Name.
	LeftOut string

	Name      string             // the exposed name; empty if there is none
	Truncated *naming.Truncation // how the name was truncated; nil if it was not
	Rejected  *naming.Rejection  // the reason if the tool has no exposed name; otherwise nil
	Collision *naming.Collision  // the tools it collides with; nil if there are none
	Hints     []HintExplanation  // readOnly, destructive, idempotent, openWorld
	Tags      []TagExplanation   // in the order of tool.tags
	Filter    ruleset.Decision   // the decision of the filter, even for a tool without a name
	Entries   []EntryPlace       // the positions of the entries of Filter.Matches, in the same order
	Decider   *EntryPlace        // the position of Filter.By; nil if that is nil
	Texts     []TextExplanation
}

// An EntryPlace is the position of a rule.
type EntryPlace struct {
	Rule   string // a JSON Pointer into the rule file, or options.exclude[0] for an entry of the host
	File   string // empty if it was built in Go
	Line   int    // from 1; 0 if it was built in Go
	Column int    // from 1, in characters; 0 if it was built in Go
}

// String returns the position in the file, or else the rule.
func (p EntryPlace) String() string {
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
	return p.Rule
}

// A TextExplanation describes where a title or description of a tool comes from.
type TextExplanation struct {
	Place      string // JSON Pointer into the tool: /title, /inputSchema/properties/body
	Text       string // what the request gets
	Own        bool   // Text is the server's own, since no entry has an answer
	Removed    bool   // the member is removed, since the answer is empty
	Answer     int    // index of the candidate that has the answer; -1 if none has
	Candidates []CandidateExplanation
}

// A CandidateExplanation is one entry that may set the description of a place. Candidates are
// sorted from most to least specific; the first that has an answer sets it.
type CandidateExplanation struct {
	EntryPlace
	Path     string // the property path by which it reaches the place; empty for title and description
	Decision ruleset.TextDecision
}

// Explain returns what a request sees of one tool, and why. If a server lists the tool twice, it
// explains the one that has the name, or else the first. Known is false if the catalog has no such
// tool.
func (c *Catalog) Explain(req Request, key Key) Explanation {
	x := Explanation{Key: key}
	number, t := c.find(key)
	if t == nil {
		return x
	}
	t = c.engine.describedAnyway(t)
	v := c.View(req)
	part, place := c.partOf(number)
	x.Known, x.Name, x.LeftOut = true, c.offeredName(number), c.parts[part].whyLeftOut(place)
	x.Truncated, x.Rejected, x.Collision = c.explainName(key, x.Name)
	x.Hints, x.Tags = c.parts[part].explainHints(c.engine, t)
	x.Filter = c.engine.filter.Decide(t.bound, v.request)
	x.Visible = x.Name != "" && x.Filter.Visible
	for _, m := range x.Filter.Matches {
		x.Entries = append(x.Entries, c.engine.entryPlace(m.EntryRef, m.At))
	}
	if by := x.Filter.By; by != nil {
		place := c.engine.entryPlace(*by, by.Pointer)
		x.Decider = &place
	}
	own := v.ownTexts(t)
	for i := range t.places {
		x.Texts = append(x.Texts, v.explainText(t, &t.places[i], own[i]))
	}
	return x
}

func (c *Catalog) explainName(key Key, name string) (cut *naming.Truncation, rejected *naming.Rejection, collision *naming.Collision) {
	for i := range c.report.Truncated {
		if c.report.Truncated[i].Key == key {
			cut = &c.report.Truncated[i]
		}
	}
	for i := range c.report.Rejected {
		if r := &c.report.Rejected[i]; r.Key == key && name == "" {
			rejected = r
			break
		}
	}
	for i := range c.report.Collisions {
		for _, k := range c.report.Collisions[i].Tools {
			if k == key {
				collision = &c.report.Collisions[i]
			}
		}
	}
	return cut, rejected, collision
}

func (e *Engine) entryPlace(ref ruleset.EntryRef, at string) EntryPlace {
	if own, ok := e.hostEntry(ref); ok {
		return EntryPlace{Rule: own}
	}
	return e.place("/filter" + at)
}

func (e *Engine) place(pointer string) EntryPlace {
	p := EntryPlace{Rule: e.Rules.Pointer(pointer)}
	p.File, p.Line, p.Column = e.Rules.Place(pointer)
	return p
}

// explainText explains the description of a place; own is what the server sent there.
func (v *View) explainText(t *tool, p *place, own string) TextExplanation {
	x := TextExplanation{Place: p.pointer, Answer: -1}
	q := v.query(t)
	for i, c := range p.texts {
		d := c.text.Explain(q)
		x.Candidates = append(x.Candidates, CandidateExplanation{EntryPlace: v.catalog.engine.place(c.rule), Path: c.pathText(), Decision: d})
		if around := c.text.Around(); around != nil {
			x.Candidates[i].Decision.Text = around.Before + own + around.After
		}
		if d.Found && x.Answer < 0 {
			x.Answer, x.Text = i, x.Candidates[i].Decision.Text
		}
	}
	x.Removed = x.Answer >= 0 && x.Text == ""
	if x.Answer < 0 {
		x.Own, x.Text = true, own
	}
	return x
}

// ownTexts returns what is left of the server's text at each place; empty if there is none.
func (v *View) ownTexts(t *tool) []string {
	texts := make([]string, len(t.places))
	raw := v.plainForm(t)
	root, err := jsontree.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth})
	if err != nil {
		return texts // it was read when the catalog was built
	}
	for i := range t.places {
		p := &t.places[i]
		if texts[i] = p.ownText(raw, &root); p.kind == placeTitle {
			texts[i] = v.headText(t, placeTitle)
		}
	}
	return texts
}
