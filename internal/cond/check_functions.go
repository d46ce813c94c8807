package cond

import (
	"slices"

	"github.com/expr-lang/expr/ast"
	"github.com/toolrules/toolrules/expr"
)

// functionNames are the functions of the language, predicates last.
var functionNames = []string{"len", "lower", "upper", "trim", "any", "all", "none", "one", "count"}

// firstPredicate is the index of the first predicate in functionNames.
const firstPredicate = 4

// call handles calls of methods and of functions that expr-lang does not know.
func (c *checker) call(n *ast.CallNode) *term {
	switch callee := n.Callee.(type) {
	case *ast.IdentifierNode:
		return c.function(c.tokenStart(callee), callee.Value, n.Arguments)
	case *ast.MemberNode:
		c.method(callee)
	default:
		c.fail(NotAllowed, c.tokenStart(n), "", "this is not a function")
	}
	return nil
}

func (c *checker) method(n *ast.MemberNode) {
	at := c.tokenStart(n)
	name, ok := n.Property.(*ast.StringNode)
	if !ok {
		c.fail(NotAllowed, at, "", "this is not a function")
		return
	}
	c.fail(NotAllowed, at, "", "values have no methods: %s is not a method", name.Value)
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
		c.fail(WrongArguments, lo, "", "%s expects 1 argument, got %d", name, len(args))
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
		expected := "a string"
		if name == "len" {
			expected = "a string or a list"
		}
		c.fail(WrongType, arg.lo, "", "%s expects %s; %s", name, expected, c.describe(arg))
		return nil
	}
	if long := arg.longText(); c.predicate && name != "len" && long != "" {
		// The call would be evaluated for each element: a server could make one evaluation take a
		// second.
		c.fail(NotAllowed, lo, "compare it without the function: "+long+" contains #", "inside a predicate, %s can't be applied to %s", name, long)
		return nil
	}
	return t
}

func (c *checker) unknownFunction(lo int, name string) {
	hint, ok := foreignFunctions[name]
	if !ok {
		hint = didYouMean(name, functionNames, "%s")
	}
	c.fail(NotAllowed, lo, hint, "unknown function %s; expected one of %s", name, quoted(functionNames))
}

// longText returns the path of a string attribute in the term whose length a server determines, or
// "" if there is none. Names do not count: a tool with a name that is too long is never shown,
// whatever an expression returns.
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
		c.fail(NestedPredicate, lo, "", "%s can't be nested in any, all, none, one or count", name)
		return nil
	}
	if len(args) != 2 {
		hint := ""
		if name == "count" {
			hint = "the number of elements is len(list)"
		}
		c.fail(WrongArguments, lo, hint, "%s expects a list and a condition on its elements", name)
		return nil
	}
	list := c.term(args[0])
	var elem *expr.Type
	switch {
	case list == nil:
	case list.typ.Kind != expr.List:
		c.fail(WrongType, list.lo, "", "%s expects a list; %s", name, c.describe(list))
	case list.typ.Elem == nil:
		c.fail(WrongType, list.lo, "", "the list is empty, so the condition is never evaluated")
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

// searchesForEach reports whether t is a predicate over a list of the request whose condition reads
// a title or a description, and reports an error if so: a caller could cause a search through 1 MiB
// for each tool. Predicates that an index answers, such as any(ctx.titles, # == tool.title), are
// exempt.
func (c *checker) searchesForEach(t *term) bool {
	if !t.args[0].readsRequest() || t.args[1].longText() == "" {
		return false
	}
	t.args[1].each(func(part *term) {
		if long := part.longText(); part.kind == attrTerm && long != "" {
			c.fail(NotAllowed, part.lo, "search for a literal, or compare with ==", "a predicate over a list of the request can't search %s", long)
		}
	})
	return true
}

// body returns the term of a condition on the elements of a list. If elem is nil, the element type
// is unknown, and the condition is checked as far as possible.
func (c *checker) body(n ast.Node, elem *expr.Type) *term {
	if p, ok := n.(*ast.PredicateNode); ok {
		n = p.Node
	}
	c.predicate, c.element = true, elem
	defer func() { c.predicate, c.element = false, nil }()
	return c.term(n)
}
