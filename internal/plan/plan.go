package plan

import (
	"sync"

	"github.com/toolrules/toolrules/expr"
)

// A Plan answers for the tools of one catalog which of them a request sees. Tools have the numbers of their places in the
// sections that the plan was made of, from 0. It is immutable and safe for concurrent use. Make one with [Filter.Plan].
type Plan struct {
	filter *Filter
	tools  []*expr.Tool
	all    set
	yes    []set // the tools for which a tool part of the filter is true, by its number
	failed []set // those for which it fails

	pool sync.Pool // of *scratch
}

// Plan puts sections together, all of which must come from this filter.
func (f *Filter) Plan(sections ...*Section) *Plan {
	n := 0
	for _, s := range sections {
		n += len(s.tools)
	}
	p := &Plan{filter: f, tools: make([]*expr.Tool, 0, n), all: full(n), yes: sets(len(f.toolParts), n), failed: sets(len(f.toolParts), n)}
	for _, s := range sections {
		for k := range f.toolParts {
			p.yes[k].place(len(p.tools), s.yes[k], len(s.tools))
			p.failed[k].place(len(p.tools), s.failed[k], len(s.tools))
		}
		p.tools = append(p.tools, s.tools...)
	}
	return p
}
