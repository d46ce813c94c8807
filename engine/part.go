package engine

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// A part is what a catalog holds for one server: everything that neither another server nor a
// request can change. Building parts is nearly the whole cost of a catalog, so a catalog in which
// one list has changed shares the parts of all other servers with the catalog before it.
//
// A part never changes once its first catalog is built. What other servers can change, names above
// all, is in the catalog.
type part struct {
	id      string
	tags    map[string][]string // of the host
	tools   []*tool
	listed  int       // how many tools the server listed
	leftOut []leftOut // the tools that no request sees since they do not conform, by index
	faults  []Fault
	places  []PlaceFault
	matched []int            // the numbers of the patterns that match some tool: filter, descriptions, annotations
	classes []string         // the classes of tools that entries distinguish: see [describer.class]
	settled [][]cond.Settled // by class: the outcomes of conditions that no request changes
	section *plan.Section

	showable []bool // by tool: some request may see it, if it has a name
	failures []Failure

	placements []placement // by tool: what decides its place in lists; nil if no rule does

	longFailures int          // the number of failures of tryLong, reported or not
	dependencies dependencies // of all showable tools
}

// A leftOut is a tool that no request sees, by its index in the tools of a part, and the reason.
type leftOut struct {
	tool   int
	reason string
}

// whyLeftOut returns the reason why a tool is left out; empty if it is not.
func (p *part) whyLeftOut(tool int) string {
	at, found := slices.BinarySearchFunc(p.leftOut, tool, func(l leftOut, tool int) int { return cmp.Compare(l.tool, tool) })
	if !found {
		return ""
	}
	return p.leftOut[at].reason
}

// newPart reads everything that a server sent.
func (e *Engine) newPart(s Server) *part {
	r := newReader(s, e.opts.KeepNonconforming)
	p := &part{id: s.ID, tags: s.Tags, tools: make([]*tool, 0, r.count), listed: r.count}
	d := newDescriber(e, p, r.count)
	bound := make([]*cond.Tool, 0, r.count)
	annotator := e.annotator()
	for sent := range r.tools {
		t := p.read(e, &annotator, d, sent)
		if sent.leftOut != "" {
			p.leftOut = append(p.leftOut, leftOut{len(p.tools), sent.leftOut})
		}
		p.tools, bound = append(p.tools, t), append(bound, t.bound)
		if !e.nameable(t.key) {
			bound[len(bound)-1] = nil
		}
	}
	if e.File().Order == "name" {
		p.sortByName(bound)
	}
	p.faults = mergeFaults(r.faults, p.faults)
	withheld := make([]int, len(p.leftOut))
	for i, l := range p.leftOut {
		withheld[i] = l.tool
	}
	p.section = e.planned.Section(bound, withheld...)
	p.matched = slices.Collect(p.section.Matched)
	p.matched = d.match.appendMatched(p.matched, len(e.planned.Patterns()))
	p.matched = annotator.match.appendMatched(p.matched, len(e.planned.Patterns())+len(e.described.patterns))
	p.place(e)
	p.settle(e)
	return p
}

// sortByName sorts the tools by their raw names, and those with one name by what was sent, so that
// lists do not depend on the order in which a server lists its tools.
func (p *part) sortByName(bound []*cond.Tool) {
	order := make([]int, len(p.tools))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := p.tools[a], p.tools[b]
		return cmp.Or(strings.Compare(x.key.Tool, y.key.Tool), bytes.Compare(x.asSent(), y.asSent()))
	})
	tools, all, left := slices.Clone(p.tools), slices.Clone(bound), p.leftOut
	p.leftOut = nil
	for i, from := range order {
		p.tools[i], bound[i] = tools[from], all[from]
		if at := slices.IndexFunc(left, func(l leftOut) bool { return l.tool == from }); at >= 0 {
			p.leftOut = append(p.leftOut, leftOut{i, left[at].reason})
		}
	}
}

// mergeFaults merges two lists of faults, each in the order of the tools.
func mergeFaults(a, b []Fault) []Fault {
	if len(b) == 0 {
		return a
	}
	all := append(slices.Clone(a), b...)
	slices.SortStableFunc(all, func(x, y Fault) int { return cmp.Compare(x.Index, y.Index) })
	return all
}

// read annotates and describes a tool.
func (p *part) read(e *Engine, a *annotator, d *describer, sent *sentTool) *tool {
	e.hintPinned(Key{Server: p.id, Tool: sent.name}, sent)
	if len(e.Rules.Annotations()) == 0 || !e.nameable(Key{Server: p.id, Tool: sent.name}) {
		return d.describe(sent)
	}
	t, found := a.describe(d, sent)
	for _, f := range found.failures() {
		p.failures = append(p.failures, e.failureAt(t.key, f.entry.Pointer()+"/when", f.failure.String()))
	}
	return t
}

// settle computes which tools some request may see, and reports the rules that fail for every
// request.
func (p *part) settle(e *Engine) {
	p.showable = make([]bool, len(p.tools))
	for i, t := range p.tools {
		p.showable[i] = e.planned.Showable(p.section, i)
		if p.section.Faulty(i) && p.whyLeftOut(i) == "" {
			p.tryRules(e, t)
		}
		if t.bound.IsLong() && p.whyLeftOut(i) == "" && e.nameable(t.key) {
			p.tryLong(e, t)
		}
	}
	p.dependencies = p.findDependencies(e, nil)
}

// tryRules reports the rules that fail for a tool whatever the request, so that such a rule is
// known before the first request.
func (p *part) tryRules(e *Engine, t *tool) {
	for _, m := range e.filter.Decide(t.bound, nil).Matches {
		if m.Failure != nil && m.Static {
			p.failures = append(p.failures, e.entryFailure(t.key, m))
		}
	}
}

// maxLongFailures is the maximum number of failures of tryLong in one part. A server can cause one
// for each tool and rule.
const maxLongFailures = 1000

// tryLong reports rules that read the request but fail for the tool whatever the request, since a
// part of the condition reads a string of the tool that is too long. Rules that read only the tool
// are reported by tryRules.
func (p *part) tryLong(e *Engine, t *tool) {
	report := func(f Failure) {
		if p.longFailures++; p.longFailures <= maxLongFailures {
			p.failures = append(p.failures, f)
		}
	}
	if p.longFailures > maxLongFailures {
		return
	}
	for _, entry := range e.planned.Reached(t.bound) {
		when := entry.When()
		if when == nil || !when.ReadsRequest() {
			continue
		}
		if f := when.ToolFailure(t.bound); f != nil {
			ref := entry.Ref()
			report(e.entryFailure(t.key, ruleset.Match{EntryRef: ref, At: ref.Pointer + "/when", Failure: &ruleset.EntryFailure{Expression: f}}))
		}
	}
	for _, place := range t.places {
		for _, text := range place.texts {
			text.text.ToolFailures(t.bound, func(rule int, failure *expr.Failure) {
				report(e.failureAt(t.key, runnerPointer(text.placed, rule), failure.String()))
			})
		}
	}
}

// Dependencies are what the results of requests depend on.
type dependencies struct {
	paths   []string // the paths that rules read, as expressions name them
	unknown bool     // a Go function affects the result
}

// findDependencies collects what the rules read that reach some showable tool. If only is not nil,
// tools for which it returns false are ignored.
func (p *part) findDependencies(e *Engine, only func(i int) bool) dependencies {
	var s dependencies
	texts := map[*placed]bool{}
	for i, t := range p.tools {
		if !p.showable[i] || only != nil && !only(i) {
			continue
		}
		for _, place := range t.places {
			for _, text := range place.texts {
				texts[text.placed] = true
			}
		}
		if f := t.forms(); f != nil && f.varies() {
			s.paths = append(s.paths, "ctx.verbosity")
		}
	}
	for _, entry := range e.planned.RequestEntries(p.section, only) {
		s.unknown = s.unknown || entry.Func() != nil
		if entry.When() != nil {
			s.paths = append(s.paths, entry.When().Reads()...)
		}
	}
	for text := range texts {
		s.paths = append(s.paths, text.text.Reads()...)
	}
	slices.Sort(s.paths)
	s.paths = slices.Compact(s.paths)
	return s
}
