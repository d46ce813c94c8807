package plan

import "github.com/toolrules/toolrules/expr"

// A scratch is the memory in which one request is answered. It goes back to its plan's pool and so must never hold anything of a
// request but outcomes: no text, no list, no pointer to one.
type scratch struct {
	visible, failing set
	answers          []answer // of request parts
	ofClasses        []answer // of one mixed atom, by class
	stack            []set    // for partial results
	used             int      // of stack
}

// An answer is an outcome that may not be known yet. The zero value is not asked yet.
type answer uint8

const (
	unasked answer = iota
	answeredFalse
	answeredTrue
	answeredFailed
)

func answerOf(o expr.Outcome) answer { return answer(o) + answeredFalse }

func (a answer) outcome() expr.Outcome { return expr.Outcome(a - answeredFalse) }

// borrow gives a scratch that knows nothing.
func (p *Plan) borrow() *scratch {
	s, ok := p.pool.Get().(*scratch)
	if !ok {
		n := len(p.all)
		s = &scratch{visible: make(set, n), failing: make(set, n), answers: make([]answer, len(p.filter.requestParts))}
	}
	clear(s.answers)
	return s
}

// take gives a set whose content is undefined, until the matching drop.
func (s *scratch) take() set {
	if s.used == len(s.stack) {
		s.stack = append(s.stack, make(set, len(s.visible)))
	}
	s.used++
	return s.stack[s.used-1]
}

// drop gives back the n sets that were taken last.
func (s *scratch) drop(n int) { s.used -= n }
