package cond

import (
	"slices"

	"github.com/expr-lang/expr/ast"
	"github.com/toolrules/toolrules/expr"
)

// functionNames are the functions of the language, predicates last.
var functionNames = []string{"len", "lower", "upper", "trim", "any", "all", "none", "one", "count"}

// firstPredicate is where the predicates start in functionNames.
const firstPredicate = 4

// call is for a function that expr-lang does not know, and for methods.
func (c *checker) call(n *ast.CallNode) *term {
	switch callee := n.Callee.(type) {
	case *ast.IdentifierNode:
		return c.function(c.ownPlace(callee), callee.Value, n.Arguments)
	case *ast.MemberNode:
		c.method(callee)
	default:
		c.fail(NotAllowed, c.ownPlace(n), "", "this can't be called")
	}
	return nil
}

func (c *checker) method(n *ast.MemberNode) {
	at := c.ownPlace(n)
	name, ok := n.Property.(*ast.StringNode)
	if !ok {
		c.fail(NotAllowed, at, "", "this can't be called")
		return
	}
	c.fail(NotAllowed, at, "", "values have no methods, so no %s", name.Value)
}

// function returns the term of a call.
func (c *checker) function(lo int, name string, args []ast.Node) *term {
	switch i := slices.Index(functionNames, name); {
	case i < 0:
		c.unknownFunction(lo, name)
		return nil
	case i >= firstPredicate:
		return c.overList(lo, name, args)
	case len(args) != 1:
		c.fail(WrongArguments, lo, "", "%s takes one argument, not %d", name, len(args))
		return nil
	}
	arg := c.term(args[0])
	if arg == nil {
		return nil
	}
	t := &term{kind: callTerm, op: name, args: []*term{arg}}
	if name == "len" {
		t.typ.Kind = expr.Int
	}
	if !isText(arg.typ) && (name != "len" || arg.typ.Kind != expr.List) {
		takes := "a text"
		if name == "len" {
			takes = "a text or a list"
		}
		c.fail(WrongType, arg.lo, "", "%s takes %s; %s", name, takes, c.describe(arg))
		return nil
	}
	if long := arg.longText(); c.predicate && name != "len" && long != "" {
		// It would be worked out for every element anew: a server could make one evaluation take a
		// second.
		c.fail(NotAllowed, lo, "compare it as it is: "+long+" contains #", "inside a predicate %s can't take %s", name, long)
		return nil
	}
	return t
}

func (c *checker) unknownFunction(lo int, name string) {
	hint, ok := foreignFunctions[name]
	if !ok {
		hint = didYouMean(name, functionNames, "%s")
	}
	c.fail(NotAllowed, lo, hint, "there is no function %s; there are %s", name, quoted(functionNames))
}

// longText returns the path of a text in the term that a server can make as long as it likes; empty
// if there is none. A name is none: a tool whose name is too long is never shown, whatever an
// expression says.
func (t *term) longText() string {
	path := ""
	t.each(func(part *term) {
		if p := part.path(); p == "tool.description" || p == "tool.title" {
			path = p
		}
	})
	return path
}

// overList returns the term of any, all, none, one or count.
func (c *checker) overList(lo int, name string, args []ast.Node) *term {
	if c.predicate {
		c.fail(NestedPredicate, lo, "", "%s can't stand inside another any, all, none, one or count", name)
		return nil
	}
	if len(args) != 2 {
		hint := ""
		if name == "count" {
			hint = "the number of elements is len(list)"
		}
		c.fail(WrongArguments, lo, hint, "%s takes a list and a condition on its elements", name)
		return nil
	}
	list := c.term(args[0])
	var elem *expr.Type
	switch {
	case list == nil:
	case list.typ.Kind != expr.List:
		c.fail(WrongType, list.lo, "", "%s takes a list; %s", name, c.describe(list))
	case list.typ.Elem == nil:
		c.fail(WrongType, list.lo, "", "an empty list has no elements to look at")
	default:
		elem = list.typ.Elem
	}
	body := c.body(args[1], elem)
	if elem == nil || body == nil || !c.bools(name, body) {
		return nil
	}
	t := &term{kind: predicateTerm, op: name, typ: expr.Type{Kind: expr.Bool}, args: []*term{list, body}}
	if name == "count" {
		t.typ.Kind = expr.Int
	}
	lookup := overlapOf(t) != nil
	if !lookup {
		t.hold(body)
	}
	if !lookup && c.searchesForEach(t) {
		return nil
	}
	return t
}

// searchesForEach refuses a predicate over a list of the request whose condition reads a title or a
// description: a caller could have 1 MiB searched for each tool. What an index answers, as in
// any(ctx.titles, # == tool.title), may read them.
func (c *checker) searchesForEach(t *term) bool {
	if !t.args[0].readsRequest() || t.args[1].longText() == "" {
		return false
	}
	t.args[1].each(func(part *term) {
		if long := part.longText(); part.kind == attrTerm && long != "" {
			c.fail(NotAllowed, part.lo, "write what is looked for as a literal, or compare with ==", "a predicate over a list of the request can't search %s", long)
		}
	})
	return true
}

// body returns the term of a condition on the elements of a list. If their type is not known, which
// is nil, it is checked all the same, as far as that goes.
func (c *checker) body(n ast.Node, elem *expr.Type) *term {
	if p, ok := n.(*ast.PredicateNode); ok {
		n = p.Node
	}
	c.predicate, c.element = true, elem
	defer func() { c.predicate, c.element = false, nil }()
	return c.term(n)
}
