package cond_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// One program, one tool and one request serve any number of goroutines. The race detector checks
// it.
func TestConcurrentUse(t *testing.T) {
	env := oracleEnv(t)
	tool, r := fuzzTools(env)[2], fuzzRequests(env)[2]
	p, err := env.Compile(`any(tool.tags, # in ctx.user.groups) and lower(tool.name) matches "issue" and (ctx.tenant ?? "") == "acme"`)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 200 {
				if got := p.Eval(tool, r); got.Outcome != cond.True {
					t.Error(got)
				}
				if !slices.Contains(p.Reads(), "tool.tags") || p.Tree().Op() != cond.OpAnd {
					t.Error("the program changes")
				}
				env.Request(r.Values())
			}
		})
	}
	group.Wait()
}

// A request and a program of different Envs cause a failure, never a wrong result.
func TestDifferentEnvs(t *testing.T) {
	one, two := testEnv(t), oracleEnv(t)
	p, err := one.Compile(`ctx.tenant == nil or tool.readOnly`)
	if err != nil {
		t.Fatal(err)
	}
	stranger := two.Request(expr.RequestValues{})
	if got := p.Eval(one.Tool(expr.ToolInfo{ReadOnly: true}), stranger); got.Outcome != cond.Failed || got.Failure.Reason != expr.CodeRun {
		t.Errorf("got %v, %v", got.Outcome, got.Failure)
	}
	toolOnly, err := one.Compile(`tool.readOnly`)
	if err != nil {
		t.Fatal(err)
	}
	if got := toolOnly.Eval(two.Tool(expr.ToolInfo{ReadOnly: true}), stranger); got.Outcome != cond.True {
		t.Errorf("a tool belongs to all: got %v, %v", got.Outcome, got.Failure)
	}
}

func TestNilToolAndRequest(t *testing.T) {
	env := testEnv(t)
	eval := func(src string) string {
		p, err := env.Compile(src)
		if err != nil {
			t.Fatal(err)
		}
		return p.Eval(nil, nil).Outcome.String()
	}
	for src, want := range map[string]string{
		`true`: "true", `tool.readOnly`: "failed", `not tool.readOnly`: "failed", `ctx.verbosity == 5`: "failed", `ctx.runner == nil`: "true",
		`(ctx.tenant ?? "x") == "x"`: "true", `ctx.tenant == "x"`: "failed", `false and tool.readOnly`: "false",
	} {
		if got := eval(src); got != want {
			t.Errorf("%s of nothing is %s, want %s", src, got, want)
		}
	}
	for _, p := range []*cond.Program{nil, {}} {
		if got := p.Eval(nil, nil); got.Outcome != cond.Failed {
			t.Errorf("no program is %v", got)
		}
	}
	if got := (cond.Result{}); got.Outcome != cond.False {
		t.Errorf("no result is %v", got.Outcome)
	}
	p, err := env.Compile(`ctx.tenant == nil`)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Eval(&cond.Tool{}, &cond.Request{}); got.Outcome != cond.Failed {
		t.Errorf("a request of no Env is %v", got)
	}
	if (*cond.Tool)(nil).Bad() != nil || (*cond.Request)(nil).Bad() != nil || (&cond.Request{}).Bad() != nil {
		t.Error("nothing is bad")
	}
	if (*cond.Tool)(nil).Info().Name != "" || (*cond.Request)(nil).Values().Runner != "" {
		t.Error("nothing has values")
	}
}

// A failure states which atom failed, where and why.
func TestFailures(t *testing.T) {
	env := testEnv(t)
	tool := env.Tool(expr.ToolInfo{Tags: []string{"a"}})
	r := env.Request(expr.RequestValues{Attrs: map[string]any{"risk": "high", "user": map[string]any{"role": "root"}}})
	for _, c := range []struct {
		name, src string
		want      expr.Failure
	}{
		{"missing", `true and ctx.tenant == "x"`,
			expr.Failure{Atom: `ctx.tenant == "x"`, Offset: 9, Reason: expr.CodeMissing, Attribute: "ctx.tenant"}},
		{"wrong type", `not (ctx.risk > 1)`, expr.Failure{Atom: `ctx.risk > 1`, Offset: 5, Reason: expr.CodeWrongType, Attribute: "ctx.risk"}},
		{"a word", `ctx.user.role in ["admin"]`,
			expr.Failure{Atom: `ctx.user.role in ["admin"]`, Reason: expr.CodeWord, Attribute: "ctx.user.role"}},
		{"the first of the source", `tool.tags == [ctx.tenant, ctx.user.id]`,
			expr.Failure{Atom: `tool.tags == [ctx.tenant, ctx.user.id]`, Reason: expr.CodeMissing, Attribute: "ctx.tenant"}},
		{"the first atom", `ctx.user.id == "x" or ctx.risk > 1`,
			expr.Failure{Atom: `ctx.user.id == "x"`, Reason: expr.CodeMissing, Attribute: "ctx.user.id"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := env.Compile(c.src)
			if err != nil {
				t.Fatal(err)
			}
			got := p.Eval(tool, r)
			if got.Outcome != cond.Failed {
				t.Fatalf("got %v", got.Outcome)
			}
			f := *got.Failure
			if f.Detail == "" || f.String() == "" {
				t.Error("the failure does not say what it is")
			}
			f.Detail = ""
			if f != c.want {
				t.Errorf("got %+v, want %+v", f, c.want)
			}
		})
	}
}
