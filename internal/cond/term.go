package cond

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/expr"
)

// A termKind is the kind of a [term].
type termKind uint8

const (
	constTerm     termKind = iota // value
	attrTerm                      // attr
	scopeTerm                     // scope; never part of a valid expression
	elementTerm                   // # in a predicate
	listTerm                      // [args…]
	notTerm                       // not args[0]
	andTerm                       // args[0] and args[1]
	orTerm                        // args[0] or args[1]
	condTerm                      // args[0] ? args[1] : args[2]
	coalesceTerm                  // args[0] ?? args[1] ?? …
	absentTerm                    // args[0] == nil
	presentTerm                   // args[0] != nil
	binaryTerm                    // args[0] op args[1]; op can start with "not "
	callTerm                      // op(args[0])
	predicateTerm                 // op(args[0], args[1])
)

// op returns the operation of a term of type bool in the tree of an expression.
func (k termKind) op() Op {
	switch k {
	case andTerm:
		return OpAnd
	case orTerm:
		return OpOr
	case notTerm:
		return OpNot
	case condTerm:
		return OpCond
	}
	return OpAtom
}

// A term is a checked part of an expression. It holds the meaning; expr-lang's tree holds the
// notation.
type term struct {
	kind         termKind
	typ          expr.Type
	op           string
	value        any // string, bool, int or float64
	attr         *attribute
	scope        *scope
	regexp       *regexp.Regexp // the pattern of matches; nil for other terms
	instructions int            // the number of instructions of regexp
	args         []*term

	// held is the first call of lower, upper or trim in a predicate's condition that is the same
	// for all elements; nil for other terms. It is evaluated once, not for each element. Equal
	// calls in the condition have isHeld.
	held   *term
	isHeld bool

	lo, hi int // its byte range in the source, without brackets around it
}

// text returns the value of a string literal, and reports whether the term is one.
func (t *term) text() (string, bool) {
	s, ok := t.value.(string)
	return s, ok && t.kind == constTerm
}

// literals reports whether the term is a list literal of literals.
func (t *term) literals() bool {
	return t.kind == listTerm && !slices.ContainsFunc(t.args, func(arg *term) bool { return arg.kind != constTerm })
}

// each calls f for the term and all terms in it, in source order.
func (t *term) each(f func(*term)) {
	f(t)
	for _, arg := range t.args {
		arg.each(f)
	}
}

// mentions reports whether the term reads an attribute.
func (t *term) mentions() bool {
	found := false
	t.each(func(part *term) { found = found || part.attr != nil })
	return found
}

// hold finds a call in the condition of a predicate that has the same result for every element.
func (t *term) hold(part *term) {
	if part.kind == callTerm && part.op != "len" && !part.readsElement() {
		if t.held == nil {
			t.held = part
		}
		part.isHeld = part == t.held || part.vmSource() == t.held.vmSource()
		return
	}
	for _, arg := range part.args {
		t.hold(arg)
	}
}

// readsRequest reports whether the term reads an attribute of the request.
func (t *term) readsRequest() bool {
	return t.attr != nil && !t.attr.ofTool || slices.ContainsFunc(t.args, (*term).readsRequest)
}

// readsElement reports whether the term depends on the # of an enclosing predicate. A predicate
// binds the # of its own condition.
func (t *term) readsElement() bool {
	args := t.args
	if t.kind == predicateTerm {
		args = args[:1]
	}
	return t.kind == elementTerm || slices.ContainsFunc(args, (*term).readsElement)
}

// vmSource returns the term as source for the VM, over the struct of the [Env] and in a canonical
// spelling. A test for presence reads the bool beside the value, so that the VM never sees nil.
func (t *term) vmSource() string { return t.vmSourceWith(nil) }

// vmSourceWith is vmSource with a function call for each matches, so that expr-lang does not
// compile patterns again. call returns the name of the function. If call is nil, the result
// contains the patterns; it is the form in which atoms are compared.
func (t *term) vmSourceWith(call func(*regexp.Regexp) string) string {
	switch t.kind {
	case constTerm:
		return literal(t.value)
	case attrTerm:
		return t.attr.value
	case elementTerm:
		return "#"
	case absentTerm:
		return "!" + t.args[0].attr.has
	case presentTerm:
		return t.args[0].attr.has
	case coalesceTerm:
		return t.vmCoalesce(call)
	}
	args := make([]string, len(t.args))
	for i, arg := range t.args {
		args[i] = arg.vmSourceWith(call)
	}
	switch t.kind {
	case listTerm:
		return "[" + strings.Join(args, ", ") + "]"
	case notTerm:
		return "!(" + args[0] + ")"
	case andTerm:
		return "(" + args[0] + " && " + args[1] + ")"
	case orTerm:
		return "(" + args[0] + " || " + args[1] + ")"
	case condTerm:
		return "(" + args[0] + " ? " + args[1] + " : " + args[2] + ")"
	case binaryTerm:
		if pattern := t.args[1].regexp; pattern != nil && call != nil {
			not := ""
			if strings.HasPrefix(t.op, "not ") {
				not = "!"
			}
			return not + call(pattern) + "(" + args[0] + ")"
		}
		if t.args[0].typ.Kind == expr.List && (t.op == "==" || t.op == "!=") {
			// Without this, expr-lang finds []bool{true} and [true] unequal, and []int{1} and
			// []float64{1}.
			args[0], args[1] = "map("+args[0]+", #)", "map("+args[1]+", #)"
		}
		return "(" + args[0] + " " + t.op + " " + args[1] + ")"
	}
	return t.op + "(" + strings.Join(args, ", ") + ")"
}

// vmCoalesce returns a ?? b ?? c as (a is present ? a : (b is present ? b : c)).
func (t *term) vmCoalesce(call func(*regexp.Regexp) string) string {
	last := len(t.args) - 1
	text := t.args[last].vmSourceWith(call)
	for _, arg := range slices.Backward(t.args[:last]) {
		text = "(" + arg.attr.has + " ? " + arg.attr.value + " : " + text + ")"
	}
	return text
}

// literal returns a literal that expr-lang reads as the same value.
func literal(value any) string {
	switch v := value.(type) {
	case string:
		return strconv.Quote(v)
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	}
	text := strconv.FormatFloat(value.(float64), 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}
