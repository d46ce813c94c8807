package expr

import (
	"math"
	"slices"
)

// directPredicate gives the function of any, all, none or one over a list of texts, or nil.
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

// hits gives the function that says whether enough elements meet the condition. Counting stops at most.
func hits(t *term, most int, enough func(int) bool) boolFunc {
	count := directCount(t, most)
	if count == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) bool { return enough(count(t, r, e)) }
}

// directCount returns the function that counts the elements that meet the condition of a predicate, up to most, or nil.
func directCount(t *term, most int) intFunc {
	list, meets := t.args[0], directBool(t.args[1])
	switch list.typ.elem() {
	case String, Words:
		return countIn(directTexts(list), meets, most, func(v string) element { return element{text: v} })
	case Int:
		return countIn(directList[int](list, Int), meets, most, func(v int) element { return element{bits: uint64(v)} })
	case Float:
		return countIn(directList[float64](list, Float), meets, most, func(v float64) element { return element{bits: math.Float64bits(v)} })
	}
	return countIn(directList[bool](list, Bool), meets, most, func(v bool) element {
		if v {
			return element{bits: 1}
		}
		return element{}
	})
}

func countIn[V any](list listFunc[V], meets boolFunc, most int, elementOf func(V) element) intFunc {
	if list == nil || meets == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) int {
		n := 0
		for _, v := range list(t, r, e) {
			if meets(t, r, elementOf(v)) {
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
	return directList[string](t, String)
}

// directList returns the function of a list whose elements are of a kind and have the Go type V, or nil.
func directList[V any](t *term, kind Kind) listFunc[V] {
	if t.kind == listTerm && len(t.args) == 0 {
		return constant[[]V](nil)
	}
	if elem := t.typ.elem(); elem != kind && (elem != Words || kind != String) {
		return nil
	}
	operand := func(t *term) listFunc[V] {
		if kind == String {
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

// writtenOut returns the function of a list that is written out, or nil if it has more than literals in it.
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

// directIn returns the function of a search for a value in a list of such, or nil.
func directIn(left, right *term) boolFunc {
	elem := right.typ.elem()
	switch {
	case right.kind == listTerm && len(right.args) == 0:
		return constant(false)
	case right.kind == listTerm && !right.literals():
		return directInAny(left, right)
	case left.typ.text() && (elem == String || elem == Words):
		return directInTexts(directText(left), right)
	case left.typ.Kind == Int && elem == Int:
		return withMember(directInt(left), directList[int](right, Int))
	case left.typ.Kind == Bool && elem == Bool:
		return withMember(directBool(left), directList[bool](right, Bool))
	case elem == Float:
		return withMember(directFloat(left), directList[float64](right, Float))
	}
	return nil
}

// directInAny is for a list that is written out with more than literals in it: one of the values has to be equal.
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

// directInTexts is for a list of strings. One of the request is looked up in a set, so that a long one costs no more than a short one.
func directInTexts(value textFunc, right *term) boolFunc {
	list := directTexts(right)
	if value == nil || list == nil || !readsOnly(right, false) {
		return withMember(value, list)
	}
	return func(t *Tool, r *Request, e element) bool { return r.contains(list(t, r, e), value(t, r, e)) }
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
	elem := left.typ.elem()
	if left.typ.Elem == nil {
		elem = right.typ.elem()
	}
	switch elem {
	case String, Words:
		return withBoth(directTexts(left), directTexts(right), slices.Equal)
	case Int:
		return withBoth(directList[int](left, Int), directList[int](right, Int), slices.Equal)
	case Float:
		return withBoth(directList[float64](left, Float), directList[float64](right, Float), slices.Equal)
	}
	return withBoth(directList[bool](left, Bool), directList[bool](right, Bool), slices.Equal)
}
