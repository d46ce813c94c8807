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
	if first.Outcome == Failed {
		return first
	}
	yes := first.Outcome == True
	switch {
	case n.op == OpNot && yes:
		return Result{Outcome: False}
	case n.op == OpNot:
		return Result{Outcome: True}
	case n.op == OpCond && !yes:
		return n.args[2].eval(t, r, atom)
	case n.op == OpAnd && !yes, n.op == OpOr && yes:
		return first
	}
	return n.args[1].eval(t, r, atom)
}

// outcome returns the outcome of eval without the reason of a failure. settled may be nil.
func (n *Node) outcome(t *Tool, r *Request, settled Settled) Outcome {
	if n.op == OpAtom {
		if settled != nil && !n.atom.ReadsRequest() {
			return settled[n.atom.index]
		}
		return n.atom.Outcome(t, r)
	}
	first := n.args[0].outcome(t, r, settled)
	switch {
	case first == Failed:
		return first
	case n.op == OpNot && first == True:
		return False
	case n.op == OpNot:
		return True
	case n.op == OpCond && first == False:
		return n.args[2].outcome(t, r, settled)
	case n.op == OpAnd && first == False, n.op == OpOr && first == True:
		return first
	}
	return n.args[1].outcome(t, r, settled)
}
