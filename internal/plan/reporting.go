package plan

import "github.com/toolrules/toolrules/internal/cond"

// If a host reports failures, the order of entries matters: an entry is not evaluated for a tool
// that an earlier entry decided, and so does not fail for it. The functions of this file therefore
// evaluate entries in the order in which they are written, each for the tools that are still open.
// They find exactly the tools with failures. The reference evaluator then reports the failures and
// decides whether those tools are visible, so that failures are described by one piece of code.

// SelectReporting returns the tools that the request sees, and all tools for which an entry fails.
// [Selection.Failing] reports the latter: for those [rules.Filter.VisibleReporting] has failures to
// report, and decides whether they are visible.
func (p *Plan) SelectReporting(r *cond.Request) Selection {
	w := walk{plan: p, request: r, scratch: p.borrow()}
	copy(w.visible, p.all)
	clear(w.failing)
	yes, failed := w.take(), w.take()
	for _, n := range p.filter.exclude {
		w.eval(n, w.visible, yes, failed)
		w.failing.or(failed)
		w.visible.andNot(w.visible, yes, failed)
	}
	if !p.filter.openByDefault {
		w.includeReporting(yes, failed)
	}
	w.drop(2)
	w.visible.or(w.failing)
	return Selection{p, w.scratch}
}

func (w *walk) includeReporting(yes, failed set) {
	shown := w.take()
	clear(shown)
	for _, n := range w.plan.filter.include {
		w.eval(n, w.visible, yes, failed)
		w.failing.or(failed)
		w.visible.subtract(yes)
		shown.or(yes)
	}
	copy(w.visible, shown)
	w.drop(1)
}

// SeesReporting reports whether the request sees tool i, and whether an entry fails for it before
// that is decided.
func (p *Plan) SeesReporting(i int, r *cond.Request) (visible, failing bool) {
	if !p.all.has(i) {
		return false, false
	}
	w := p.walkOne(r)
	defer w.end()
	for _, n := range p.filter.exclude {
		switch w.one(n, i) {
		case cond.True:
			return false, false
		case cond.Failed:
			return false, true
		}
	}
	if p.filter.openByDefault {
		return true, false
	}
	for _, n := range p.filter.include {
		if n.op == opRun { // one entry of the run may fail, and a later one match
			failing = failing || p.failed[n.number].has(i)
			if p.yes[n.number].has(i) {
				return true, failing
			}
			continue
		}
		switch w.one(n, i) {
		case cond.True:
			return true, failing
		case cond.Failed:
			failing = true
		}
	}
	return false, failing
}
