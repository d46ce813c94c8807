package plan

import (
	"slices"
	"sync"

	"github.com/toolrules/toolrules/internal/cond"
)

// A Plan answers for the tools of one catalog which of them a request sees. Tools have the numbers of their places in the
// sections that the plan was made of, from 0. It is immutable and safe for concurrent use. Make one with [Filter.Plan].
type Plan struct {
	filter *Filter
	tools  []*cond.Tool
	all    set   // the tools that some request may see, as far as the catalog knows
	yes    []set // the tools for which a tool part of the filter is true, by its number
	failed []set // those for which it fails
	mixed  []mixedAtom

	open     set    // the tools that no exclude entry takes that reads nothing of the request
	included set    // those of them that need no other include entry
	exclude  []step // the entries that read the request, as far as they count for some open tool
	include  []step

	pool sync.Pool // of *scratch
}

// A step is an entry that is asked for each request.
type step struct {
	node     *node
	verdicts *verdicts // nil: the node has to be evaluated
}

// Plan puts sections together, all of which must come from this filter.
func (f *Filter) Plan(sections ...*Section) *Plan {
	n := 0
	for _, s := range sections {
		n += len(s.tools)
	}
	p := &Plan{filter: f, tools: make([]*cond.Tool, 0, n), all: make(set, words(n))}
	for _, s := range sections {
		p.all.place(len(p.tools), s.present, len(s.tools))
		p.tools = append(p.tools, s.tools...)
	}
	p.yes = join(sections, len(f.toolParts), n, func(s *Section) []set { return s.yes })
	p.failed = join(sections, len(f.toolParts), n, func(s *Section) []set { return s.failed })
	broken := join(sections, len(f.mixedAtoms), n, func(s *Section) []set { return s.broken })
	x := indexer{tools: p.tools, lookups: map[string]*lookup{}, classes: map[string]*classes{}}
	for k, n := range f.mixedAtoms {
		p.mixed = append(p.mixed, x.index(n.atom, broken[k]))
	}
	p.settle()
	return p
}

// settle takes together what no request can change, and prepares the rest.
func (p *Plan) settle() {
	p.open, p.included = slices.Clone(p.all), make(set, len(p.all))
	for _, n := range p.filter.exclude {
		if !n.readsRequest {
			p.open.rest(p.open, p.yes[n.number], p.failed[n.number])
		}
	}
	if p.filter.openByDefault {
		p.included.or(p.open)
	}
	for _, n := range p.filter.include {
		if !n.readsRequest {
			p.included.or(p.yes[n.number])
		}
	}
	p.included.meet(p.included, p.open)
	p.exclude = p.steps(p.filter.exclude, p.open, true)
	rest := slices.Clone(p.open)
	rest.without(p.included)
	p.include = p.steps(p.filter.include, rest, false)
}

// steps gives what there is to ask about tools, the cheapest first.
func (p *Plan) steps(entries []*node, tools set, orFailed bool) (steps []step) {
	w := walk{plan: p, scratch: p.borrow()}
	for _, n := range entries {
		if !n.readsRequest {
			continue
		}
		s := step{node: n, verdicts: w.findVerdicts(n, tools, orFailed)}
		if s.verdicts == nil || !s.verdicts.never() {
			steps = append(steps, s)
		}
	}
	slices.SortStableFunc(steps, func(a, b step) int { return a.cost() - b.cost() })
	return steps
}

// cost ranks steps by what they cost a tool.
func (s step) cost() int {
	if s.verdicts != nil {
		return 0
	}
	return s.node.cost()
}
