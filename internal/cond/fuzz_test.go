package cond_test

import (
	"errors"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/test/ratio"
	"github.com/toolrules/toolrules/internal/test/spectest"
)

// FuzzCompile checks that any source compiles or is refused, quickly and with positions inside the
// source. A program can be split into atoms and evaluated, and always has the same result.
func FuzzCompile(f *testing.F) {
	for _, c := range spectest.Cases[specCase](f, "expressions.jsonl") {
		f.Add(c.When)
	}
	env := oracleEnv(f)
	tools, requests := fuzzTools(env), fuzzRequests(env)
	f.Fuzz(func(t *testing.T, src string) {
		var p *cond.Program
		var err error
		if took := ratio.Least(1, func() { p, err = env.Compile(src) }); took > 2*time.Second {
			t.Fatalf("%q took %v", src, took)
		}
		if err != nil {
			checkMistakes(t, src, err)
			return
		}
		if len(src) > cond.MaxBytes || !utf8.ValidString(src) {
			t.Fatalf("%q compiles", src)
		}
		checkAtoms(t, env, p)
		for _, tool := range tools {
			for _, r := range requests {
				first, second := p.Eval(tool, r), p.Eval(tool, r)
				if first.Outcome != second.Outcome || first.Outcome > cond.Failed {
					t.Fatalf("%q is %v and %v", src, first, second)
				}
				if first.Outcome == cond.Failed && first.Failure.Reason == expr.CodeRun {
					t.Fatalf("%q: %v", src, first.Failure)
				}
			}
		}
	})
}

func checkMistakes(t *testing.T, src string, err error) {
	var es cond.Errors
	if !errors.As(err, &es) || len(es) == 0 {
		t.Fatalf("%q: %#v", src, err)
	}
	for i, e := range es {
		if e.Code == cond.Internal || e.Code == "" || e.Message == "" {
			t.Fatalf("%q: %#v (%v)", src, e, e.Err)
		}
		if e.Offset < 0 || e.Offset > len(src) || i > 0 && e.Offset < es[i-1].Offset {
			t.Fatalf("%q: %v is out of place", src, e)
		}
		if e.Code != cond.TooLong && e.Code != cond.InvalidUTF8 && e.Offset < len(src) && !utf8.RuneStart(src[e.Offset]) {
			t.Fatalf("%q: %v is inside a character", src, e)
		}
	}
}

func fuzzTools(env *cond.Env) []*cond.Tool {
	return []*cond.Tool{
		nil,
		env.Tool(expr.ToolInfo{}),
		env.Tool(expr.ToolInfo{
			Server: "github", Name: "create_issue", Destructive: true, Hints: []string{"readOnlyHint"},
			Arguments: []string{"a", "b"}, Tags: []string{"write", "a"}, Bytes: 3,
		}),
	}
}

func fuzzRequests(env *cond.Env) []*cond.Request {
	return []*cond.Request{
		nil,
		env.Request(expr.RequestValues{}),
		env.Request(expr.RequestValues{Runner: "codex", Model: "5.4", Verbosity: 3, Attrs: map[string]any{
			"user":   map[string]any{"id": "u", "role": "a", "groups": []string{"a", "É"}, "level": 2},
			"tenant": "acme", "beta": true, "on": false, "risk": 0.5, "limit": 1.5, "sizes": []int{1, 2}, "flags": []bool{true}, "rates": []any{0.5},
		}}),
		env.Request(expr.RequestValues{Attrs: map[string]any{"user": "x", "tenant": 1, "on": "x", "risk": "y", "sizes": []any{"a"}, "flags": 3}}),
	}
}
