package engine

import (
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/rules"
)

// visible gives the numbers of the tools that the request sees, in catalog order.
func (v *View) visible(yield func(int) bool) {
	c := v.catalog
	if c.engine.opts.Plain {
		v.visiblePlain(yield)
		return
	}
	var seen plan.Selection
	if c.engine.opts.OnFailure == nil {
		seen = c.plan.Select(v.request)
	} else {
		seen = c.plan.SelectReporting(v.request)
	}
	defer seen.Free()
	for i := range seen.All {
		if !c.isNamed(i) || seen.Failing(i) && !v.showsPlain(i) {
			continue
		}
		if !yield(i) {
			return
		}
	}
}

func (v *View) visiblePlain(yield func(int) bool) {
	for i := range v.catalog.tools {
		if v.showsPlain(i) && !yield(i) {
			return
		}
	}
}

// shows says whether the request sees the tool: it has a name, and the filter lets it through.
func (v *View) shows(number int) bool {
	e := v.catalog.engine
	switch {
	case !v.catalog.isNamed(number):
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
	if !v.catalog.isNamed(number) {
		return false
	}
	e, t := v.catalog.engine, v.catalog.tools[number]
	if e.opts.OnFailure == nil {
		return e.filter.Visible(t.bound, v.request)
	}
	return e.filter.VisibleReporting(t.bound, v.request, func(m rules.Match) { e.opts.OnFailure(e.entryFailure(t.key, m)) })
}
