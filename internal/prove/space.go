package prove

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cells"
	"github.com/toolrules/toolrules/internal/cond"
)

// verbosityPath is the level of a request, which rules can set for requests that have none.
const verbosityPath = "ctx.verbosity"

// An attribute is something that requests have, with all that the literals of a program distinguish
// about it.
type attribute struct {
	name  string // the path, which for the second of two requests has a mark
	path  string
	types []declared

	observed            // unless it is a list
	elements   observed // of a list
	sequences  []any    // constant lists that it is compared with
	cap        int      // of a list: up to which number elements are counted
	whole      bool     // of a list: its values are lists, instead of numbers of elements
	joined     *attribute
	unexplored string // why its values could not be divided into classes; empty if they could

	variable int     // its number
	values   []value // well-formed ones first
	items    []any   // of a list that is not whole: elements of each class
	counts   int     // the number of the variable for the first of items
}

// A declared is the type that an attribute has for some rules.
type declared struct {
	env *cond.Env
	cond.Attribute
}

func (a *attribute) kind() expr.Kind { return a.types[0].Type.Kind }

// isList reports whether the attribute has a type that is a list.
func (a *attribute) isList() bool {
	return slices.ContainsFunc(a.types, func(t declared) bool { return t.Type.Kind == expr.List })
}

// A value is one of the values of an attribute that are tried.
type value struct {
	v      any  // nil if the attribute is missing
	counts bool // it is a list that has the elements that the variables for them say

	wellFormed uint8 // the sides, as bits, for which a request with it can be well-formed
	cost       cost
}

// A space is the set of requests that is explored for a program: values of all attributes that the
// program reads, such that each request has the outcomes of one of their combinations.
type space struct {
	ctx       context.Context // while it is made
	sides     []*cond.Env     // the environments of the rules, of which a diff has two
	declared  map[*cond.Env]map[string]cond.Attribute
	attrs     []*attribute
	byName    map[string]*attribute
	views     map[*literal]*view
	variables []variable
	cache     map[string][][]string // cells by questions, shared by spaces
	leveled   bool                  // rules set the level of requests without one: all that are tried have one
}

// A variable is what the solver branches on: an attribute, or how many elements of a class a list
// has.
type variable struct {
	attr *attribute
	item int // the index of the class; -1 for the attribute itself
}

// newSpace returns the space for the literals of programs, under the rules of one prover or of two.
func newSpace(ctx context.Context, literals []*literal, provers ...*Prover) *space {
	s := &space{ctx: ctx, declared: map[*cond.Env]map[string]cond.Attribute{}, byName: map[string]*attribute{},
		views: map[*literal]*view{}, cache: provers[0].cells}
	for _, p := range provers {
		env := p.env()
		s.sides = append(s.sides, env)
		s.leveled = s.leveled || p.levels() != nil
		s.declared[env] = map[string]cond.Attribute{}
		for _, a := range env.Attributes() {
			s.declared[env][a.Path] = a
		}
	}
	for _, l := range literals {
		s.views[l] = s.observe(l)
	}
	for _, l := range literals {
		s.settle(l, s.views[l])
	}
	s.choose()
	for _, l := range literals {
		v := s.views[l]
		for _, path := range l.paths() {
			if a := s.byName[l.copy.name(path)]; a != nil && a.unexplored != "" && v.free == "" {
				v.free = fmt.Sprintf("the values of %s can't be divided into classes: %s", a.path, a.unexplored)
			}
		}
	}
	s.number()
	return s
}

// attribute returns the attribute that a literal reads at a path.
func (s *space) attribute(l *literal, path string) *attribute {
	name := l.copy.name(path)
	a := s.byName[name]
	if a == nil {
		a = &attribute{name: name, path: path}
		for _, env := range s.sides {
			if found, ok := s.declared[env][path]; ok {
				a.types = append(a.types, declared{env, found})
			}
		}
		s.byName[name] = a
		s.attrs = append(s.attrs, a)
	}
	return a
}

// root returns the attribute that represents those that a is joined with.
func (a *attribute) root() *attribute {
	for a.joined != nil {
		a = a.joined
	}
	return a
}

// join notes that values of two attributes are compared.
func (s *space) join(a, b *attribute) {
	if a, b = a.root(), b.root(); a != b {
		b.joined = a
	}
}

// settle fixes how the lists that a literal reads are represented.
func (s *space) settle(l *literal, v *view) {
	for _, list := range v.lists {
		if v.free == "" {
			list.cap = max(list.cap, v.cap)
		}
		if len(list.sequences) > 0 || len(v.lists) > 1 && v.free == "" {
			list.whole = true
		}
	}
}

// choose finds the values of all attributes.
func (s *space) choose() {
	pools, copies := map[*attribute]*observed{}, map[*attribute]int{}
	for _, a := range s.attrs {
		root := a.root()
		if pools[root] == nil {
			pools[root] = &observed{}
		}
		pools[root].add(&a.observed)
		pools[root].add(&a.elements)
		// The values of a tool's attribute are not arbitrary: what else is compared with them needs
		// the same ones.
		for _, q := range legalNames[a.path] {
			pools[root].ask(q)
		}
		if a.path == "tool.bytes" {
			pools[root].ints = append(pools[root].ints, leastBytes, plainBytes)
		}
		for _, t := range a.types {
			words := t.Type.Words
			if t.Type.Kind == expr.List {
				words = t.Type.Elem.Words
			}
			for _, word := range words {
				pools[root].ask(cells.Question{Op: cells.Equals, Texts: []string{word}})
			}
		}
		if a.isList() {
			copies[root] |= 1 << 16 // one more for the lists together
		} else {
			copies[root]++
		}
	}
	for _, a := range s.attrs {
		n := copies[a.root()]
		n = max(1, n&(1<<16-1)+n>>16)
		if a.isOfTool() {
			s.fillTool(a, pools[a.root()], n)
			continue
		}
		s.fill(a, pools[a.root()], n)
	}
}

// fill finds the values of an attribute, n of each class.
func (s *space) fill(a *attribute, seen *observed, n int) {
	kinds := map[string]bool{}
	for _, t := range a.types {
		kind := t.Type.String()
		if t.Type.Kind == expr.Words {
			kind = "string"
		}
		kinds[kind] = true
	}
	if len(kinds) > 1 {
		a.unexplored = "the two rule files declare it with different types"
		a.whole = a.isList()
	}
	done := map[string]bool{}
	for _, t := range a.types {
		if t.Type.Kind == expr.List {
			if kind := t.Type.String(); !done[kind] {
				done[kind] = true
				s.fillList(a, t.Type, seen, n)
			}
			continue
		}
		for _, v := range s.scalars(a, t.Type, seen, n) {
			if key := fmt.Sprintf("%T %v", v, v); !done[key] {
				done[key] = true
				a.values = append(a.values, value{v: v})
			}
		}
	}
	if !s.leveled || a.path != verbosityPath {
		a.values = append(a.values, value{})
	}
	if wrong, ok := malformed(a); ok {
		a.values = append(a.values, value{v: wrong})
	}
	if len(kinds) > 1 {
		a.values = append(a.values, value{v: map[string]any{}}) // which neither file can use
	}
	for i := range a.values {
		s.rate(a, &a.values[i])
	}
	a.values = slices.DeleteFunc(a.values, func(v value) bool { return a.path == verbosityPath && v.wellFormed == 0 })
	slices.SortStableFunc(a.values, func(x, y value) int { return x.cost.compare(y.cost) })
}

// number numbers the variables: first attributes, those with few values first, then the elements of
// lists.
func (s *space) number() {
	ordered := slices.Clone(s.attrs)
	slices.SortStableFunc(ordered, func(a, b *attribute) int { return cmp.Compare(rank(a), rank(b)) })
	for _, a := range ordered {
		a.variable = len(s.variables)
		s.variables = append(s.variables, variable{a, -1})
	}
	for _, a := range ordered {
		a.counts = len(s.variables)
		if a.isList() && !a.whole {
			for i := range a.items {
				s.variables = append(s.variables, variable{a, i})
			}
		}
	}
}

func rank(a *attribute) (rank int) {
	rank = 1
	switch a.kind() {
	case expr.Bool, expr.Words:
		rank = 0
	case expr.List:
		rank = 2
	}
	if a.isOfTool() {
		rank += 3
	}
	return rank
}

// requestValues are the values of a request while it is made.
type requestValues struct{ expr.RequestValues }

// set sets an attribute to a value; nil leaves it out.
func (r *requestValues) set(path string, v any) {
	name, _ := strings.CutPrefix(path, "ctx.")
	switch name {
	case "runner":
		r.Runner, _ = v.(string)
	case "model":
		r.Model, _ = v.(string)
	case "verbosity":
		r.Verbosity = 5
		if n, ok := v.(int); ok {
			r.Verbosity = n
		}
	default:
		if v == nil {
			return
		}
		if r.Attrs == nil {
			r.Attrs = map[string]any{}
		}
		setIn(r.Attrs, strings.Split(name, "."), v)
	}
}

func setIn(m map[string]any, names []string, v any) {
	if len(names) == 1 {
		m[names[0]] = v
		return
	}
	inner, ok := m[names[0]].(map[string]any)
	if !ok {
		inner = map[string]any{}
		m[names[0]] = inner
	}
	setIn(inner, names[1:], v)
}
