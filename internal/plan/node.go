package plan

import (
	"strconv"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// An op is the kind of a [node].
type op uint8

const (
	opReach op = iota // the entry matches the tool by name; never fails
	opAtom            // an atom of an expression
	opFunc            // the entry's Go function
	opAnd             // any number of args
	opOr              // any number of args
	opNot             // one
	opCond            // three: condition, then, else
	opRun             // consecutive entries that do not read the request, as one node
)

// A node is a part of what an entry evaluates: and, or, not and ?: over names, atoms and Go
// functions. Args are evaluated from left to right until one decides. If an arg fails before that,
// the node fails.
type node struct {
	op    op
	args  []*node
	entry *ruleset.Entry // of opFunc
	index int            // of opReach: the entry's index among all entries of the filter
	atom  *cond.Atom     // of opAtom

	readsTool, readsRequest bool

	// number is the index of the node in the tool parts, the request parts or the mixed atoms of
	// its Filter. Only maximal nodes that read one side are tool parts or request parts.
	number int

	atomNumber int // of an atom in a request part: its number among these atoms
}

// nodeOf returns the node of an expression.
func nodeOf(n *cond.Node) *node {
	if a := n.Atom(); a != nil {
		return &node{op: opAtom, atom: a, readsTool: a.ReadsTool(), readsRequest: a.ReadsRequest()}
	}
	args := make([]*node, len(n.Args()))
	for i, arg := range n.Args() {
		args[i] = nodeOf(arg)
	}
	switch n.Op() {
	case cond.OpAnd:
		return chain(opAnd, args...)
	case cond.OpOr:
		return chain(opOr, args...)
	case cond.OpNot:
		return newNode(opNot, args...)
	}
	return newNode(opCond, args...)
}

// newNode returns a node with args.
func newNode(o op, args ...*node) *node {
	n := &node{op: o, args: args}
	for _, arg := range args {
		n.readsTool = n.readsTool || arg.readsTool
		n.readsRequest = n.readsRequest || arg.readsRequest
	}
	return n
}

// key returns a string that is equal for two nodes of one filter only if they always have equal
// outcomes. The node must not contain opReach, opFunc or opRun.
func (n *node) key() string {
	if n.op == opAtom {
		return strconv.Quote(n.atom.Key())
	}
	key := strconv.Itoa(int(n.op)) + "("
	for _, arg := range n.args {
		key += arg.key() + ","
	}
	return key + ")"
}

// A subject is one tool and request for which a node is evaluated.
type subject struct {
	tool    *cond.Tool
	reached set // the indexes of the entries that match the tool by name; used by opReach alone
	request *cond.Request
}

// eval returns the outcome for one tool and request.
func (n *node) eval(s *subject) cond.Outcome {
	switch n.op {
	case opReach:
		return outcomeOf(s.reached.has(n.index), nil)
	case opAtom:
		return n.atom.Outcome(s.tool, s.request)
	case opFunc:
		return outcomeOf(n.entry.CallFunc(s.tool, s.request))
	}
	return n.combine(func(arg *node) cond.Outcome { return arg.eval(s) })
}

func outcomeOf(yes bool, err error) cond.Outcome {
	switch {
	case err != nil:
		return cond.Failed
	case yes:
		return cond.True
	}
	return cond.False
}

// combine returns the outcome of a node that has args. It calls eval for the outcomes of args.
func (n *node) combine(eval func(*node) cond.Outcome) cond.Outcome {
	switch n.op {
	case opNot:
		switch eval(n.args[0]) {
		case cond.True:
			return cond.False
		case cond.False:
			return cond.True
		}
		return cond.Failed
	case opCond:
		switch eval(n.args[0]) {
		case cond.True:
			return eval(n.args[1])
		case cond.False:
			return eval(n.args[2])
		}
		return cond.Failed
	}
	goOn := cond.True // the outcome after which the next arg is evaluated
	if n.op == opOr {
		goOn = cond.False
	}
	for _, arg := range n.args {
		if got := eval(arg); got != goOn {
			return got
		}
	}
	return goOn
}

// cost ranks nodes by what they cost for each tool: 1 for an atom that a lookup or column
// evaluates, 2 for one that is evaluated once for each class of tools, 3 for a Go function, whose
// cost is unknown.
func (n *node) cost() int {
	most := 0
	for _, arg := range n.args {
		most = max(most, arg.cost())
	}
	switch {
	case n.op == opFunc:
		return 3
	case n.op != opAtom || !n.readsTool || !n.readsRequest:
		return most
	case n.atom.Overlap() == nil && n.atom.Between() == nil:
		return 2
	}
	return 1
}
