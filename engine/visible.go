package engine

import (
	"iter"

	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// All yields the tools that the request sees, in catalog order, whether they are listed or
// deferred: all tools that it can call.
func (v *View) All() iter.Seq[Tool] {
	return func(yield func(Tool) bool) { v.visible(yield) } // v.visible itself would allocate
}

// plans reports whether the plan alone decides: the reference evaluator is not requested, and no
// hook needs failures.
func (e *Engine) plans() bool { return !e.opts.reference && e.opts.OnFailure == nil }

// selection evaluates the plan.
func (v *View) selection() plan.Selection {
	seen := v.catalog.plan.Select(v.request)
	seen.Drop(v.catalog.withheld)
	return seen
}

// visible yields the tools that the request sees.
func (v *View) visible(yield func(Tool) bool) {
	switch c := v.catalog; {
	case c == nil:
		return
	case c.engine.opts.reference:
		v.visiblePlain(yield)
		return
	case c.engine.opts.OnFailure != nil:
		v.visibleReporting(yield)
		return
	}
	seen := v.selection()
	defer seen.Free()
	for number := range seen.All {
		if !yield(Tool{v, number}) {
			return
		}
	}
}

// visibleReporting uses the reference evaluator for the tools for which something fails, so that
// failures are reported to the host.
func (v *View) visibleReporting(yield func(Tool) bool) {
	seen := v.catalog.plan.SelectReporting(v.request)
	defer seen.Free()
	seen.Drop(v.catalog.withheld)
	for number := range seen.All {
		if seen.Failing(number) && !v.showsPlain(number) {
			continue
		}
		if !yield(Tool{v, number}) {
			return
		}
	}
}

func (v *View) visiblePlain(yield func(Tool) bool) {
	for number := range v.catalog.tools {
		if v.showsPlain(number) && !yield(Tool{v, number}) {
			return
		}
	}
}

// shows reports whether the request sees the tool: it is offered, and the filter lets it through.
func (v *View) shows(number int) bool {
	e := v.catalog.engine
	switch {
	case !v.catalog.isOffered(number):
		return false
	case e.opts.reference:
		return v.showsPlain(number)
	case e.opts.OnFailure == nil:
		return v.catalog.plan.Sees(number, v.request)
	}
	visible, failing := v.catalog.plan.SeesReporting(number, v.request)
	if failing {
		return v.showsPlain(number)
	}
	return visible
}

// showsPlain is shows by the reference evaluator, which reports failures to the host.
func (v *View) showsPlain(number int) bool {
	if !v.catalog.isOffered(number) {
		return false
	}
	e, t := v.catalog.engine, v.catalog.tools[number]
	if e.opts.OnFailure == nil {
		return e.filter.Visible(t.bound, v.request)
	}
	report := func(m ruleset.Match) { e.opts.OnFailure(e.entryFailure(t.key, m)) }
	if e.opts.reference {
		return e.filter.VisibleReporting(t.bound, v.request, report)
	}
	return e.filter.VisibleReportingFast(t.bound, v.request, report)
}
