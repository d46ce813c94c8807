package engine

import (
	"cmp"
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/rules"
)

// A part is what a catalog has of one server: all that neither another server nor a request can change. It is nearly all that a
// catalog costs to build, so a catalog of which a single list has changed shares the parts of all other servers with the one before.
//
// It never changes once its first catalog is built. What other servers can change, the names above all, is in the catalog.
type part struct {
	id      string
	tools   []*tool
	listed  int       // how many tools the server listed
	leftOut []leftOut // the tools that no request sees since they do not conform, in the order of tools
	faults  []Fault
	places  []PlaceFault
	matched []int            // the numbers of the patterns that match some tool: those of the filter, and then those of descriptions
	classes []string         // what texts can tell apart of the tools: see [describer.class]
	settled [][]cond.Settled // by class: what the texts' conditions say of its tools, whatever the request
	section *plan.Section

	showable []bool // by tool: some request may see it, if it has a name
	failures []Failure

	longFailures int     // of failures, those of tryLong, and what it did not report
	sayings      sayings // of all showable tools
}

// A leftOut is a tool that no request sees, by its place among the tools of a part, and why.
type leftOut struct {
	tool   int
	reason string
}

// whyLeftOut returns why a tool is left out; empty if it is not.
func (p *part) whyLeftOut(tool int) string {
	at, found := slices.BinarySearchFunc(p.leftOut, tool, func(l leftOut, tool int) int { return cmp.Compare(l.tool, tool) })
	if !found {
		return ""
	}
	return p.leftOut[at].reason
}

// newPart takes apart what a server sent.
func (e *Engine) newPart(s Server) *part {
	r := newReader(s, e.opts.KeepNonconforming)
	p := &part{id: s.ID, tools: make([]*tool, 0, r.count), listed: r.count}
	d := newDescriber(e, p, r.count)
	bound := make([]*cond.Tool, 0, r.count)
	for sent := range r.tools {
		t := d.describe(sent)
		if sent.leftOut != "" {
			p.leftOut = append(p.leftOut, leftOut{len(p.tools), sent.leftOut})
		}
		p.tools, bound = append(p.tools, t), append(bound, t.bound)
		if !e.nameable(t.key) {
			bound[len(bound)-1] = nil
		}
	}
	p.faults = r.faults
	withheld := make([]int, len(p.leftOut))
	for i, l := range p.leftOut {
		withheld[i] = l.tool
	}
	p.section = e.planned.Section(bound, withheld...)
	p.matched = d.match.appendMatched(slices.Collect(p.section.Matched), len(e.planned.Patterns()))
	p.settle(e)
	return p
}

// settle notes what some request may see and what rules fail whatever the request.
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
	p.sayings = p.findSayings(e, nil)
}

// tryRules reports what fails for a tool whatever the request, so that a rule that can't work is known before anybody asks.
func (p *part) tryRules(e *Engine, t *tool) {
	for _, m := range e.filter.Decide(t.bound, nil).Matches {
		if m.Failure != nil && m.Static {
			p.failures = append(p.failures, e.entryFailure(t.key, m))
		}
	}
}

// maxLongFailures is how many failures of tryLong a part reports. A server can make one for each tool and rule.
const maxLongFailures = 1000

// tryLong reports rules that read the request, where a part of the condition fails for the tool whatever the request says: it reads a
// string that is too long for it. Rules that read the tool alone are those of tryRules.
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
			report(e.entryFailure(t.key, rules.Match{EntryRef: ref, At: ref.Pointer + "/when", Failure: &rules.EntryFailure{Expression: f}}))
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

// Sayings are what has a say in what requests see.
type sayings struct {
	paths   []string // what rules read, by the names that expressions have for it
	unknown bool     // a Go function has a say
}

// findSayings looks at the rules that reach some of the showable tools; nil means all of them.
func (p *part) findSayings(e *Engine, only func(i int) bool) sayings {
	var s sayings
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
