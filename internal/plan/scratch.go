package plan

import "github.com/toolrules/toolrules/internal/cond"

// A scratch is the memory for evaluating one request. It returns to the pool of its plan, so it
// must retain nothing of a request but outcomes: no string, no list, no pointer to one.
type scratch struct {
	visible, failing set
	requestParts     []cachedOutcome // by request part
	atoms            []cachedOutcome // by the number of an atom in them
	ofTool           []cachedOutcome // by mixed atom, if one tool is evaluated
	memos            []*memo         // by mixed atom that occurs more than once; nil before the first use
	ofClasses        []cachedOutcome // by class, of one mixed atom
	stack            []set           // for partial results
	used             int             // of stack
}

// A cachedOutcome is an outcome that may not have been evaluated. The zero value is notEvaluated.
type cachedOutcome uint8

const (
	notEvaluated cachedOutcome = iota
	cachedFalse
	cachedTrue
	cachedFailed
)

func cached(o cond.Outcome) cachedOutcome { return cachedOutcome(o) + cachedFalse }

func (a cachedOutcome) outcome() cond.Outcome { return cond.Outcome(a - cachedFalse) }

// borrow returns a scratch without cached outcomes.
func (p *Plan) borrow() *scratch {
	s, ok := p.pool.Get().(*scratch)
	if !ok {
		n := len(p.all)
		s = &scratch{
			visible:      make(set, n),
			failing:      make(set, n),
			requestParts: make([]cachedOutcome, len(p.filter.requestParts)),
			atoms:        make([]cachedOutcome, p.filter.requestAtoms),
			ofTool:       make([]cachedOutcome, len(p.mixed)),
			memos:        make([]*memo, len(p.mixed)),
		}
	}
	clear(s.requestParts)
	clear(s.atoms)
	clear(s.ofTool)
	for _, m := range s.memos {
		if m != nil {
			clear(m.known)
		}
	}
	return s
}

// A memo caches the outcomes of a mixed atom that occurs more than once. Known are the tools for
// which it has been evaluated.
type memo struct {
	known, yes, failed set
}

func newMemo(words int) *memo { return &memo{make(set, words), make(set, words), make(set, words)} }

// take returns a set with undefined content. It is valid until the matching drop.
func (s *scratch) take() set {
	if s.used == len(s.stack) {
		s.stack = append(s.stack, make(set, len(s.visible)))
	}
	s.used++
	return s.stack[s.used-1]
}

// drop returns the n sets that were taken last.
func (s *scratch) drop(n int) { s.used -= n }
