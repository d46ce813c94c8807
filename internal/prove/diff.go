package prove

import (
	"context"
	"reflect"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/cond"
)

// The results of the program that compares two versions of rules.
const (
	same = 0
	more = 1 // the request sees the tool after the change only
	less = 2 // the request sees the tool before the change only
)

// A Change is a difference of visibility: some tools that requests see after a change only, or
// before it only.
type Change struct {
	Wider   bool // requests see more
	Tools   []engine.Key
	Request engine.Request // a smallest one that sees the difference

	// Malformed reports whether only malformed requests see the difference: requests that are
	// well-formed for neither version of the rules.
	Malformed bool

	// Region has conditions that are true for exactly the well-formed requests that see the
	// difference; nil if they can't be said in a few conditions of the rules after the change.
	Region []string
}

// A Difference is what a change of rules changes for all requests.
type Difference struct {
	Changes []Change
	Open    []Open // why more may change; empty if nothing else does
	Tools   int
	Classes int
}

// Compare compares the visibility of the tools of two catalogs for all requests. A request is
// well-formed if it is so for the rules of at least one of the catalogs.
func Compare(ctx context.Context, before, after *engine.Catalog) Difference {
	c := &comparison{ctx: ctx, sides: [2]*Prover{New(before), New(after)}}
	c.difference.Tools = c.pair()
	c.difference.Classes = len(c.roots)
	for i := range c.roots {
		for _, result := range []int{more, less} {
			c.compare(i, result)
		}
	}
	return c.difference
}

type comparison struct {
	ctx        context.Context
	sides      [2]*Prover
	roots      []*node
	tools      [][][2]*tool // by root
	difference Difference
	solved     map[int][]solution // by root: for requests that are well-formed before, after, and for all
}

// pair makes the programs of all tools of both catalogs. It returns their number.
func (c *comparison) pair() int {
	b := newBuilder()
	c.solved = map[int][]solution{}
	byKey := map[engine.Key]*[2]*tool{}
	var keys []engine.Key
	for side, p := range c.sides {
		for i := range p.tools {
			t := &p.tools[i]
			if byKey[t.key] == nil {
				byKey[t.key] = new([2]*tool)
				keys = append(keys, t.key)
			}
			byKey[t.key][side] = t
		}
	}
	at := map[*node]int{}
	for _, key := range keys {
		pair := byKey[key]
		visible := func(side int, shown, hidden *node) *node {
			t := pair[side]
			if t == nil {
				return hidden
			}
			p := c.sides[side]
			return b.visible(p.catalog.Engine().Rules, t, &subject{env: p.env(), tool: t.bound, target: t.target}, shown, hidden)
		}
		root := visible(0, visible(1, b.end(same), b.end(less)), visible(1, b.end(more), b.end(same)))
		k, known := at[root]
		if !known {
			k = len(c.roots)
			at[root] = k
			c.roots, c.tools = append(c.roots, root), append(c.tools, nil)
		}
		c.tools[k] = append(c.tools[k], *pair)
	}
	return len(keys)
}

// solve returns the diagram of a program, to be read for requests that are well-formed before the
// change, for those that are after it, and for all.
func (c *comparison) solve(root int) []solution {
	if done, known := c.solved[root]; known {
		return done
	}
	s := newSolver(c.ctx, c.space(c.roots[root]), 0)
	d, err := s.solve(c.roots[root])
	if err != nil {
		c.open(Open{Reason: reasonOf(err)})
		c.solved[root] = nil
		return nil
	}
	if s.space.byName[verbosityPath] != nil && !reflect.DeepEqual(c.sides[0].levels(), c.sides[1].levels()) {
		c.open(Open{Where: "/verbosity", Reason: "the level of requests that have none changes, and conditions read it"})
	}
	before, after := *s, *s
	before.side, after.side = 1, 2
	c.solved[root] = []solution{{&before, d}, {&after, d}, {s, d}}
	return c.solved[root]
}

func (c *comparison) space(programs ...*node) *space {
	return newSpace(c.ctx, literalsOf(programs...), c.sides[:]...)
}

func (c *comparison) open(o Open) {
	if !slices.Contains(c.difference.Open, o) {
		c.difference.Open = append(c.difference.Open, o)
	}
}

// compare searches a request with a result.
func (c *comparison) compare(root, result int) {
	if c.roots[root].literal == nil && c.roots[root].result != result {
		return
	}
	solutions := c.solve(root)
	if solutions == nil {
		return
	}
	wanted := func(r int) bool { return r == result }
	best, by := (*path)(nil), (*solver)(nil)
	for i, s := range solutions {
		found := s.best(s.diagram, wanted)
		if found == nil || i == 2 && best != nil {
			continue
		}
		req := s.requests(found, false)[0]
		if !c.confirm(root, result, req) {
			for _, o := range s.opens(s.diagram) {
				c.open(o)
			}
			if found.cost.guesses == 0 {
				c.open(Open{Reason: "the difference that was found is none for the engine"})
			}
			continue
		}
		if best == nil || found.cost.compare(best.cost) < 0 {
			best, by = found, s.solver
		}
	}
	if best == nil {
		return
	}
	change := Change{Wider: result == more, Request: by.requests(best, false)[0], Malformed: by.side == 0}
	for _, pair := range c.tools[root] {
		t := pair[0]
		if t == nil {
			t = pair[1]
		}
		change.Tools = append(change.Tools, t.key)
	}
	if !change.Malformed {
		change.Region = c.region(root, result, solutions)
	}
	c.difference.Changes = append(c.difference.Changes, change)
}

// confirm reports whether a request has a result for the tools of a program, by the reference
// evaluator.
func (c *comparison) confirm(root, result int, req engine.Request) bool {
	var sees [2]bool
	for side, t := range c.tools[root][0] {
		p := c.sides[side]
		sees[side] = t != nil && t.named && p.catalog.Engine().Rules.Filter().Visible(t.bound, bind(p.env(), req))
	}
	return sees == [2]bool{result == less, result == more}
}

// region returns conditions for the well-formed requests with a result. There are none if requests
// that are well-formed for one version of the rules only see the difference as well as others.
func (c *comparison) region(root, result int, solutions []solution) []string {
	wanted := func(r int) bool { return r == result }
	side := 1
	if solutions[1].best(solutions[1].diagram, wanted) == nil {
		side = 0
	} else if solutions[0].best(solutions[0].diagram, wanted) != nil && !sameContext(c.sides[0].env(), c.sides[1].env()) {
		return nil
	}
	s := solutions[side]
	conditions, ok := s.region(s.diagram, wanted)
	if !ok || len(conditions) == 0 {
		return nil
	}
	b := newBuilder()
	said, ok := c.sides[side].statement(b, conditions)
	if !ok {
		return nil
	}
	only := b.replace(c.roots[root], map[int]*node{same: b.end(holds), more: b.end(map[bool]int{true: breaks}[result == more]),
		less: b.end(map[bool]int{true: breaks}[result == less])})
	check := newSolver(c.ctx, c.space(only, said), uint8(1)<<side)
	d, err := check.solve(only)
	if err != nil {
		return nil
	}
	if other, err := check.solve(said); err != nil || other != d {
		return nil
	}
	return conditions
}

// sameContext reports whether requests are well-formed for both.
func sameContext(a, b *cond.Env) bool {
	return slices.EqualFunc(a.Attributes(), b.Attributes(), func(x, y cond.Attribute) bool {
		return x.Path == y.Path && x.Optional == y.Optional && x.Type.String() == y.Type.String()
	})
}
