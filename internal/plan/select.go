package plan

import (
	"math/bits"

	"github.com/toolrules/toolrules/internal/cond"
)

// A Selection is what one request sees of a plan's tools. It is good until Free, for one goroutine.
type Selection struct {
	plan    *Plan
	scratch *scratch
}

// All gives the tools that the request sees, or that [Selection.Failing] knows, in their order. It is to be ranged over.
func (s Selection) All(yield func(int) bool) {
	for at, word := range s.scratch.visible {
		for ; word != 0; word &= word - 1 {
			if !yield(at*wordBits + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

// Drop takes tools out.
func (s Selection) Drop(tools []int) {
	for _, i := range tools {
		s.scratch.visible.remove(i)
	}
}

// Failing says whether an entry fails for the tool on the way to the answer. Only [rules.Filter.VisibleReporting] says which, and
// whether the tool is visible. It is always false after Select; SelectReporting finds it out.
func (s Selection) Failing(i int) bool { return s.scratch.failing.has(i) }

// Free gives the memory back, once; the Selection must not be used afterwards, nor freed again. One that is never freed costs
// memory until it is collected, and nothing else.
func (s Selection) Free() { s.plan.pool.Put(s.scratch) }

// Select says which tools the request sees: the same that [rules.Filter.Visible] says.
func (p *Plan) Select(r *cond.Request) Selection {
	w := walk{plan: p, request: r, scratch: p.borrow()}
	clear(w.failing)
	copy(w.visible, p.open)
	w.removeExcluded()
	w.keepIncluded()
	return Selection{p, w.scratch}
}

// removeExcluded leaves of the visible tools those that no exclude entry takes.
func (w *walk) removeExcluded() {
	yes, failed := w.take(), w.take()
	for _, s := range w.plan.exclude {
		if s.verdicts != nil {
			if hit := w.pick(s.verdicts); hit != nil {
				w.visible.without(hit)
			}
			continue
		}
		w.eval(s.node, w.visible, yes, failed)
		w.visible.rest(w.visible, yes, failed)
	}
	w.drop(2)
}

// keepIncluded leaves of the visible tools those that an include entry takes.
func (w *walk) keepIncluded() {
	if w.plan.filter.openByDefault {
		return
	}
	shown, asked, yes, failed := w.take(), w.take(), w.take(), w.take()
	copy(shown, w.plan.included)
	for _, s := range w.plan.include {
		if s.verdicts != nil {
			if hit := w.pick(s.verdicts); hit != nil {
				shown.or(hit)
			}
			continue
		}
		copy(asked, w.visible)
		asked.without(shown)
		w.eval(s.node, asked, yes, failed)
		shown.or(yes)
	}
	w.visible.meet(w.visible, shown)
	w.drop(4)
}

// Sees says whether the request sees tool i: the same that [Plan.Select] says. It costs what one tool costs.
func (p *Plan) Sees(i int, r *cond.Request) bool {
	if !p.open.has(i) {
		return false
	}
	w := p.walkOne(r)
	defer w.end()
	for _, s := range p.exclude {
		if w.one(s.node, i) != cond.False {
			return false
		}
	}
	if p.included.has(i) {
		return true
	}
	for _, s := range p.include {
		if w.one(s.node, i) == cond.True {
			return true
		}
	}
	return false
}

// walkOne returns a walk for one tool. It has a scratch only where something is evaluated several times.
func (p *Plan) walkOne(r *cond.Request) walk {
	w := walk{plan: p, request: r}
	if p.filter.repeats {
		w.scratch = p.borrow()
	}
	return w
}

// end gives the memory of walkOne back.
func (w *walk) end() {
	if w.scratch != nil {
		w.plan.pool.Put(w.scratch)
	}
}
