package lint

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// idleEntries finds entries that never decide, or could be left out.
func (l *linter) idleEntries() {
	l.idleOnSide(&l.world.includes)
	l.idleOnSide(&l.world.excludes)
}

// idleOnSide finds such entries of one side. An entry that covers another is not reported itself:
// of
// a wide entry and the narrow ones before it, the narrow ones can go.
func (l *linter) idleOnSide(side *side) {
	var alive []*entry
	here := map[*entry][]*entry{} // entries that decide nothing here, and what decides before them
	index := newIndex(side.entries)
	for i, e := range side.entries {
		switch {
		case e.reach.empty(): // its patterns are reported
			continue
		case e.may.empty():
			l.neverMatches(e)
			continue
		}
		if general, always := index.cover(e, 0, i); always {
			l.shadowedAlways(e, general)
			continue
		}
		if by, ok := l.world.cover(e, side, i); ok {
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
	if l.fails(l.rules.Pointer(e.pointer)) || l.unknownTag[e.pointer+"/when"] {
		return // which is reported
	}
	p := &rules.Problem{Code: CodeNeverMatches, Hint: "fix the condition, or remove the entry",
		Message: fmt.Sprintf("this entry matches the names of %s (%s), and its condition is false for each, whatever "+
			"the request",
			wording.Plural(e.reach.len(), "tool"), l.world.list(e.reach))}
	if e.patterns == nil {
		p.Message = fmt.Sprintf("the condition is false for each of the %s of the catalogs, whatever the request",
			wording.Plural(e.reach.len(), "tool"))
	}
	if near := l.nearCondition(e); near != "" {
		p.Hint = near
	} else if e.side() == ruleset.ExcludeSide && e.guards() && !l.namesNoTool(e) {
		p.Severity, p.Hint = rules.SeverityNote,
			"fix the condition, or remove the entry, unless it is there for tools that these catalogs lack"
	}
	l.report(e.pointer+"/when", p)
}

// fails reports whether something below a pointer into the rule file fails for a tool.
func (l *linter) fails(pointer string) bool {
	if l.failing == nil {
		l.failing = map[string]bool{}
		for _, f := range l.world.catalog.Report().Failures {
			for at := strings.LastIndexByte(f.Pointer, '/'); at >= 0; at = strings.LastIndexByte(f.Pointer[:at], '/') {
				l.failing[f.Pointer[:at]] = true
			}
		}
	}
	return l.failing[pointer]
}

// guards reports whether the entry may be meant for tools that the catalogs lack: it matches any
// tool, or has a wildcard for the tool.
func (e *entry) guards() bool {
	return e.spec.Regex != nil || slices.ContainsFunc(e.parsed(), func(p *pattern.Pattern) bool {
		return slices.ContainsFunc(p.Alternatives(), func(a pattern.Alternative) bool { return !a.ToolLiteral })
	})
}

// shadowedAlways reports an entry that never decides, whatever tools there are.
func (l *linter) shadowedAlways(e *entry, by []*entry) {
	p := &rules.Problem{Code: CodeShadowedEntry, Hint: "remove it",
		Message: fmt.Sprintf("this entry never decides: everything it matches is %s by %s first", e.verb(),
			l.entriesAt(by))}
	if e.spec.When != "" && e.side() == ruleset.IncludeSide {
		p.Hint = fmt.Sprintf("remove it; or, if its condition is there to restrict these tools, remove them from the "+
			"include in %s",
			l.line(by[0].pointer))
	}
	if ref := e.Ref(); ref.ID != "" || ref.Reason != "" {
		p.Hint = fmt.Sprintf("remove it, or move it before %s, so that explanations show its reason",
			l.line(by[0].pointer))
	}
	l.report(e.pointer, p)
}

// shadowedHere reports an entry that decides for no tool of the catalog.
func (l *linter) shadowedHere(e *entry, by []*entry) {
	l.report(e.pointer, &rules.Problem{Code: CodeShadowedEntry, Severity: rules.SeverityNote,
		Hint: "remove it, unless it is there for tools that these catalogs lack",
		Message: fmt.Sprintf("this entry decides nothing here: %s %s by %s first", l.world.theTools(e.may), e.verb(),
			l.entriesAt(by))})
}

// verb describes what becomes of the tools that the entry matches.
func (e *entry) verb() string {
	if e.side() == ruleset.ExcludeSide {
		return "hidden"
	}
	return "let in"
}

// theTools returns the tools of an entry as the subject of a sentence.
func (w *world) theTools(s set) string {
	if s.len() == 1 {
		return fmt.Sprintf("the tool that it matches (%s) is", w.list(s))
	}
	return fmt.Sprintf("the %s that it matches (%s) are", wording.Plural(s.len(), "tool"), w.list(s))
}

// redundantEntries finds entries that could be left out because later ones match every tool that
// they match, and returns the later ones. An entry with an id or a reason may be there for that.
func (l *linter) redundantEntries(alive []*entry) (needed map[*entry]bool) {
	needed = map[*entry]bool{}
	index := newIndex(alive)
	for i, e := range alive {
		if ref := e.Ref(); ref.ID != "" || ref.Reason != "" {
			continue
		}
		by, ok := index.cover(e, i+1, len(alive))
		if !ok {
			continue
		}
		verb := "matches"
		if len(by) > 1 {
			verb = "match"
		}
		for _, o := range by {
			needed[o] = true
		}
		l.report(e.pointer, &rules.Problem{Code: CodeRedundantEntry, Hint: "remove it",
			Message: fmt.Sprintf("this entry can be left out: everything it matches, %s %s as well", l.entriesAt(by),
				verb)})
	}
	return needed
}

// cancelledIncludes finds includes whose tools are all excluded.
func (l *linter) cancelledIncludes() {
	for _, e := range l.world.include {
		if by, ok := l.world.cover(e, &l.world.excludes, len(l.world.exclude)); ok && !e.may.empty() {
			l.cancelledInclude(e, by)
		}
	}
}

func (l *linter) cancelledInclude(e *entry, by []*entry) {
	l.report(e.pointer, &rules.Problem{Code: CodeCancelledInclude, Hint: "remove it, or narrow what excludes them",
		Message: fmt.Sprintf("this entry lets in nothing: %s hidden by %s", l.world.theTools(e.may), l.entriesAt(by))})
}

// cover returns those of the first n entries of a side that, for each tool that e may match, match
// whenever e does, in order. Returns false if there is a tool and a request for which e matches and
// none of them does.
func (w *world) cover(e *entry, side *side, n int) (by []*entry, ok bool) {
	used := map[int]bool{}
	type answer struct {
		by []int
		ok bool
	}
	known := map[string]answer{}
	for i := range e.may.all() {
		if first := side.always[i]; first < n {
			used[first] = true
			continue
		}
		goal := e.condition(i)
		var tests []test
		var candidates []int
		text := []byte(goal.text)
		for o := range side.reaching[i].all() {
			if o >= n {
				break
			}
			t := side.entries[o].condition(i)
			tests, candidates = append(tests, t), append(candidates, o)
			text = append(strconv.AppendInt(append(text, ' '), int64(o), 10), ':')
			text = append(text, t.text...)
		}
		a, there := known[string(text)]
		if !there {
			for _, c := range w.unknowns.cover(goal, tests) {
				a.by, a.ok = append(a.by, candidates[c]), true
			}
			known[string(text)] = a
		}
		if !a.ok {
			return nil, false
		}
		for _, o := range a.by {
			used[o] = true
		}
	}
	for _, o := range slices.Sorted(maps.Keys(used)) {
		by = append(by, side.entries[o])
	}
	return by, true
}

// anyTool is the pattern of an entry without patterns.
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
