package prove

import (
	"fmt"
	"math"
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
