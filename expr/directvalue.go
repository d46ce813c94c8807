package expr

import (
	"math"
	"strings"
	"unicode/utf8"
)

// directText gives the function of a text, or nil.
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
		return func(_ *Tool, _ *Request, element string) string { return element }
	case coalesceTerm:
		return directCoalesce(t, directText)
	case condTerm:
		return directCond(t, directText)
	case callTerm:
		f, arg := textFunctions[t.op], directText(t.args[0])
		if f == nil || arg == nil {
			return nil
		}
		return func(t *Tool, r *Request, element string) string { return f(arg(t, r, element)) }
	}
	return nil
}

var textFunctions = map[string]func(string) string{"lower": strings.ToLower, "upper": strings.ToUpper, "trim": strings.TrimSpace}

// directInt gives the function of an int, or nil.
func directInt(t *term) intFunc {
	switch {
	case t.typ.Kind != Int:
		return nil
	case t.kind == constTerm:
		return constant(t.value.(int))
	case t.kind == attrTerm && t.attr.ofTool:
		return func(t *Tool, _ *Request, _ string) int { return t.row.Bytes } // there is no other
	case t.kind == attrTerm:
		return cell[int](t.attr)
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
	if arg.typ.text() {
		text := directText(arg)
		if text == nil {
			return nil
		}
		return func(t *Tool, r *Request, element string) int { return utf8.RuneCountInString(text(t, r, element)) }
	}
	if list := directTexts(arg); list != nil {
		return func(t *Tool, r *Request, element string) int { return len(list(t, r, element)) }
	}
	if list := directInts(arg); list != nil {
		return func(t *Tool, r *Request, element string) int { return len(list(t, r, element)) }
	}
	return nil
}

// directFloat gives the function of a float, or of an int beside a float. The machine compares two ints as ints even where one of
// them comes out of ?? with a float in it: that it keeps.
func directFloat(t *term) floatFunc {
	switch {
	case t.typ.Kind == Int:
		whole := directInt(t)
		if whole == nil {
			return nil
		}
		return func(t *Tool, r *Request, element string) float64 { return float64(whole(t, r, element)) }
	case t.kind == constTerm:
		return constant(t.value.(float64))
	case t.kind == attrTerm:
		return cell[float64](t.attr)
	}
	return nil
}

// directTexts gives the function of a list of texts, or nil.
func directTexts(t *term) textsFunc {
	switch {
	case t.typ.Elem == nil || !t.typ.Elem.text():
		return nil
	case t.kind == attrTerm && t.attr.ofTool:
		return toolLists[t.attr.slot]
	case t.kind == attrTerm:
		return listCell[string](t.attr)
	case t.kind == coalesceTerm:
		return directCoalesce(t, directTexts)
	case t.kind == listTerm:
		return constants[string](t)
	}
	return nil
}

// directInts gives the function of a list of ints, or nil.
func directInts(t *term) intsFunc {
	switch {
	case t.typ.Elem == nil || t.typ.Elem.Kind != Int:
		return nil
	case t.kind == attrTerm:
		return listCell[int](t.attr)
	case t.kind == coalesceTerm:
		return directCoalesce(t, directInts)
	case t.kind == listTerm:
		return constants[int](t)
	}
	return nil
}

func constant[V any](value V) func(*Tool, *Request, string) V {
	return func(*Tool, *Request, string) V { return value }
}

// constants gives the function of a list that is written out, or nil if there is more than literals in it.
func constants[V any](t *term) func(*Tool, *Request, string) []V {
	var values []V
	for _, arg := range t.args {
		value, ok := arg.value.(V)
		if arg.kind != constTerm || !ok {
			return nil
		}
		values = append(values, value)
	}
	return constant(values)
}

// cell gives the function that reads an attribute of a request.
func cell[V any](a *attribute) func(*Tool, *Request, string) V {
	slot := a.slot
	return func(_ *Tool, r *Request, _ string) V { return r.cells[slot].(V) }
}

// textCell is cell for a text.
func textCell(a *attribute) textFunc {
	if a.slot != runnerSlot && a.slot != modelSlot {
		return cell[string](a)
	}
	slot := a.slot
	return func(_ *Tool, r *Request, _ string) string { return *r.cells[slot].(*string) }
}

// listCell is cell for a list.
func listCell[V any](a *attribute) func(*Tool, *Request, string) []V {
	slot := a.slot
	return func(_ *Tool, r *Request, _ string) []V { return *r.cells[slot].(*[]V) }
}

// What reads the attributes of a tool, by slot. Texts come first, then bools, then lists.
var (
	toolTexts = map[int]textFunc{
		0: func(t *Tool, _ *Request, _ string) string { return t.row.Server },
		1: func(t *Tool, _ *Request, _ string) string { return t.row.Name },
		2: func(t *Tool, _ *Request, _ string) string { return t.row.Title },
		3: func(t *Tool, _ *Request, _ string) string { return t.row.Description },
	}
	toolBools = map[int]boolFunc{
		4: func(t *Tool, _ *Request, _ string) bool { return t.row.ReadOnly },
		5: func(t *Tool, _ *Request, _ string) bool { return t.row.Destructive },
		6: func(t *Tool, _ *Request, _ string) bool { return t.row.Idempotent },
		7: func(t *Tool, _ *Request, _ string) bool { return t.row.OpenWorld },
	}
	toolLists = map[int]textsFunc{
		8:  func(t *Tool, _ *Request, _ string) []string { return t.row.Hints },
		9:  func(t *Tool, _ *Request, _ string) []string { return t.row.Arguments },
		10: func(t *Tool, _ *Request, _ string) []string { return t.row.Required },
		11: func(t *Tool, _ *Request, _ string) []string { return t.row.Tags },
	}
)
