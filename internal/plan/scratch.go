package plan

import "github.com/toolrules/toolrules/internal/cond"

// A scratch is the memory in which one request is answered. It goes back to its plan's pool and so must never hold anything of a
// request but outcomes: no text, no list, no pointer to one.
type scratch struct {
	visible, failing set
	answers          []answer // of request parts
	atoms            []answer // of the atoms in them
	ofTool           []answer // of mixed atoms, where one tool is asked about
	memos            []*memo  // of mixed atoms that are written several times; nil before the first use
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

func answerOf(o cond.Outcome) answer { return answer(o) + answeredFalse }

func (a answer) outcome() cond.Outcome { return cond.Outcome(a - answeredFalse) }

// borrow gives a scratch that knows nothing.
func (p *Plan) borrow() *scratch {
	s, ok := p.pool.Get().(*scratch)
	if !ok {
		n := len(p.all)
		s = &scratch{visible: make(set, n), failing: make(set, n), answers: make([]answer, len(p.filter.requestParts)),
			atoms: make([]answer, p.filter.requestAtoms), ofTool: make([]answer, len(p.mixed)), memos: make([]*memo, len(p.mixed))}
	}
	clear(s.answers)
	clear(s.atoms)
	clear(s.ofTool)
	for _, m := range s.memos {
		if m != nil {
			clear(m.known)
		}
	}
	return s
}

// A memo is what is known of a mixed atom for the tools that it was evaluated for, so that an atom that is written several times is
// evaluated once.
type memo struct {
	known, yes, failed set
}

func newMemo(words int) *memo { return &memo{make(set, words), make(set, words), make(set, words)} }

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
