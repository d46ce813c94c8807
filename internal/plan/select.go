package plan

import (
	"math/bits"

	"github.com/toolrules/toolrules/internal/cond"
)

// A Selection is the set of tools of a plan that one request sees. It is valid until Free, and not
// safe for concurrent use.
type Selection struct {
	plan    *Plan
	scratch *scratch
}

// All yields the tools that the request sees, in ascending order. After SelectReporting it also
// yields those that are Failing. Use it in a range statement.
func (s Selection) All(yield func(int) bool) {
	for at, word := range s.scratch.visible {
		for ; word != 0; word &= word - 1 {
			if !yield(at*wordBits + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

// AppendBits appends the set of tools that All yields, by bits, to dst and returns the extended
// slice.
func (s Selection) AppendBits(dst []uint64) []uint64 { return append(dst, s.scratch.visible...) }

// Drop removes tools from the selection.
func (s Selection) Drop(tools []int) {
	for _, i := range tools {
		s.scratch.visible.remove(i)
	}
}

// Failing reports whether an entry fails for tool i before its visibility is decided.
// [rules.Filter.VisibleReporting] then reports which entries fail, and whether the tool is visible.
// Failing is always false after Select.
func (s Selection) Failing(i int) bool { return s.scratch.failing.has(i) }

// Free returns the memory to the pool. It must be called at most once, and the Selection must not
// be used afterwards. A Selection that is not freed is garbage-collected.
func (s Selection) Free() { s.plan.pool.Put(s.scratch) }

// Select returns the tools that the request sees: those for which [rules.Filter.Visible] is true.
func (p *Plan) Select(r *cond.Request) Selection {
	w := walk{plan: p, request: r, scratch: p.borrow()}
	clear(w.failing)
	copy(w.visible, p.open)
	w.removeExcluded()
	w.keepIncluded()
	return Selection{p, w.scratch}
}

// removeExcluded removes from visible the tools that an exclude entry hides.
func (w *walk) removeExcluded() {
	yes, failed := w.take(), w.take()
	for _, s := range w.plan.exclude {
		if s.verdicts != nil {
			if hit := w.pick(s.verdicts); hit != nil {
				w.visible.subtract(hit)
			}
			continue
		}
		w.eval(s.node, w.visible, yes, failed)
		w.visible.andNot(w.visible, yes, failed)
	}
	w.drop(2)
}

// keepIncluded removes from visible the tools that no include entry matches.
func (w *walk) keepIncluded() {
	if w.plan.filter.openByDefault {
		return
	}
	shown, demand, yes, failed := w.take(), w.take(), w.take(), w.take()
	copy(shown, w.plan.included)
	for _, s := range w.plan.include {
		if s.verdicts != nil {
			if hit := w.pick(s.verdicts); hit != nil {
				shown.or(hit)
			}
			continue
		}
		copy(demand, w.visible)
		demand.subtract(shown)
		w.eval(s.node, demand, yes, failed)
		shown.or(yes)
	}
	w.visible.intersect(w.visible, shown)
	w.drop(4)
}

// Sees reports whether the request sees tool i, as [Plan.Select] does, at the cost of one tool.
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

// walkOne returns a walk for one tool. It has a scratch only if some atom occurs more than once.
func (p *Plan) walkOne(r *cond.Request) walk {
	w := walk{plan: p, request: r}
	if p.filter.repeats {
		w.scratch = p.borrow()
	}
	return w
}

// end returns the memory of walkOne to the pool.
func (w *walk) end() {
	if w.scratch != nil {
		w.plan.pool.Put(w.scratch)
	}
}
