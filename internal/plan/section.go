package plan

import (
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// A Section is some tools of a catalog, as a rule those of one server, with everything about them that no request can change. It
// is what refreshing costs: a catalog of which one server's list changed keeps the sections of the others. It is immutable and
// safe for concurrent use.
type Section struct {
	tools  []*expr.Tool
	yes    []set // the tools for which a tool part is true, by its number
	failed []set // those for which it fails
}

// Section looks at tools, none of which may be nil.
func (f *Filter) Section(tools []*expr.Tool) *Section {
	s := &Section{tools: tools, yes: sets(len(f.toolParts), len(tools)), failed: sets(len(f.toolParts), len(tools))}
	for i, t := range tools {
		facts := t.Facts()
		about := subject{tool: t, names: rules.NewTarget(facts.Server, facts.Name)}
		for k, part := range f.toolParts {
			switch part.ask(&about) {
			case expr.True:
				s.yes[k].add(i)
			case expr.Failed:
				s.failed[k].add(i)
			}
		}
	}
	return s
}

// sets gives count empty sets of tools in one piece of memory.
func sets(count, tools int) []set {
	n := words(tools)
	all := make(set, count*n)
	list := make([]set, count)
	for i := range list {
		list[i] = all[i*n : (i+1)*n : (i+1)*n]
	}
	return list
}
