package prove

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/toolrules/toolrules/engine"
)

// An Audience is the set of requests that see some tools, which are all tools of this audience
// among those in question. It is about well-formed requests.
type Audience struct {
	Tools   []engine.Key
	Outcome Outcome // Proved if the audience is known exactly; otherwise Unknown

	// Region has conditions that are true for exactly these requests: none if no request sees the
	// tools, and "true" if every request does. It is nil if they can't be said in a few conditions.
	Region []string

	Reads  []string        // the paths of the attributes on which it depends, sorted
	Sees   *engine.Request // a smallest request that sees the tools; nil if there is none
	Misses *engine.Request // a smallest request that does not see them; nil if there is none
	Open   []Open          // why the outcome is Unknown
}

// Who returns the audiences of tools, in the order of the first tool of each.
func (p *Prover) Who(ctx context.Context, keys []engine.Key) []Audience {
	b := newBuilder()
	var roots []*node
	var tools [][]engine.Key // by root
	for i := range p.tools {
		t := &p.tools[i]
		if !slices.Contains(keys, t.key) {
			continue
		}
		root := b.visible(p.catalog.Engine().Rules, t, &subject{env: p.env(), tool: t.bound, target: t.target}, b.end(breaks), b.end(holds))
		at := slices.Index(roots, root)
		if at < 0 {
			at = len(roots)
			roots, tools = append(roots, root), append(tools, nil)
		}
		tools[at] = append(tools[at], t.key)
	}
	var audiences []Audience
	groups := map[int]int{} // from the group of a root to its audience
	for i, group := range p.equal(ctx, roots) {
		if at, known := groups[group]; known {
			audiences[at].Tools = append(audiences[at].Tools, tools[i]...)
			continue
		}
		groups[group] = len(audiences)
		a := p.audience(ctx, roots[i])
		a.Tools = tools[i]
		audiences = append(audiences, a)
	}
	return audiences
}

// equal returns a number for each program, which is equal for programs that have the same results
// for all well-formed requests, unless that can't be told.
func (p *Prover) equal(ctx context.Context, roots []*node) []int {
	groups := make([]int, len(roots))
	s := newSolver(ctx, p.space(ctx, roots...), 1)
	first := map[*diagram]int{}
	for i, root := range roots {
		groups[i] = i
		d, err := s.solve(root)
		if err != nil {
			continue
		}
		if at, known := first[d]; known && len(s.freeRests) == 0 {
			groups[i] = at
		} else {
			first[d] = i
		}
	}
	return groups
}

// audience describes the requests for which a program ends with breaks.
func (p *Prover) audience(ctx context.Context, root *node) Audience {
	a := Audience{Outcome: Proved}
	s, d, err := p.solve(ctx, root, 1)
	if err != nil {
		a.Outcome, a.Open = Unknown, []Open{{Reason: reasonOf(err)}}
		return a
	}
	for _, name := range slices.Sorted(maps.Keys(s.space.byName)) {
		if s.dependsOn(d, s.space.byName[name]) {
			a.Reads = append(a.Reads, name)
		}
	}
	for _, side := range []struct {
		result int
		to     **engine.Request
	}{{breaks, &a.Sees}, {holds, &a.Misses}} {
		found := s.best(d, func(result int) bool { return result == side.result })
		if found == nil {
			continue
		}
		if found.cost.guesses > 0 {
			var open Answer
			open.openAtoms(s, found)
			a.Outcome, a.Open = Unknown, append(a.Open, open.Open...)
			continue
		}
		req := s.requests(found, false)[0]
		*side.to = &req
	}
	if len(s.freeRests) > 0 && a.Outcome == Proved {
		a.Outcome, a.Open = Unknown, append(a.Open, s.opens(d)...)
		if a.Open == nil {
			a.Outcome = Proved
		}
	}
	switch {
	case a.Outcome != Proved:
	case a.Sees == nil:
		a.Region = []string{}
	default:
		a.Region = p.regionOf(ctx, &Property{Kind: Never}, []weighted{{program: root}})
	}
	return a
}

// dependsOn reports whether a diagram branches on an attribute.
func (s *solver) dependsOn(d *diagram, a *attribute) bool {
	found := false
	s.each(d, func(d *diagram) {
		found = found || d.variable < len(s.space.variables) && s.space.variables[d.variable].attr == a
	})
	return found
}

// each calls f for each branch of a diagram.
func (s *solver) each(d *diagram, f func(*diagram)) {
	seen := map[*diagram]bool{}
	var walk func(d *diagram)
	walk = func(d *diagram) {
		if d == nil || seen[d] || d.variable < 0 {
			return
		}
		seen[d] = true
		f(d)
		for _, kid := range d.kids {
			walk(kid)
		}
	}
	walk(d)
}

// opens returns the free literals on which a diagram branches.
func (s *solver) opens(d *diagram) (all []Open) {
	s.each(d, func(d *diagram) {
		if i := d.variable - len(s.space.variables); i >= 0 {
			if o := s.openOf(s.freeRests[i].literal); !slices.Contains(all, o) {
				all = append(all, o)
			}
		}
	})
	return all
}

// openOf returns why a literal is free.
func (s *solver) openOf(l *literal) Open {
	reason := s.space.views[l].free
	if reason == "" {
		reason = fmt.Sprintf("it counts more than %d combinations of elements", maxTable)
	}
	return Open{Atom: l.source(), Where: l.where, Reason: reason}
}
