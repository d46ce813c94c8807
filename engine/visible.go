package engine

import (
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/rules"
)

// plan prepares what requests are answered with. The tools of a server stand together.
func (b *builder) plan() {
	var sections []*plan.Section
	var tools []*expr.Tool
	for i, t := range b.catalog.tools {
		t.number = i
		tools = append(tools, t.bound)
		if i+1 == len(b.catalog.tools) || b.catalog.tools[i+1].key.Server != t.key.Server {
			sections = append(sections, b.engine.planned.Section(tools))
			tools = nil
		}
	}
	b.catalog.plan = b.engine.planned.Plan(sections...)
}

// visible gives the tools that the request sees, in catalog order.
func (v *View) visible(yield func(*tool) bool) {
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
		t := c.tools[i]
		if t.name == "" || seen.Failing(i) && !v.showsPlain(t) {
			continue
		}
		if !yield(t) {
			return
		}
	}
}

func (v *View) visiblePlain(yield func(*tool) bool) {
	for _, t := range v.catalog.tools {
		if v.showsPlain(t) && !yield(t) {
			return
		}
	}
}

// shows says whether the request sees the tool: it has a name, and the filter lets it through.
func (v *View) shows(t *tool) bool {
	e := v.catalog.engine
	switch {
	case t.name == "":
		return false
	case e.opts.Plain:
		return v.showsPlain(t)
	case e.opts.OnFailure == nil:
		return v.catalog.plan.Sees(t.number, v.request)
	}
	visible, failing := v.catalog.plan.SeesReporting(t.number, v.request)
	if failing {
		return v.showsPlain(t)
	}
	return visible
}

// showsPlain is shows by the plain evaluator, which tells the host's hook what fails.
func (v *View) showsPlain(t *tool) bool {
	if t.name == "" {
		return false
	}
	e := v.catalog.engine
	if e.opts.OnFailure == nil {
		return e.filter.Visible(t.bound, v.request)
	}
	return e.filter.VisibleReporting(t.bound, v.request, func(m rules.Match) { e.opts.OnFailure(e.entryFailure(t.key, m)) })
}
