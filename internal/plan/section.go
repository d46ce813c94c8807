package plan

import (
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// A Section is some tools of a catalog, usually those of one server, with everything about them that no request can change. It
// is what a refresh costs: a catalog of which one server's list changed keeps the sections of the others. It is immutable and
// safe for concurrent use.
type Section struct {
	tools   []*cond.Tool
	present set   // the tools that some request may see, as far as the catalog knows
	yes     []set // the tools for which a tool part is true, by its number
	failed  []set // those for which it fails
	broken  []set // by the number of a mixed atom: the tools that lack something that it mentions
	faulty  set   // the tools for which an entry fails that reads nothing of a request
	hidden  set   // the tools that an exclude entry takes that reads nothing of a request
	letIn   set   // the tools that some include entry may take

	matched set // the numbers of the patterns that match some tool
	asking  set // the places of the entries that read the request and match, by name, some tool that may be visible
}

// absent stands for a tool that no request sees.
var absent = (*cond.Env)(nil).Tool(expr.ToolInfo{})

// Section evaluates all that reads the tool alone. No request sees a nil tool, for which nothing is evaluated, nor those that are
// withheld, whose places are in ascending order.
func (f *Filter) Section(tools []*cond.Tool, withheld ...int) *Section {
	parts, mixed := len(f.toolParts), len(f.mixedAtoms)
	all := sets(2*parts+mixed+4, len(tools))
	yes, failed, broken, single := all[:parts:parts], all[parts:2*parts:2*parts], all[2*parts:2*parts+mixed], all[2*parts+mixed:]
	s := &Section{tools: make([]*cond.Tool, len(tools)), yes: yes, failed: failed, broken: broken,
		present: single[0], faulty: single[1], hidden: single[2], letIn: single[3],
		matched: make(set, words(len(f.patterns))), asking: make(set, words(len(f.entries)))}
	b := sectionBuilder{filter: f, section: s, reached: make(set, len(f.nameless)), known: make([]answer, len(f.conditions))}
	for i, t := range tools {
		if t == nil {
			s.tools[i] = absent
			continue
		}
		s.tools[i] = t
		if _, found := slices.BinarySearch(withheld, i); !found {
			s.present.add(i)
		}
		b.evaluate(i, t)
	}
	return s
}

// Matched calls yield for each pattern that matches a tool, by its number in [Filter.Patterns], in order.
func (s *Section) Matched(yield func(int) bool) { s.matched.all(yield) }

// Showable reports whether some request may see tool i: no entry that reads nothing of a request excludes it, and one may include
// it. It is [rules.Filter.StaticVisible].
func (f *Filter) Showable(s *Section, i int) bool {
	return s.present.has(i) && !s.hidden.has(i) && (f.openByDefault || s.letIn.has(i))
}

// Faulty reports whether an entry that reads nothing of a request fails for tool i.
func (s *Section) Faulty(i int) bool { return s.faulty.has(i) }

// Asking returns the entries that read the request and match, by name, a tool that some request may see; of all tools of the
// section, or of those for which only reports true. A nil only is always true.
func (f *Filter) Asking(s *Section, only func(i int) bool) (entries []*rules.Entry) {
	asking := s.asking
	if only != nil {
		b := sectionBuilder{filter: f, section: &Section{asking: make(set, words(len(f.entries)))}, reached: make(set, len(f.nameless))}
		for i, t := range s.tools {
			if f.Showable(s, i) && only(i) {
				b.reach(t)
				b.ask()
			}
		}
		asking = b.section.asking
	}
	for place := range asking.all {
		entries = append(entries, f.entries[place].Entry)
	}
	return entries
}

// Reached returns the entries that match a tool by name, exclude first, in their order.
func (f *Filter) Reached(t *cond.Tool) (entries []*rules.Entry) {
	b := sectionBuilder{filter: f, reached: make(set, len(f.nameless))}
	b.reach(t)
	for place := range b.reached.all {
		entries = append(entries, f.entries[place].Entry)
	}
	return entries
}

// A sectionBuilder evaluates one tool after the other.
type sectionBuilder struct {
	filter  *Filter
	section *Section

	// Of the tool that is evaluated.
	reached set // the places of the entries that match it by name
	numbers []int32
	known   []answer // by the number of a condition
}

// reach finds the entries that match a tool by name.
func (b *sectionBuilder) reach(t *cond.Tool) {
	facts := t.Info()
	copy(b.reached, b.filter.nameless)
	b.numbers = b.filter.names.Append(b.numbers[:0], rules.NewTarget(facts.Server, facts.Name))
	for _, n := range b.numbers {
		b.reached.add(int(b.filter.owners[n]))
	}
}

// evaluate finds out all that the section knows of tool i.
func (b *sectionBuilder) evaluate(i int, t *cond.Tool) {
	f, s := b.filter, b.section
	b.reach(t)
	for _, n := range b.numbers {
		s.matched.add(int(n))
	}
	clear(b.known)
	about := subject{tool: t, reached: b.reached}
	for place := range b.reached.all {
		switch e := &f.entries[place]; {
		case e.run >= 0:
			b.decide(e, i, &about)
		default:
			b.parts(e, i, &about)
		}
	}
	for k, n := range f.mixedAtoms {
		if !n.atom.CanReadTool(t) {
			s.broken[k].add(i)
		}
	}
	if f.Showable(s, i) {
		b.ask()
	}
}

// decide adds the outcome of an entry that reads nothing of the request to that of its run. In an exclude run the first entry that
// takes the tool or fails counts, in an include run the first that takes it and whatever fails before.
func (b *sectionBuilder) decide(e *entry, i int, about *subject) {
	s := b.section
	outcome := b.condition(e, about)
	if outcome == cond.Failed {
		s.faulty.add(i)
	}
	switch yes, failed := s.yes[e.run], s.failed[e.run]; {
	case outcome == cond.False:
		return
	case yes.has(i) || e.exclude && failed.has(i):
	case outcome == cond.True:
		yes.add(i)
	default:
		failed.add(i)
	}
	if e.exclude {
		s.hidden.add(i)
	} else if outcome == cond.True {
		s.letIn.add(i)
	}
}

// parts evaluates the tool parts of an entry that reads the request.
func (b *sectionBuilder) parts(e *entry, i int, about *subject) {
	s := b.section
	for _, part := range e.parts {
		switch part.ask(about) {
		case cond.True:
			s.yes[part.number].add(i)
		case cond.Failed:
			s.failed[part.number].add(i)
		}
	}
	if !e.exclude && (e.When() != nil && e.condition < 0 || b.condition(e, about) == cond.True) {
		s.letIn.add(i)
	}
}

// condition returns the outcome of an entry's expression, if it reads nothing of a request. Equal ones are evaluated once a tool.
func (b *sectionBuilder) condition(e *entry, about *subject) cond.Outcome {
	if e.condition < 0 {
		return cond.True
	}
	known := &b.known[e.condition]
	if *known == unasked {
		*known = answerOf(b.filter.conditions[e.condition].ask(about))
	}
	return known.outcome()
}

// ask notes the entries that read the request and match the tool by name.
func (b *sectionBuilder) ask() {
	for place := range b.reached.all {
		if b.filter.entries[place].run < 0 {
			b.section.asking.add(place)
		}
	}
}

// join puts the sets of sections, each of which of returns, together to sets of all tools.
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

// sets returns count empty sets of tools in one piece of memory.
func sets(count, tools int) []set {
	n := words(tools)
	all := make(set, count*n)
	list := make([]set, count)
	for i := range list {
		list[i] = all[i*n : (i+1)*n : (i+1)*n]
	}
	return list
}
