package cond

import (
	"math"
	"slices"

	"github.com/toolrules/toolrules/expr"
)

// directPredicate returns the function of any, all, none or one over a list, or nil.
func directPredicate(t *term) boolFunc {
	switch t.op {
	case "any":
		return hits(t, 1, func(n int) bool { return n == 1 })
	case "none":
		return hits(t, 1, func(n int) bool { return n == 0 })
	case "one":
		return hits(t, 2, func(n int) bool { return n == 1 })
	case "all":
		misses := *t
		misses.args = []*term{t.args[0], {kind: notTerm, args: t.args[1:]}}
		return hits(&misses, 1, func(n int) bool { return n == 0 })
	}
	return nil
}

// hits returns the function that reports whether enough elements meet the condition, or nil.
// Counting stops at most.
func hits(t *term, most int, enough func(int) bool) boolFunc {
	count := directCount(t, most)
	if count == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) bool { return enough(count(t, r, e)) }
}

// directCount returns the function that counts the elements that meet the condition of a predicate,
// up to most, or nil.
func directCount(t *term, most int) intFunc {
	if f := directSearch(t.args[0], t.args[1], most); f != nil {
		return f
	}
	c := counter{meets: directBool(t.args[1]), most: most}
	if t.held != nil {
		if c.held = directCall(t.held); c.held == nil {
			return nil
		}
	}
	list := t.args[0]
	switch elemKind(list.typ) {
	case expr.String, expr.Words:
		return countIn(c, directTexts(list), func(v string, held string) element { return element{text: v, held: held} })
	case expr.Int:
		return countIn(c, directList[int](list, expr.Int), func(v int, held string) element { return element{bits: uint64(v), held: held} })
	case expr.Float:
		return countIn(c, directList[float64](list, expr.Float), func(v float64, held string) element {
			return element{bits: math.Float64bits(v), held: held}
		})
	}
	return countIn(c, directList[bool](list, expr.Bool), func(v bool, held string) element {
		if v {
			return element{bits: 1, held: held}
		}
		return element{held: held}
	})
}

// A counter counts elements.
type counter struct {
	meets boolFunc
	held  textFunc // see term.held; nil if there is none
	most  int
}

func countIn[V any](c counter, list listFunc[V], elementOf func(v V, held string) element) intFunc {
	if list == nil || c.meets == nil {
		return nil
	}
	meets, most := c.meets, c.most
	return func(t *Tool, r *Request, e element) int {
		all, n, held := list(t, r, e), 0, ""
		if c.held != nil && len(all) > 0 {
			held = c.held(t, r, e)
		}
		for _, v := range all {
			if meets(t, r, elementOf(v, held)) {
				if n++; n == most {
					break
				}
			}
		}
		return n
	}
}

// directTexts returns the function of a list of strings, or nil.
func directTexts(t *term) textsFunc {
	if t.kind == attrTerm && t.attr.ofTool {
		return toolLists[t.attr.slot]
	}
	return directList[string](t, expr.String)
}

// directList returns the function of a list whose elements are of a kind and have the Go type V, or
// nil.
func directList[V any](t *term, kind expr.Kind) listFunc[V] {
	if t.kind == listTerm && len(t.args) == 0 {
		return constant[[]V](nil)
	}
	if elem := elemKind(t.typ); elem != kind && (elem != expr.Words || kind != expr.String) {
		return nil
	}
	operand := func(t *term) listFunc[V] {
		if kind == expr.String {
			return any(directTexts(t)).(listFunc[V])
		}
		return directList[V](t, kind)
	}
	switch t.kind {
	case attrTerm:
		return listCell[V](t.attr)
	case coalesceTerm:
		return directCoalesce(t, operand)
	case condTerm:
		return directCond(t, operand)
	case listTerm:
		return writtenOut[V](t)
	}
	return nil
}

// writtenOut returns the function of a list literal, or nil if it has elements that are not
// literals.
func writtenOut[V any](t *term) listFunc[V] {
	values := make([]V, len(t.args))
	for i, arg := range t.args {
		value, ok := arg.value.(V)
		if arg.kind != constTerm || !ok {
			return nil
		}
		values[i] = value
	}
	return constant(values)
}

// directIn returns the function of value in list, or nil.
func directIn(left, right *term) boolFunc {
	elem := elemKind(right.typ)
	switch {
	case right.kind == listTerm && len(right.args) == 0:
		return constant(false)
	case right.kind == listTerm && !right.literals():
		return directInAny(left, right)
	case isText(left.typ) && (elem == expr.String || elem == expr.Words):
		return directInTexts(directText(left), right)
	case left.typ.Kind == expr.Int && elem == expr.Int:
		return withMember(directInt(left), directList[int](right, expr.Int))
	case left.typ.Kind == expr.Bool && elem == expr.Bool:
		return withMember(directBool(left), directList[bool](right, expr.Bool))
	case elem == expr.Float:
		return withMember(directFloat(left), directList[float64](right, expr.Float))
	}
	return nil
}

// directInAny returns the function of in for a list literal with elements that are not literals: it
// compares the value with each element.
func directInAny(left, right *term) boolFunc {
	var equals []boolFunc
	for _, arg := range right.args {
		equal := directOperator("==", left, arg)
		if equal == nil {
			return nil
		}
		equals = append(equals, equal)
	}
	return func(t *Tool, r *Request, e element) bool {
		return slices.ContainsFunc(equals, func(equal boolFunc) bool { return equal(t, r, e) })
	}
}

// directInTexts returns the function of in for a list of strings. Lookup uses a set, so that the
// cost does not depend on the length, unless a condition determines which list of the tool or the
// request it is.
func directInTexts(value textFunc, right *term) boolFunc {
	list := directTexts(right)
	switch {
	case value == nil || list == nil:
		return nil
	case readsOnly(right, false):
		return func(t *Tool, r *Request, e element) bool { return r.contains(list(t, r, e), value(t, r, e)) }
	case readsOnly(right, true):
		return func(t *Tool, r *Request, e element) bool { return listHas(t.owner(), list(t, r, e), value(t, r, e)) }
	}
	return withMember(value, list)
}

func withMember[V comparable, F ~func(*Tool, *Request, element) V](value F, list listFunc[V]) boolFunc {
	if value == nil || list == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) bool {
		return slices.Contains(list(t, r, e), value(t, r, e))
	}
}

// directSameList returns the function of a comparison of two lists, or nil.
func directSameList(left, right *term) boolFunc {
	elem := elemKind(left.typ)
	if left.typ.Elem == nil {
		elem = elemKind(right.typ)
	}
	written := func(t *term) bool { return t.kind == listTerm && len(t.args) > 0 && !t.literals() }
	switch {
	case written(left):
		return directSameItems(left, right)
	case written(right):
		return directSameItems(right, left)
	}
	switch elem {
	case expr.String, expr.Words:
		return withBoth(directTexts(left), directTexts(right), slices.Equal)
	case expr.Int:
		return withBoth(directList[int](left, expr.Int), directList[int](right, expr.Int), slices.Equal)
	case expr.Float:
		return withBoth(directList[float64](left, expr.Float), directList[float64](right, expr.Float), slices.Equal)
	}
	return withBoth(directList[bool](left, expr.Bool), directList[bool](right, expr.Bool), slices.Equal)
}

// directSameItems returns the function of a comparison with a list literal that has elements other
// than literals, or nil.
func directSameItems(written, other *term) boolFunc {
	if other.kind == listTerm {
		if len(written.args) != len(other.args) {
			return constant(false)
		}
		same := make([]boolFunc, len(written.args))
		for i, arg := range written.args {
			if same[i] = directOperator("==", arg, other.args[i]); same[i] == nil {
				return nil
			}
		}
		return func(t *Tool, r *Request, e element) bool {
			return !slices.ContainsFunc(same, func(f boolFunc) bool { return !f(t, r, e) })
		}
	}
	switch elem := elemKind(other.typ); {
	case elem == expr.String || elem == expr.Words:
		return sameItems(written, directText, directTexts(other))
	case elem == expr.Int && elemKind(written.typ) == expr.Int:
		return sameItems(written, directInt, directList[int](other, expr.Int))
	case elem == expr.Float && elemKind(written.typ) == expr.Float:
		return sameItems(written, onlyFloat, directList[float64](other, expr.Float))
	case elem == expr.Bool:
		return sameItems(written, directBool, directList[bool](other, expr.Bool))
	}
	return nil
}

func sameItems[V comparable, F ~func(*Tool, *Request, element) V](written *term, item func(*term) F, list listFunc[V]) boolFunc {
	items := make([]F, len(written.args))
	for i, arg := range written.args {
		if items[i] = item(arg); items[i] == nil {
			return nil
		}
	}
	if list == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) bool {
		all := list(t, r, e)
		for i, f := range items {
			if len(all) != len(items) || all[i] != f(t, r, e) {
				return false
			}
		}
		return true
	}
}
