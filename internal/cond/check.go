package cond

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/suggest"
)

// A checker converts expr-lang's tree to terms. An invalid part has no term. A part that contains
// it has no term either, and reports no error of its own.
type checker struct {
	env       *Env
	src       *source
	errs      Errors
	nodes     int
	negated   bool       // the next operator is negated: x not in list
	predicate bool       // whether this is inside the condition of any, all, none, one or count
	element   *expr.Type // the type of #; nil if it is unknown
}

// check returns the term of a whole expression.
func check(e *Env, s *source, root ast.Node) (*term, Errors) {
	c := &checker{env: e, src: s}
	t := c.term(root)
	if t != nil && t.typ.Kind != expr.Bool {
		c.fail(NotBool, t.lo, c.boolHint(t, false), "the expression must be a bool; %s", c.describe(t))
	}
	c.errs.SortByOffset()
	c.errs = slices.CompactFunc(c.errs, func(a, b *Error) bool { return a.Offset == b.Offset && a.Code == b.Code })
	return t, c.errs
}

// boolHint returns the hint for a value where a condition is expected. If not is set, the value is
// the operand of not, and the hint replaces both.
func (c *checker) boolHint(t *term, not bool) string {
	choose := func(yes, no string) string {
		if not {
			return no
		}
		return yes
	}
	is, optional := c.spelling(t), t.kind == attrTerm && t.attr.Optional
	switch {
	case t.kind == scopeTerm:
		return valueHint(t)
	case t.kind == constTerm || t.kind == listTerm || t.kind == condTerm || t.typ.Kind == expr.Bool:
		return ""
	case t.typ.Kind == expr.Words && !optional:
		return "compare it with one of " + someOf(t.typ.Words)
	}
	empty, counts := `""`, "an empty one"
	switch {
	case t.typ.Kind == expr.List:
		empty = "[]"
	case isNumber(t.typ):
		empty, counts = "0", "0"
	}
	if optional {
		hint := "write " + is + choose(" != nil", " == nil")
		value := fmt.Sprintf("(%s ?? %s)", is, empty)
		if t.typ.Kind == expr.List {
			value, empty = fmt.Sprintf("len(%s ?? [])", is), "0"
		}
		if t.typ.Kind == expr.Words {
			return hint
		}
		return hint + ", or " + value + choose(" != ", " == ") + empty + " if " + counts + choose(" does not count", " counts as missing")
	}
	if t.typ.Kind == expr.List {
		return "write len(" + is + ")" + choose(" > 0", " == 0")
	}
	return "write " + is + choose(" != ", " == ") + empty
}

// valueHint returns the hint for a mapping where a value is expected.
func valueHint(t *term) string {
	return "select an attribute of it, such as " + t.scope.path + "." + t.scope.names[0]
}

func (c *checker) fail(code Code, offset int, hint, format string, args ...any) {
	c.failAt("", code, offset, hint, format, args...)
}

// failAt is fail for an error that concerns the attribute at path.
func (c *checker) failAt(path string, code Code, offset int, hint, format string, args ...any) {
	c.errs = append(c.errs, &Error{Code: code, Path: path, Offset: offset, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// count counts a node and reports whether the limit still holds. It reports only the first node
// above the limit.
func (c *checker) count(offset int) bool {
	c.nodes++
	if c.nodes == MaxNodes+1 {
		c.fail(TooManyNodes, offset, "split it into several rules, or use matches for many strings",
			"the expression has more than %d attributes, literals, operators and calls", MaxNodes)
	}
	return c.nodes <= MaxNodes
}

// term returns the term of a node, or nil if the node has an error.
func (c *checker) term(n ast.Node) *term {
	lo, hi := c.rangeOf(n)
	if !c.count(lo) {
		return nil
	}
	t := c.build(n, lo)
	if t != nil {
		t.lo, t.hi = lo, hi
	}
	return t
}

// build returns the term of a node that starts at lo.
func (c *checker) build(n ast.Node, lo int) *term {
	switch n := n.(type) {
	case *ast.StringNode:
		return &term{kind: constTerm, value: n.Value}
	case *ast.BoolNode:
		return &term{kind: constTerm, value: n.Value, typ: expr.Type{Kind: expr.Bool}}
	case *ast.IntegerNode:
		return &term{kind: constTerm, value: n.Value, typ: expr.Type{Kind: expr.Int}}
	case *ast.FloatNode:
		return &term{kind: constTerm, value: n.Value, typ: expr.Type{Kind: expr.Float}}
	case *ast.NilNode:
		c.fail(MisplacedNil, lo, "write for example ctx.runner == nil", "nil can only be compared by == or != with an attribute that may be missing")
		return nil
	case *ast.IdentifierNode, *ast.MemberNode:
		return c.path(n)
	case *ast.PointerNode:
		return c.pointer(n)
	case *ast.ArrayNode:
		return c.list(n)
	case *ast.UnaryNode:
		return c.unary(n)
	case *ast.BinaryNode:
		return c.binary(n)
	case *ast.ConditionalNode:
		return c.conditional(n)
	case *ast.BuiltinNode:
		return c.function(lo, n.Name, n.Arguments)
	case *ast.CallNode:
		return c.call(n)
	}
	c.refuseNode(n, lo)
	return nil
}

// refuseNode reports a construct of expr-lang that this language does not have.
func (c *checker) refuseNode(n ast.Node, lo int) {
	switch n.(type) {
	case *ast.ChainNode: // it always contains a ?.
		i := c.src.tokenAt(lo)
		for !c.src.tokens[i].is("?.") {
			i++
		}
		c.fail(NotAllowed, c.src.tokens[i].lo, "write . instead, and ?? or != nil if the value may be missing", "?. is not supported")
	case *ast.SliceNode:
		c.fail(NotAllowed, c.tokenStart(n), "write startsWith or endsWith, or any(list, condition)", "slices are not supported")
	case *ast.MapNode:
		c.fail(NotAllowed, lo, "write a list as [a, b]", "mapping literals are not supported")
	case *ast.BytesNode:
		c.fail(NotAllowed, lo, "omit the b", "byte literals are not supported")
	default:
		c.fail(NotAllowed, lo, "", "this construct is not supported")
	}
}

// rangeOf returns the byte range of a node, with the brackets that belong to it.
func (c *checker) rangeOf(n ast.Node) (lo, hi int) {
	lo, hi = len(c.src.text), 0
	c.widen(n, &lo, &hi)
	return c.src.whole(lo, hi)
}

// tokenStart returns the byte offset of the node's own token, which is the operator of an
// operation.
func (c *checker) tokenStart(n ast.Node) int { return c.src.byteAt(n.Location().From) }

// widen extends a range to all tokens of a node. The location of a ConditionalNode of
// expr-lang is that of the token after it, so it is skipped.
func (c *checker) widen(n ast.Node, lo, hi *int) {
	if _, ok := n.(*ast.ConditionalNode); !ok {
		*lo = min(*lo, c.src.byteAt(n.Location().From))
		*hi = max(*hi, c.src.byteAt(n.Location().To))
	}
	for _, child := range children(n) {
		c.widen(child, lo, hi)
	}
}

// children returns the child nodes of a node.
func children(n ast.Node) []ast.Node {
	switch n := n.(type) {
	case *ast.UnaryNode:
		return []ast.Node{n.Node}
	case *ast.BinaryNode:
		return []ast.Node{n.Left, n.Right}
	case *ast.ConditionalNode:
		return []ast.Node{n.Cond, n.Exp1, n.Exp2}
	case *ast.MemberNode:
		return []ast.Node{n.Node, n.Property}
	case *ast.ChainNode:
		return []ast.Node{n.Node}
	case *ast.SliceNode:
		return []ast.Node{n.Node}
	case *ast.ArrayNode:
		return n.Nodes
	case *ast.BuiltinNode:
		return n.Arguments
	case *ast.CallNode:
		return append([]ast.Node{n.Callee}, n.Arguments...)
	case *ast.PredicateNode:
		return []ast.Node{n.Node}
	}
	return nil
}

// describe returns a phrase with the type of a term, for messages: "tool.name is a string".
func (c *checker) describe(t *term) string {
	switch t.kind {
	case attrTerm:
		return t.attr.Path + " is " + article(t.typ)
	case scopeTerm:
		return t.scope.path + " is a mapping"
	}
	text := c.src.text[t.lo:t.hi]
	if len(text) > 40 {
		return "this is " + article(t.typ)
	}
	return text + " is " + article(t.typ)
}

// article returns a type with its article, for messages.
func article(t expr.Type) string {
	switch t.Kind {
	case expr.Int:
		return "an int"
	case expr.List:
		if t.Elem != nil {
			return "a list of " + t.Elem.Kind.String()
		}
		return "a list"
	case expr.Words:
		return "a string"
	}
	return "a " + t.Kind.String()
}

// didYouMean returns a hint if one of the known words is similar, and otherwise "".
func didYouMean(word string, known []string, format string) string {
	if near, ok := suggest.Nearest(word, known); ok {
		return fmt.Sprintf("did you mean "+format+"?", near)
	}
	return ""
}

// joinAll returns the common type of terms: branches, or elements of a list. If they have none, it
// returns the first term that does not fit the terms before it.
func joinAll(terms []*term) (expr.Type, *term) {
	typ := terms[0].typ
	for _, t := range terms[1:] {
		joined, ok := joinTypes(typ, t.typ)
		if !ok {
			return expr.Type{}, t
		}
		typ = joined
	}
	if isText(typ) {
		return joinTexts(terms), nil
	}
	return typ, nil
}

// joinTexts returns the enum type of string terms, if each is an enum or a literal and not all are
// literals. Otherwise it returns string.
func joinTexts(terms []*term) expr.Type {
	all, declared := expr.Type{Kind: expr.Words}, false
	for _, t := range terms {
		word, literal := t.text()
		switch {
		case t.typ.Kind == expr.Words:
			all, declared = joinWords(all, t.typ), true
		case literal:
			all = joinWords(all, expr.Type{Words: []string{word}})
		default:
			return expr.Type{}
		}
	}
	if !declared {
		return expr.Type{}
	}
	return all
}

// joinWords returns the union of two enum types.
func joinWords(a, b expr.Type) expr.Type {
	words := slices.Clone(a.Words)
	for _, w := range b.Words {
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return expr.Type{Kind: expr.Words, Words: words}
}

// joinTypes returns the common type of two types, and reports whether there is one.
func joinTypes(a, b expr.Type) (expr.Type, bool) {
	switch {
	case a.Kind == expr.Object || b.Kind == expr.Object:
		return expr.Type{}, false
	case a.Kind == expr.Words && b.Kind == expr.Words:
		return joinWords(a, b), true
	case isText(a) && isText(b):
		return expr.Type{}, true
	case isNumber(a) && isNumber(b):
		return expr.Type{Kind: max(a.Kind, b.Kind)}, true
	case a.Kind != b.Kind:
		return expr.Type{}, false
	case a.Kind != expr.List || b.Elem == nil:
		return a, true
	case a.Elem == nil:
		return b, true
	}
	elem, ok := joinTypes(*a.Elem, *b.Elem)
	return expr.Type{Kind: expr.List, Elem: &elem}, ok
}

// alike reports whether values of two types can be equal.
func alike(a, b expr.Type) bool {
	_, ok := joinTypes(a, b)
	return ok
}

// quoted returns a list of words for a message.
func quoted(words []string) string { return strings.Join(words, ", ") }
