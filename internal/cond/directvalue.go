package cond

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/toolrules/toolrules/expr"
)

// directText returns the function of a string, or nil.
func directText(t *term) textFunc {
	switch t.kind {
	case constTerm:
		return constant(t.value.(string))
	case attrTerm:
		if t.attr.ofTool {
			return toolTexts[t.attr.slot]
		}
		return textCell(t.attr)
	case elementTerm:
		return func(_ *Tool, _ *Request, e element) string { return e.text }
	case coalesceTerm:
		return directCoalesce(t, directText)
	case condTerm:
		return directCond(t, directText)
	case callTerm:
		if t.isHeld {
			return func(_ *Tool, _ *Request, e element) string { return e.held }
		}
		return directCall(t)
	}
	return nil
}

// directCall returns the function of lower, upper or trim, or nil.
func directCall(t *term) textFunc {
	f, arg := textFunctions[t.op], directText(t.args[0])
	if f == nil || arg == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) string { return f(arg(t, r, e)) }
}

var textFunctions = map[string]func(string) string{"lower": strings.ToLower, "upper": strings.ToUpper, "trim": strings.TrimSpace}

// directInt returns the function of an int, or nil.
func directInt(t *term) intFunc {
	switch {
	case t.typ.Kind != expr.Int:
		return nil
	case t.kind == constTerm:
		return constant(t.value.(int))
	case t.kind == attrTerm && t.attr.ofTool:
		return func(t *Tool, _ *Request, _ element) int { return t.row.Bytes } // the only int attribute
	case t.kind == attrTerm:
		return cell[int](t.attr)
	case t.kind == elementTerm:
		return func(_ *Tool, _ *Request, e element) int { return int(e.bits) }
	case t.kind == coalesceTerm:
		return directCoalesce(t, directInt)
	case t.kind == condTerm:
		return directCond(t, directInt)
	case t.kind == callTerm && t.op == "len":
		return directLen(t.args[0])
	case t.kind == predicateTerm && t.op == "count":
		return directCount(t, math.MaxInt)
	}
	return nil
}

func directLen(arg *term) intFunc {
	if isText(arg.typ) {
		text := directText(arg)
		if text == nil {
			return nil
		}
		return func(t *Tool, r *Request, e element) int { return utf8.RuneCountInString(text(t, r, e)) }
	}
	if arg.kind == listTerm {
		return constant(len(arg.args))
	}
	switch elemKind(arg.typ) {
	case expr.String, expr.Words:
		return lengthOf(directTexts(arg))
	case expr.Int:
		return lengthOf(directList[int](arg, expr.Int))
	case expr.Float:
		return lengthOf(directList[float64](arg, expr.Float))
	}
	return lengthOf(directList[bool](arg, expr.Bool))
}

func lengthOf[V any](list listFunc[V]) intFunc {
	if list == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) int { return len(list(t, r, e)) }
}

// directFloat returns the function of a float, or of an int that is compared with a float, or nil.
// The VM compares two ints as ints even if one of them is the result of a ?? or ?: that may also
// return a float. Only the VM evaluates such values.
func directFloat(t *term) floatFunc {
	if t.typ.Kind == expr.Int {
		whole := directInt(t)
		if whole == nil {
			return nil
		}
		return func(t *Tool, r *Request, e element) float64 { return float64(whole(t, r, e)) }
	}
	return onlyFloat(t)
}

// onlyFloat returns the function of a float that is never an int, or nil.
func onlyFloat(t *term) floatFunc {
	switch {
	case t.typ.Kind != expr.Float:
		return nil
	case t.kind == constTerm:
		return constant(t.value.(float64))
	case t.kind == attrTerm:
		return cell[float64](t.attr)
	case t.kind == elementTerm:
		return func(_ *Tool, _ *Request, e element) float64 { return math.Float64frombits(e.bits) }
	case t.kind == coalesceTerm:
		return directCoalesce(t, onlyFloat)
	case t.kind == condTerm:
		return directCond(t, onlyFloat)
	}
	return nil
}

func constant[V any](value V) func(*Tool, *Request, element) V {
	return func(*Tool, *Request, element) V { return value }
}

// cell returns the function that reads an attribute of a request.
func cell[V any](a *attribute) func(*Tool, *Request, element) V {
	slot := a.slot
	return func(_ *Tool, r *Request, _ element) V { return r.cells[slot].(V) }
}

// textCell is cell for a string.
func textCell(a *attribute) textFunc {
	if a.slot != runnerSlot && a.slot != modelSlot {
		return cell[string](a)
	}
	slot := a.slot
	return func(_ *Tool, r *Request, _ element) string { return *r.cells[slot].(*string) }
}

// listCell is cell for a list.
func listCell[V any](a *attribute) listFunc[V] {
	slot := a.slot
	return func(_ *Tool, r *Request, _ element) []V { return *r.cells[slot].(*[]V) }
}
