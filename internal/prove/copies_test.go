package prove

import (
	"context"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// TestCopies is about requests whose attributes have to differ from one another and from what the
// rules name: there must be as many values of a class as attributes that are compared.
func TestCopies(t *testing.T) {
	const rules = `version: 1
context: {a: string, b: string, c: string, n: int, m: int, list: [string]}
filter: {exclude: [{when: 'ctx.a == ctx.b or ctx.b == ctx.c or ctx.a == ctx.c or ctx.a in ctx.list or ctx.b in ctx.list or ctx.n == ctx.m'}]}
`
	catalog := catalogOf(t, rules, []engine.Server{{ID: "s", Lists: [][]byte{[]byte(`[{"name":"x","inputSchema":{"type":"object"}}]`)}}})
	for _, c := range []struct {
		name, selects string
		want          Outcome
	}{
		{"all differ", "", Refuted},
		{"all differ, and the list has another", `len(ctx.list) > 0 and ctx.c not in ctx.list`, Refuted},
		{"all start alike", `ctx.a startsWith "x" and ctx.b startsWith "x" and ctx.c startsWith "x" and any(ctx.list, # startsWith "x")`, Refuted},
		{"only two values", `ctx.a in ["x", "y"] and ctx.b in ["x", "y"] and ctx.c in ["x", "y"]`, Proved},
		{"numbers between", `3 < ctx.n < 6 and 3 < ctx.m < 6`, Refuted},
		{"one number", `3 < ctx.n < 5 and 3 < ctx.m < 5`, Proved},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := propertyOf(t, catalog.Engine().Rules, &statement{For: c.selects, Never: "*"})
			if a := New(catalog).Prove(context.Background(), p); a.Outcome != c.want {
				t.Errorf("%s, not %s: %v", a.Outcome, c.want, a.Open)
			}
		})
	}
}
