package expr

import (
	"fmt"
	"slices"

	"github.com/expr-lang/expr/ast"
)

// unary gives the term of not x, and of a negative number.
func (c *checker) unary(n *ast.UnaryNode) *term {
	at := c.ownPlace(n)
	if n.Operator == "-" || n.Operator == "+" {
		return c.sign(n, at)
	}
	// For x not in list the parser makes not (x in list), and puts both operators in one place.
	if inner, ok := n.Node.(*ast.BinaryNode); ok && c.ownPlace(inner) == at {
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
	if arg.typ.Kind != Bool {
		c.fail(WrongType, at, c.notHint(n, arg), "%s takes a bool; %s", n.Operator, c.describe(arg))
		return nil
	}
	return &term{kind: notTerm, typ: arg.typ, args: []*term{arg}}
}

// notHint is for not before something that is no bool. Binding closer than in and ==, it takes less than people think.
func (c *checker) notHint(n *ast.UnaryNode, arg *term) string {
	next := c.src.tokenAt(arg.hi)
	if next == len(c.src.tokens) {
		return boolHint(arg)
	}
	operand := c.spelling(arg)
	switch op := c.src.tokens[next]; {
	case op.is("in", "contains", "startsWith", "endsWith", "matches"):
		return fmt.Sprintf("%s %s %s … reads as (%[1]s %[2]s) %[3]s …; write %[2]s not %[3]s …", n.Operator, operand, op.text)
	case op.is("==", "!=", "<", "<=", ">", ">="):
		return fmt.Sprintf("%s %s %s … reads as (%[1]s %[2]s) %[3]s …; write %[1]s (%[2]s %[3]s …)", n.Operator, operand, op.text)
	}
	return boolHint(arg)
}

// sign gives the term of a negative number.
func (c *checker) sign(n *ast.UnaryNode, at int) *term {
	if n.Operator == "-" {
		switch number := n.Node.(type) {
		case *ast.IntegerNode:
			return &term{kind: constTerm, value: -number.Value, typ: Type{Kind: Int}}
		case *ast.FloatNode:
			return &term{kind: constTerm, value: -number.Value, typ: Type{Kind: Float}}
		}
	}
	c.fail(NotAllowed, at, refusedOperators["-"], "%s is not part of the language, except before a number as in -1", n.Operator)
	c.term(n.Node)
	return nil
}

// binary gives the term of an operator between two operands.
func (c *checker) binary(n *ast.BinaryNode) *term {
	at := c.ownPlace(n)
	if hint, refused := refusedOperators[n.Operator]; refused {
		c.fail(NotAllowed, at, hint, "%s is not part of the language", n.Operator)
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
	t := &term{kind: binaryTerm, op: n.Operator, typ: Type{Kind: Bool}, args: []*term{left, right}}
	ok := false
	switch n.Operator {
	case "&&", "and":
		t.kind, ok = andTerm, c.bools(n.Operator, left, right)
	case "||", "or":
		t.kind, ok = orTerm, c.bools(n.Operator, left, right)
	case "==", "!=":
		ok = c.equality(at, left, right)
	case "<", "<=", ">", ">=":
		ok = c.order(at, n.Operator, left, right)
	case "in":
		ok = c.membership(at, left, right)
	case "contains", "startsWith", "endsWith":
		ok = c.texts(n.Operator, left, right)
	case "matches":
		ok = c.regexp(at, left, right)
	default:
		c.fail(NotAllowed, at, "", "%s is not part of the language", n.Operator)
	}
	if !ok {
		return nil
	}
	return t
}

func (c *checker) bools(op string, args ...*term) bool {
	ok := true
	for _, arg := range args {
		if arg.typ.Kind != Bool {
			c.fail(WrongType, arg.lo, boolHint(arg), "%s takes bools; %s", op, c.describe(arg))
			ok = false
		}
	}
	return ok
}

// equality checks what stands beside == and !=.
func (c *checker) equality(at int, left, right *term) bool {
	if c.mapping(left) || c.mapping(right) {
		return false
	}
	if !alike(left.typ, right.typ) {
		c.fail(WrongType, at, equalityHint(left, right), "these are never equal: %s, %s", c.describe(left), c.describe(right))
		return false
	}
	return c.known(left, right) && c.known(right, left)
}

func equalityHint(left, right *term) string {
	switch {
	case left.typ.Kind == List && right.typ.Kind != List:
		return "write x in list"
	case right.typ.Kind == List && left.typ.Kind != List:
		return "write x in list"
	}
	return ""
}

// order checks what stands beside <, <=, > and >=. Words have no order: by the alphabet, admin is less than guest.
func (c *checker) order(at int, op string, left, right *term) bool {
	if left.typ.number() && right.typ.number() || left.typ.Kind == String && right.typ.Kind == String {
		return true
	}
	hint := ""
	switch {
	case left.typ.Kind == Words || right.typ.Kind == Words:
		hint = `words have no order: write for example x in ["a", "b"]`
	case left.typ.Kind == List || right.typ.Kind == List:
		hint = "write len(list) " + op + " 1"
	}
	c.fail(WrongType, at, hint, "%s compares two numbers or two texts: %s, %s", op, c.describe(left), c.describe(right))
	return false
}

// membership checks what stands beside in.
func (c *checker) membership(at int, left, right *term) bool {
	if c.mapping(left) || c.mapping(right) {
		return false
	}
	if right.typ.Kind != List {
		hint := ""
		if right.typ.text() && left.typ.text() {
			hint = fmt.Sprintf("write %s contains %s", c.spelling(right), c.spelling(left))
		}
		c.fail(WrongType, right.lo, hint, "in looks into a list; %s", c.describe(right))
		return false
	}
	if left.typ.Kind == List {
		c.fail(WrongType, left.lo, "write any(list, # in other)", "in looks for one value; %s", c.describe(left))
		return false
	}
	if right.typ.Elem != nil && !alike(left.typ, *right.typ.Elem) {
		c.fail(WrongType, at, "", "this is never in it: %s, %s", c.describe(left), c.describe(right))
		return false
	}
	return c.known(left, right) && c.known(right, left)
}

// texts checks what stands beside contains, startsWith, endsWith and matches.
func (c *checker) texts(op string, left, right *term) bool {
	ok := true
	for _, arg := range []*term{left, right} {
		if arg.typ.text() {
			continue
		}
		hint := ""
		if op == "contains" && arg == left && arg.typ.Kind == List {
			hint = fmt.Sprintf("write %s in %s", c.spelling(right), c.spelling(left))
		}
		c.fail(WrongType, arg.lo, hint, "%s compares two texts; %s", op, c.describe(arg))
		ok = false
	}
	return ok
}

// regexp checks what stands beside matches.
func (c *checker) regexp(at int, left, right *term) bool {
	if !c.texts("matches", left, right) {
		return false
	}
	pattern, ok := right.text()
	if !ok {
		c.fail(DynamicRegex, right.lo, "write the pattern as it is, or use contains, startsWith or endsWith", "the pattern of matches must be a text in quotes")
		return false
	}
	if _, err := CompileRegexp(pattern); err != nil {
		e := *err.(*Error)
		e.Offset = right.lo
		c.errs = append(c.errs, &e)
		return false
	}
	// A text of a tool can be long, and a list too: both together would let a tool make one evaluation take minutes.
	if c.predicate && left.mentions() {
		c.fail(NotAllowed, at, "put it in front: text matches \"…\" and any(list, …)", "inside a predicate matches looks at # alone")
		return false
	}
	return true
}

// mapping complains of a mapping in the place of a value, and says whether there was one.
func (c *checker) mapping(t *term) bool {
	if t.typ.Kind != Object {
		return false
	}
	hint := "name a value in it, as in " + t.scope.path + "." + t.scope.names[0]
	c.fail(WrongType, t.lo, hint, "%s is a mapping and can't be compared or searched", t.scope.path)
	return true
}

// known checks the literals in b against the words that a can be, and says whether they all are such.
func (c *checker) known(a, b *term) bool {
	typ := a.typ
	if typ.Kind == List && typ.Elem != nil {
		typ = *typ.Elem
	}
	if typ.Kind != Words {
		return true
	}
	ok := true
	for _, literal := range literals(b) {
		word, isText := literal.text()
		if !isText || slices.Contains(typ.Words, word) {
			continue
		}
		c.fail(UnknownWord, literal.lo, didYouMean(word, typ.Words, "%q"), "%q is not among %s", word, quoted(typ.Words))
		ok = false
	}
	return ok
}

// literals gives the literals that a term is or lists.
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

func isNil(n ast.Node) bool {
	_, ok := n.(*ast.NilNode)
	return ok
}

// nilTest gives the term of x == nil and x != nil.
func (c *checker) nilTest(n *ast.BinaryNode, at int) *term {
	operand := n.Left
	if isNil(operand) {
		operand = n.Right
	}
	if isNil(operand) {
		c.fail(MisplacedNil, at, "", "nil is always nil")
		return nil
	}
	c.count(at)
	arg := c.term(operand)
	if arg == nil || !c.mayBeMissing(arg, n.Operator+" nil") {
		return nil
	}
	t := &term{kind: absentTerm, typ: Type{Kind: Bool}, args: []*term{arg}}
	if n.Operator == "!=" {
		t.kind = presentTerm
	}
	return t
}

// coalesce gives the term of a ?? b ?? c.
func (c *checker) coalesce(n *ast.BinaryNode) *term {
	var args []*term
	whole := true
	for i, operand := range operands(n) {
		if i >= 2 {
			c.count(c.ownPlace(n)) // each further ?? of the chain
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
	typ, ok := c.common(args, MixedBranches, "the operands of ?? are of different types")
	if !ok {
		return nil
	}
	return &term{kind: coalesceTerm, typ: typ, args: args}
}

// operands takes a chain of ?? apart. a ?? (b ?? c) is the same as a ?? b ?? c.
func operands(n ast.Node) []ast.Node {
	if b, ok := n.(*ast.BinaryNode); ok && b.Operator == "??" {
		return append(operands(b.Left), operands(b.Right)...)
	}
	return []ast.Node{n}
}

// mayBeMissing complains of what stands beside ?? or nil though it is always there.
func (c *checker) mayBeMissing(t *term, op string) bool {
	switch {
	case t.kind == scopeTerm:
		c.fail(NeverMissing, t.lo, "ask for a value in it, as in "+t.scope.path+"."+t.scope.names[0], "%s is a mapping and can't be missing", t.scope.path)
	case t.kind != attrTerm:
		c.fail(NeverMissing, t.lo, "", "%s needs an attribute that may be missing, and nothing around it", op)
	case t.attr.Optional:
		return true
	case t.attr.ofTool || t.attr.Path == "ctx.verbosity":
		c.fail(NeverMissing, t.lo, emptyHint(t), "%s is never missing", t.attr.Path)
	default:
		c.fail(NeverMissing, t.lo, "put a ? behind its name under `context:` if a request may lack it", "%s is declared as one that is never missing", t.attr.Path)
	}
	return false
}

func emptyHint(t *term) string {
	switch t.typ.Kind {
	case String:
		return "write " + t.attr.Path + ` == ""`
	case List:
		return "write len(" + t.attr.Path + ") == 0"
	}
	return ""
}

// conditional gives the term of condition ? a : b.
func (c *checker) conditional(n *ast.ConditionalNode) *term {
	cond := c.term(n.Cond)
	if n.Cond == n.Exp1 { // the parser reads a ?: b as a ? a : b
		lo, _ := c.place(n.Exp2)
		c.fail(NotAllowed, lo, "write a or b, or for what may be missing a ?? b", "?: needs something between ? and :")
		return nil
	}
	yes, no := c.term(n.Exp1), c.term(n.Exp2)
	ok := cond != nil && c.bools("?:", cond)
	if yes == nil || no == nil || !ok || c.mapping(yes) || c.mapping(no) {
		return nil
	}
	typ, ok := c.common([]*term{yes, no}, MixedBranches, "the two branches of ?: are of different types")
	if !ok {
		return nil
	}
	return &term{kind: condTerm, typ: typ, args: []*term{cond, yes, no}}
}

// list gives the term of a list literal.
func (c *checker) list(n *ast.ArrayNode) *term {
	t := &term{kind: listTerm, typ: Type{Kind: List}}
	whole := true
	for _, node := range n.Nodes {
		elem := c.term(node)
		switch {
		case elem == nil:
			whole = false
			continue
		case elem.typ.Kind == List || elem.typ.Kind == Object:
			c.fail(WrongType, elem.lo, "", "a list is of strings, bools or numbers; %s", c.describe(elem))
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
	elem, ok := c.common(t.args, MixedList, "the elements of a list are of one type")
	if !ok {
		return nil
	}
	t.typ.Elem = &elem
	return t
}

// common gives the one type that terms have in common, or complains of the first that has another.
func (c *checker) common(terms []*term, code Code, message string) (Type, bool) {
	typ, odd := joinAll(terms)
	if odd != nil {
		c.fail(code, odd.lo, "", "%s: %s, %s", message, c.describe(terms[0]), c.describe(odd))
	}
	return typ, odd == nil
}

// spelling gives a term as it was written.
func (c *checker) spelling(t *term) string {
	if t.kind == elementTerm {
		return "#"
	}
	return c.src.text[t.lo:t.hi]
}
