package plan

import (
	"math/bits"

	"github.com/toolrules/toolrules/internal/cond"
)

// Classes are the tools that an atom can't tell apart, since they have the same values in the fields that it reads. It is evaluated
// once for each class that the demand has a tool of. One division into classes serves all atoms that read the same fields.
//
// For 10,000 tools with 1,645 distinct lists of tags any(tool.tags, # startsWith ctx.env) takes 125 µs in place of 490, and
// tool.tags == ctx.groups, which only the machine of package expr can tell, 4 ms in place of 28.
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

// byClass makes yes the tools among demand for which an atom is true, and failed those for which it fails.
func (w *walk) byClass(a *cond.Atom, c *classes, demand, yes, failed set) {
	clear(yes)
	clear(failed)
	if cap(w.ofClasses) < c.count {
		w.ofClasses = make([]answer, c.count)
	}
	known := w.ofClasses[:c.count]
	clear(known)
	for at, open := range demand {
		for ; open != 0; open &= open - 1 {
			i := at*wordBits + bits.TrailingZeros64(open)
			class := c.of[i]
			if known[class] == unasked {
				known[class] = answerOf(a.Outcome(w.plan.tools[i], w.request))
			}
			switch known[class] {
			case answeredTrue:
				yes.add(i)
			case answeredFailed:
				failed.add(i)
			}
		}
	}
}
