package prove

import (
	"math"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cells"
	"github.com/toolrules/toolrules/internal/cond"
)

func isNumber(t expr.Type) bool { return t.Kind == expr.Int || t.Kind == expr.Float }

// numbers returns what an int or float term can be.
func (o *observer) numbers(t cond.Term) []source {
	if value, ok := t.Constant(o.literal.tool); ok {
		return []source{{value: value}}
	}
	args := t.Args()
	switch t.Kind() {
	case cond.TermAttribute:
		return []source{{attr: o.attribute(t)}}
	case cond.TermElement:
		return o.items
	case cond.TermPredicate:
		return o.counted(o.predicate(t))
	case cond.TermCall:
		if isText(args[0].Type()) {
			return o.lengths(args[0])
		}
		return o.counted(o.lists(args[0]))
	}
	return o.choices(t, o.numbers)
}

// lengths returns the lengths of what a string term can be.
func (o *observer) lengths(t cond.Term) (all []source) {
	for _, s := range o.texts(t) {
		if s.constant() {
			s.value = len([]rune(s.value.(string)))
		} else if s.attr.path == "tool.key" {
			o.free("it reads the length of the key of any tool")
			continue
		} else {
			s.length = true
		}
		all = append(all, s)
	}
	return all
}

// counted returns the numbers of elements of lists. That of a constant list is not computed, since
// it may depend on the condition of a predicate: it is at most its length.
func (o *observer) counted(lists []source) (all []source) {
	for _, s := range lists {
		if s.constant() {
			for n := range lengthOf(s.value) + 1 {
				all = append(all, source{value: n})
			}
			continue
		}
		s.counted = true
		all = append(all, s)
	}
	return all
}

func (o *observer) compareNumbers(a, b source) {
	if a.constant() {
		a, b = b, a
	}
	switch {
	case a.constant():
	case !b.constant() && (a.counted || b.counted || a.length || b.length):
		o.free("it compares two lengths or counts, or one with an attribute")
	case !b.constant():
		o.relateNumbers(a, b)
	case a.counted:
		if n := int(math.Floor(floatOf(b.value))); n >= 0 {
			o.view.cap = max(o.view.cap, min(n, cond.MaxList)+1)
		}
	case a.length:
		o.ask(a, cells.Question{Op: cells.Length, N: int(max(-1, min(math.Floor(floatOf(b.value)), cond.MaxString+1)))})
	default:
		if x, ok := b.value.(float64); ok && math.Abs(x) > 1<<53 {
			o.free("it compares with a float above 2^53")
		}
		a.target().point(b.value)
		if a.element {
			o.view.elements.point(b.value)
		}
	}
}

// relateNumbers is for two numbers of the request.
func (o *observer) relateNumbers(a, b source) {
	switch {
	case a.element || b.element:
		o.free("it compares elements of a list with an attribute of the request")
	case a.attr == b.attr:
	case a.attr.kind() != b.attr.kind():
		o.free("it compares an int and a float of the request")
	default:
		o.space.join(a.attr, b.attr)
	}
}

func floatOf(value any) float64 {
	if n, ok := value.(int); ok {
		return float64(n)
	}
	return value.(float64)
}
