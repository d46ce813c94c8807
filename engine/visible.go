package engine

import (
	"iter"
	"slices"

	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/rules"
)

// Tools gives the tools that the request sees, in catalog order.
func (v *View) Tools() iter.Seq[Tool] {
	return func(yield func(Tool) bool) { v.visible(yield) } // v.visible itself would take memory for each call
}

// AppendTools appends the tools that the request sees, in catalog order, to dst and gives the extended slice. Into a slice that is
// used again it takes half the time of a loop over [View.Tools], which hands them out by one call for each. Clear a slice that is
// kept for later: its tools keep their view, and so the request.
func (v *View) AppendTools(dst []Tool) []Tool {
	if v.catalog == nil || !v.catalog.engine.plans() {
		return slices.AppendSeq(dst, v.Tools())
	}
	seen := v.selection()
	defer seen.Free()
	for number := range seen.All {
		dst = append(dst, Tool{v, number})
	}
	return dst
}

// plans says that the plan alone answers: the plain evaluator is not asked for, and no hook wants to be told of failures.
func (e *Engine) plans() bool { return !e.opts.Plain && e.opts.OnFailure == nil }

// selection asks the plan.
func (v *View) selection() plan.Selection {
	seen := v.catalog.plan.Select(v.request)
	seen.Drop(v.catalog.withheld)
	return seen
}

// visible hands out the tools that the request sees.
func (v *View) visible(yield func(Tool) bool) {
	switch c := v.catalog; {
	case c == nil:
		return
	case c.engine.opts.Plain:
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

// visibleReporting asks the plain evaluator about the tools for which something fails, which tells the host's hook of it.
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
	case e.opts.Plain:
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

// showsPlain is shows by the plain evaluator, which tells the host's hook what fails.
func (v *View) showsPlain(number int) bool {
	if !v.catalog.isOffered(number) {
		return false
	}
	e, t := v.catalog.engine, v.catalog.tools[number]
	if e.opts.OnFailure == nil {
		return e.filter.Visible(t.bound, v.request)
	}
	report := func(m rules.Match) { e.opts.OnFailure(e.entryFailure(t.key, m)) }
	if e.opts.Plain {
		return e.filter.VisibleReporting(t.bound, v.request, report)
	}
	return e.filter.VisibleReportingFast(t.bound, v.request, report)
}
