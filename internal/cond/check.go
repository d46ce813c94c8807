package cond

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/suggest"
)

// A checker turns expr-lang's tree into terms. A part that is wrong has no term; what it stands in
// then has none either, and is silent about it.
type checker struct {
	env       *Env
	src       *source
	errs      Errors
	nodes     int
	negated   bool       // the operator is the one of x not in list
	predicate bool       // inside the condition of any, all, none, one or count
	element   *expr.Type // what # is there; nil if that is not known
}

// check returns the term of an expression as a whole.
func check(e *Env, s *source, root ast.Node) (*term, Errors) {
	c := &checker{env: e, src: s}
	t := c.term(root)
	if t != nil && t.typ.Kind != expr.Bool {
		c.fail(NotBool, t.lo, c.boolHint(t, false), "an expression gives a bool; %s", c.describe(t))
	}
	c.errs.sortByOffset()
	c.errs = slices.CompactFunc(c.errs, func(a, b *Error) bool { return a.Offset == b.Offset && a.Code == b.Code })
	return t, c.errs
}

// boolHint returns what to write instead of a value that stands where a condition is expected; with
// not, instead of "not value".
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
		return "compare it, with one of " + someOf(t.typ.Words)
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

// valueHint is for a mapping in the place of a value.
func valueHint(t *term) string {
	return "name a value in it, as in " + t.scope.path + "." + t.scope.names[0]
}

func (c *checker) fail(code Code, offset int, hint, format string, args ...any) {
	c.failAt("", code, offset, hint, format, args...)
}

// failAt is fail for a mistake about what is at a path.
func (c *checker) failAt(path string, code Code, offset int, hint, format string, args ...any) {
	c.errs = append(c.errs, &Error{Code: code, Path: path, Offset: offset, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// count counts a node and says whether there may be one more. Only the first that is too many is
// reported.
func (c *checker) count(offset int) bool {
	c.nodes++
	if c.nodes == MaxNodes+1 {
		c.fail(TooManyNodes, offset, "split it into several rules, or use matches for many texts",
			"the expression has more than %d attributes, literals, operators and calls", MaxNodes)
	}
	return c.nodes <= MaxNodes
}

// term returns the term of a node, or nil if there is a mistake in it.
func (c *checker) term(n ast.Node) *term {
	lo, hi := c.place(n)
	if !c.count(lo) {
		return nil
	}
	t := c.build(n, lo)
	if t != nil {
		t.lo, t.hi = lo, hi
	}
	return t
}

// build makes the term of a node that starts at lo.
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
		c.fail(MisplacedNil, lo, "write for example ctx.runner == nil", "nil can only be compared, with == or !=, with what may be missing")
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

// refuseNode is for the constructs of expr-lang that this language leaves out altogether.
func (c *checker) refuseNode(n ast.Node, lo int) {
	switch n.(type) {
	case *ast.ChainNode: // there is a ?. in it, or it would be none
		i := c.src.tokenAt(lo)
		for !c.src.tokens[i].is("?.") {
			i++
		}
		c.fail(NotAllowed, c.src.tokens[i].lo, "write . and, if the value may be missing, ?? or != nil", "?. is not part of the language")
	case *ast.SliceNode:
		c.fail(NotAllowed, c.ownPlace(n), "write startsWith or endsWith, or any(list, condition)", "there are no slices")
	case *ast.MapNode:
		c.fail(NotAllowed, lo, "a list is written [a, b]", "there are no mapping literals")
	case *ast.BytesNode:
		c.fail(NotAllowed, lo, "leave the b out", "there are no byte literals")
	default:
		c.fail(NotAllowed, lo, "", "this is not part of the language")
	}
}

// place returns the bytes of a node, with the brackets that it needs to be whole.
func (c *checker) place(n ast.Node) (lo, hi int) {
	lo, hi = len(c.src.text), 0
	c.widen(n, &lo, &hi)
	return c.src.whole(lo, hi)
}

// ownPlace returns where the token of a node itself starts: of an operation, its operator.
func (c *checker) ownPlace(n ast.Node) int { return c.src.byteAt(n.Location().From) }

// widen makes a range hold all tokens of a node. expr-lang puts the token that follows into a
// ConditionalNode.
func (c *checker) widen(n ast.Node, lo, hi *int) {
	if _, ok := n.(*ast.ConditionalNode); !ok {
		*lo = min(*lo, c.src.byteAt(n.Location().From))
		*hi = max(*hi, c.src.byteAt(n.Location().To))
	}
	for _, child := range children(n) {
		c.widen(child, lo, hi)
	}
}

// children returns the nodes that a node is made of.
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

// describe returns what a term is, for messages: "tool.name is a string".
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

// article names a type in a sentence.
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

// didYouMean returns a hint if one of the known words is close.
func didYouMean(word string, known []string, format string) string {
	if near, ok := suggest.Nearest(word, known); ok {
		return fmt.Sprintf("did you mean "+format+"?", near)
	}
	return ""
}

// joinAll returns the one type that terms have in common: branches, or elements of a list. If they
// have none, it gives the first that does not go with those before it.
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

// joinTexts returns the words that texts can be, if all are declared words or literals and not all
// are literals.
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

// joinWords returns the words of either.
func joinWords(a, b expr.Type) expr.Type {
	words := slices.Clone(a.Words)
	for _, w := range b.Words {
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return expr.Type{Kind: expr.Words, Words: words}
}

// joinTypes returns the one type that two have in common, if there is one.
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

// quoted returns words as a message lists them.
func quoted(words []string) string { return strings.Join(words, ", ") }
