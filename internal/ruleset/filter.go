package ruleset

import (
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// A Filter is a compiled FilterSpec. It is immutable and safe for concurrent use. A nil Filter and the zero one, which no spec
// was compiled to, hide every tool.
type Filter struct {
	include, exclude []*Entry
	openByDefault    bool // there is no include list
	warnings         rules.Problems
}

// Warnings gives what may not do what its author wants, in the order of the entries; nil if there is nothing.
func (f *Filter) Warnings() rules.Problems {
	if f == nil {
		return nil
	}
	return f.warnings
}

// Entries gives the entries of one side, in the order in which they were written. The list must not be changed.
func (f *Filter) Entries(s Side) []*Entry {
	switch {
	case f == nil:
		return nil
	case s == ExcludeSide:
		return f.exclude
	}
	return f.include
}

// OpenByDefault says whether the filter has no include list, so that it shows what no entry excludes.
func (f *Filter) OpenByDefault() bool { return f != nil && f.openByDefault }

// Visible says whether the request sees the tool. A nil tool is hidden; a nil request lacks every attribute.
func (f *Filter) Visible(t *cond.Tool, r *cond.Request) bool {
	return f.VisibleReporting(t, r, nil)
}

// VisibleReporting is Visible, and calls report for each entry that fails on the way. Entries that can't change the answer
// any more are not looked at; [Filter.Decide] looks at all. A nil report is none.
func (f *Filter) VisibleReporting(t *cond.Tool, r *cond.Request, report func(Match)) bool {
	return f.visible(t, r, (*cond.Program).Eval, report)
}

// VisibleReportingFast is VisibleReporting, and evaluates conditions mostly without the VM.
func (f *Filter) VisibleReportingFast(t *cond.Tool, r *cond.Request, report func(Match)) bool {
	return f.visible(t, r, (*cond.Program).Result, report)
}

func (f *Filter) visible(t *cond.Tool, r *cond.Request, evaluate evaluation, report func(Match)) bool {
	if f == nil || t == nil {
		return false
	}
	at := f.target(t)
	if someMatch(f.exclude, &at, t, r, evaluate, true, report) {
		return false
	}
	return f.openByDefault || someMatch(f.include, &at, t, r, evaluate, false, report)
}

// someMatch says whether there is an entry that matches; one that fails counts as orFailed says.
func someMatch(entries []*Entry, at *Target, t *cond.Tool, r *cond.Request, evaluate evaluation, orFailed bool, report func(Match)) bool {
	for _, e := range entries {
		found := e.find(at, t, r, evaluate)
		if found.outcome == cond.Failed && report != nil {
			report(e.match(found))
		}
		if found.outcome == cond.True || found.outcome == cond.Failed && orFailed {
			return true
		}
	}
	return false
}

// StaticVisible says whether the tool is visible as far as that can be told without a request, from patterns, regexes and
// expressions that read the tool alone. It never hides what Visible could show to some request; what it shows, Visible may
// still hide. No Go function is called. A nil tool is hidden.
func (f *Filter) StaticVisible(t *cond.Tool) bool {
	if f == nil || t == nil {
		return false
	}
	at := f.target(t)
	for _, e := range f.exclude {
		if outcome, settled := e.findStatic(&at, t); settled && outcome != cond.False {
			return false
		}
	}
	if f.openByDefault {
		return true
	}
	for _, e := range f.include {
		if outcome, settled := e.findStatic(&at, t); !settled || outcome == cond.True {
			return true
		}
	}
	return false
}

// target folds the tool's names only if something is going to look at the folded ones.
func (f *Filter) target(t *cond.Tool) Target {
	facts := t.Info()
	if len(f.exclude) == 0 {
		return Target{server: facts.Server, tool: facts.Name}
	}
	return NewTarget(facts.Server, facts.Name)
}
