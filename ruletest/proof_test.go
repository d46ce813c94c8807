package ruletest_test

import (
	"context"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// TestBytes finds the size at which a property begins to hold, and compares it with what the
// request with the largest list gets.
func TestBytes(t *testing.T) {
	e, err := engine.Parse("x.rules.yaml", []byte(`version: 1
context: {role: admin | guest}
filter: {exclude: [{tools: b, when: ctx.role == "guest"}, {tools: a, when: ctx.role == "admin"}]}
descriptions: [{tools: c, description: Longer than before.}]
`), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.BuildCatalog([]engine.Server{{ID: "s", Lists: [][]byte{[]byte(`[{"name":"a","inputSchema":{"type":"object"}},
		{"name":"b","inputSchema":{"type":"object"},"title":"B"},{"name":"c","inputSchema":{"type":"object"}}]`)}}})
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for _, role := range []string{"admin", "guest"} {
		n := 0
		for tool := range c.View(engine.Request{Attrs: map[string]any{"role": role}}).Tools() {
			n += len(tool.AppendJSON(nil))
		}
		most = max(most, n)
	}
	for n, want := range map[int]ruletest.Outcome{most - 1: ruletest.Refuted, most: ruletest.Proved} {
		proofs, err := ruletest.Prove(context.Background(), c, ruletest.Property{Name: "small", AtMost: &ruletest.Size{Tools: 2, Bytes: n}})
		if err != nil || proofs[0].Outcome != want {
			t.Errorf("at most %d bytes: %v, not %s: %v", n, proofs, want, err)
		}
	}
}

// TestPropertiesThatSayNothing is about properties that are wrong.
func TestPropertiesThatSayNothing(t *testing.T) {
	e, err := engine.Parse("x.rules.yaml", []byte("version: 1\ncontext: {role: admin | guest}\n"), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.BuildCatalog([]engine.Server{{ID: "s", Lists: [][]byte{[]byte(`[{"name":"a","inputSchema":{"type":"object"}}]`)}}})
	if err != nil {
		t.Fatal(err)
	}
	every := []rules.EntrySpec{{Tools: []string{"*"}}}
	for _, x := range []struct {
		name string
		p    ruletest.Property
		code rules.Code
	}{
		{"nothing", ruletest.Property{}, ruletest.CodeNoStatement},
		{"two things", ruletest.Property{Never: every, NeverFails: true}, ruletest.CodeNoStatement},
		{"always about any tool", ruletest.Property{Always: every, AnyTool: true}, ruletest.CodeNoStatement},
		{"no request", ruletest.Property{Never: every, For: `ctx.role == "admin" and ctx.role == "guest"`}, ruletest.CodeSelectsNothing},
		{"no tool", ruletest.Property{Never: []rules.EntrySpec{{Tools: []string{"b"}}}}, ruletest.CodeNoTool},
		{"no attribute", ruletest.Property{IndependentOf: []string{"ctx.rol"}}, ruletest.CodeUndeclared},
		{"a wrong condition", ruletest.Property{NeverFails: true, For: "ctx.rol"}, "expression_unknown_attribute"},
	} {
		_, err := ruletest.Prove(context.Background(), c, x.p)
		if ps, _ := err.(rules.Problems); len(ps) != 1 || ps[0].Code != x.code {
			t.Errorf("%s: %v, not %s", x.name, err, x.code)
		}
	}
}
