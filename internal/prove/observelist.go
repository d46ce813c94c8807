package prove

import (
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cells"
	"github.com/toolrules/toolrules/internal/cond"
)

// lists returns what a list term can be.
func (o *observer) lists(t cond.Term) []source {
	if value, ok := t.Constant(o.literal.tool); ok {
		return []source{{value: value}}
	}
	switch t.Kind() {
	case cond.TermAttribute:
		if t.Attribute().Path == hintsPath {
			return []source{{value: hintNames[:]}} // whose values are all tried
		}
		a := o.attribute(t)
		o.reads(a)
		return []source{{attr: a}}
	case cond.TermList:
		return []source{{value: make([]bool, len(t.Args())), written: o.writtenItems(t)}}
	}
	return o.choices(t, o.lists)
}

// writtenItems returns what the items of a list that is written out can be.
func (o *observer) writtenItems(t cond.Term) (items []source) {
	items = []source{}
	for _, item := range t.Args() {
		switch {
		case isText(item.Type()):
			items = append(items, o.texts(item)...)
		case isNumber(item.Type()):
			items = append(items, o.numbers(item)...)
		default:
			o.bool(item)
		}
	}
	return items
}

// reads notes that the literal reads a list.
func (o *observer) reads(list *attribute) {
	if !slices.Contains(o.view.lists, list) {
		o.view.lists = append(o.view.lists, list)
	}
	o.view.cap = max(o.view.cap, 1)
}

// membership is for left in right.
func (o *observer) membership(left, right cond.Term) {
	if _, constant := right.Constant(o.literal.tool); !constant && right.Kind() == cond.TermList {
		for _, item := range right.Args() {
			o.binary("==", left, item)
		}
		return
	}
	for _, list := range o.lists(right) {
		switch {
		case list.written != nil:
			o.inWritten(left, list.written)
			continue
		case list.constant():
			o.inConstant(left, list.value)
			continue
		}
		item := source{attr: list.attr, element: true}
		switch {
		case isText(left.Type()):
			for _, s := range o.texts(left) {
				o.compareTexts("==", s, item)
			}
		case isNumber(left.Type()):
			for _, s := range o.numbers(left) {
				o.compareNumbers(s, item)
			}
		default:
			o.bool(left)
		}
	}
}

// inWritten is for left in a list of which the items are known.
func (o *observer) inWritten(left cond.Term, items []source) {
	for _, item := range items {
		switch {
		case isText(left.Type()):
			for _, s := range o.texts(left) {
				o.compareTexts("==", s, item)
			}
		case isNumber(left.Type()):
			for _, s := range o.numbers(left) {
				o.compareNumbers(s, item)
			}
		}
	}
	if left.Type().Kind == expr.Bool {
		o.bool(left)
	}
}

// inConstant is for left in a list that no request changes.
func (o *observer) inConstant(left cond.Term, list any) {
	switch values := list.(type) {
	case []string:
		for _, s := range o.texts(left) {
			o.ask(s, cells.Question{Op: cells.Equals, Texts: values})
		}
	case []int:
		for _, n := range values {
			o.compareAll(left, n)
		}
	case []float64:
		for _, x := range values {
			o.compareAll(left, x)
		}
	default:
		o.bool(left)
	}
}

func (o *observer) compareAll(left cond.Term, value any) {
	for _, s := range o.numbers(left) {
		o.compareNumbers(s, source{value: value})
	}
}

// predicate is for any, all, none, one and count. It returns the lists.
func (o *observer) predicate(t cond.Term) []source {
	args := t.Args()
	lists := o.lists(args[0])
	var items []source
	for _, list := range lists {
		if list.written != nil {
			items = append(items, list.written...)
			continue
		}
		if !list.constant() {
			items = append(items, source{attr: list.attr, element: true})
			continue
		}
		for i := range lengthOf(list.value) {
			items = append(items, source{value: itemOf(list.value, i)})
		}
	}
	if t.Op() == "one" {
		o.view.cap = max(o.view.cap, 2)
	}
	outer := o.items
	o.items = items
	o.bool(args[1])
	o.items = outer
	return lists
}

func lengthOf(list any) int {
	switch l := list.(type) {
	case []string:
		return len(l)
	case []int:
		return len(l)
	case []float64:
		return len(l)
	}
	return len(list.([]bool))
}

func itemOf(list any, i int) any {
	switch l := list.(type) {
	case []string:
		return l[i]
	case []int:
		return l[i]
	case []float64:
		return l[i]
	}
	return list.([]bool)[i]
}

// sameList is for == and != between two lists.
func (o *observer) sameList(left, right cond.Term) {
	lefts, rights := o.lists(left), o.lists(right)
	for _, a := range lefts {
		for _, b := range rights {
			if a.constant() {
				a, b = b, a
			}
			switch {
			case a.written != nil || b.written != nil:
				o.free("it compares a list with one that has attributes in it")
			case a.constant():
			case !b.constant():
				o.free("it compares two lists of the request")
			default:
				a.attr.sequences = append(a.attr.sequences, b.value)
				for i := range lengthOf(b.value) {
					o.elementIs(a.attr, itemOf(b.value, i))
				}
			}
		}
	}
}

func (o *observer) elementIs(list *attribute, value any) {
	item := source{attr: list, element: true}
	if text, ok := value.(string); ok {
		o.ask(item, cells.Question{Op: cells.Equals, Texts: []string{text}})
		return
	}
	item.target().point(value)
	o.view.elements.point(value)
}
