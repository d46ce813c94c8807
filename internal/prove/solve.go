package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
