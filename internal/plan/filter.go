package plan

import (
	"slices"

	"github.com/toolrules/toolrules/internal/reach"
	"github.com/toolrules/toolrules/rules"
)

// A Filter is a [rules.Filter] taken apart by what its parts read. It is immutable and safe for concurrent use. Make one with
// [New].
type Filter struct {
	exclude, include []*node // what is evaluated, in the order of the entries; a run of entries that read the tool alone is one node
	openByDefault    bool

	// The entries, exclude first, and what finds those that match a tool by name.
	entries  []entry
	nameless set // the places of entries that match tools of any name
	names    *reach.Index
	patterns []rules.NamePattern // of all entries, include first, by their numbers in names
	owners   []int32             // by the number of a pattern: the place of its entry

	// The parts by their numbers.
	toolParts    []*node // runs, and the largest parts of other entries that read nothing of a request
	requestParts []*node // the largest that read something of a request and nothing of a tool, each once
	mixedAtoms   []*node // the atoms that read both, each once
	uses         []int   // by the number of a mixed atom: how many times it is written
	requestAtoms int     // how many atoms request parts are made of, each counted once
	repeats      bool    // one of all these atoms is written several times
	conditions   []*node // the expressions of entries that read nothing of a request, each once
}

// An entry is what a section needs to know of an entry.
type entry struct {
	*rules.Entry
	exclude   bool
	condition int     // the number of its expression if that reads nothing of a request; -1 if it has none
	run       int     // the number of its run among the tool parts; -1 if the entry reads the request
	parts     []*node // the tool parts in it, if it does
}

// New takes a filter apart.
func New(f *rules.Filter) *Filter {
	b := builder{filter: &Filter{openByDefault: f.OpenByDefault()}, known: map[string]int{}, atoms: map[string]int{}}
	exclude, include := f.Entries(rules.ExcludeSide), f.Entries(rules.IncludeSide)
	b.filter.nameless = make(set, words(len(exclude)+len(include)))
	b.filter.exclude = b.entries(exclude)
	b.filter.include = b.entries(include)
	b.index(include, len(exclude))
	b.index(exclude, 0)
	b.filter.names = reach.New(b.filter.patterns)
	return b.filter
}

// Patterns returns the patterns of all entries, include first, by the numbers that [Section.Matched] has. The list must not be
// changed.
func (f *Filter) Patterns() []rules.NamePattern { return f.patterns }

// A builder numbers the parts of a filter.
type builder struct {
	filter *Filter
	known  map[string]int // the number of a request part, a mixed atom or a condition by its key
	part   *entry         // the entry that is numbered
	atoms  map[string]int // the number of an atom of request parts by its key
}

// index adds the patterns of entries, the first of which has the place first.
func (b *builder) index(entries []*rules.Entry, first int) {
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
func (b *builder) entries(entries []*rules.Entry) (nodes []*node) {
	run := -1
	for _, e := range entries {
		read := entry{Entry: e, exclude: e.Ref().Side == rules.ExcludeSide, condition: -1, run: -1}
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

// entryNode returns what an entry evaluates: its names, then its expression, then its function.
func entryNode(e *rules.Entry, place int) *node {
	var args []*node
	if e.Patterns() != nil || e.When() == nil && e.Func() == nil {
		args = append(args, &node{op: opReach, place: place, readsTool: true})
	}
	if e.When() != nil {
		args = append(args, nodeOf(e.When().Tree()))
	}
	if e.Func() != nil {
		args = append(args, &node{op: opFunc, entry: e, readsTool: true, readsRequest: true})
	}
	return chain(opAnd, args...)
}

// number numbers the parts in a node that reads the request.
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

// numberAtoms numbers the atoms of a request part. Equal ones have one number, in whatever parts they are.
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

// once returns the number of a node in a list that has no two of one key.
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
