package expr

import (
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
		return cell[string](t.attr)
	case coalesceTerm:
		return coalesce(t, directText)
	case callTerm:
		f, arg := textFunctions[t.op], directText(t.args[0])
		if f == nil || arg == nil {
			return nil
		}
		return func(t *Tool, r *Request) string { return f(arg(t, r)) }
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
		return func(t *Tool, _ *Request) int { return t.row.Bytes } // there is no other
	case t.kind == attrTerm:
		return cell[int](t.attr)
	case t.kind == coalesceTerm:
		return coalesce(t, directInt)
	case t.kind == callTerm && t.op == "len":
		return directLen(t.args[0])
	}
	return nil
}

func directLen(arg *term) intFunc {
	if arg.typ.text() {
		text := directText(arg)
		if text == nil {
			return nil
		}
		return func(t *Tool, r *Request) int { return utf8.RuneCountInString(text(t, r)) }
	}
	if list := directTexts(arg); list != nil {
		return func(t *Tool, r *Request) int { return len(list(t, r)) }
	}
	if list := directInts(arg); list != nil {
		return func(t *Tool, r *Request) int { return len(list(t, r)) }
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
		return func(t *Tool, r *Request) float64 { return float64(whole(t, r)) }
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
		return cell[[]string](t.attr)
	case t.kind == coalesceTerm:
		return coalesce(t, directTexts)
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
		return cell[[]int](t.attr)
	case t.kind == coalesceTerm:
		return coalesce(t, directInts)
	case t.kind == listTerm:
		return constants[int](t)
	}
	return nil
}

func constant[V any](value V) func(*Tool, *Request) V {
	return func(*Tool, *Request) V { return value }
}

// constants gives the function of a list that is written out, or nil if there is more than literals in it.
func constants[V any](t *term) func(*Tool, *Request) []V {
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
func cell[V any](a *attribute) func(*Tool, *Request) V {
	slot := a.slot
	return func(_ *Tool, r *Request) V { return *r.cells[slot].(*V) }
}

// directBoolAttr gives the function that reads a bool.
func directBoolAttr(a *attribute) boolFunc {
	if a.ofTool {
		return toolBools[a.slot]
	}
	return cell[bool](a)
}

// What reads the attributes of a tool, by slot. Texts come first, then bools, then lists.
var (
	toolTexts = map[int]textFunc{
		0: func(t *Tool, _ *Request) string { return t.row.Server },
		1: func(t *Tool, _ *Request) string { return t.row.Name },
		2: func(t *Tool, _ *Request) string { return t.row.Title },
		3: func(t *Tool, _ *Request) string { return t.row.Description },
	}
	toolBools = map[int]boolFunc{
		4: func(t *Tool, _ *Request) bool { return t.row.ReadOnly },
		5: func(t *Tool, _ *Request) bool { return t.row.Destructive },
		6: func(t *Tool, _ *Request) bool { return t.row.Idempotent },
		7: func(t *Tool, _ *Request) bool { return t.row.OpenWorld },
	}
	toolLists = map[int]textsFunc{
		8:  func(t *Tool, _ *Request) []string { return t.row.Hints },
		9:  func(t *Tool, _ *Request) []string { return t.row.Arguments },
		10: func(t *Tool, _ *Request) []string { return t.row.Required },
		11: func(t *Tool, _ *Request) []string { return t.row.Tags },
	}
)
