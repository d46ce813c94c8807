package ruleset

import (
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// A Filter is a compiled FilterSpec. It is immutable and safe for concurrent use. A nil Filter and
// the zero Filter hide every tool.
type Filter struct {
	include, exclude []*Entry
	openByDefault    bool // there is no include list
	warnings         rules.Problems
}

// Warnings returns the warnings, in the order of the entries; nil if there are none.
func (f *Filter) Warnings() rules.Problems {
	if f == nil {
		return nil
	}
	return f.warnings
}

// Entries returns the entries of one side, in the order in which they were written. The list must
// not be modified.
func (f *Filter) Entries(s Side) []*Entry {
	switch {
	case f == nil:
		return nil
	case s == ExcludeSide:
		return f.exclude
	}
	return f.include
}

// OpenByDefault reports whether the filter has no include list, so that it shows what no entry
// excludes.
func (f *Filter) OpenByDefault() bool { return f != nil && f.openByDefault }

// Visible reports whether the request sees the tool. A nil tool is hidden; a nil request lacks
// every attribute.
func (f *Filter) Visible(t *cond.Tool, r *cond.Request) bool {
	return f.VisibleReporting(t, r, nil)
}

// VisibleReporting is Visible, and calls report for each evaluated entry that fails; report may be
// nil. Entries that can no longer change the result are not evaluated; [Filter.Decide] evaluates
// all.
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

// someMatch reports whether some entry matches; orFailed is the result of an entry that fails.
func someMatch(entries []*Entry, at *Target, t *cond.Tool, r *cond.Request, evaluate evaluation, orFailed bool,
	report func(Match)) bool {
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

// StaticVisible reports whether some request may see the tool, as far as patterns, regexes and
// expressions that read only the tool can decide. It never hides what Visible could show to some
// request; what it shows, Visible may still hide. No Go function is called. A nil tool is hidden.
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

// target folds the tool's names only if some entry compares folded names.
func (f *Filter) target(t *cond.Tool) Target {
	facts := t.Info()
	if len(f.exclude) == 0 {
		return Target{server: facts.Server, tool: facts.Name}
	}
	return NewTarget(facts.Server, facts.Name)
}
