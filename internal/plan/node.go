package plan

import (
	"strconv"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// An op says what a [node] is.
type op uint8

const (
	opReach op = iota // the names that the entry takes; never fails
	opAtom            // an atom of its expression
	opFunc            // its Go function
	opAnd             // any number of args
	opOr              // any number of args
	opNot             // one
	opCond            // three: condition, then, else
	opRun             // consecutive entries that read nothing of a request, in the place of all of them
)

// A node is a part of what an entry of a filter asks: and, or, not and ?: over reaches, atoms and Go functions. Its args are asked
// from left to right as far as the outcome is open, and what fails before it is settled fails the whole.
type node struct {
	op    op
	args  []*node
	entry *rules.Entry // of opFunc
	place int          // of opReach: the entry's place among all entries of the filter
	atom  *cond.Atom   // of opAtom

	readsTool, readsRequest bool

	// number is the node's place among the tool parts, the request parts or the mixed atoms of its Filter. Only the largest nodes
	// that read one side alone are such a part.
	number int

	atomNumber int // of an atom in a request part: its place among all of these
}

// nodeOf gives the node of an expression.
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
		return over(opNot, args...)
	}
	return over(opCond, args...)
}

// over gives a node of args.
func over(o op, args ...*node) *node {
	n := &node{op: o, args: args}
	for _, arg := range args {
		n.readsTool = n.readsTool || arg.readsTool
		n.readsRequest = n.readsRequest || arg.readsRequest
	}
	return n
}

// key is equal for two nodes of one filter that always have the same outcome. Nodes of names, Go functions and runs have none.
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

// A subject is what a node is asked about one tool by one.
type subject struct {
	tool    *cond.Tool
	reached set // the places of the entries that match the tool by name; only for nodes that have an opReach in them
	request *cond.Request
}

// ask gives the outcome for one tool and request.
func (n *node) ask(s *subject) cond.Outcome {
	switch n.op {
	case opReach:
		return outcomeOf(s.reached.has(n.place), nil)
	case opAtom:
		return n.atom.Outcome(s.tool, s.request)
	case opFunc:
		return outcomeOf(n.entry.CallFunc(s.tool, s.request))
	}
	return n.combine(func(arg *node) cond.Outcome { return arg.ask(s) })
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

// combine gives the outcome of a node with args, whose outcomes ask gives.
func (n *node) combine(ask func(*node) cond.Outcome) cond.Outcome {
	switch n.op {
	case opNot:
		switch ask(n.args[0]) {
		case cond.True:
			return cond.False
		case cond.False:
			return cond.True
		}
		return cond.Failed
	case opCond:
		switch ask(n.args[0]) {
		case cond.True:
			return ask(n.args[1])
		case cond.False:
			return ask(n.args[2])
		}
		return cond.Failed
	}
	goOn := cond.True // the outcome of an arg after which the next one is asked
	if n.op == opOr {
		goOn = cond.False
	}
	for _, arg := range n.args {
		if got := ask(arg); got != goOn {
			return got
		}
	}
	return goOn
}

// cost ranks nodes by what they cost a tool: one that an index answers, one that is evaluated for each class of tools, one that
// calls a Go function, which may cost anything.
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
