package cond

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/toolrules/toolrules/expr"
)

// unary returns the term of not x or of a negative number.
func (c *checker) unary(n *ast.UnaryNode) *term {
	at := c.tokenStart(n)
	if n.Operator == "-" || n.Operator == "+" {
		return c.sign(n, at)
	}
	// The parser converts x not in list to not (x in list), with both operators at one position.
	if inner, ok := n.Node.(*ast.BinaryNode); ok && c.tokenStart(inner) == at {
		c.negated = true
		t := c.binary(inner)
		if t != nil {
			t.op = "not " + t.op
		}
		return t
	}
	arg := c.term(n.Node)
	if arg == nil {
		return nil
	}
	if arg.typ.Kind != expr.Bool {
		c.fail(WrongType, at, c.notHint(at, n.Operator, arg), "%s expects a bool; %s", n.Operator, c.describe(arg))
		return nil
	}
	return &term{kind: notTerm, typ: arg.typ, args: []*term{arg}}
}

// notHint returns the hint for not before a value that is not a bool. Its usual cause is
// precedence: not binds more tightly than in and ==.
func (c *checker) notHint(at int, op string, arg *term) string {
	tokens := c.src.tokens
	next := c.src.tokenAt(arg.hi)
	for next < len(tokens) && c.src.partner[next] >= 0 && tokens[c.src.partner[next]].lo > at && tokens[next].is(")") {
		next++
	}
	if next == len(tokens) {
		return c.boolHint(arg, true)
	}
	operand := strings.TrimSpace(c.src.text[at+len(op) : tokens[next-1].hi])
	switch after := tokens[next]; {
	case after.is("in", "contains", "startsWith", "endsWith", "matches"):
		return fmt.Sprintf("%s %s %s … reads as (%[1]s %[2]s) %[3]s …; write %[2]s not %[3]s …", op, operand, after.text)
	case after.is("==", "!=", "<", "<=", ">", ">="):
		return fmt.Sprintf("%s %s %s … reads as (%[1]s %[2]s) %[3]s …; write %[1]s (%[2]s %[3]s …)", op, operand, after.text)
	}
	return c.boolHint(arg, true)
}

// sign returns the term of a negative number.
func (c *checker) sign(n *ast.UnaryNode, at int) *term {
	if n.Operator == "-" {
		switch number := n.Node.(type) {
		case *ast.IntegerNode:
			return &term{kind: constTerm, value: -number.Value, typ: expr.Type{Kind: expr.Int}}
		case *ast.FloatNode:
			return &term{kind: constTerm, value: -number.Value, typ: expr.Type{Kind: expr.Float}}
		}
	}
	c.fail(NotAllowed, at, refusedOperators["-"], "%s is only supported in numbers such as -1", n.Operator)
	c.term(n.Node)
	return nil
}

// binary returns the term of an operator between two operands.
func (c *checker) binary(n *ast.BinaryNode) *term {
	at, not := c.tokenStart(n), ""
	if c.negated {
		c.negated, not = false, "not "
	}
	if hint, refused := refusedOperators[n.Operator]; refused {
		c.fail(NotAllowed, at, hint, "%s is not supported", n.Operator)
		c.term(n.Left)
		c.term(n.Right)
		return nil
	}
	if n.Operator == "??" {
		return c.coalesce(n)
	}
	if n.Operator == "==" || n.Operator == "!=" {
		if isNil(n.Left) || isNil(n.Right) {
			return c.nilTest(n, at)
		}
	}
	left, right := c.term(n.Left), c.term(n.Right)
	if left == nil || right == nil {
		return nil
	}
	if !c.operandsFit(at, not, n.Operator, left, right) {
		return nil
	}
	t := &term{kind: binaryTerm, op: n.Operator, typ: expr.Type{Kind: expr.Bool}, args: []*term{left, right}}
	switch n.Operator {
	case "&&", "and":
		t.kind = andTerm
	case "||", "or":
		t.kind = orTerm
	}
	return t
}

// operandsFit checks the operands of an operator. not is "not " if the operator is negated, and
// otherwise empty.
func (c *checker) operandsFit(at int, not, op string, left, right *term) bool {
	switch op {
	case "&&", "and", "||", "or":
		return c.conditions(op, left, right)
	case "==", "!=":
		return c.equality(at, op, left, right)
	case "<", "<=", ">", ">=":
		return c.order(at, op, left, right)
	case "in":
		return c.membership(at, not, left, right)
	case "contains", "startsWith", "endsWith":
		return c.texts(not, op, left, right)
	case "matches":
		return c.regexp(at, not, left, right)
	}
	c.fail(NotAllowed, at, "", "%s is not supported", op)
	return false
}

// conditions checks the operands of and and or.
func (c *checker) conditions(op string, left, right *term) bool {
	if hint := c.choiceHint(op, left, right); hint != "" {
		c.fail(WrongType, right.lo, hint, "%s expects bools; %s", op, c.describe(right))
		return false
	}
	return c.bools(op, left, right)
}

// choiceHint returns the hint for x == "a" or "b", and for x != "a" followed by either operator and
// "b". It returns "" for x == "a" and "b", whose intended meaning is unclear.
func (c *checker) choiceHint(operator string, left, right *term) string {
	either := operator == "or" || operator == "||"
	if left.kind != binaryTerm || (left.op != "==" || !either) && left.op != "!=" || right.kind != constTerm || right.typ.Kind == expr.Bool {
		return ""
	}
	if left.args[1].kind != constTerm || !alike(left.args[1].typ, right.typ) {
		return ""
	}
	op := "in"
	if left.op == "!=" {
		op = "not in"
	}
	return fmt.Sprintf("write %s %s [%s, %s]", c.spelling(left.args[0]), op, c.spelling(left.args[1]), c.spelling(right))
}

func (c *checker) bools(op string, args ...*term) bool {
	ok := true
	for _, arg := range args {
		if arg.typ.Kind != expr.Bool {
			c.fail(WrongType, arg.lo, c.boolHint(arg, false), "%s expects bools; %s", op, c.describe(arg))
			ok = false
		}
	}
	return ok
}

// equality checks the operands of == and !=.
func (c *checker) equality(at int, op string, left, right *term) bool {
	if c.mapping(left) || c.mapping(right) {
		return false
	}
	if !alike(left.typ, right.typ) {
		c.fail(WrongType, at, c.equalityHint(op, left, right), "the operands can never be equal: %s, %s", c.describe(left), c.describe(right))
		return false
	}
	return c.known(left, right) && c.known(right, left)
}

func (c *checker) equalityHint(op string, left, right *term) string {
	list, value := left, right
	if right.typ.Kind == expr.List {
		list, value = right, left
	}
	in := "in"
	if op == "!=" {
		in = "not in"
	}
	switch {
	case list.typ.Kind != expr.List || value.typ.Kind == expr.List:
		return c.quotesHint(left, right)
	case isNumber(value.typ) && !alike(value.typ, elementOf(list)):
		return fmt.Sprintf("write len(%s) %s %s", c.spelling(list), op, c.spelling(value))
	}
	return fmt.Sprintf("write %s %s %s", c.spelling(value), in, c.spelling(list))
}

// elementOf returns the element type of a list, or string for an empty list.
func elementOf(list *term) expr.Type {
	if list.typ.Elem == nil {
		return expr.Type{}
	}
	return *list.typ.Elem
}

// quotesHint returns the hint if one of the operands is a literal with missing or superfluous
// quotes.
func (c *checker) quotesHint(a, b *term) string {
	if a.kind == constTerm {
		a, b = b, a
	}
	if a.kind == constTerm || b.kind != constTerm {
		return ""
	}
	word, isLiteral := b.text()
	_, notNumber := strconv.ParseFloat(word, 64)
	switch {
	case isText(a.typ) && !isLiteral:
		return fmt.Sprintf("write %q", c.spelling(b))
	case isNumber(a.typ) && isLiteral && notNumber == nil, a.typ.Kind == expr.Bool && (word == "true" || word == "false"):
		return "write " + word + " without quotes"
	}
	return ""
}

// mapping reports whether t is a mapping. If so, it reports an error, because a value is expected.
func (c *checker) mapping(t *term) bool {
	if t.typ.Kind != expr.Object {
		return false
	}
	c.fail(WrongType, t.lo, valueHint(t), "%s is a mapping and can't be compared or searched", t.scope.path)
	return true
}

// known reports whether all literals in b are enum values of a. It reports an error for each that
// is not.
func (c *checker) known(a, b *term) bool {
	typ := a.typ
	if typ.Kind == expr.List && typ.Elem != nil {
		typ = *typ.Elem
	}
	if typ.Kind != expr.Words {
		return true
	}
	ok := true
	for _, literal := range literals(b) {
		word, isLiteral := literal.text()
		if !isLiteral || slices.Contains(typ.Words, word) {
			continue
		}
		c.failAt(a.path(), UnknownWord, literal.lo, didYouMean(word, typ.Words, "%q"), "%q is not one of %s", word, quoted(typ.Words))
		ok = false
	}
	return ok
}

// path returns the path of an attribute term, or "" for other terms.
func (t *term) path() string {
	if t.attr == nil {
		return ""
	}
	return t.attr.Path
}

// literals returns the term if it is a literal, and the literals in it if it is a list.
func literals(t *term) (all []*term) {
	switch t.kind {
	case constTerm:
		return []*term{t}
	case listTerm:
		for _, arg := range t.args {
			all = append(all, literals(arg)...)
		}
	}
	return all
}

// spelling returns a term as it is written in the source.
func (c *checker) spelling(t *term) string {
	if t.kind == elementTerm {
		return "#"
	}
	return c.src.text[t.lo:t.hi]
}
