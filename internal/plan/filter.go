package plan

import (
	"github.com/toolrules/toolrules/rules"
)

// A Filter is a [rules.Filter] taken apart by what its parts read. It is immutable and safe for concurrent use. Make one with
// [New].
type Filter struct {
	exclude, include []*node // what the entries ask, in the order in which they were written
	openByDefault    bool

	// The parts by their numbers.
	toolParts    []*node // the largest parts that read nothing of a request, in the order of the entries, exclude first
	requestParts []*node // the largest that read something of a request and nothing of a tool, each once
	mixedAtoms   []*node // the atoms that read both, each once

	hides []bool // by the number of a tool part: it is all of an exclude entry
}

// New takes a filter apart.
func New(f *rules.Filter) *Filter {
	b := builder{filter: &Filter{openByDefault: f.OpenByDefault()}, asked: map[string]int{}}
	b.filter.exclude = b.entries(f.Entries(rules.ExcludeSide))
	b.filter.include = b.entries(f.Entries(rules.IncludeSide))
	b.filter.hides = make([]bool, len(b.filter.toolParts))
	for _, n := range b.filter.exclude {
		if !n.readsRequest {
			b.filter.hides[n.number] = true
		}
	}
	return b.filter
}

// A builder numbers the parts of a filter.
type builder struct {
	filter *Filter
	asked  map[string]int // the number of a request part or of a mixed atom by its key
}

func (b *builder) entries(entries []*rules.Entry) []*node {
	nodes := make([]*node, len(entries))
	for i, e := range entries {
		nodes[i] = entryNode(e)
		b.number(nodes[i])
	}
	return nodes
}

// entryNode gives what an entry asks: its names, then its expression, then its function.
func entryNode(e *rules.Entry) *node {
	var args []*node
	if e.Patterns() != nil || e.When() == nil && e.Func() == nil {
		args = append(args, &node{op: opReach, entry: e, readsTool: true})
	}
	if e.When() != nil {
		args = append(args, nodeOf(e.When().Tree()))
	}
	if e.Func() != nil {
		args = append(args, &node{op: opFunc, entry: e, readsTool: true, readsRequest: true})
	}
	return chain(opAnd, args...)
}

// number numbers the parts in a node.
func (b *builder) number(n *node) {
	switch {
	case !n.readsRequest:
		n.number = len(b.filter.toolParts)
		b.filter.toolParts = append(b.filter.toolParts, n)
	case !n.readsTool:
		n.number = b.once(n, &b.filter.requestParts)
	case n.op == opAtom:
		n.number = b.once(n, &b.filter.mixedAtoms)
	default:
		for _, arg := range n.args {
			b.number(arg)
		}
	}
}

// once gives the number of a node in a list that has no two of one key.
func (b *builder) once(n *node, list *[]*node) int {
	key := n.key()
	number, known := b.asked[key]
	if !known {
		number = len(*list)
		b.asked[key] = number
		*list = append(*list, n)
	}
	return number
}
