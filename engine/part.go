package engine

import (
	"cmp"
	"slices"

	"github.com/toolrules/toolrules/expr"
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
	matched []int    // the patterns that take some tool
	classes []string // what texts can tell apart of the tools: see [describer.class]
	section *plan.Section

	// What the plan of the first catalog says; see settle.
	showable []bool // by tool: some request may see it, if it has a name
	failures []Failure
	sayings  sayings // of all showable tools
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
	bound := make([]*expr.Tool, 0, r.count)
	for sent := range r.tools {
		t := d.describe(sent)
		if sent.leftOut != "" {
			p.leftOut = append(p.leftOut, leftOut{len(p.tools), sent.leftOut})
		}
		p.tools, bound = append(p.tools, t), append(bound, t.bound)
	}
	p.faults = r.faults
	p.matched = d.match.numbers()
	p.section = e.planned.Section(bound)
	return p
}

// settle fills in what the plan of the part's first catalog says, in which its tools have the numbers from first on.
func (p *part) settle(e *Engine, in *plan.Plan, first int) {
	p.showable = make([]bool, len(p.tools))
	for i, t := range p.tools {
		if p.whyLeftOut(i) != "" {
			continue
		}
		p.showable[i] = !in.Hidden(first+i) && (e.filter.OpenByDefault() || e.filter.StaticVisible(t.bound))
		if in.Broken(first + i) {
			p.tryRules(e, t)
		}
	}
	p.sayings = p.findSayings(e, func(i int) bool { return p.showable[i] })
}

// tryRules reports what fails for a tool whatever the request, so that a rule that can't work is known before anybody asks.
func (p *part) tryRules(e *Engine, t *tool) {
	for _, m := range e.filter.Decide(t.bound, nil).Matches {
		if m.Failure != nil && m.Static {
			p.failures = append(p.failures, e.entryFailure(t.key, m))
		}
	}
}

// Sayings are what has a say in what requests see.
type sayings struct {
	paths   []string // what rules read, by the names that expressions have for it
	unknown bool     // a Go function has a say
}

// findSayings looks at the rules that reach some of the tools.
func (p *part) findSayings(e *Engine, tools func(i int) bool) sayings {
	var s sayings
	entries, texts := make([]bool, len(e.asking)), map[*placed]bool{}
	for i, t := range p.tools {
		if !tools(i) {
			continue
		}
		e.noteAsking(entries, t)
		for _, place := range t.places {
			for _, text := range place.texts {
				texts[text.placed] = true
			}
		}
	}
	for k, entry := range e.asking {
		if entries[k] {
			s.unknown = s.unknown || entry.Func() != nil
			if entry.When() != nil {
				s.paths = append(s.paths, entry.When().Reads()...)
			}
		}
	}
	for text := range texts {
		s.paths = append(s.paths, text.text.Reads()...)
	}
	slices.Sort(s.paths)
	s.paths = slices.Compact(s.paths)
	return s
}

// findAsking finds the entries whose answer can depend on the request.
func (e *Engine) findAsking() {
	for _, side := range []rules.Side{rules.IncludeSide, rules.ExcludeSide} {
		for _, entry := range e.filter.Entries(side) {
			if entry.Func() != nil || entry.When() != nil && entry.When().ReadsRequest() {
				e.asking = append(e.asking, entry)
			}
		}
	}
}

// noteAsking notes which of those entries reach a tool. What is noted already is not asked again.
func (e *Engine) noteAsking(noted []bool, t *tool) {
	if !slices.Contains(noted, false) {
		return
	}
	target := rules.NewTarget(t.key.Server, t.key.Tool)
	for k, entry := range e.asking {
		noted[k] = noted[k] || entry.Reaches(target)
	}
}
