package plan

import (
	"slices"

	"github.com/toolrules/toolrules/internal/reach"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// A Filter is a [rules.Filter] divided into parts by what they read. It is immutable and safe for
// concurrent use. It is made by [New]; the zero Filter is not usable.
type Filter struct {
	exclude, include []*node // what is evaluated, in the order of the entries; see opRun
	openByDefault    bool

	// The entries, exclude first, and the index that finds those that match a tool by name.
	entries  []entry
	nameless set // the indexes of entries that match tools by any name
	names    *reach.Index
	patterns []ruleset.NamePattern // of all entries, include first, by their numbers in names
	owners   []int32               // by the number of a pattern: the index of its entry

	// The parts by number.
	toolParts    []*node // runs, and the maximal parts of other entries that do not read the request
	requestParts []*node // the maximal parts that read only the request, without duplicates
	mixedAtoms   []*node // the atoms that read both, without duplicates
	uses         []int   // by the number of a mixed atom: how often it occurs
	requestAtoms int     // the number of distinct atoms in request parts
	repeats      bool    // one of these atoms occurs more than once
	conditions   []*node // the expressions of entries that do not read the request, without duplicates
}

// An entry is a filter entry with what a section needs to evaluate it.
type entry struct {
	*ruleset.Entry
	exclude   bool
	condition int     // the number of its expression if that does not read the request; otherwise -1
	run       int     // the number of its run among the tool parts; -1 if the entry reads the request
	parts     []*node // its tool parts if it reads the request
}

// New compiles a filter.
func New(f *ruleset.Filter) *Filter {
	b := builder{filter: &Filter{openByDefault: f.OpenByDefault()}, known: map[string]int{}, atoms: map[string]int{}}
	exclude, include := f.Entries(ruleset.ExcludeSide), f.Entries(ruleset.IncludeSide)
	b.filter.nameless = make(set, words(len(exclude)+len(include)))
	b.filter.exclude = b.entries(exclude)
	b.filter.include = b.entries(include)
	b.index(include, len(exclude))
	b.index(exclude, 0)
	b.filter.names = reach.New(b.filter.patterns)
	return b.filter
}

// Patterns returns the patterns of all entries, include first. [Section.Matched] yields indexes of
// this list, which must not be modified.
func (f *Filter) Patterns() []ruleset.NamePattern { return f.patterns }

// A builder numbers the parts of a filter.
type builder struct {
	filter *Filter
	known  map[string]int // the number of a request part, a mixed atom or a condition by its key
	part   *entry         // the entry whose parts are being numbered
	atoms  map[string]int // the number of an atom of request parts by its key
}

// index adds the patterns of entries. The first entry has the index first.
func (b *builder) index(entries []*ruleset.Entry, first int) {
	f := b.filter
	for i, e := range entries {
		patterns := e.Patterns()
		if patterns == nil {
			f.nameless.add(first + i)
		}
		f.patterns = append(f.patterns, patterns...)
		f.owners = append(f.owners, slices.Repeat([]int32{int32(first + i)}, len(patterns))...)
	}
}

// entries returns the nodes of one side.
func (b *builder) entries(entries []*ruleset.Entry) (nodes []*node) {
	run := -1
	for _, e := range entries {
		read := entry{Entry: e, exclude: e.Ref().Side == ruleset.ExcludeSide, condition: -1, run: -1}
		n := entryNode(e, len(b.filter.entries))
		if when := e.When(); when != nil && !when.ReadsRequest() {
			read.condition = b.once(nodeOf(when.Tree()), &b.filter.conditions)
		}
		switch {
		case n.readsRequest:
			run = -1
			b.part = &read
			b.number(n)
			nodes = append(nodes, n)
		case run < 0:
			run = len(b.filter.toolParts)
			n = &node{op: opRun, readsTool: true, number: run}
			b.filter.toolParts = append(b.filter.toolParts, n)
			nodes = append(nodes, n)
		}
		if !n.readsRequest {
			read.run = run
		}
		b.filter.entries = append(b.filter.entries, read)
	}
	return nodes
}

// entryNode returns the node of an entry: its names, then its expression, then its function.
func entryNode(e *ruleset.Entry, index int) *node {
	var args []*node
	if e.Patterns() != nil || e.When() == nil && e.Func() == nil {
		args = append(args, &node{op: opReach, index: index, readsTool: true})
	}
	if e.When() != nil {
		args = append(args, nodeOf(e.When().Tree()))
	}
	if e.Func() != nil {
		args = append(args, &node{op: opFunc, entry: e, readsTool: true, readsRequest: true})
	}
	return chain(opAnd, args...)
}

// number numbers the parts of a node that reads the request.
func (b *builder) number(n *node) {
	switch {
	case !n.readsRequest:
		n.number = len(b.filter.toolParts)
		b.filter.toolParts = append(b.filter.toolParts, n)
		b.part.parts = append(b.part.parts, n)
	case !n.readsTool:
		n.number = b.once(n, &b.filter.requestParts)
		b.numberAtoms(n)
	case n.op == opAtom:
		n.number = b.once(n, &b.filter.mixedAtoms)
		if n.number == len(b.filter.uses) {
			b.filter.uses = append(b.filter.uses, 0)
		}
		b.filter.uses[n.number]++
		b.filter.repeats = b.filter.repeats || b.filter.uses[n.number] > 1
	default:
		for _, arg := range n.args {
			b.number(arg)
		}
	}
}

// numberAtoms numbers the atoms of a request part. Equal atoms have one number, even in different
// parts.
func (b *builder) numberAtoms(n *node) {
	for _, arg := range n.args {
		b.numberAtoms(arg)
	}
	if n.op != opAtom {
		return
	}
	number, known := b.atoms[n.atom.Key()]
	if !known {
		number = b.filter.requestAtoms
		b.atoms[n.atom.Key()] = number
		b.filter.requestAtoms++
	}
	b.filter.repeats = b.filter.repeats || known
	n.atomNumber = number
}

// once returns the number of a node in a list without duplicate keys, and appends the node if its
// key is new.
func (b *builder) once(n *node, list *[]*node) int {
	key := n.key()
	number, known := b.known[key]
	if !known {
		number = len(*list)
		b.known[key] = number
		*list = append(*list, n)
	}
	return number
}
