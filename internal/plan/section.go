package plan

import (
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// A Section is a list of tools, usually those of one server, with everything about them that no
// request can change. A refresh computes only the sections of servers whose lists have changed. A
// Section is immutable and safe for concurrent use.
type Section struct {
	tools   []*cond.Tool
	present set   // the tools that are neither nil nor withheld
	yes     []set // by the number of a tool part: the tools for which it is true
	failed  []set // by the number of a tool part: the tools for which it fails
	broken  []set // by the number of a mixed atom: the tools that lack a value that it reads
	faulty  set   // the tools for which an entry fails that does not read the request
	hidden  set   // the tools that an exclude entry hides from every request
	letIn   set   // the tools that some include entry may match

	matched        set // the numbers of the patterns that match some tool
	requestEntries set // see [Filter.RequestEntries]
}

// absent replaces a nil tool.
var absent = (*cond.Env)(nil).Tool(expr.ToolInfo{})

// Section evaluates the parts that read only the tool. No request sees a tool that is nil or
// withheld; nil tools are not evaluated. The values of withheld are indexes of tools, in ascending
// order.
func (f *Filter) Section(tools []*cond.Tool, withheld ...int) *Section {
	parts, mixed := len(f.toolParts), len(f.mixedAtoms)
	all := sets(2*parts+mixed+4, len(tools))
	yes, failed := all[:parts:parts], all[parts:2*parts:2*parts]
	broken, single := all[2*parts:2*parts+mixed], all[2*parts+mixed:]
	s := &Section{tools: make([]*cond.Tool, len(tools)), yes: yes, failed: failed, broken: broken,
		present: single[0], faulty: single[1], hidden: single[2], letIn: single[3],
		matched: make(set, words(len(f.patterns))), requestEntries: make(set, words(len(f.entries)))}
	b := sectionBuilder{
		filter: f, section: s,
		reached: make(set, len(f.nameless)), known: make([]cachedOutcome, len(f.conditions)),
	}
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

// Matched yields the index in [Filter.Patterns] of each pattern that matches a tool, in ascending
// order.
func (s *Section) Matched(yield func(int) bool) { s.matched.all(yield) }

// Showable reports whether some request may see tool i: no entry excludes it from every request,
// and some entry may include it. The reference is [rules.Filter.StaticVisible].
func (f *Filter) Showable(s *Section, i int) bool {
	return s.present.has(i) && !s.hidden.has(i) && (f.openByDefault || s.letIn.has(i))
}

// Faulty reports whether an entry that does not read the request fails for tool i.
func (s *Section) Faulty(i int) bool { return s.faulty.has(i) }

// RequestEntries returns the entries that read the request and match, by name, a tool of the
// section that some request may see. If only is not nil, tools for which it returns false are
// ignored.
func (f *Filter) RequestEntries(s *Section, only func(i int) bool) (entries []*ruleset.Entry) {
	requestEntries := s.requestEntries
	if only != nil {
		found := &Section{requestEntries: make(set, words(len(f.entries)))}
		b := sectionBuilder{filter: f, section: found, reached: make(set, len(f.nameless))}
		for i, t := range s.tools {
			if f.Showable(s, i) && only(i) {
				b.reach(t)
				b.noteRequestEntries()
			}
		}
		requestEntries = b.section.requestEntries
	}
	for index := range requestEntries.all {
		entries = append(entries, f.entries[index].Entry)
	}
	return entries
}

// Reached returns the entries that match a tool by name, exclude first, in the order of the filter.
func (f *Filter) Reached(t *cond.Tool) (entries []*ruleset.Entry) {
	b := sectionBuilder{filter: f, reached: make(set, len(f.nameless))}
	b.reach(t)
	for index := range b.reached.all {
		entries = append(entries, f.entries[index].Entry)
	}
	return entries
}

// A sectionBuilder evaluates one tool after another.
type sectionBuilder struct {
	filter  *Filter
	section *Section

	// State of the current tool.
	reached set // the indexes of the entries that match it by name
	numbers []int32
	known   []cachedOutcome // by the number of a condition
}

// reach finds the entries that match a tool by name.
func (b *sectionBuilder) reach(t *cond.Tool) {
	facts := t.Info()
	copy(b.reached, b.filter.nameless)
	b.numbers = b.filter.names.Append(b.numbers[:0], ruleset.NewTarget(facts.Server, facts.Name))
	for _, n := range b.numbers {
		b.reached.add(int(b.filter.owners[n]))
	}
}

// evaluate computes everything that the section holds about tool i.
func (b *sectionBuilder) evaluate(i int, t *cond.Tool) {
	f, s := b.filter, b.section
	b.reach(t)
	for _, n := range b.numbers {
		s.matched.add(int(n))
	}
	clear(b.known)
	about := subject{tool: t, reached: b.reached}
	for index := range b.reached.all {
		switch e := &f.entries[index]; {
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
		b.noteRequestEntries()
	}
}

// decide adds the outcome of an entry that does not read the request to its run. In an exclude run
// the first entry that matches or fails counts. In an include run the first that matches counts,
// and each failure before it.
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
		switch part.eval(about) {
		case cond.True:
			s.yes[part.number].add(i)
		case cond.Failed:
			s.failed[part.number].add(i)
		}
	}
	switch outcome := b.condition(e, about); {
	case e.exclude && outcome == cond.Failed: // before its function is called
		s.hidden.add(i)
	case !e.exclude && outcome == cond.True:
		s.letIn.add(i)
	}
}

// condition returns the outcome of an entry's expression if that does not read the request, and
// otherwise true. Equal expressions are evaluated once for each tool.
func (b *sectionBuilder) condition(e *entry, about *subject) cond.Outcome {
	if e.condition < 0 {
		return cond.True
	}
	known := &b.known[e.condition]
	if *known == notEvaluated {
		*known = cached(b.filter.conditions[e.condition].eval(about))
	}
	return known.outcome()
}

// noteRequestEntries adds the entries that read the request and match the tool by name.
func (b *sectionBuilder) noteRequestEntries() {
	for index := range b.reached.all {
		if b.filter.entries[index].run < 0 {
			b.section.requestEntries.add(index)
		}
	}
}

// join returns sets of all tools. Each is joined from the sets that of returns for the sections.
func join(sections []*Section, count, tools int, of func(*Section) []set) []set {
	joined := sets(count, tools)
	at := 0
	for _, s := range sections {
		for k, part := range of(s) {
			joined[k].orAt(at, part, len(s.tools))
		}
		at += len(s.tools)
	}
	return joined
}

// sets returns count empty sets of tools in one allocation.
func sets(count, tools int) []set {
	n := words(tools)
	all := make(set, count*n)
	list := make([]set, count)
	for i := range list {
		list[i] = all[i*n : (i+1)*n : (i+1)*n]
	}
	return list
}
