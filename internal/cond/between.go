package cond

import "math"

// A Between is another way to say what an atom means: it is true where an int of the tool lies
// between two ints that the request gives. All comparisons of ints are such: tool.bytes >
// ctx.budget, len(tool.tags) == ctx.verbosity. It is immutable and safe for concurrent use.
type Between struct {
	// Negated says that the atom is true where the int does not lie between them: !=.
	Negated bool

	tool, request         intFunc
	toolTerm, requestTerm *term
	op                    string // with the tool on the left
}

// Between returns the atom as a Between, or nil if it is none. It holds for tools and requests that
// the atom can read, see [Atom.CanReadTool].
func (a *Atom) Between() *Between { return a.between }

// ToolInt returns the int of a tool.
func (b *Between) ToolInt(t *Tool) int { return b.tool(t, nil, element{}) }

// Ends returns the two ints between which the tool's has to lie, both ends included. There is
// nothing between them if lo is greater.
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

// betweenOf returns the Between that a term says, or nil.
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

// mirrored are the operators that say the same when their sides change places.
var mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
