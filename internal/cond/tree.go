package cond

// An Op is what a [Node] does with its arguments.
type Op uint8

const (
	OpAtom Op = iota // no arguments: the node is an atom
	OpAnd            // two
	OpOr             // two
	OpNot            // one
	OpCond           // three: condition, then, else
)

// A Node is a place in the tree of and, or, not and ?: over atoms that an expression is. It is
// immutable and safe for concurrent use. [Program.Tree] gives the root.
type Node struct {
	op   Op
	args []*Node
	atom *Atom
}

// Op returns what the node does.
func (n *Node) Op() Op { return n.op }

// Args returns its arguments in the order in which they were written. The caller must not change
// them.
func (n *Node) Args() []*Node { return n.args }

// Atom returns the atom of an OpAtom node, and nil for the others.
func (n *Node) Atom() *Atom { return n.atom }

// eval evaluates the atoms by a function. It goes from left to right and stops where the outcome is
// settled. What fails before that fails the whole.
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

// outcome is eval without saying why something fails. Settled may be nil.
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
