package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
)

// A condition is what an expression comes to where some of its atoms are settled and the others are
// open: a tree of and, or, not and ?: over outcomes and questions. It is immutable. Equal texts
// mean equal conditions.
type condition struct {
	kind     conditionKind
	outcome  cond.Outcome // of a settled one
	question int          // of an open one, in the list of questions
	args     []*condition
	text     string
}

type conditionKind uint8

const (
	settledCondition conditionKind = iota
	openCondition
	notCondition
	andCondition
	orCondition
	choiceCondition
)

func settled(o cond.Outcome) *condition {
	return &condition{outcome: o, text: o.String()}
}

// join makes a condition of others and leaves out what has no say.
func join(kind conditionKind, args ...*condition) *condition {
	first := args[0]
	if first.kind == settledCondition {
		switch yes := first.outcome == cond.True; {
		case first.outcome == cond.Failed:
			return first
		case kind == notCondition && yes:
			return settled(cond.False)
		case kind == notCondition:
			return settled(cond.True)
		case kind == choiceCondition && !yes:
			return args[2]
		case kind == andCondition && !yes, kind == orCondition && yes:
			return first
		}
		return args[1]
	}
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.text
	}
	mark := [...]string{notCondition: "!", andCondition: "&", orCondition: "|", choiceCondition: "?"}[kind]
	return &condition{kind: kind, args: args, text: mark + "(" + strings.Join(texts, " ") + ")"}
}

// notAnswered stands for the outcome of a question that is not tried.
const notAnswered cond.Outcome = 255

// under returns the outcome of the condition where the questions have the given ones; notAnswered
// if it depends on one that has none.
func (c *condition) under(answers []cond.Outcome) cond.Outcome {
	switch c.kind {
	case settledCondition:
		return c.outcome
	case openCondition:
		return answers[c.question]
	}
	first := c.args[0].under(answers)
	if first == cond.Failed || first == notAnswered {
		return first
	}
	yes := first == cond.True
	switch {
	case c.kind == notCondition && yes:
		return cond.False
	case c.kind == notCondition:
		return cond.True
	case c.kind == choiceCondition && !yes:
		return c.args[2].under(answers)
	case c.kind == andCondition && !yes, c.kind == orCondition && yes:
		return first
	}
	return c.args[1].under(answers)
}

// asked adds the questions of the condition to a list, each once.
func (c *condition) asked(list []int) []int {
	if c.kind == openCondition && !slices.Contains(list, c.question) {
		return append(list, c.question)
	}
	for _, a := range c.args {
		list = a.asked(list)
	}
	return list
}

// questions are what conditions ask of a request. Atoms that are written alike are one question,
// since they have the same outcome for one tool and request.
type questions struct {
	byKey   map[string]int
	canFail []bool
	atoms   []*cond.Atom // nil for a Go function

	answers []cond.Outcome // see scratch
}

func newQuestions() *questions { return &questions{byKey: map[string]int{}} }

// open returns the condition of one question.
func (q *questions) open(key string, canFail bool, a *cond.Atom) *condition {
	i, known := q.byKey[key]
	if !known {
		i = len(q.canFail)
		q.byKey[key] = i
		q.canFail, q.atoms = append(q.canFail, canFail), append(q.atoms, a)
	}
	return &condition{kind: openCondition, question: i, text: fmt.Sprintf("q%d", i)}
}

// atom returns the condition of an atom whose outcome is open. The verbosity of a request is never
// missing.
func (q *questions) atom(a *cond.Atom) *condition {
	return q.open(a.Key(), !slices.Equal(a.Reads(), []string{"ctx.verbosity"}), a)
}

// of returns the condition of an expression, of whose atoms the settled ones are known.
func (q *questions) of(n *cond.Node, known func(*cond.Atom) (cond.Outcome, bool)) *condition {
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
	kind := map[cond.Op]conditionKind{cond.OpNot: notCondition, cond.OpAnd: andCondition, cond.OpOr: orCondition,
		cond.OpCond: choiceCondition}[n.Op()]
	return join(kind, args...)
}

// A test describes which outcomes of a condition count as a match: a failure matches under exclude
// and nowhere else.
type test struct {
	*condition
	failed bool // a failure is a match
}

func (t test) matches(o cond.Outcome) bool { return o == cond.True || t.failed && o == cond.Failed }

// always reports whether the test matches under every outcome, never whether it does under none, as
// far as no question is asked.
func (t test) always() bool { return t.kind == settledCondition && t.matches(t.outcome) }
func (t test) never() bool  { return t.kind == settledCondition && !t.matches(t.outcome) }

// maxQuestions is how many questions are tried out together: each has up to three outcomes.
const maxQuestions = 6

// covered reports whether, under all outcomes of the questions under which the goal matches, one of
// the others does. Without others it reports whether the goal never matches. It is false as well
// where there are too many questions to try.
func (q *questions) covered(goal test, by []test) bool {
	if slices.ContainsFunc(by, test.always) || goal.never() {
		return true
	}
	asked := goal.asked(nil)
	if len(asked) > maxQuestions {
		return slices.ContainsFunc(by, func(b test) bool { return b.text == goal.text && (b.failed || !goal.failed) })
	}
	var tried []test
	for _, b := range by {
		if more := b.asked(asked); len(more) <= maxQuestions {
			asked, tried = more, append(tried, b)
		}
	}
	answers := q.scratch()
	return q.everywhere(answers, asked, func() bool {
		return !goal.matches(goal.under(answers)) ||
			slices.ContainsFunc(tried, func(b test) bool { return b.matches(b.under(answers)) })
	})
}

// scratch returns space for the outcomes of all questions. It is the same each time: there may be as
// many questions as there are entries, and the few that are tried are set before they are read.
func (q *questions) scratch() []cond.Outcome {
	if len(q.answers) < len(q.canFail) {
		q.answers = make([]cond.Outcome, len(q.canFail))
	}
	return q.answers
}

// everywhere reports whether something holds under all outcomes of the questions.
func (q *questions) everywhere(answers []cond.Outcome, asked []int, holds func() bool) bool {
	if len(asked) == 0 {
		return holds()
	}
	outcomes := []cond.Outcome{cond.False, cond.True}
	if q.canFail[asked[0]] {
		outcomes = append(outcomes, cond.Failed)
	}
	for _, o := range outcomes {
		answers[asked[0]] = o
		if !q.everywhere(answers, asked[1:], holds) {
			return false
		}
	}
	return true
}

// cover returns those of the others that cover a goal, one if one is enough, and nil if all
// together do not. There is always one where the goal can match.
func (q *questions) cover(goal test, by []test) []int {
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
