package engine

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/schema"
)

// A numberSet is a set of tools of a catalog, by the bits of their numbers.
type numberSet []uint64

func newNumberSet(tools int) numberSet { return make(numberSet, (tools+63)/64) }

func (s numberSet) add(number int) { s[number/64] |= 1 << (number % 64) }

func (s numberSet) has(number int) bool { return s[number/64]>>(number%64)&1 == 1 }

func (s numberSet) count() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// An order is the order in which tools are listed: pinned tools by their patterns, then the others
// by priority, and equal ones in catalog order. It does not depend on a request, and neither adding
// nor removing a tool changes the order of the others.
type order struct {
	ranks  []numberSet // disjoint, in the order of the list; nil: catalog order
	pinned numberSet   // the union of the ranks of pins; nil: none
	free   *sync.Pool  // of *numberSet, for views
}

// all yields the tools of a set in the order of the list.
func (o *order) all(set numberSet, yield func(number int) bool) {
	if o.ranks == nil {
		eachInBoth(set, set, yield)
		return
	}
	for _, rank := range o.ranks {
		if !eachInBoth(set, rank, yield) {
			return
		}
	}
}

// eachInBoth yields the numbers that are in both sets, in ascending order, until yield returns
// false.
func eachInBoth(a, b numberSet, yield func(number int) bool) bool {
	for at, word := range a {
		for word &= b[at]; word != 0; word &= word - 1 {
			if !yield(at*64 + bits.TrailingZeros64(word)) {
				return false
			}
		}
	}
	return true
}

// A placement is what decides the place of a tool in the order.
type placement struct {
	pin      int // the number of the pattern that pins it; -1: not pinned
	rule     int // the number of the entry of priority; -1: none matches
	priority int
}

// A placer finds the placements of one tool after another.
type placer struct {
	discovery      *ruleset.Discovery
	pins, priority entryMatcher
}

func (e *Engine) placer() *placer {
	return &placer{discovery: e.Rules.Discovery(), pins: e.pinned.matcher(), priority: e.prioritized.matcher()}
}

func (p *placer) place(key Key) placement {
	target := ruleset.NewTarget(key.Server, key.Tool)
	at := placement{pin: -1, rule: -1, priority: ruleset.DefaultPriority}
	for _, m := range p.pins.match(target) {
		if at.pin < 0 || int(m.entry) < at.pin {
			at.pin = int(m.entry)
		}
	}
	if found := p.priority.match(target); len(found) > 0 {
		at.rule = int(found[0].entry)
		at.priority = p.discovery.Priority(at.rule)
	}
	return at
}

// alwaysLoad is the member of _meta by which clients that defer tools themselves know those that
// they should not defer.
const alwaysLoad = "anthropic/alwaysLoad"

// hintPinned adds alwaysLoad to the JSON of a tool that is pinned, if the rules say so.
func (e *Engine) hintPinned(key Key, sent *sentTool) {
	if !e.Rules.Discovery().Hints() || e.placer().place(key).pin < 0 {
		return
	}
	edit := schema.Append(&sent.root, "_meta", object(member{alwaysLoad, "true"}))
	switch meta := sent.root.Get("_meta"); {
	case meta == nil:
	case meta.Kind != jsontree.Object:
		edit = schema.Replace(meta, object(member{alwaysLoad, "true"}))
	case meta.Get(alwaysLoad) != nil:
		edit = schema.Replace(meta.Get(alwaysLoad), "true")
	default:
		edit = schema.Append(meta, alwaysLoad, "true")
	}
	if err := sent.edit(edit); err != nil && sent.leftOut == "" { // one edit never overlaps
		sent.leftOut = "can't be hinted: " + err.Error()
	}
}

// place finds the placements of the tools of a part; nil if no rule places tools.
func (p *part) place(e *Engine) {
	d := e.Rules.Discovery()
	if len(d.Pins()) == 0 && len(d.Priorities()) == 0 {
		return
	}
	placer := e.placer()
	p.placements = make([]placement, len(p.tools))
	for i, t := range p.tools {
		p.placements[i] = placer.place(t.key)
	}
	first := len(e.planned.Patterns()) + len(e.described.patterns) + len(e.annotated.patterns)
	p.matched = placer.pins.appendMatched(p.matched, first)
	p.matched = placer.priority.appendMatched(p.matched, first+len(e.pinned.patterns))
}

// order joins the placements of all tools.
func (b *builder) order() {
	c, d := b.catalog, b.engine.Rules.Discovery()
	c.order.free = new(sync.Pool)
	if len(d.Pins()) == 0 && len(d.Priorities()) == 0 {
		return
	}
	ranks := make([]numberSet, len(d.Pins())+ruleset.MaxPriority+1)
	c.order.pinned = newNumberSet(len(c.tools))
	number := 0
	for _, p := range c.parts {
		for _, at := range p.placements {
			rank := at.pin
			if rank < 0 {
				rank = len(d.Pins()) + ruleset.MaxPriority - at.priority
			} else {
				c.order.pinned.add(number)
			}
			if ranks[rank] == nil {
				ranks[rank] = newNumberSet(len(c.tools))
			}
			ranks[rank].add(number)
			number++
		}
	}
	c.order.ranks = slices.DeleteFunc(ranks, func(s numberSet) bool { return s == nil })
}
