package cond_test

import (
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// TestOverlapReadsNoElement checks that an atom is an Overlap only if both of its sides are known
// without the # of its predicate. With # on the side of the request, a lookup of the request's
// strings finds nothing although the atom can be true.
func TestOverlapReadsNoElement(t *testing.T) {
	env := oracleEnv(t)
	tool := env.Tool(expr.ToolInfo{Name: "a", Arguments: []string{"a"}, Tags: []string{"a"}})
	request := env.Request(expr.RequestValues{Attrs: map[string]any{
		"user": map[string]any{"id": "b", "role": "a", "groups": []string{"a"}}, "on": true, "sizes": []int{1},
	}})
	for _, c := range []struct {
		src     string
		overlap bool
		want    cond.Outcome // for the tool and the request
	}{
		{`any(tool.arguments, # == (ctx.tenant ?? #))`, false, cond.True},
		{`any(tool.arguments, (ctx.tenant ?? #) == #)`, false, cond.True},
		{`any(tool.tags, # == (ctx.on ? # : "b"))`, false, cond.True},
		{`all(tool.tags, # != (ctx.tenant ?? #))`, false, cond.False},
		{`none(tool.tags, # == (ctx.tenant ?? #))`, false, cond.False},
		{`none(tool.tags, (ctx.tenant ?? lower(#)) == #)`, false, cond.False},
		{`any(ctx.user.groups, # == (tool.destructive ? tool.name : #))`, false, cond.True},
		{`none(ctx.user.groups, (tool.destructive ? tool.name : #) == #)`, false, cond.False},
		{`any(tool.arguments, # in [ctx.tenant ?? #])`, false, cond.True},
		{`any(tool.tags, # == (ctx.tenant ?? "a"))`, true, cond.True},
		{`any(ctx.user.groups, # == tool.name)`, true, cond.True},
		{`any(ctx.user.groups, # == lower(tool.name))`, true, cond.True},
	} {
		p, err := env.Compile(c.src)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		a := p.Atoms()[0]
		if got := a.Overlap() != nil; got != c.overlap {
			t.Errorf("%s: is an Overlap: %t, want %t", c.src, got, c.overlap)
		}
		if got := a.Eval(tool, request); got.Outcome != c.want {
			t.Errorf("%s: got %v (%v), want %v", c.src, got.Outcome, got.Failure, c.want)
		}
	}
}
