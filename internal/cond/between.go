package cond

import "math"

// A Between is an equivalent form of an atom that compares two ints: the atom is true if an int of
// the tool lies in an interval that the request determines. Examples are tool.bytes > ctx.budget
// and len(tool.tags) == ctx.verbosity. It is immutable and safe for concurrent use.
type Between struct {
	// Negated reports whether the atom is true if the int is outside the interval: !=.
	Negated bool

	tool, request         intFunc
	toolTerm, requestTerm *term
	op                    string // with the tool as the left operand
}

// Between returns the atom as a Between, or nil if it has no such form. The result is valid only
// for tools and requests that the atom can read; see [Atom.CanReadTool].
func (a *Atom) Between() *Between { return a.between }

// ToolInt returns the int that the atom reads of t.
func (b *Between) ToolInt(t *Tool) int { return b.tool(t, nil, element{}) }

// Ends returns the ends of the interval for r, both inclusive. The interval is empty if lo > hi.
func (b *Between) Ends(r *Request) (lo, hi int) {
	x := b.request(nil, r, element{})
	switch b.op {
	case "<=":
		return math.MinInt, x
	case ">=":
		return x, math.MaxInt
	case "<":
		if x == math.MinInt {
			return 1, 0
		}
		return math.MinInt, x - 1
	case ">":
		if x == math.MaxInt {
			return 1, 0
		}
		return x + 1, math.MaxInt
	}
	return x, x
}

// betweenOf returns the Between of a term, or nil if it has none.
func betweenOf(t *term) *Between {
	if t.kind != binaryTerm {
		return nil
	}
	left, right, op := t.args[0], t.args[1], t.op
	if readsOnly(right, true) {
		left, right, op = right, left, mirrored[op]
	}
	b := &Between{Negated: op == "!=", tool: directInt(left), request: directInt(right), op: op, toolTerm: left, requestTerm: right}
	if intOperators[op] == nil && !b.Negated || b.tool == nil || b.request == nil || !readsOnly(left, true) || !readsOnly(right, false) {
		return nil
	}
	return b
}

// mirrored maps each comparison operator to the one with the same meaning when the operands are
// swapped.
var mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
