package prove

import (
	"maps"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// bind binds a request as the engine does.
func bind(env *cond.Env, req engine.Request) *cond.Request {
	level := int64(5)
	if n, ok := req.Verbosity.Get(); ok {
		level = min(max(n, 0), 9)
	}
	return env.Request(expr.RequestValues{Runner: req.Runner, Model: req.Model, Verbosity: int(level), Attrs: req.Attrs})
}

// breaking returns the tools that break a property for a request, or for two if it is about two, by
// the reference evaluator.
func (p *Property) breaking(r *ruleset.Rules, tools []tool, requests []engine.Request) (broken []engine.Key) {
	first := bind(r.Env(), requests[0])
	second := first
	if len(requests) > 1 {
		second = bind(r.Env(), requests[1])
	}
	if p.wellFormed() && (!wellFormed(r.Env(), first) || !wellFormed(r.Env(), second)) {
		return nil
	}
	for i := range tools {
		if p.breaksFor(r, &tools[i], first, second) {
			broken = append(broken, tools[i].key)
		}
	}
	if p.Kind == AtMost && !p.Bytes && len(broken) <= p.Tools {
		return nil
	}
	return broken
}

// wellFormed reports whether a request has all that is declared, in a form that can be used.
func wellFormed(env *cond.Env, r *cond.Request) bool {
	if len(r.Bad()) > 0 {
		return false
	}
	for _, a := range env.Attributes() {
		if len(a.Path) > 4 && a.Path[:4] == "ctx." && !a.Optional {
			if _, err := r.Lookup(a.Path); err != nil {
				return false
			}
		}
	}
	return true
}

func (p *Property) breaksFor(r *ruleset.Rules, t *tool, first, second *cond.Request) bool {
	if p.For != nil && (p.For.Eval(t.bound, first).Outcome != cond.True || p.For.Eval(t.bound, second).Outcome != cond.True) {
		return false
	}
	visible := func(req *cond.Request) bool { return t.named && r.Filter().Visible(t.bound, req) }
	matches := func() bool {
		return slices.ContainsFunc(p.Entries.Entries(p.side()), func(e *ruleset.Entry) bool {
			return e.Reaches(t.target) && (e.When() == nil || e.When().Eval(t.bound, first).Outcome == cond.True)
		})
	}
	switch p.Kind {
	case Never:
		return matches() && visible(first)
	case Always:
		return matches() && !visible(first)
	case Only:
		return !matches() && visible(first)
	case IndependentOf:
		return visible(first) != visible(second)
	case NeverFails:
		failed := false
		r.Filter().VisibleReporting(t.bound, first, func(ruleset.Match) { failed = true })
		return failed
	}
	return visible(first)
}

// chosen returns the values of variables on a path.
func (p *path) chosen() map[int]int {
	chosen := map[int]int{}
	for ; p != nil && p.at.variable >= 0; p = p.next {
		chosen[p.at.variable] = p.value
	}
	return chosen
}

// requests returns the request, or of two copies both, that a path of a diagram represents.
func (s *solver) requests(p *path, two bool) []engine.Request {
	chosen := p.chosen()
	requests := []engine.Request{s.request(chosen, false)}
	if two {
		requests = append(requests, s.request(chosen, true))
	}
	return requests
}

func (s *solver) request(chosen map[int]int, second bool) engine.Request {
	var req engine.Request
	for _, a := range s.attributesOf(second) {
		if a.isOfTool() {
			continue
		}
		v, known := chosen[a.variable]
		if !known {
			v = s.cheapest(a)
		}
		x := a.values[v].v
		if a.values[v].counts {
			x = s.elements(a, chosen)
		}
		setRequest(&req, a.path, x)
	}
	for _, attr := range s.space.sides[max(0, int(s.side)-1)].Attributes() {
		if len(attr.Path) > 4 && attr.Path[:4] == "ctx." && !attr.Optional && s.space.byName[attr.Path] == nil {
			setRequest(&req, attr.Path, plainest(attr))
		}
	}
	return req
}

// attributesOf returns the attributes of one of two requests.
func (s *solver) attributesOf(second bool) (attrs []*attribute) {
	for _, name := range slices.Sorted(maps.Keys(s.space.byName)) {
		a := s.space.byName[name]
		marked := a.name != a.path
		if marked != second && (marked || s.space.byName[a.path+secondMark] != nil) {
			continue
		}
		attrs = append(attrs, a)
	}
	return attrs
}

// cheapest returns the index of the best value of an attribute on which nothing depends.
func (s *solver) cheapest(a *attribute) int {
	side := s.side
	if side == 0 {
		side = 1
	}
	best := -1
	for i, v := range a.values {
		if v.wellFormed&side != 0 && (best < 0 || s.costOf(a.variable, i).compare(s.costOf(a.variable, best)) < 0) {
			best = i
		}
	}
	return max(0, best)
}

// elements returns the list that has as many elements of each class as chosen.
func (s *solver) elements(a *attribute, chosen map[int]int) []any {
	list := []any{}
	for i, item := range a.items {
		for range chosen[a.counts+i] {
			list = append(list, item)
		}
	}
	return list
}

func setRequest(req *engine.Request, path string, v any) {
	values := requestValues{expr.RequestValues{Attrs: req.Attrs}}
	values.set(path, v)
	req.Attrs = values.Attrs
	switch path {
	case "ctx.runner":
		req.Runner = values.Runner
	case "ctx.model":
		req.Model = values.Model
	case "ctx.verbosity":
		if n, ok := v.(int); ok {
			req.Verbosity = engine.Verbosity(int64(n))
		}
	}
}

// plainest returns the value of an attribute with the shortest spelling.
func plainest(a cond.Attribute) any {
	switch a.Type.Kind {
	case expr.Bool:
		return true
	case expr.Int:
		if a.Path == "ctx.verbosity" {
			return nil
		}
		return 0
	case expr.Float:
		return 0
	case expr.List:
		return []any{}
	case expr.Words:
		return slices.MinFunc(a.Type.Words, func(x, y string) int { return len(x) - len(y) })
	}
	return ""
}
