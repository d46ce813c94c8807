package cond

import (
	"github.com/expr-lang/expr/ast"
	"github.com/toolrules/toolrules/expr"
)

func isNil(n ast.Node) bool {
	_, ok := n.(*ast.NilNode)
	return ok
}

// nilTest returns the term of x == nil and x != nil.
func (c *checker) nilTest(n *ast.BinaryNode, at int) *term {
	operand := n.Left
	if isNil(operand) {
		operand = n.Right
	}
	if isNil(operand) {
		c.fail(MisplacedNil, at, "", "nil is compared with nil")
		return nil
	}
	c.count(at)
	arg := c.term(operand)
	if arg == nil || !c.mayBeMissing(arg, n.Operator+" nil") {
		return nil
	}
	t := &term{kind: absentTerm, typ: expr.Type{Kind: expr.Bool}, args: []*term{arg}}
	if n.Operator == "!=" {
		t.kind = presentTerm
	}
	return t
}

// coalesce returns the term of a ?? b ?? c.
func (c *checker) coalesce(n *ast.BinaryNode) *term {
	var args []*term
	whole := true
	for i, operand := range operands(n) {
		if i >= 2 {
			c.count(c.tokenStart(n)) // each further ?? of the chain
		}
		arg := c.term(operand)
		whole = whole && arg != nil
		args = append(args, arg)
	}
	last := len(args) - 1
	for _, arg := range args[:last] {
		whole = arg != nil && c.mayBeMissing(arg, "??") && whole
	}
	if !whole || c.mapping(args[last]) {
		return nil
	}
	typ, ok := c.common(args, MixedBranches, "the operands of ?? have different types")
	if !ok {
		return nil
	}
	return &term{kind: coalesceTerm, typ: typ, args: args}
}

// operands returns the operands of a chain of ??. a ?? (b ?? c) equals a ?? b ?? c.
func operands(n ast.Node) []ast.Node {
	if b, ok := n.(*ast.BinaryNode); ok && b.Operator == "??" {
		return append(operands(b.Left), operands(b.Right)...)
	}
	return []ast.Node{n}
}

// mayBeMissing reports whether an operand of ?? or a comparison with nil may be missing. If not, it
// reports an error.
func (c *checker) mayBeMissing(t *term, op string) bool {
	switch {
	case t.kind == scopeTerm:
		c.fail(NeverMissing, t.lo, valueHint(t), "%s is a mapping and can't be missing", t.scope.path)
	case t.kind != attrTerm:
		c.fail(NeverMissing, t.lo, "", "%s expects a single attribute that may be missing", op)
	case t.attr.Optional:
		return true
	case t.attr.ofTool || t.attr.Path == "ctx.verbosity":
		c.fail(NeverMissing, t.lo, emptyHint(t), "%s is never missing", t.attr.Path)
	default:
		c.fail(NeverMissing, t.lo, "add ? after its name under `context:` if a request may lack it",
			"%s is declared without ?, so it is never missing", t.attr.Path)
	}
	return false
}

func emptyHint(t *term) string {
	switch t.typ.Kind {
	case expr.String:
		return "write " + t.attr.Path + ` == ""`
	case expr.List:
		return "write len(" + t.attr.Path + ") == 0"
	}
	return ""
}

// conditional returns the term of condition ? a : b.
func (c *checker) conditional(n *ast.ConditionalNode) *term {
	cond := c.term(n.Cond)
	if n.Cond == n.Exp1 { // the parser reads a ?: b as a ? a : b
		lo, _ := c.rangeOf(n.Exp2)
		c.fail(NotAllowed, lo, "write a or b, or a ?? b if a may be missing", "?: expects an expression between ? and :")
		return nil
	}
	yes, no := c.term(n.Exp1), c.term(n.Exp2)
	ok := cond != nil && c.bools("?:", cond)
	if yes == nil || no == nil || !ok || c.mapping(yes) || c.mapping(no) {
		return nil
	}
	typ, ok := c.common([]*term{yes, no}, MixedBranches, "the branches of ?: have different types")
	if !ok {
		return nil
	}
	return &term{kind: condTerm, typ: typ, args: []*term{cond, yes, no}}
}

// list returns the term of a list literal.
func (c *checker) list(n *ast.ArrayNode) *term {
	t := &term{kind: listTerm, typ: expr.Type{Kind: expr.List}}
	whole := true
	for _, node := range n.Nodes {
		elem := c.term(node)
		switch {
		case elem == nil:
			whole = false
			continue
		case elem.typ.Kind == expr.List || elem.typ.Kind == expr.Object:
			c.fail(WrongType, elem.lo, "", "expected a list of strings, bools or numbers; %s", c.describe(elem))
			whole = false
		}
		t.args = append(t.args, elem)
	}
	if !whole {
		return nil
	}
	if len(t.args) == 0 {
		return t
	}
	elem, ok := c.common(t.args, MixedList, "the elements of the list have different types")
	if !ok {
		return nil
	}
	t.typ.Elem = &elem
	return t
}

// common returns the common type of terms. If there is none, it reports an error at the first term
// of another type.
func (c *checker) common(terms []*term, code Code, message string) (expr.Type, bool) {
	typ, odd := joinAll(terms)
	if odd != nil {
		c.fail(code, odd.lo, "", "%s: %s, %s", message, c.describe(terms[0]), c.describe(odd))
	}
	return typ, odd == nil
}
