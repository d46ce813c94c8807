package plan

import (
	"slices"
	"sync"

	"github.com/toolrules/toolrules/internal/cond"
)

// A Plan finds the tools of one catalog that a request sees. Tools are numbered from 0 in the order
// of the sections. A Plan is immutable and safe for concurrent use. It is made by [Filter.Plan];
// the zero Plan is not usable.
type Plan struct {
	filter *Filter
	tools  []*cond.Tool
	all    set   // the tools that are neither nil nor withheld
	yes    []set // by the number of a tool part: the tools for which it is true
	failed []set // by the number of a tool part: the tools for which it fails
	mixed  []mixedAtom

	open     set    // the tools that no exclude entry hides from every request
	included set    // the tools of open that an include entry shows to every request
	exclude  []step // the entries that read the request and may hide an open tool
	include  []step

	pool sync.Pool // of *scratch
}

// A step is an entry that is evaluated for each request.
type step struct {
	node     *node
	verdicts *verdicts // nil if the node has to be evaluated
}

// Plan returns the plan of sections, all of which must come from f.
func (f *Filter) Plan(sections ...*Section) *Plan {
	n := 0
	for _, s := range sections {
		n += len(s.tools)
	}
	p := &Plan{filter: f, tools: make([]*cond.Tool, 0, n), all: make(set, words(n))}
	for _, s := range sections {
		p.all.orAt(len(p.tools), s.present, len(s.tools))
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

// settle computes what no request can change, and the steps that remain for requests.
func (p *Plan) settle() {
	p.open, p.included = slices.Clone(p.all), make(set, len(p.all))
	for _, n := range p.filter.exclude {
		if !n.readsRequest {
			p.open.andNot(p.open, p.yes[n.number], p.failed[n.number])
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
	p.included.intersect(p.included, p.open)
	p.exclude = p.steps(p.filter.exclude, p.open, true)
	rest := slices.Clone(p.open)
	rest.subtract(p.included)
	p.include = p.steps(p.filter.include, rest, false)
}

// steps returns the entries to evaluate for tools, cheapest first. Entries that no request can make
// count for a tool are omitted.
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

// cost ranks steps by what they cost for each tool; 0 is the cheapest.
func (s step) cost() int {
	if s.verdicts != nil {
		return 0
	}
	return s.node.cost()
}
