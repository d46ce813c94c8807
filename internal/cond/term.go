package cond

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/expr"
)

// A termKind returns what a [term] is.
type termKind uint8

const (
	constTerm     termKind = iota // value
	attrTerm                      // attr
	scopeTerm                     // scope; never part of an expression that compiles
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

// op returns what a term of bools does in the tree of an expression.
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

// A term is a checked part of an expression. It says what is meant, where expr-lang's tree says
// what was written.
type term struct {
	kind         termKind
	typ          expr.Type
	op           string
	value        any // string, bool, int or float64
	attr         *attribute
	scope        *scope
	regexp       *regexp.Regexp // of the pattern of matches; nil for all else
	instructions int            // of regexp
	args         []*term

	// Of a predicate held is the first lower, upper or trim in its condition that is the same for
	// all elements. It is called once, not for each element; those in the condition that call the
	// same have isHeld.
	held   *term
	isHeld bool

	lo, hi int // its bytes in the source, brackets around it left out
}

// text reports whether the term is a string literal.
func (t *term) text() (string, bool) {
	s, ok := t.value.(string)
	return s, ok && t.kind == constTerm
}

// literals reports whether the term is a list that is written out in literals.
func (t *term) literals() bool {
	return t.kind == listTerm && !slices.ContainsFunc(t.args, func(arg *term) bool { return arg.kind != constTerm })
}

// each calls f for the term and all that is in it, in the order of the source.
func (t *term) each(f func(*term)) {
	f(t)
	for _, arg := range t.args {
		arg.each(f)
	}
}

// mentions reports whether the term reads any attribute.
func (t *term) mentions() bool {
	found := false
	t.each(func(part *term) { found = found || part.attr != nil })
	return found
}

// hold finds what the condition of a predicate calls for every element alike.
func (t *term) hold(part *term) {
	if part.kind == callTerm && part.op != "len" && !part.readsElement() {
		if t.held == nil {
			t.held = part
		}
		part.isHeld = part == t.held || part.machine() == t.held.machine()
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

// readsElement reports whether the term depends on the # of a predicate around it. A predicate
// binds the # of its own condition.
func (t *term) readsElement() bool {
	args := t.args
	if t.kind == predicateTerm {
		args = args[:1]
	}
	return t.kind == elementTerm || slices.ContainsFunc(args, (*term).readsElement)
}

// machine returns the term as text for expr-lang, over the struct of the [Env] and in one spelling.
// What asks whether an attribute is there reads the bool beside its value, so that the VM never
// meets nil.
func (t *term) machine() string { return t.machineWith(nil) }

// machineWith is machine with a call instead of each matches, so that expr-lang does not compile
// patterns again. The function call returns what to call. With nil it is the text by which atoms
// are compared, which has the patterns.
func (t *term) machineWith(call func(*regexp.Regexp) string) string {
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
		return t.machineCoalesce(call)
	}
	args := make([]string, len(t.args))
	for i, arg := range t.args {
		args[i] = arg.machineWith(call)
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

// machineCoalesce returns a ?? b ?? c as (a is there ? a : (b is there ? b : c)).
func (t *term) machineCoalesce(call func(*regexp.Regexp) string) string {
	last := len(t.args) - 1
	text := t.args[last].machineWith(call)
	for _, arg := range slices.Backward(t.args[:last]) {
		text = "(" + arg.attr.has + " ? " + arg.attr.value + " : " + text + ")"
	}
	return text
}

// literal spells a value so that expr-lang reads it back as it is.
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
