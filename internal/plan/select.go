package plan

import "github.com/toolrules/toolrules/expr"

// A Selection is what one request sees of a plan's tools. It is good until Free, for one goroutine.
type Selection struct {
	plan    *Plan
	scratch *scratch
}

// Next gives the first tool from i on that the request sees, or that [Selection.Failing] knows, or -1.
func (s Selection) Next(i int) int { return s.scratch.visible.next(i) }

// Failing says whether an entry fails for the tool on the way to the answer. Only [rules.Filter.VisibleReporting] says which, and
// whether the tool is visible. It is always false after Select; SelectReporting finds it out.
func (s Selection) Failing(i int) bool { return s.scratch.failing.has(i) }

// Free gives the memory back. The Selection must not be used afterwards. One that is not freed costs memory until it is
// collected, and nothing else.
func (s Selection) Free() { s.plan.pool.Put(s.scratch) }

// Select says which tools the request sees: the same that [rules.Filter.Visible] says.
func (p *Plan) Select(r *expr.Request) Selection {
	w := walk{plan: p, request: r, scratch: p.borrow()}
	w.inOrder()
	clear(w.failing)
	return Selection{p, w.scratch}
}

// SelectReporting says which tools the request sees, but for those that are Failing: the tools of which
// [rules.Filter.VisibleReporting] has something to report.
func (p *Plan) SelectReporting(r *expr.Request) Selection {
	w := walk{plan: p, request: r, scratch: p.borrow()}
	w.inOrder()
	w.visible.or(w.failing)
	return Selection{p, w.scratch}
}

// Sees says whether the request sees tool i, and whether an entry fails on the way to the answer. It costs what one tool costs.
func (p *Plan) Sees(i int, r *expr.Request) (visible, failing bool) {
	w := walk{plan: p, request: r}
	for _, n := range p.filter.exclude {
		switch w.one(n, i) {
		case expr.True:
			return false, false
		case expr.Failed:
			return false, true
		}
	}
	if p.filter.openByDefault {
		return true, false
	}
	for _, n := range p.filter.include {
		switch w.one(n, i) {
		case expr.True:
			return true, failing
		case expr.Failed:
			failing = true
		}
	}
	return false, failing
}

// inOrder asks the entries in the order in which they were written, each for those tools that none before it has settled.
func (w *walk) inOrder() {
	f := w.plan.filter
	copy(w.visible, w.plan.all)
	clear(w.failing)
	yes, failed := w.take(), w.take()
	for _, n := range f.exclude {
		w.eval(n, w.visible, yes, failed)
		w.failing.or(failed)
		w.visible.rest(w.visible, yes, failed)
	}
	if !f.openByDefault {
		clear(w.shown)
		for _, n := range f.include {
			w.eval(n, w.visible, yes, failed)
			w.failing.or(failed)
			w.shown.or(yes)
			w.visible.without(yes)
		}
		copy(w.visible, w.shown)
	}
	w.drop(2)
}
