package prove

import (
	"context"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/rules"
)

// weigh sets the weights of programs to the bytes of the tools that have them, as they are sent. It
// returns why that can't be told: a description that depends on the request.
func (p *Prover) weigh(ctx context.Context, roots []weighted) *Open {
	for i := range roots {
		roots[i].weight = 0
		s, d, err := p.solve(ctx, roots[i].program, 1)
		if err != nil {
			return &Open{Reason: reasonOf(err)}
		}
		found := s.best(d, isBroken)
		if found == nil {
			continue
		}
		var keys []engine.Key
		for _, t := range roots[i].tools {
			if p.variesText(p.tools[t].key) {
				return &Open{Where: "/descriptions", Reason: "the descriptions of " + p.tools[t].key.String() + " depend on the request, and so does its size"}
			}
			keys = append(keys, p.tools[t].key)
		}
		roots[i].weight = p.bytesOf(s.requests(found, false)[0], func(key engine.Key) bool { return slices.Contains(keys, key) })
		if roots[i].weight == 0 {
			return &Open{Reason: "the size of " + keys[0].String() + " is not known, since it is not known who sees it"}
		}
	}
	return nil
}

// bytesOf returns the size of the tools that a request sees and that counts selects.
func (p *Prover) bytesOf(req engine.Request, counts func(engine.Key) bool) (n int) {
	for t := range p.catalog.View(req).All() {
		if counts(t.Key()) {
			n += len(t.AppendJSON(nil))
		}
	}
	return n
}

// variesText reports whether a description of a tool can depend on the request.
func (p *Prover) variesText(key engine.Key) bool {
	varies := func(t *rules.TextSpec) bool { return t != nil && len(t.Levels)+len(t.VerbosityMap)+len(t.Runners) > 0 }
	for _, d := range p.catalog.Engine().File().Descriptions {
		matches := slices.ContainsFunc(d.Tools, func(text string) bool {
			one, err := pattern.Parse(text)
			return err != nil || one.Match(key.Server, key.Tool)
		})
		if !matches {
			continue
		}
		if varies(d.Title) || varies(d.Description) || len(d.ServerText) > 1 {
			return true
		}
		for _, placed := range slices.Concat(d.Arguments, d.Results) {
			if varies(&placed.Text) {
				return true
			}
		}
	}
	return false
}
