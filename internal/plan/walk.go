package plan

import (
	"math/bits"

	"github.com/toolrules/toolrules/internal/cond"
)

// A walk evaluates nodes for many tools at once, for one request.
//
// The outcome of a node is two sets: the tools for which it is true, and those for which it fails.
// It is false for the other tools of the demand. The demand is the set of tools for which the node
// has to be evaluated: the right operand of an and is evaluated for the tools for which the left
// one is true. The sets are therefore exactly the outcomes of evaluating each tool from left to
// right, failures included.
type walk struct {
	plan    *Plan
	request *cond.Request
	*scratch
}

// eval sets yes to the tools of demand for which the node is true, and failed to those for which it
// fails.
func (w *walk) eval(n *node, demand, yes, failed set) {
	switch {
	case !n.readsRequest:
		yes.intersect(demand, w.plan.yes[n.number])
		failed.intersect(demand, w.plan.failed[n.number])
	case !n.readsTool:
		w.spread(w.requestOutcome(n), demand, yes, failed)
	case n.op == opAnd, n.op == opOr:
		w.chain(n, demand, yes, failed)
	case n.op == opNot:
		no := w.take()
		w.eval(n.args[0], demand, no, failed)
		yes.andNot(demand, no, failed)
		w.drop(1)
	case n.op == opCond:
		w.cond(n, demand, yes, failed)
	case n.op == opAtom:
		w.mixed(n.number, demand, yes, failed)
	default:
		w.each(n, demand, yes, failed)
	}
}

// spread sets the same outcome for all tools of demand.
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

// requestOutcome returns the outcome of a request part.
func (w *walk) requestOutcome(n *node) cond.Outcome {
	a := &w.requestParts[n.number]
	if *a == notEvaluated {
		*a = cached(w.evalRequest(n))
	}
	return a.outcome()
}

// evalRequest returns the outcome of a request part, or of a node in it.
func (w *walk) evalRequest(n *node) cond.Outcome {
	if n.op == opAtom {
		a := &w.atoms[n.atomNumber]
		if *a == notEvaluated {
			*a = cached(n.atom.Outcome(nil, w.request))
		}
		return a.outcome()
	}
	return n.combine(w.evalRequest)
}

// chain evaluates opAnd and opOr. Open are the tools that no arg has decided so far: for and those
// for which all were true, for or those for which all were false.
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
		open.andNot(open, hit, broken)
	}
	if n.op == opAnd {
		copy(yes, open)
	}
	w.drop(3)
}

func (w *walk) cond(n *node, demand, yes, failed set) {
	met, unmet, broken := w.take(), w.take(), w.take()
	w.eval(n.args[0], demand, met, broken)
	unmet.andNot(demand, met, broken)
	w.eval(n.args[1], met, yes, failed)
	failed.or(broken)
	w.eval(n.args[2], unmet, met, broken)
	yes.or(met)
	failed.or(broken)
	w.drop(3)
}

// each calls a Go function for each tool.
func (w *walk) each(n *node, demand, yes, failed set) {
	clear(yes)
	clear(failed)
	about := subject{request: w.request}
	for at, open := range demand {
		for ; open != 0; open &= open - 1 {
			i := at*wordBits + bits.TrailingZeros64(open)
			about.tool = w.plan.tools[i]
			switch n.eval(&about) {
			case cond.True:
				yes.add(i)
			case cond.Failed:
				failed.add(i)
			}
		}
	}
}

// one returns the outcome of a node for one tool. All calls with one scratch must be for the same
// tool.
func (w *walk) one(n *node, i int) cond.Outcome {
	switch {
	case !n.readsRequest && w.plan.failed[n.number].has(i):
		return cond.Failed
	case !n.readsRequest:
		return outcomeOf(w.plan.yes[n.number].has(i), nil)
	case !n.readsTool && w.scratch != nil:
		return w.requestOutcome(n)
	case n.op == opAtom && w.scratch != nil:
		a := &w.ofTool[n.number]
		if *a == notEvaluated {
			*a = cached(n.atom.Outcome(w.plan.tools[i], w.request))
		}
		return a.outcome()
	case !n.readsTool || n.op == opAtom || n.op == opFunc:
		return n.eval(&subject{tool: w.plan.tools[i], request: w.request})
	}
	return n.combine(func(arg *node) cond.Outcome { return w.one(arg, i) })
}
