package cond

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
)

// Most atoms can be evaluated by a Go function over the bound tool and request, which avoids boxing
// every value and running the VM. The functions below return nil for the terms that only the VM can
// evaluate: lists that are written out with more than literals in them, except to the right of in,
// and values that are ints or floats depending on the request.
//
// A function is called only for a tool and a request whose attributes the atom can read; see
// [Atom.CanReadTool]. It cannot fail. In a predicate, e is the value of #; elsewhere it is ignored.
type (
	boolFunc        func(t *Tool, r *Request, e element) bool
	textFunc        func(t *Tool, r *Request, e element) string
	intFunc         func(t *Tool, r *Request, e element) int
	floatFunc       func(t *Tool, r *Request, e element) float64
	textsFunc       = listFunc[string]
	listFunc[V any] func(t *Tool, r *Request, e element) []V
)

// An element is the value of # in a predicate. The element type of the list determines which field
// holds it.
type element struct {
	text string
	bits uint64 // an int, the bits of a float, or 1 for true
	held string // see term.held
}

// has reports whether the request has a usable value of the attribute.
func (r *Request) has(a *attribute) bool { return r != nil && r.cells[a.slot] != nil }

// directBool returns the function of a term of type bool, or nil.
func directBool(t *term) boolFunc {
	switch t.kind {
	case constTerm:
		return constant(t.value.(bool))
	case attrTerm:
		if t.attr.ofTool {
			return toolBools[t.attr.slot]
		}
		return cell[bool](t.attr)
	case elementTerm:
		return func(_ *Tool, _ *Request, e element) bool { return e.bits != 0 }
	case presentTerm, absentTerm:
		a, present := t.args[0].attr, t.kind == presentTerm
		return func(_ *Tool, r *Request, _ element) bool { return r.has(a) == present }
	case coalesceTerm:
		return directCoalesce(t, directBool)
	case condTerm:
		return directCond(t, directBool)
	case notTerm:
		return negated(directBool(t.args[0]))
	case andTerm, orTerm:
		return directChain(t)
	case binaryTerm:
		return directBinary(t)
	case predicateTerm:
		return directPredicate(t)
	}
	return nil
}

func negated(f boolFunc) boolFunc {
	if f == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) bool { return !f(t, r, e) }
}

// directChain returns the function of an and or or term inside an atom, or nil.
func directChain(t *term) boolFunc {
	left, right := directBool(t.args[0]), directBool(t.args[1])
	if left == nil || right == nil {
		return nil
	}
	settles := t.kind == orTerm
	return func(t *Tool, r *Request, e element) bool {
		if left(t, r, e) == settles {
			return settles
		}
		return right(t, r, e)
	}
}

// directCond returns the function of condition ? a : b inside an atom, or nil. branch returns the
// function of a branch.
func directCond[V any, F ~func(*Tool, *Request, element) V](t *term, branch func(*term) F) F {
	cond, yes, no := directBool(t.args[0]), branch(t.args[1]), branch(t.args[2])
	if cond == nil || yes == nil || no == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) V {
		if cond(t, r, e) {
			return yes(t, r, e)
		}
		return no(t, r, e)
	}
}

// directCoalesce returns the function of a ?? b ?? c, or nil. operand returns the function of an
// operand.
func directCoalesce[V any, F ~func(*Tool, *Request, element) V](t *term, operand func(*term) F) F {
	last := len(t.args) - 1
	value := operand(t.args[last])
	for _, arg := range slices.Backward(t.args[:last]) {
		a, first, then := arg.attr, operand(arg), value
		if first == nil || then == nil {
			return nil
		}
		value = func(t *Tool, r *Request, e element) V {
			if r.has(a) {
				return first(t, r, e)
			}
			return then(t, r, e)
		}
	}
	return value
}

// directBinary returns the function of a binary operation, or nil.
func directBinary(t *term) boolFunc {
	op, not := strings.CutPrefix(t.op, "not ")
	if op == "!=" {
		op, not = "==", true
	}
	f := directOperator(op, t.args[0], t.args[1])
	if not {
		return negated(f)
	}
	return f
}

func directOperator(op string, left, right *term) boolFunc {
	switch {
	case op == "in":
		return directIn(left, right)
	case op == "matches":
		return directMatches(left, right)
	case isText(left.typ) && isText(right.typ):
		return withBoth(directText(left), directText(right), textOperators[op])
	case left.typ.Kind == expr.Bool && right.typ.Kind == expr.Bool:
		return withBoth(directBool(left), directBool(right), func(a, b bool) bool { return a == b })
	case left.typ.Kind == expr.List:
		return directSameList(left, right)
	case left.typ.Kind == expr.Int && right.typ.Kind == expr.Int:
		return withBoth(directInt(left), directInt(right), intOperators[op])
	case isNumber(left.typ) && isNumber(right.typ):
		return withBoth(directFloat(left), directFloat(right), floatOperators[op])
	}
	return nil
}

// withBoth returns the function that calls f with two values, or nil if one of the three is nil.
func withBoth[V any, F ~func(*Tool, *Request, element) V](left, right F, f func(a, b V) bool) boolFunc {
	if left == nil || right == nil || f == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) bool { return f(left(t, r, e), right(t, r, e)) }
}

var textOperators = map[string]func(a, b string) bool{
	"==": func(a, b string) bool { return a == b },
	"<":  func(a, b string) bool { return a < b },
	"<=": func(a, b string) bool { return a <= b },
	">":  func(a, b string) bool { return a > b },
	">=": func(a, b string) bool { return a >= b },

	"contains": strings.Contains, "startsWith": strings.HasPrefix, "endsWith": strings.HasSuffix,
}

var (
	intOperators   = numberOperators[int]()
	floatOperators = numberOperators[float64]()
)

func numberOperators[N int | float64]() map[string]func(a, b N) bool {
	return map[string]func(a, b N) bool{
		"==": func(a, b N) bool { return a == b },
		"<":  func(a, b N) bool { return a < b },
		"<=": func(a, b N) bool { return a <= b },
		">":  func(a, b N) bool { return a > b },
		">=": func(a, b N) bool { return a >= b },
	}
}

func directMatches(left, right *term) boolFunc {
	text := directText(left)
	compiled := right.regexp // by the checker: a wide class is slow to parse
	if text == nil || compiled == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) bool { return compiled.MatchString(text(t, r, e)) }
}
