package prove

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cells"
	"github.com/toolrules/toolrules/internal/cond"
)

// An observed is what conditions can distinguish about a value that is not a list.
type observed struct {
	questions []cells.Question
	known     map[string]bool // by the keys of questions
	ints      []int
	floats    []float64
}

func (o *observed) ask(q cells.Question) {
	key := q.Key()
	if o.known == nil {
		o.known = map[string]bool{}
	}
	if !o.known[key] {
		o.known[key] = true
		o.questions = append(o.questions, q)
	}
}

// point adds a number that values are compared with.
func (o *observed) point(value any) {
	switch v := value.(type) {
	case int:
		o.ints = append(o.ints, v)
		o.floats = append(o.floats, float64(v))
	case float64:
		o.floats = append(o.floats, v)
		if math.Abs(v) <= 1<<53 {
			o.ints = append(o.ints, int(math.Floor(v)), int(math.Ceil(v)))
		}
	}
}

func (o *observed) add(other *observed) {
	for _, q := range other.questions {
		o.ask(q)
	}
	o.ints = append(o.ints, other.ints...)
	o.floats = append(o.floats, other.floats...)
}

// A view is what one literal distinguishes.
type view struct {
	lists    []*attribute // the lists of the request that it reads, in no particular order
	elements observed     // what it distinguishes about the elements of its list
	related  []string     // names of the attributes that it compares elements with
	cap      int          // up to which number it counts elements
	free     string       // why its outcome can't be told from finitely many values; empty if it can
}

// A source is a value that an operand can have: a constant, an attribute, or an element of a list.
type source struct {
	value   any        // a constant
	attr    *attribute // an attribute, or the list of which it is an element
	element bool
	calls   []string // lower, upper and trim, outermost first
	length  bool     // its length is meant: of a string
	counted bool     // an int that counts elements of attr
	written []source // of a list that is written out with attributes in it: what its items can be
}

func (s *source) constant() bool { return s.attr == nil }

// target returns what collects the distinctions about the source.
func (s *source) target() *observed {
	if s.element {
		return &s.attr.elements
	}
	return &s.attr.observed
}

// An observer collects what a literal distinguishes.
type observer struct {
	space   *space
	literal *literal
	view    *view
	items   []source // what # can be, inside a predicate
}

// free marks the literal as one that is not decided by finitely many values.
func (o *observer) free(format string, args ...any) {
	if o.view.free == "" {
		o.view.free = fmt.Sprintf(format, args...)
	}
}

// observe collects what a literal distinguishes.
func (s *space) observe(l *literal) *view {
	o := &observer{space: s, literal: l, view: &view{}}
	for _, path := range l.paths() {
		s.attribute(l, path)
	}
	if l.names != nil {
		o.observeNames()
	} else {
		o.bool(l.atom.Term())
	}
	return o.view
}

func (o *observer) attribute(t cond.Term) *attribute {
	return o.space.attribute(o.literal, t.Attribute().Path)
}

// bool collects what a bool term distinguishes.
func (o *observer) bool(t cond.Term) {
	if _, ok := t.Constant(o.literal.tool); ok {
		return
	}
	args := t.Args()
	switch t.Kind() {
	case cond.TermAttribute, cond.TermElement, cond.TermAbsent, cond.TermPresent:
	case cond.TermNot, cond.TermAnd, cond.TermOr, cond.TermCond, cond.TermCoalesce:
		for _, arg := range args {
			o.bool(arg)
		}
	case cond.TermBinary:
		o.binary(strings.TrimPrefix(t.Op(), "not "), args[0], args[1])
	case cond.TermPredicate:
		o.predicate(t)
	default:
		o.free("it has a form that is not known here")
	}
}

func isText(t expr.Type) bool   { return t.Kind == expr.String || t.Kind == expr.Words }
func isNumber(t expr.Type) bool { return t.Kind == expr.Int || t.Kind == expr.Float }

func (o *observer) binary(op string, left, right cond.Term) {
	switch {
	case op == "in":
		o.membership(left, right)
	case left.Type().Kind == expr.List:
		o.sameList(left, right)
	case op == "matches":
		for _, s := range o.texts(left) {
			o.ask(s, cells.Question{Op: cells.Matches, Texts: []string{right.Regexp().String()}, Regexp: right.Regexp()})
		}
	case isText(left.Type()) && isText(right.Type()):
		for _, a := range o.texts(left) {
			for _, b := range o.texts(right) {
				o.compareTexts(op, a, b)
			}
		}
	case isNumber(left.Type()) && isNumber(right.Type()):
		for _, a := range o.numbers(left) {
			for _, b := range o.numbers(right) {
				o.compareNumbers(a, b)
			}
		}
	case left.Type().Kind == expr.Bool:
		o.bool(left)
		o.bool(right)
	default:
		o.free("it compares values of types that are not known here")
	}
}

// ask adds a question about a source.
func (o *observer) ask(s source, q cells.Question) {
	if s.constant() {
		return
	}
	if s.attr.path == "tool.key" {
		o.askKey(q)
		return
	}
	q.Calls = s.calls
	s.target().ask(q)
	if s.element {
		o.view.elements.ask(q)
	}
}

// askKey adds a question about the key of any tool, which is server and name.
func (o *observer) askKey(q cells.Question) {
	if q.Op != cells.Equals {
		o.free("it compares the key of any tool by another operator than == and in")
		return
	}
	for _, text := range q.Texts {
		server, name, _ := strings.Cut(text, "/")
		o.ask(source{attr: o.space.attribute(o.literal, "tool.server")}, cells.Question{Op: cells.Equals, Texts: []string{server}})
		o.ask(source{attr: o.space.attribute(o.literal, "tool.name")}, cells.Question{Op: cells.Equals, Texts: []string{name}})
	}
}

// questionOps are the questions that operators ask about their left side, if the right one is a
// constant, and about their right side, if the left one is.
var questionOps = map[string][2]cells.Op{
	"==": {cells.Equals, cells.Equals}, "!=": {cells.Equals, cells.Equals},
	"startsWith": {cells.StartsWith, cells.PrefixOf}, "endsWith": {cells.EndsWith, cells.SuffixOf},
	"contains": {cells.Contains, cells.PartOf},
	"<":        {cells.Compare, cells.Compare}, "<=": {cells.Compare, cells.Compare},
	">": {cells.Compare, cells.Compare}, ">=": {cells.Compare, cells.Compare},
}

func (o *observer) compareTexts(op string, a, b source) {
	ops, known := questionOps[op]
	switch {
	case !known:
		o.free("%s is not known here", op)
	case a.constant() && b.constant():
	case b.constant():
		o.ask(a, cells.Question{Op: ops[0], Texts: []string{b.value.(string)}})
	case a.constant():
		o.ask(b, cells.Question{Op: ops[1], Texts: []string{a.value.(string)}})
	case ops[0] == cells.Equals:
		o.relate(a, b)
	default:
		o.free("%s compares two attributes of the request", op)
	}
}

// relate is for two attributes of the request that are compared for equality.
func (o *observer) relate(a, b source) {
	switch {
	case a.attr.path == "tool.key" || b.attr.path == "tool.key":
		o.free("it compares the key of any tool with an attribute of the request")
	case len(a.calls)+len(b.calls) > 0:
		o.free("it compares two attributes of the request after lower, upper or trim")
	case a.element && b.element && a.attr != b.attr:
		o.free("it compares the elements of two lists")
	case a.attr == b.attr && a.element == b.element:
	default:
		o.space.join(a.attr, b.attr)
		if a.element {
			o.view.related = append(o.view.related, b.attr.name)
		}
		if b.element {
			o.view.related = append(o.view.related, a.attr.name)
		}
	}
}

// texts returns what a string term can be.
func (o *observer) texts(t cond.Term) []source {
	if value, ok := t.Constant(o.literal.tool); ok {
		return []source{{value: value}}
	}
	args := t.Args()
	switch t.Kind() {
	case cond.TermAttribute:
		if path := t.Attribute().Path; path == "tool.key" {
			return []source{{attr: &attribute{name: path, path: path}}} // of which the space has server and name
		}
		return []source{{attr: o.attribute(t)}}
	case cond.TermElement:
		return o.items
	case cond.TermCall:
		if !cells.HasCall(t.Op()) {
			break
		}
		var all []source
		for _, s := range o.texts(args[0]) {
			if s.constant() {
				s.value = applied(t.Op(), s.value.(string))
			} else {
				s.calls = append([]string{t.Op()}, s.calls...)
			}
			all = append(all, s)
		}
		return all
	}
	return o.choices(t, o.texts)
}

func applied(call, text string) string {
	q := cells.Question{Calls: []string{call}}
	return q.Apply(text)
}

// choices is for ?? and ?:, which have one of several values.
func (o *observer) choices(t cond.Term, of func(cond.Term) []source) (all []source) {
	args := t.Args()
	switch t.Kind() {
	case cond.TermCond:
		o.bool(args[0])
		args = args[1:]
	case cond.TermCoalesce:
	default:
		o.free("it has a form that is not known here")
		return nil
	}
	for _, arg := range args {
		all = append(all, of(arg)...)
	}
	return all
}

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
