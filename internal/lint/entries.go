package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/findings"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/rules"
)

// entries looks for entries of the filter that do nothing.
func (l *linter) entries() {
	for _, side := range [][]*entry{l.world.include, l.world.exclude} {
		l.idleEntries(side)
	}
	for _, e := range l.world.include {
		l.cancelledInclude(e)
	}
}

// idleEntries looks for entries of one side that never decide, or could be left out. What others are covered by is no finding
// itself: of a wide entry and the narrow ones in front of it the narrow ones can go.
func (l *linter) idleEntries(side []*entry) {
	var alive []*entry
	here := map[*entry][]*entry{} // entries that decide nothing here, and what decides before them
	for i, e := range side {
		switch general, always := coverAnyTool(e, side[:i]); {
		case e.reach.empty(): // its patterns are reported
			continue
		case e.may.empty():
			l.neverMatches(e)
			continue
		case always:
			l.shadowedAlways(e, general)
			continue
		}
		if by, ok := l.world.cover(e, side[:i]); ok {
			here[e] = by
		}
		alive = append(alive, e)
	}
	needed := l.redundantEntries(alive)
	for _, e := range alive {
		if by := here[e]; by != nil && !needed[e] {
			l.shadowedHere(e, by)
		}
	}
}

func (l *linter) neverMatches(e *entry) {
	inEntry := func(f engine.Failure) bool { return strings.HasPrefix(f.Pointer, l.rules.Pointer(e.pointer)+"/") }
	if slices.ContainsFunc(l.world.catalog.Report().Failures, inEntry) {
		return // it fails, which is reported
	}
	p := &rules.Problem{Code: CodeNeverMatches, Severity: rules.Warning, Hint: "mend the condition, or remove the entry",
		Message: fmt.Sprintf("this entry takes %s by name (%s), and its condition is false for each, whatever the request",
			findings.Plural(e.reach.len(), "tool"), l.world.list(e.reach))}
	if e.patterns == nil {
		p.Message = fmt.Sprintf("the condition is false for each of the %s of the catalogs, whatever the request",
			findings.Plural(e.reach.len(), "tool"))
	}
	if near := l.nearCondition(e); near != "" {
		p.Hint = near
	} else if e.side() == rules.ExcludeSide && e.guards() {
		p.Severity, p.Hint = rules.Note, "mend the condition, or remove the entry, unless it is there for tools that these catalogs lack"
	}
	l.report(e.pointer+"/when", p)
}

// guards says whether the entry may be there for tools to come: it is for any tool, or has a wildcard for the tool.
func (e *entry) guards() bool {
	return e.spec.Regex != nil || slices.ContainsFunc(e.parsed(), func(p *pattern.Pattern) bool {
		return slices.ContainsFunc(p.Alternatives(), func(a pattern.Alternative) bool { return !a.ToolLiteral })
	})
}

// shadowedAlways reports an entry that never decides, whatever tools there are.
func (l *linter) shadowedAlways(e *entry, by []*entry) {
	p := &rules.Problem{Code: CodeShadowedEntry, Severity: rules.Warning, Hint: "remove it",
		Message: fmt.Sprintf("this entry never decides: whatever it takes is %s by %s first", e.verb(), l.entriesAt(by))}
	if ref := e.Ref(); ref.ID != "" || ref.Reason != "" {
		p.Hint = fmt.Sprintf("remove it, or move it in front of %s, so that explanations give its reason", l.line(by[0].pointer))
	}
	l.report(e.pointer, p)
}

// shadowedHere notes an entry that decides for no tool of the catalog.
func (l *linter) shadowedHere(e *entry, by []*entry) {
	l.report(e.pointer, &rules.Problem{Code: CodeShadowedEntry, Severity: rules.Note,
		Hint:    "remove it, unless it is there for tools that these catalogs lack",
		Message: fmt.Sprintf("this entry decides nothing here: %s %s by %s first", l.world.theTools(e.may), e.verb(), l.entriesAt(by))})
}

// verb says what becomes of the tools that the entry matches.
func (e *entry) verb() string {
	if e.side() == rules.ExcludeSide {
		return "hidden"
	}
	return "let in"
}

// theTools names the tools of an entry as the subject of a sentence.
func (w *world) theTools(s set) string {
	if s.len() == 1 {
		return fmt.Sprintf("the tool that it takes (%s) is", w.list(s))
	}
	return fmt.Sprintf("the %s that it takes (%s) are", findings.Plural(s.len(), "tool"), w.list(s))
}

// redundantEntries looks for entries that could be left out, since later ones take whatever they take, and gives the later ones.
// An entry that has an id or a reason may be there for that.
func (l *linter) redundantEntries(alive []*entry) (needed map[*entry]bool) {
	needed = map[*entry]bool{}
	for i, e := range alive {
		if ref := e.Ref(); ref.ID != "" || ref.Reason != "" {
			continue
		}
		by, ok := coverAnyTool(e, alive[i+1:])
		if !ok {
			continue
		}
		verb := "takes"
		if len(by) > 1 {
			verb = "take"
		}
		for _, o := range by {
			needed[o] = true
		}
		l.report(e.pointer, &rules.Problem{Code: CodeRedundantEntry, Severity: rules.Note, Hint: "remove it",
			Message: fmt.Sprintf("this entry can be left out: whatever it takes, %s %s as well", l.entriesAt(by), verb)})
	}
	return needed
}

// cancelledInclude looks for an include that lets in nothing, since what it takes is excluded.
func (l *linter) cancelledInclude(e *entry) {
	if e.may.empty() {
		return
	}
	by, ok := l.world.cover(e, l.world.exclude)
	if !ok {
		return
	}
	l.report(e.pointer, &rules.Problem{Code: CodeCancelledInclude, Severity: rules.Warning, Hint: "remove it, or narrow what excludes them",
		Message: fmt.Sprintf("this entry lets in nothing: %s hidden by %s", l.world.theTools(e.may), l.entriesAt(by))})
}

// cover gives those of the others that, for each tool that e may match, match whenever e does, in their order; false if there is
// a tool and a request for which e matches and none of them.
func (w *world) cover(e *entry, others []*entry) (by []*entry, ok bool) {
	used := map[*entry]bool{}
	left := e.may
	for _, o := range others {
		if rest := left.without(o.always); !slices.Equal(rest, left) {
			left, used[o] = rest, true
		}
	}
	type answer struct {
		by []*entry
		ok bool
	}
	known := map[string]answer{}
	for i := range left.all() {
		goal := e.condition(i)
		var tests []test
		var candidates []*entry
		text := goal.text
		for n, o := range others {
			if o.reach.has(i) {
				t := o.condition(i)
				tests, candidates = append(tests, t), append(candidates, o)
				text += fmt.Sprintf(" %d:%s", n, t.text)
			}
		}
		a, there := known[text]
		if !there {
			for _, n := range w.questions.cover(goal, tests) {
				a.by, a.ok = append(a.by, candidates[n]), true
			}
			known[text] = a
		}
		if !a.ok {
			return nil, false
		}
		for _, o := range a.by {
			used[o] = true
		}
	}
	for _, o := range others {
		if used[o] {
			by = append(by, o)
		}
	}
	return by, true
}

// coverAnyTool gives those of the others that take, under the same condition or none, whatever tool e could take, be it in the
// catalog or not; false if there may be one that they don't.
func coverAnyTool(e *entry, others []*entry) (by []*entry, ok bool) {
	var candidates []*entry
	var parsed []*pattern.Pattern
	for _, o := range others {
		if o.Func() == nil && (o.When() == nil || e.When() != nil && o.When().Source() == e.When().Source()) {
			candidates, parsed = append(candidates, o), append(parsed, o.parsed()...)
		}
	}
	used := map[*entry]bool{}
	for _, p := range e.parsed() {
		probes, ok := p.Probes(parsed...)
		if !ok {
			return nil, false
		}
		for _, probe := range probes {
			target := rules.NewTarget(probe.Server, probe.Tool)
			i := slices.IndexFunc(candidates, func(o *entry) bool { return o.takesProbe(target, e) })
			if i < 0 {
				return nil, false
			}
			used[candidates[i]] = true
		}
	}
	return slices.DeleteFunc(candidates, func(o *entry) bool { return !used[o] }), true
}

// anyTool is what an entry without patterns takes.
var anyTool, _ = pattern.Parse("*")

func (e *entry) parsed() []*pattern.Pattern {
	if e.patterns == nil {
		return []*pattern.Pattern{anyTool}
	}
	var list []*pattern.Pattern
	for _, p := range e.patterns {
		list = append(list, p.parsed)
	}
	return list
}

// takesProbe says whether the entry takes a tool that stands for those of another entry. What a regex makes of such a tool says
// nothing of others, so one is compared by its text alone.
func (e *entry) takesProbe(target rules.Target, other *entry) bool {
	if e.spec.Regex == nil {
		return e.Reaches(target)
	}
	return other.spec.Regex != nil && *other.spec.Regex == *e.spec.Regex && *other.spec.Server == *e.spec.Server
}
