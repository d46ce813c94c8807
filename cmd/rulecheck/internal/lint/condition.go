package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
)

// A condition is an expression in which some atoms have a known outcome: a tree of and, or, not and
// ?: over outcomes and unknowns. It is immutable. Conditions with equal texts are equal.
type condition struct {
	op      cond.Op // OpAtom for an outcome or an unknown
	settled bool
	outcome cond.Outcome // if it is settled
	unknown int          // otherwise the index of an unknown
	args    []*condition
	text    string
}

func settled(o cond.Outcome) *condition {
	return &condition{settled: true, outcome: o, text: o.String()}
}

// join returns the condition of an operator and its arguments, without arguments that cannot change
// its outcome.
func join(op cond.Op, args ...*condition) *condition {
	if args[0].settled {
		next, decided := op.After(args[0].outcome)
		if next == 0 {
			return settled(decided)
		}
		return args[next]
	}
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.text
	}
	mark := [...]string{cond.OpNot: "!", cond.OpAnd: "&", cond.OpOr: "|", cond.OpCond: "?"}[op]
	return &condition{op: op, args: args, text: mark + "(" + strings.Join(texts, " ") + ")"}
}

// untried is the outcome of an unknown that has none assigned.
const untried cond.Outcome = 255

// under returns the outcome of the condition for the assigned outcomes of the unknowns, or untried
// if it depends on an unknown without one.
func (c *condition) under(assigned []cond.Outcome) cond.Outcome {
	switch {
	case c.settled:
		return c.outcome
	case c.op == cond.OpAtom:
		return assigned[c.unknown]
	}
	first := c.args[0].under(assigned)
	if first == untried {
		return first
	}
	next, decided := c.op.After(first)
	if next == 0 {
		return decided
	}
	return c.args[next].under(assigned)
}

// unknowns appends the unknowns of the condition to a list, each once.
func (c *condition) unknowns(list []int) []int {
	if c.op == cond.OpAtom && !c.settled && !slices.Contains(list, c.unknown) {
		return append(list, c.unknown)
	}
	for _, a := range c.args {
		list = a.unknowns(list)
	}
	return list
}

// unknowns are the atoms whose outcomes depend on the request. Atoms with the same source are one
// unknown, since they have the same outcome for one tool and request.
type unknowns struct {
	byKey   map[string]int
	canFail []bool
	atoms   []*cond.Atom // nil for a Go function

	assigned []cond.Outcome // see scratch
}

func newUnknowns() *unknowns { return &unknowns{byKey: map[string]int{}} }

// open returns the condition of one unknown.
func (q *unknowns) open(key string, canFail bool, a *cond.Atom) *condition {
	i, known := q.byKey[key]
	if !known {
		i = len(q.canFail)
		q.byKey[key] = i
		q.canFail, q.atoms = append(q.canFail, canFail), append(q.atoms, a)
	}
	return &condition{unknown: i, text: fmt.Sprintf("q%d", i)}
}

// atom returns the condition of an atom with an unknown outcome. The verbosity of a request is
// never missing.
func (q *unknowns) atom(a *cond.Atom) *condition {
	return q.open(a.Key(), !slices.Equal(a.Reads(), []string{"ctx.verbosity"}), a)
}

// of returns the condition of an expression, some of whose atoms have a known outcome.
func (q *unknowns) of(n *cond.Node, known func(*cond.Atom) (cond.Outcome, bool)) *condition {
	if n.Op() == cond.OpAtom {
		if outcome, ok := known(n.Atom()); ok {
			return settled(outcome)
		}
		return q.atom(n.Atom())
	}
	args := make([]*condition, len(n.Args()))
	for i, a := range n.Args() {
		args[i] = q.of(a, known)
	}
	return join(n.Op(), args...)
}

// A test describes which outcomes of a condition count as a match: a failure matches under exclude
// and nowhere else.
type test struct {
	*condition
	failed bool // a failure is a match
}

func (t test) matches(o cond.Outcome) bool { return o == cond.True || t.failed && o == cond.Failed }

// always reports whether the test matches for every outcome, and never whether it matches for none,
// if the condition has no unknowns.
func (t test) always() bool { return t.settled && t.matches(t.outcome) }
func (t test) never() bool  { return t.settled && !t.matches(t.outcome) }

// maxUnknowns is the largest number of unknowns whose outcomes are all tried together: each has up
// to three.
const maxUnknowns = 6

// covered reports whether one of the others matches under all outcomes of the unknowns under which
// the goal matches. Without others it reports whether the goal never matches. Returns false if
// there are too many unknowns to try.
func (q *unknowns) covered(goal test, by []test) bool {
	if slices.ContainsFunc(by, test.always) || goal.never() {
		return true
	}
	open := goal.unknowns(nil)
	if len(open) > maxUnknowns {
		return slices.ContainsFunc(by, func(b test) bool { return b.text == goal.text && (b.failed || !goal.failed) })
	}
	var tried []test
	for _, b := range by {
		if more := b.unknowns(open); len(more) <= maxUnknowns {
			open, tried = more, append(tried, b)
		}
	}
	assigned := q.scratch()
	return q.everywhere(assigned, open, func() bool {
		return !goal.matches(goal.under(assigned)) ||
			slices.ContainsFunc(tried, func(b test) bool { return b.matches(b.under(assigned)) })
	})
}

// scratch returns space for the outcomes of all unknowns. It is the same each time: there may be as
// many unknowns as entries, and the few that are tried are set before they are read.
func (q *unknowns) scratch() []cond.Outcome {
	if len(q.assigned) < len(q.canFail) {
		q.assigned = make([]cond.Outcome, len(q.canFail))
	}
	return q.assigned
}

// everywhere reports whether holds returns true under all outcomes of the open unknowns.
func (q *unknowns) everywhere(assigned []cond.Outcome, open []int, holds func() bool) bool {
	if len(open) == 0 {
		return holds()
	}
	outcomes := []cond.Outcome{cond.False, cond.True}
	if q.canFail[open[0]] {
		outcomes = append(outcomes, cond.Failed)
	}
	for _, o := range outcomes {
		assigned[open[0]] = o
		if !q.everywhere(assigned, open[1:], holds) {
			return false
		}
	}
	return true
}

// cover returns the indexes of those of the others that cover a goal: one if one is enough, and nil
// if all together do not. There is always one if the goal can match.
func (q *unknowns) cover(goal test, by []test) []int {
	for i := range by {
		if q.covered(goal, by[i:i+1]) {
			return []int{i}
		}
	}
	if !q.covered(goal, by) {
		return nil
	}
	var needed []int
	for i := range by {
		needed = append(needed, i)
	}
	for i := len(by) - 1; i >= 0; i-- {
		fewer := slices.DeleteFunc(slices.Clone(needed), func(n int) bool { return n == i })
		tests := make([]test, len(fewer))
		for j, n := range fewer {
			tests[j] = by[n]
		}
		if q.covered(goal, tests) {
			needed = fewer
		}
	}
	return needed
}
