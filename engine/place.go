package engine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/rules"
)

// A place is one text of one tool that rules may tailor: its title, its description, or the description of a schema inside it.
type place struct {
	kind    placeKind
	pointer string       // from the tool: /title, /inputSchema/properties/body
	at      schema.Place // of a schema; zero for title and description
	texts   []candidate  // the most specific entry first
}

type placeKind uint8

const (
	placeTitle placeKind = iota
	placeDescription
	placeArgument
	placeResult
)

// A candidate is a text that reaches a place. The first one that gives an answer has it.
type candidate struct {
	text *rules.Text
	rule string // the text: a pointer into the rules.File
	path string // the property path by which it came; empty for title and description
	rank rules.Rank
}

// A description is an entry of descriptions with its paths read.
type description struct {
	entry     *rules.Description
	arguments []placedText
	results   []placedText
}

type placedText struct {
	path schema.Path
	text *rules.Text
	rule string
}

// prepare reads the paths of all entries. Package rules has checked them already.
func prepare(r *rules.Rules) ([]description, error) {
	list := make([]description, len(r.Descriptions()))
	for i, entry := range r.Descriptions() {
		d := description{entry: entry}
		for _, part := range []struct {
			from []rules.Placed
			to   *[]placedText
		}{{entry.Arguments(), &d.arguments}, {entry.Results(), &d.results}} {
			for _, p := range part.from {
				path, err := schema.ParsePath(p.Path)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", p.Pointer, err)
				}
				*part.to = append(*part.to, placedText{path: path, text: p.Text, rule: p.Pointer})
			}
		}
		list[i] = d
	}
	return list, nil
}

// ranked is an entry that matches a tool, and how specifically.
type ranked struct {
	*description
	rank rules.Rank
}

// describe finds, for every tool, the places that entries of descriptions reach.
func (b *builder) describe() {
	for _, t := range b.catalog.tools {
		var matching []ranked
		for i := range b.engine.descriptions {
			d := &b.engine.descriptions[i]
			if rank, ok := d.entry.Match(t.key.Server, t.key.Tool); ok {
				matching = append(matching, ranked{d, rank})
			}
		}
		slices.SortStableFunc(matching, func(a, b ranked) int { return b.rank.Compare(a.rank) })
		b.describeTool(t, matching)
	}
}

func (b *builder) describeTool(t *tool, matching []ranked) {
	title, description := place{kind: placeTitle, pointer: "/title"}, place{kind: placeDescription, pointer: "/description"}
	for _, m := range matching {
		title.add(m.entry.Title(), m.rank)
		description.add(m.entry.Description(), m.rank)
	}
	for _, p := range []place{title, description} {
		if len(p.texts) > 0 {
			t.places = append(t.places, p)
		}
	}
	b.describeSchema(t, placeArgument, "inputSchema", matching)
	b.describeSchema(t, placeResult, "outputSchema", matching)
}

func (p *place) add(text rules.Placed, rank rules.Rank) {
	if text.Text != nil {
		p.texts = append(p.texts, candidate{text: text.Text, rule: text.Pointer, rank: rank})
	}
}

// describeSchema finds the places that paths select in one of a tool's schemas.
func (b *builder) describeSchema(t *tool, kind placeKind, member string, matching []ranked) {
	var doc *schema.Schema
	var broken error
	first := len(t.places)
	for _, m := range matching {
		texts := m.arguments
		if kind == placeResult {
			texts = m.results
		}
		for _, text := range texts {
			if doc == nil && broken == nil {
				doc, broken = schema.New(t.raw, t.root.Get(member))
			}
			if broken != nil {
				b.placeFault(t, text, PlaceNoSchema, "", noSchema(member, broken))
				continue
			}
			found := doc.Locate(text.path)
			b.reportPlaces(t, text, found)
			for _, at := range found.Places {
				p := t.place(first, kind, member, at)
				p.texts = append(p.texts, candidate{text: text.text, rule: text.rule, path: text.path.String(), rank: m.rank})
			}
		}
	}
}

func noSchema(member string, err error) string {
	if e, ok := errors.AsType[*schema.Error](err); ok && e.Code == schema.CodeTooLarge {
		return fmt.Sprintf("has nowhere to go: the tool's %s holds more schemas than are looked at", member)
	}
	return fmt.Sprintf("has nowhere to go: the tool's %s is missing or no schema", member)
}

// place gives the tool's place for a schema, among those from first on, and makes it if it is new.
func (t *tool) place(first int, kind placeKind, member string, at schema.Place) *place {
	for i := first; i < len(t.places); i++ {
		if t.places[i].at.Schema == at.Schema {
			return &t.places[i]
		}
	}
	t.places = append(t.places, place{kind: kind, pointer: jsontree.AppendToken("", member) + at.Pointer, at: at})
	return &t.places[len(t.places)-1]
}

// reportPlaces notes where a path selects what can't be described.
func (b *builder) reportPlaces(t *tool, text placedText, found schema.Result) {
	for _, s := range found.Shared {
		b.placeFault(t, text, PlaceShared, s.Pointer, fmt.Sprintf("is shared with %s and left alone; to change it for all write %s", s.Other, s.Pointer))
	}
	for _, pointer := range found.Boolean {
		b.placeFault(t, text, PlaceBoolean, pointer, "leads to a boolean schema, which has no description")
	}
	for _, pointer := range found.NotText {
		b.placeFault(t, text, PlaceNotText, pointer, "has a description that is no string, and is left alone")
	}
	switch {
	case found.NotSchema:
		b.placeFault(t, text, PlaceNotSchema, text.path.String(), "leads to something that is no schema")
	case found.Missing:
		message := "leads nowhere"
		if found.Hint != "" {
			message += "; did you mean " + found.Hint + "?"
		} else if found.Lost != "" {
			message += ": the schema refers to " + found.Lost + ", which it does not hold"
		}
		b.placeFault(t, text, PlaceMissing, "", message)
	}
}

func (b *builder) placeFault(t *tool, text placedText, code PlaceCode, pointer, message string) {
	b.report.Places = append(b.report.Places, PlaceFault{
		Key: t.key, Rule: b.engine.rules.Pointer(text.rule), Path: text.path.String(), Code: code, Pointer: pointer, Message: message,
	})
}

// answer gives the text that the request gets at a place, and whether any entry has one.
func (v *View) answer(t *tool, p *place) (string, bool) {
	q := v.query
	q.Tool = t.bound
	for i := range p.texts {
		c := &p.texts[i]
		if v.catalog.engine.opts.OnFailure != nil {
			q.Failed = v.catalog.engine.reportRunner(t, c)
		}
		if text, ok := c.text.Resolve(q); ok {
			return text, true
		}
	}
	return "", false
}
