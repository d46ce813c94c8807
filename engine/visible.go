package engine

import "github.com/toolrules/toolrules/rules"

// visible gives the tools that the request sees, in catalog order. Each of them is handed out by this one loop: with a function for
// every step a tool took half as long again.
func (v *View) visible(yield func(Tool) bool) {
	c := v.catalog
	switch {
	case c == nil:
		return
	case c.engine.opts.Plain:
		v.visiblePlain(yield)
		return
	case c.engine.opts.OnFailure != nil:
		v.visibleReporting(yield)
		return
	}
	seen := c.plan.Select(v.request)
	defer seen.Free()
	for number := range seen.All {
		if c.isNamed(number) && !yield(v.toolAt(number)) {
			return
		}
	}
}

// visibleReporting asks the plain evaluator about the tools for which something fails, which tells the host's hook of it.
func (v *View) visibleReporting(yield func(Tool) bool) {
	seen := v.catalog.plan.SelectReporting(v.request)
	defer seen.Free()
	for number := range seen.All {
		if !v.catalog.isNamed(number) || seen.Failing(number) && !v.showsPlain(number) {
			continue
		}
		if !yield(v.toolAt(number)) {
			return
		}
	}
}

func (v *View) visiblePlain(yield func(Tool) bool) {
	for number := range v.catalog.tools {
		if v.showsPlain(number) && !yield(v.toolAt(number)) {
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
