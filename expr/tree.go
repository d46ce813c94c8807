package expr

// An Op is what a [Node] does with its arguments.
type Op uint8

const (
	OpAtom Op = iota // no arguments: the node is an atom
	OpAnd            // two
	OpOr             // two
	OpNot            // one
	OpCond           // three: condition, then, else
)

// A Node is a place in the tree of and, or, not and ?: over atoms that an expression is. It is immutable.
type Node struct {
	op   Op
	args []*Node
	atom *Atom
}

// Op says what the node does.
func (n *Node) Op() Op { return n.op }

// Args gives its arguments in the order in which they were written. They must not be changed.
func (n *Node) Args() []*Node { return n.args }

// Atom gives the atom of an OpAtom node, and nil for the others.
func (n *Node) Atom() *Atom { return n.atom }

// An Atom is a largest part of an expression that has no and, or, not or ?: on the way to it. It is immutable and safe for
// concurrent use.
type Atom struct {
	source string
	offset int
}

// Source gives the atom as it was written.
func (a *Atom) Source() string { return a.source }

// Offset is the byte of the expression at which the atom starts, from 0.
func (a *Atom) Offset() int { return a.offset }

// Key is equal for two atoms of one Env if and only if they were written alike, blanks and spelling of operators aside: they
// then have the same outcome for every tool and request.
func (a *Atom) Key() string { return "" }

// Reads gives the paths of the attributes that the atom mentions, sorted.
func (a *Atom) Reads() []string { return nil }

// ReadsRequest says whether the atom mentions an attribute of the request.
func (a *Atom) ReadsRequest() bool { return false }

// ReadsTool says whether the atom mentions an attribute of the tool.
func (a *Atom) ReadsTool() bool { return false }

// Eval evaluates the atom alone.
func (a *Atom) Eval(t *Tool, r *Request) Result { return Result{} }
