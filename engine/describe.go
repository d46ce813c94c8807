package engine

import (
	"encoding/binary"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/naming"
)

// A describer finds, for the tools of a part, the places that entries of descriptions reach.
type describer struct {
	engine  *Engine
	part    *part
	match   entryMatcher
	classes map[string]uint32 // by shape and tool key

	nameless bool // also describe tools that can't have a name

	tools     slab[tool]
	bound     slab[cond.Tool]
	allCuts   slab[cut]
	allPlaces slab[place]
	allTexts  slab[candidate]

	faults placeFaults

	// State of the current tool, reused for the next one.
	places  []place
	cuts    []cut
	classOf map[int32]uint32 // by shape, since finding a class may be slow
}

func newDescriber(e *Engine, p *part, tools int) *describer {
	return &describer{
		engine: e, part: p, match: e.described.matcher(), classes: map[string]uint32{},
		tools: slab[tool]{size: tools}, bound: slab[cond.Tool]{size: tools}, allCuts: slab[cut]{size: tools},
		allPlaces: slab[place]{size: tools}, allTexts: slab[candidate]{size: tools},
		faults:  newPlaceFaults(e, p, tools),
		classOf: map[int32]uint32{},
	}
}

func (d *describer) describe(sent *sentTool) *tool {
	t := &d.tools.take(1)[0]
	*t = tool{key: Key{Server: d.part.id, Tool: sent.name}, raw: sent.raw, bound: &d.bound.take(1)[0]}
	if sent.sent != nil {
		t.rare = &rare{sent: sent.sent}
	}
	d.engine.Rules.Env().Bind(t.bound, sent.info)
	d.places, d.cuts = d.places[:0], append(d.cuts[:0], cutName(&sent.root))
	if d.engine.nameable(t.key) || d.nameless {
		d.findTexts(t, sent)
	}
	t.places, t.cuts = d.allPlaces.keep(d.places), d.allCuts.keep(sortCuts(d.cuts))
	d.faults.endTool()
	return t
}

// findTexts finds the places that entries reach in a tool.
func (d *describer) findTexts(t *tool, sent *sentTool) {
	matching := d.match.match(ruleset.NewTarget(t.key.Server, t.key.Tool))
	clear(d.classOf)
	changes, reject := d.changes(matching)
	if reject {
		d.rejectHidden(sent)
	}
	for _, kind := range []placeKind{placeTitle, placeDescription} {
		if texts := d.textsOf(kind, matching); len(texts) > 0 {
			d.add(t, place{kind: kind, pointer: topPointers[kind], texts: texts}, headEdits(kind, &sent.root)...)
		}
	}
	for _, kind := range []placeKind{placeArgument, placeResult} {
		for _, p := range d.locate(t, sent, kind, matching) {
			d.add(t, p.place, p.at.Describe)
		}
	}
	d.findForms(t, sent, changes)
}

// nameable reports whether a tool can have an exposed name, ignoring collisions. A server can send
// any raw name, even one of a megabyte. Tools that no request can see are not described at a
// refresh, but by [Catalog.Explain].
func (e *Engine) nameable(key Key) bool {
	_, renamed := e.scheme.Rename[key]
	return renamed || naming.ValidToolName(key.Tool)
}

// describedAnyway returns the tool with its places, even if it can't have a name.
func (e *Engine) describedAnyway(t *tool) *tool {
	if e.nameable(t.key) {
		return t
	}
	root, err := jsontree.Parse(t.raw, jsontree.Options{MaxDepth: maxToolDepth, MaxBytes: maxToolBytes})
	if err != nil {
		return t // it has been parsed before
	}
	d, a := newDescriber(e, &part{id: t.key.Server}, 1), e.annotator()
	d.nameless = true
	described, _ := a.describe(d, &sentTool{name: t.key.Tool, raw: t.raw, root: root, info: t.bound.Info()})
	return described
}

// textsOf returns the entries for a title or description of the tool itself.
func (d *describer) textsOf(kind placeKind, matching []ranked) (texts []candidate) {
	for _, m := range matching {
		entry := &d.engine.descriptions[m.entry]
		text := entry.title
		if kind == placeDescription {
			text = entry.description
		}
		if text != nil {
			texts = append(texts, candidate{placed: text})
		}
	}
	return texts
}

// add adds a place to a tool.
func (d *describer) add(t *tool, p place, edits ...edit) {
	before := len(d.cuts)
	for _, e := range edits {
		if c, ok := cutBy(len(d.places), e); ok {
			d.cuts = append(d.cuts, c)
		}
	}
	if len(d.cuts) == before {
		return
	}
	p.texts = d.allTexts.keep(p.texts)
	for i := range p.texts {
		if c := &p.texts[i]; c.readsTool {
			c.class = d.class(t, c.placed)
		}
	}
	d.places = append(d.places, p)
}

// class returns the number, in the part, of the tool's class for an entry. All tools of one class
// select the same rule.
func (d *describer) class(t *tool, text *placed) uint32 {
	if n, known := d.classOf[text.shape]; known {
		return n
	}
	key := string(text.text.AppendToolKey(binary.AppendUvarint(nil, uint64(text.shape)), t.bound))
	n, known := d.classes[key]
	if !known {
		n = uint32(len(d.part.classes))
		d.classes[key] = n
		d.part.classes = append(d.part.classes, key)
		d.part.settled = append(d.part.settled, text.text.Settle(t.bound))
	}
	d.classOf[text.shape] = n
	return n
}

// A located is a place with its schema.
type located struct {
	place
	at schema.Place
}

// locate finds the places that paths select in one of a tool's schemas.
func (d *describer) locate(t *tool, sent *sentTool, kind placeKind, matching []ranked) (places []located) {
	var doc *schema.Schema
	broken := ""
	numbers := map[*jsontree.Node]int{} // places by their schemas
	for _, m := range matching {
		entry := &d.engine.descriptions[m.entry]
		texts := entry.arguments
		if kind == placeResult {
			texts = entry.results
		}
		for _, text := range texts {
			if doc == nil && broken == "" {
				doc, broken = schemaOf(sent, kind)
			}
			if broken != "" {
				d.faults.add(t, text, CodePlaceNoSchema, "", broken)
				continue
			}
			found := d.selectPlaces(doc, text)
			d.faults.report(t, text, found)
			d.faults.besideRef(t, text, doc, found.Places)
			for _, at := range found.Places {
				i, known := numbers[at.Schema]
				if !known {
					i = len(places)
					numbers[at.Schema] = i
					pointer := jsontree.AppendToken("", members[kind]) + at.Pointer
					places = append(places, located{place{kind: kind, pointer: pointer}, at})
				}
				places[i].texts = append(places[i].texts, candidate{placed: text})
			}
		}
	}
	return places
}

// selectPlaces returns what an entry's path selects. Hints are not computed if they would not be
// reported.
func (d *describer) selectPlaces(doc *schema.Schema, text *placed) schema.Result {
	if d.faults.full(text, CodePlaceMissing) {
		return doc.Select(*text.path)
	}
	return doc.Locate(*text.path)
}

// schemaOf returns one of a tool's schemas. If there is none, broken is the message.
func schemaOf(sent *sentTool, kind placeKind) (doc *schema.Schema, broken string) {
	doc, err := schema.New(sent.raw, sent.root.Get(members[kind]))
	if err != nil {
		return nil, noSchema(members[kind], err)
	}
	return doc, ""
}
