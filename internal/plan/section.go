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
	broken []set // by the number of a mixed atom: the tools that lack something that it mentions
}

// Section looks at tools, none of which may be nil.
//
// Once an entry hides a tool, whatever the request, no request asks those behind it about the tool, so it does not matter what names
// they take. That spares a fifth of the time. Expressions are evaluated all the same: where one fails, the operator is told.
func (f *Filter) Section(tools []*expr.Tool) *Section {
	n := len(tools)
	s := &Section{tools: tools, yes: sets(len(f.toolParts), n), failed: sets(len(f.toolParts), n), broken: sets(len(f.mixedAtoms), n)}
	for i, t := range tools {
		facts := t.Facts()
		about := subject{tool: t, names: rules.NewTarget(facts.Server, facts.Name)}
		hidden := false
		for k, part := range f.toolParts {
			if hidden && part.op == opReach {
				continue
			}
			outcome := part.ask(&about)
			switch outcome {
			case expr.True:
				s.yes[k].add(i)
			case expr.Failed:
				s.failed[k].add(i)
			}
			hidden = hidden || f.hides[k] && outcome != expr.False
		}
		for k, n := range f.mixedAtoms {
			if !n.atom.CanReadTool(t) {
				s.broken[k].add(i)
			}
		}
	}
	return s
}

// join puts the sets of sections, each of which of gives, together to sets of all tools.
func join(sections []*Section, count, tools int, of func(*Section) []set) []set {
	joined := sets(count, tools)
	at := 0
	for _, s := range sections {
		for k, part := range of(s) {
			joined[k].place(at, part, len(s.tools))
		}
		at += len(s.tools)
	}
	return joined
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
