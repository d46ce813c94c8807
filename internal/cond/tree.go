package cond

// An Op is the operation of a [Node].
type Op uint8

const (
	OpAtom Op = iota // an atom, without operands
	OpAnd            // two operands
	OpOr             // two operands
	OpNot            // one operand
	OpCond           // three: condition, then, else
)

// After returns what an operation does after the outcome of its first operand: the index of the
// operand whose outcome is the outcome of the whole, or 0 and the outcome if it is decided.
func (op Op) After(first Outcome) (next int, decided Outcome) {
	switch {
	case first == Failed:
		return 0, Failed
	case op == OpNot:
		return 0, boolOutcome(first == False)
	case op == OpAnd && first == False, op == OpOr && first == True:
		return 0, first
	case op == OpCond && first == False:
		return 2, 0
	}
	return 1, 0
}

func boolOutcome(b bool) Outcome {
	if b {
		return True
	}
	return False
}

// A Node is a node of an expression's tree of and, or, not and ?: over atoms. It is immutable and
// safe for concurrent use. [Program.Tree] returns the root.
type Node struct {
	op   Op
	args []*Node
	atom *Atom
}

// Op returns the operation of the node.
func (n *Node) Op() Op { return n.op }

// Args returns the operands in source order. The caller must not modify them.
func (n *Node) Args() []*Node { return n.args }

// Atom returns the atom of an OpAtom node, and nil for other nodes.
func (n *Node) Atom() *Atom { return n.atom }

// eval evaluates the tree with a function that evaluates atoms. It goes from left to right and
// stops when the outcome is decided. An atom that fails before that makes the whole fail.
func (n *Node) eval(t *Tool, r *Request, atom func(*Atom, *Tool, *Request) Result) Result {
	if n.op == OpAtom {
		return atom(n.atom, t, r)
	}
	first := n.args[0].eval(t, r, atom)
	next, decided := n.op.After(first.Outcome)
	switch {
	case next > 0:
		return n.args[next].eval(t, r, atom)
	case decided == first.Outcome:
		return first
	}
	return Result{Outcome: decided}
}

// outcome returns the outcome of eval without the reason of a failure. settled may be nil.
func (n *Node) outcome(t *Tool, r *Request, settled Settled) Outcome {
	if n.op == OpAtom {
		if settled != nil && !n.atom.ReadsRequest() {
			return settled[n.atom.index]
		}
		return n.atom.Outcome(t, r)
	}
	next, decided := n.op.After(n.args[0].outcome(t, r, settled))
	if next == 0 {
		return decided
	}
	return n.args[next].outcome(t, r, settled)
}
