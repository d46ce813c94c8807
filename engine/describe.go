package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/rules"
)

// A describer finds, for the tools of a part, the places that entries of descriptions reach.
type describer struct {
	engine  *Engine
	part    *part
	match   match
	classes map[string]uint32 // by shape and tool key

	tools     slab[tool]
	allCuts   slab[cut]
	allPlaces slab[place]
	allTexts  slab[candidate]

	// Of the tool that is looked at; the memory serves the next one again.
	entries []int
	places  []place
	cuts    []cut
}

func newDescriber(e *Engine, p *part, tools int) *describer {
	return &describer{
		engine: e, part: p, match: e.patterns.match(), classes: map[string]uint32{},
		tools: slab[tool]{size: tools}, allCuts: slab[cut]{size: tools},
		allPlaces: slab[place]{size: tools}, allTexts: slab[candidate]{size: tools},
	}
}

// ranked is an entry that matches a tool, and how specifically.
type ranked struct {
	*description
	rank rules.Rank
}

func (d *describer) describe(sent *sentTool) *tool {
	t := &d.tools.take(1)[0]
	*t = tool{key: Key{Server: d.part.id, Tool: sent.name}, raw: sent.raw, bound: d.engine.rules.Env().Tool(sent.facts)}
	matching := d.matching(t)
	d.places, d.cuts = d.places[:0], append(d.cuts[:0], cutName(&sent.root))
	for _, kind := range []placeKind{placeTitle, placeDescription} {
		if texts := textsOf(kind, matching); len(texts) > 0 {
			d.add(t, place{kind: kind, pointer: topPointers[kind], texts: texts}, func(text string) (schema.Edit, bool) {
				return editMember(&sent.root, members[kind], text)
			})
		}
	}
	for _, kind := range []placeKind{placeArgument, placeResult} {
		for _, p := range d.locate(t, sent, kind, matching) {
			d.add(t, p.place, p.at.Describe)
		}
	}
	t.places, t.cuts = d.allPlaces.keep(d.places), d.allCuts.keep(sortCuts(d.cuts))
	return t
}

// matching gives the entries that match a tool, the most specific first.
func (d *describer) matching(t *tool) []ranked {
	d.entries = d.match.tool(d.entries[:0], rules.NewTarget(t.key.Server, t.key.Tool))
	var matching []ranked
	for _, n := range d.entries {
		entry := &d.engine.descriptions[n]
		if rank, ok := entry.entry.Match(t.key.Server, t.key.Tool); ok {
			matching = append(matching, ranked{entry, rank})
		}
	}
	slices.SortStableFunc(matching, func(a, b ranked) int { return b.rank.Compare(a.rank) })
	return matching
}

// textsOf gives the texts for the tool itself.
func textsOf(kind placeKind, matching []ranked) (texts []candidate) {
	for _, m := range matching {
		text := m.title
		if kind == placeDescription {
			text = m.description.description
		}
		if text != nil {
			texts = append(texts, candidate{placed: text})
		}
	}
	return texts
}

// add gives a tool one more place.
func (d *describer) add(t *tool, p place, edit func(text string) (schema.Edit, bool)) {
	c, ok := cutBy(len(d.places), edit)
	if !ok {
		return
	}
	p.texts = d.allTexts.keep(p.texts)
	for i := range p.texts {
		if c := &p.texts[i]; c.readsTool {
			c.class = d.class(t, c.placed)
		}
	}
	d.places, d.cuts = append(d.places, p), append(d.cuts, c)
}

// class gives the number, in the part, of what a text can tell of the tool. Tools of one class take the same rule.
func (d *describer) class(t *tool, text *placed) uint32 {
	key := string(text.text.AppendToolKey(binary.AppendUvarint(nil, uint64(text.shape)), t.bound))
	n, known := d.classes[key]
	if !known {
		n = uint32(len(d.part.classes))
		d.classes[key] = n
		d.part.classes = append(d.part.classes, key)
	}
	return n
}

// A located place is one whose schema is at hand.
type located struct {
	place
	at schema.Place
}

// locate finds the places that paths select in one of a tool's schemas.
func (d *describer) locate(t *tool, sent *sentTool, kind placeKind, matching []ranked) (places []located) {
	var doc *schema.Schema
	var broken error
	for _, m := range matching {
		texts := m.arguments
		if kind == placeResult {
			texts = m.results
		}
		for _, text := range texts {
			if doc == nil && broken == nil {
				doc, broken = schema.New(sent.raw, sent.root.Get(members[kind]))
			}
			if broken != nil {
				d.fault(t, text, PlaceNoSchema, "", noSchema(members[kind], broken))
				continue
			}
			found := doc.Locate(*text.path)
			d.report(t, text, found)
			for _, at := range found.Places {
				i := slices.IndexFunc(places, func(p located) bool { return p.at.Schema == at.Schema })
				if i < 0 {
					i = len(places)
					pointer := jsontree.AppendToken("", members[kind]) + at.Pointer
					places = append(places, located{place{kind: kind, pointer: pointer}, at})
				}
				places[i].texts = append(places[i].texts, candidate{placed: text})
			}
		}
	}
	return places
}

func noSchema(member string, err error) string {
	if e, ok := errors.AsType[*schema.Error](err); ok && e.Code == schema.CodeTooLarge {
		return fmt.Sprintf("has nowhere to go: the tool's %s holds more schemas than are looked at", member)
	}
	return fmt.Sprintf("has nowhere to go: the tool's %s is missing or no schema", member)
}

// report notes where a path selects what can't be described.
func (d *describer) report(t *tool, text *placed, found schema.Result) {
	for _, s := range found.Shared {
		message := fmt.Sprintf("is shared with %s and left alone; to change it for all write %s", s.Other, s.Pointer)
		d.fault(t, text, PlaceShared, s.Pointer, message)
	}
	for _, pointer := range found.Boolean {
		d.fault(t, text, PlaceBoolean, pointer, "leads to a boolean schema, which has no description")
	}
	for _, pointer := range found.NotText {
		d.fault(t, text, PlaceNotText, pointer, "has a description that is no string, and is left alone")
	}
	switch {
	case found.NotSchema:
		d.fault(t, text, PlaceNotSchema, text.pathText(), "leads to something that is no schema")
	case found.Missing:
		message := "leads nowhere"
		if found.Hint != "" {
			message += "; did you mean " + found.Hint + "?"
		} else if found.Lost != "" {
			message += ": the schema refers to " + found.Lost + ", which it does not hold"
		}
		d.fault(t, text, PlaceMissing, "", message)
	}
}

func (d *describer) fault(t *tool, text *placed, code PlaceCode, pointer, message string) {
	d.part.places = append(d.part.places, PlaceFault{
		Key: t.key, Rule: d.engine.rules.Pointer(text.rule), Path: text.pathText(), Code: code, Pointer: pointer, Message: message,
	})
}
