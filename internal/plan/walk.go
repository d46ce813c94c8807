package plan

import (
	"math/bits"

	"github.com/toolrules/toolrules/internal/cond"
)

// A walk evaluates nodes for many tools at once, for one request.
//
// The outcome of a node is two sets, of the tools for which it is true and of those for which it fails; for all others that were
// asked about it is false. Which tools those are is the demand: the right side of an and is asked for those tools for which the
// left side is true, and so on. So the sets say exactly what going from left to right says tool by tool, failures included.
type walk struct {
	plan    *Plan
	request *cond.Request
	*scratch
}

// eval makes yes the tools among demand for which the node is true, and failed those for which it fails.
func (w *walk) eval(n *node, demand, yes, failed set) {
	switch {
	case !n.readsRequest:
		yes.meet(demand, w.plan.yes[n.number])
		failed.meet(demand, w.plan.failed[n.number])
	case !n.readsTool:
		w.spread(w.answer(n), demand, yes, failed)
	case n.op == opAnd, n.op == opOr:
		w.chain(n, demand, yes, failed)
	case n.op == opNot:
		no := w.take()
		w.eval(n.args[0], demand, no, failed)
		yes.rest(demand, no, failed)
		w.drop(1)
	case n.op == opCond:
		w.cond(n, demand, yes, failed)
	case n.op == opAtom:
		w.mixed(n.number, demand, yes, failed)
	default:
		w.each(n, demand, yes, failed)
	}
}

// spread gives all tools the same outcome.
func (w *walk) spread(o cond.Outcome, demand, yes, failed set) {
	clear(yes)
	clear(failed)
	switch o {
	case cond.True:
		copy(yes, demand)
	case cond.Failed:
		copy(failed, demand)
	}
}

// answer gives the outcome of a request part.
func (w *walk) answer(n *node) cond.Outcome {
	a := &w.answers[n.number]
	if *a == unasked {
		*a = answerOf(w.askRequest(n))
	}
	return a.outcome()
}

// askRequest gives the outcome of a request part or of something in it.
func (w *walk) askRequest(n *node) cond.Outcome {
	if n.op == opAtom {
		a := &w.atoms[n.atomNumber]
		if *a == unasked {
			*a = answerOf(n.atom.Outcome(nil, w.request))
		}
		return a.outcome()
	}
	return n.combine(w.askRequest)
}

// chain is for and, where open are the tools for which all was true so far, and for or, where they are those for which all was
// false.
func (w *walk) chain(n *node, demand, yes, failed set) {
	open, hit, broken := w.take(), w.take(), w.take()
	copy(open, demand)
	clear(failed)
	if n.op == opOr {
		clear(yes)
	}
	for _, arg := range n.args {
		if open.empty() {
			break
		}
		w.eval(arg, open, hit, broken)
		failed.or(broken)
		if n.op == opAnd {
			copy(open, hit)
			continue
		}
		yes.or(hit)
		open.rest(open, hit, broken)
	}
	if n.op == opAnd {
		copy(yes, open)
	}
	w.drop(3)
}

func (w *walk) cond(n *node, demand, yes, failed set) {
	met, unmet, broken := w.take(), w.take(), w.take()
	w.eval(n.args[0], demand, met, broken)
	unmet.rest(demand, met, broken)
	w.eval(n.args[1], met, yes, failed)
	failed.or(broken)
	w.eval(n.args[2], unmet, met, broken)
	yes.or(met)
	failed.or(broken)
	w.drop(3)
}

// each asks a Go function tool by tool.
func (w *walk) each(n *node, demand, yes, failed set) {
	clear(yes)
	clear(failed)
	about := subject{request: w.request}
	for at, open := range demand {
		for ; open != 0; open &= open - 1 {
			i := at*wordBits + bits.TrailingZeros64(open)
			about.tool = w.plan.tools[i]
			switch n.ask(&about) {
			case cond.True:
				yes.add(i)
			case cond.Failed:
				failed.add(i)
			}
		}
	}
}

// one gives the outcome of a node for one tool. All calls with one scratch are for one tool.
func (w *walk) one(n *node, i int) cond.Outcome {
	switch {
	case !n.readsRequest && w.plan.failed[n.number].has(i):
		return cond.Failed
	case !n.readsRequest:
		return outcomeOf(w.plan.yes[n.number].has(i), nil)
	case !n.readsTool && w.scratch != nil:
		return w.answer(n)
	case n.op == opAtom && w.scratch != nil:
		a := &w.ofTool[n.number]
		if *a == unasked {
			*a = answerOf(n.atom.Outcome(w.plan.tools[i], w.request))
		}
		return a.outcome()
	case !n.readsTool || n.op == opAtom || n.op == opFunc:
		return n.ask(&subject{tool: w.plan.tools[i], request: w.request})
	}
	return n.combine(func(arg *node) cond.Outcome { return w.one(arg, i) })
}
