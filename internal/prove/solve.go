package prove

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// A cost ranks requests: the smallest is the best counterexample.
type cost struct {
	guesses   int // outcomes of free literals that differ from those for the values
	malformed int
	present   int // attributes
	bytes     int // of the JSON
}

func (c cost) plus(d cost) cost {
	return cost{c.guesses + d.guesses, c.malformed + d.malformed, c.present + d.present, c.bytes + d.bytes}
}

func (c cost) compare(d cost) int {
	return slices.Compare([]int{c.guesses, c.malformed, c.present, c.bytes}, []int{d.guesses, d.malformed, d.present, d.bytes})
}

// A rest is what is left of a literal when some of its variables have values.
type rest struct {
	literal *literal
	vars    []int // of its attributes, ascending
	vals    []int // of the first of vars: indexes of values

	counted *table // once all attributes have values and one is a list: the outcomes by its elements
	state   int    // the numbers of elements so far, as an index of the table
	at      int    // the index of the next of counted.vars

	free   int          // the variable that decides; 0 if none does
	three  bool         // it can also make the literal fail
	actual cond.Outcome // of a free one: its outcome for the values; Failed if the values do not tell
}

// A diagram is a decision diagram: it branches on a variable, in ascending order, and ends with a
// result. Equal diagrams are equal pointers.
type diagram struct {
	variable int // -1 at an end
	kids     []*diagram
	result   int
	number   int
}

// errTooLarge is returned for programs that have too many cases.
var errTooLarge = errors.New("there are too many cases")

// maxNodes bounds the programs that the solver makes.
const maxNodes = 400_000

// A solver turns programs into diagrams over one space.
type solver struct {
	*builder
	space *space
	ctx   context.Context
	side  uint8 // the values that are tried are well-formed for one of these sides; 0: any value is tried

	whole      map[*literal]*rest // of literals none of whose variables has a value
	rests      map[string]*literal
	tables     map[string]*table
	restricted map[restriction]*node
	tops       map[*node]int
	diagrams   map[*node]*diagram
	unique     map[string]*diagram
	freeVars   map[string]int // by literal and values
	freeRests  []*rest        // by number of the free variable, from the number of variables of the space
	made       int
}

type restriction struct {
	n        *node
	variable int
	value    int
}

func newSolver(ctx context.Context, s *space, side uint8) *solver {
	return &solver{builder: newBuilder(), space: s, ctx: ctx, side: side,
		whole: map[*literal]*rest{}, rests: map[string]*literal{}, tables: map[string]*table{},
		restricted: map[restriction]*node{}, tops: map[*node]int{}, diagrams: map[*node]*diagram{},
		unique: map[string]*diagram{}, freeVars: map[string]int{}}
}

// literals returns the literals of programs, in the order in which they come up.
func literalsOf(roots ...*node) (all []*literal) {
	seen := map[*node]bool{}
	known := map[*literal]bool{}
	var walk func(n *node)
	walk = func(n *node) {
		if seen[n] || n.literal == nil {
			return
		}
		seen[n] = true
		if !known[n.literal] {
			known[n.literal] = true
			all = append(all, n.literal)
		}
		for _, next := range n.next {
			walk(next)
		}
	}
	for _, n := range roots {
		walk(n)
	}
	return all
}

// restOf returns what is to be decided of a literal.
func (s *solver) restOf(l *literal) *rest {
	if l.rest != nil {
		return l.rest
	}
	r := s.whole[l]
	if r == nil {
		r = &rest{literal: l}
		for _, path := range l.paths() {
			r.vars = append(r.vars, s.space.byName[l.copy.name(path)].variable)
		}
		slices.Sort(r.vars)
		s.whole[l] = r
	}
	return r
}

// next returns the variable that decides next.
func (r *rest) next() int {
	switch {
	case r.free > 0:
		return r.free
	case r.counted != nil:
		return r.counted.vars[r.at]
	}
	return r.vars[len(r.vals)]
}

// top returns the first variable on which a program depends; a large number for an end.
func (s *solver) top(n *node) int {
	if n.literal == nil {
		return 1 << 30
	}
	if at, known := s.tops[n]; known {
		return at
	}
	at := s.restOf(n.literal).next()
	for _, next := range n.next {
		at = min(at, s.top(next))
	}
	s.tops[n] = at
	return at
}

// size returns the number of values of a variable.
func (s *solver) size(v int) int {
	if v >= len(s.space.variables) {
		if s.freeRests[v-len(s.space.variables)].three {
			return 3
		}
		return 2
	}
	x := s.space.variables[v]
	if x.item >= 0 {
		return x.attr.cap + 1
	}
	return len(x.attr.values)
}

// allowed reports whether a value of a variable is tried.
func (s *solver) allowed(v, value int) bool {
	if s.side == 0 || v >= len(s.space.variables) || s.space.variables[v].item >= 0 {
		return true
	}
	return s.space.variables[v].attr.values[value].wellFormed&s.side != 0
}

// costOf returns what a value of a variable costs.
func (s *solver) costOf(v, value int) cost {
	if v >= len(s.space.variables) {
		if r := s.freeRests[v-len(s.space.variables)]; !r.three && cond.Outcome(value) == r.actual {
			return cost{}
		}
		return cost{guesses: 1}
	}
	x := s.space.variables[v]
	if x.item >= 0 {
		return cost{bytes: value * (len(spelling(x.attr.items[x.item])) + 1)}
	}
	c := x.attr.values[value].cost
	if s.side != 0 {
		c.malformed = 0 // only what is well-formed for the side is tried
	}
	return c
}

// restrict returns the program once a variable has a value.
func (s *solver) restrict(n *node, v, value int) (*node, error) {
	if s.top(n) > v {
		return n, nil
	}
	key := restriction{n, v, value}
	if done := s.restricted[key]; done != nil {
		return done, nil
	}
	if s.made++; s.made > maxNodes {
		return nil, errTooLarge
	}
	if s.made%1024 == 0 && s.ctx.Err() != nil {
		return nil, s.ctx.Err()
	}
	r := s.restOf(n.literal)
	l := n.literal
	if r.next() == v {
		outcome, settled, rest := s.assign(r, value)
		if settled {
			done, err := s.restrict(n.next[outcome], v, value)
			if err == nil {
				s.restricted[key] = done
			}
			return done, err
		}
		l = rest
	}
	var next [3]*node
	for i := range next {
		var err error
		if next[i], err = s.restrict(n.next[i], v, value); err != nil {
			return nil, err
		}
	}
	done := s.branch(l, next)
	s.restricted[key] = done
	return done, nil
}

// assign sets the next variable of a literal to a value. It returns the outcome if that is settled,
// and otherwise what is left.
func (s *solver) assign(r *rest, value int) (outcome cond.Outcome, settled bool, left *literal) {
	switch {
	case r.free > 0:
		return cond.Outcome(value), true, nil
	case r.counted != nil:
		return s.count(r, value)
	}
	next := *r
	next.vals = append(slices.Clip(r.vals), value)
	if len(next.vals) < len(next.vars) {
		return 0, false, s.intern(&next, "")
	}
	if s.isOverLong(&next) {
		next.three = true
		return 0, false, s.decideFreely(&next, cond.Failed)
	}
	if s.space.views[r.literal].free != "" {
		actual := s.eval(&next, nil)
		if actual == cond.Failed {
			return actual, true, nil
		}
		if s.countedList(&next) != nil {
			actual = cond.Failed
		}
		return 0, false, s.decideFreely(&next, actual)
	}
	list := s.countedList(&next)
	if list == nil {
		return s.eval(&next, nil), true, nil
	}
	if next.counted = s.table(&next, list); next.counted == nil {
		return 0, false, s.decideFreely(&next, cond.Failed)
	}
	return s.outcomeOrRest(&next)
}

// decideFreely returns a literal that may have either outcome.
func (s *solver) decideFreely(r *rest, actual cond.Outcome) *literal {
	r.actual = actual
	key := restKey(r, "free")
	v, known := s.freeVars[key]
	if !known {
		v = len(s.space.variables) + len(s.freeRests)
		s.freeVars[key] = v
		s.freeRests = append(s.freeRests, r)
	}
	r.free = v
	return s.intern(r, "free")
}

// intern returns the literal of a rest, which is the same for equal ones.
func (s *solver) intern(r *rest, mark string) *literal {
	key := restKey(r, mark)
	l := s.rests[key]
	if l == nil {
		l = &literal{key: key, rest: r}
		s.rests[key] = l
	}
	return l
}

func restKey(r *rest, mark string) string {
	key := []byte(mark + "|" + r.literal.key + "|")
	for _, v := range r.vals {
		key = binary.AppendUvarint(key, uint64(v))
	}
	if r.counted != nil {
		key = fmt.Appendf(key, "|%d %d", r.state, r.at)
	}
	return string(key)
}

// countedList returns the list of a literal whose elements have variables, if it is there.
func (s *solver) countedList(r *rest) *attribute {
	for i, v := range r.vars {
		a := s.space.variables[v].attr
		if a.kind() == expr.List && a.values[r.vals[i]].counts {
			return a
		}
	}
	return nil
}

// eval evaluates a literal by the reference evaluator. The items are the elements of its list.
func (s *solver) eval(r *rest, items []any) cond.Outcome {
	if r.literal.names != nil {
		return s.evalNames(r)
	}
	var values requestValues
	info := expr.ToolInfo{Audience: []string{"model", "app"}}
	values.Verbosity = 5
	for i, v := range r.vars {
		a := s.space.variables[v].attr
		x := a.values[r.vals[i]].v
		if a.values[r.vals[i]].counts {
			x = items
			if items == nil {
				x = []any{}
			}
		}
		if a.isOfTool() {
			setTool(&info, a.path, x)
			continue
		}
		values.set(a.path, x)
	}
	l := r.literal
	tool := l.tool
	if l.any {
		info.Key = info.Server + "/" + info.Name
		tool = l.env.Tool(info)
	}
	return l.atom.Eval(tool, l.env.Request(values.RequestValues)).Outcome
}

// solve returns the diagram of a program.
func (s *solver) solve(n *node) (*diagram, error) {
	if n.literal == nil {
		return s.ended(n.result), nil
	}
	if d := s.diagrams[n]; d != nil {
		return d, nil
	}
	if s.ctx.Err() != nil {
		return nil, s.ctx.Err()
	}
	v := s.top(n)
	kids := make([]*diagram, s.size(v))
	for value := range kids {
		if !s.allowed(v, value) {
			continue
		}
		next, err := s.restrict(n, v, value)
		if err != nil {
			return nil, err
		}
		if kids[value], err = s.solve(next); err != nil {
			return nil, err
		}
	}
	d := s.diagram(v, kids)
	s.diagrams[n] = d
	return d, nil
}

func (s *solver) ended(result int) *diagram {
	key := fmt.Sprint(result)
	if s.unique[key] == nil {
		s.unique[key] = &diagram{variable: -1, result: result, number: len(s.unique)}
	}
	return s.unique[key]
}

// diagram returns the diagram that branches on a variable; kids for values that are not tried are
// nil.
func (s *solver) diagram(v int, kids []*diagram) *diagram {
	var first *diagram
	same := true
	var key strings.Builder
	fmt.Fprintf(&key, "%d:", v)
	for _, kid := range kids {
		if kid == nil {
			key.WriteString("-,")
			continue
		}
		if first == nil {
			first = kid
		}
		same = same && kid == first
		fmt.Fprintf(&key, "%d,", kid.number)
	}
	if same && first != nil {
		return first
	}
	d := s.unique[key.String()]
	if d == nil {
		d = &diagram{variable: v, kids: kids, number: len(s.unique)}
		s.unique[key.String()] = d
	}
	return d
}

// A path is a choice of values that leads to a result of a diagram.
type path struct {
	cost  cost
	value int
	next  *path
	at    *diagram
}

// best returns the path with the least cost to a result for which wanted is true; nil if there is
// none.
func (s *solver) best(d *diagram, wanted func(result int) bool) *path {
	known := map[*diagram]*path{}
	var find func(d *diagram) *path
	find = func(d *diagram) *path {
		if d.variable < 0 {
			if wanted(d.result) {
				return &path{at: d}
			}
			return nil
		}
		if p, ok := known[d]; ok {
			return p
		}
		var best *path
		for value, kid := range d.kids {
			if kid == nil || !s.allowed(d.variable, value) {
				continue
			}
			rest := find(kid)
			if rest == nil {
				continue
			}
			total := s.costOf(d.variable, value).plus(rest.cost)
			if best == nil || total.compare(best.cost) < 0 {
				best = &path{cost: total, value: value, next: rest, at: d}
			}
		}
		known[d] = best
		return best
	}
	return find(d)
}
