package cond

import (
	"regexp"

	"github.com/toolrules/toolrules/expr"
)

// A TermKind is the kind of a [Term].
type TermKind = termKind

// The kinds of terms. The arguments are those of [Term.Args].
const (
	TermConst     = constTerm
	TermAttribute = attrTerm
	TermElement   = elementTerm   // # in a predicate
	TermList      = listTerm      // a list that is written out: its items
	TermNot       = notTerm       // one
	TermAnd       = andTerm       // two
	TermOr        = orTerm        // two
	TermCond      = condTerm      // condition, then, else
	TermCoalesce  = coalesceTerm  // two or more
	TermAbsent    = absentTerm    // an attribute that is compared with nil by ==
	TermPresent   = presentTerm   // the same by !=
	TermBinary    = binaryTerm    // left and right
	TermCall      = callTerm      // one
	TermPredicate = predicateTerm // list and condition
)

// A Term is a part of a compiled atom, for code that reasons about all requests instead of
// evaluating one. It is immutable and safe for concurrent use; the zero Term is not usable.
type Term struct{ t *term }

// Term returns the structure of the atom.
func (a *Atom) Term() Term { return Term{a.term} }

// Kind returns what the term is.
func (t Term) Kind() TermKind { return t.t.kind }

// Type returns the type of the term's values.
func (t Term) Type() expr.Type { return t.t.typ }

// Op returns the operator of a binary term, which may start with "not ", or the function of a call
// or predicate.
func (t Term) Op() string { return t.t.op }

// Args returns the arguments in the order in which they were written.
func (t Term) Args() []Term {
	args := make([]Term, len(t.t.args))
	for i, arg := range t.t.args {
		args[i] = Term{arg}
	}
	return args
}

// Attribute returns the attribute that the term reads; nil if it is not a TermAttribute.
func (t Term) Attribute() *Attribute {
	if t.t.attr == nil {
		return nil
	}
	return &t.t.attr.Attribute
}

// Regexp returns the compiled pattern of matches; nil for all other terms.
func (t Term) Regexp() *regexp.Regexp { return t.t.regexp }

// Constant returns the value of a term that reads neither the request nor the element of a
// predicate: a string, bool, int, float64, or a slice of these. For a nil tool a term that reads
// the tool has none.
func (t Term) Constant(tool *Tool) (value any, ok bool) {
	if t.t.readsRequest() || t.t.readsElement() {
		return nil, false
	}
	if tool == nil && t.t.mentions() {
		return nil, false
	}
	value = constantOf(t.t.unheld(), tool)
	return value, value != nil
}

// unheld returns a copy of the term in which nothing is held for the predicate around it.
func (t *term) unheld() *term {
	copied := *t
	copied.isHeld = false
	copied.args = make([]*term, len(t.args))
	for i, arg := range t.args {
		copied.args[i] = arg.unheld()
	}
	if copied.held != nil {
		copied.held = copied.held.unheld()
	}
	return &copied
}

// constantOf returns the value of a term for a tool, or nil if no Go function evaluates it.
func constantOf(t *term, tool *Tool) any {
	switch t.typ.Kind {
	case expr.String, expr.Words:
		return evaluated(directText(t), tool)
	case expr.Bool:
		return evaluated(directBool(t), tool)
	case expr.Int:
		return evaluated(directInt(t), tool)
	case expr.Float:
		return evaluated(onlyFloat(t), tool)
	}
	switch elemKind(t.typ) {
	case expr.Bool:
		return evaluated(directList[bool](t, expr.Bool), tool)
	case expr.Int:
		return evaluated(directList[int](t, expr.Int), tool)
	case expr.Float:
		return evaluated(directList[float64](t, expr.Float), tool)
	}
	return evaluated(directTexts(t), tool)
}

func evaluated[V any, F ~func(*Tool, *Request, element) V](f F, tool *Tool) any {
	if f == nil {
		return nil
	}
	return f(tool, nil, element{})
}
