package plan

import (
	"math/bits"

	"github.com/toolrules/toolrules/internal/cond"
)

// Classes partition the tools of a plan: an atom cannot distinguish the tools of one class, since
// they have equal values in the fields that it reads. The atom is evaluated once for each class
// that has a tool in the demand. Atoms that read the same fields share one partition.
type classes struct {
	of    []int32 // by tool
	count int
}

func newClasses(a *cond.Atom, tools []*cond.Tool) *classes {
	c := &classes{of: make([]int32, len(tools))}
	known := map[string]int32{}
	var key []byte
	for i, t := range tools {
		key = a.AppendToolKey(key[:0], t)
		n, ok := known[string(key)]
		if !ok {
			n = int32(c.count)
			known[string(key)] = n
			c.count++
		}
		c.of[i] = n
	}
	return c
}

// byClass sets yes to the tools of demand for which an atom is true, and failed to those for which
// it fails.
func (w *walk) byClass(a *cond.Atom, c *classes, demand, yes, failed set) {
	clear(yes)
	clear(failed)
	if cap(w.ofClasses) < c.count {
		w.ofClasses = make([]cachedOutcome, c.count)
	}
	known := w.ofClasses[:c.count]
	clear(known)
	for at, open := range demand {
		for ; open != 0; open &= open - 1 {
			i := at*wordBits + bits.TrailingZeros64(open)
			class := c.of[i]
			if known[class] == notEvaluated {
				known[class] = cached(a.Outcome(w.plan.tools[i], w.request))
			}
			switch known[class] {
			case cachedTrue:
				yes.add(i)
			case cachedFailed:
				failed.add(i)
			}
		}
	}
}
