package cond_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/test/exprgen"
)

// TestFastPathsAgreeWithVM compares every other form of an atom with the VM, over expressions that
// are generated from the types of the language alone: direct functions, Overlap, Between, and tool
// keys.
func TestFastPathsAgreeWithVM(t *testing.T) {
	env := oracleEnv(t)
	seen := map[string]int{}
	property := func(t *rapid.T) {
		m := maker{t}
		g := exprgen.New(env, m.pick)
		src := g.Condition(1 + m.pick(3))
		p, err := env.Compile(src)
		if err != nil {
			seen[refusal(t, src, err)]++
			return
		}
		seen["compiles"]++
		for range 6 {
			w := m.world()
			tool, request := env.Tool(w.facts), env.Request(w.given)
			if got, want := p.Outcome(tool, request), p.Eval(tool, request).Outcome; got != want {
				t.Fatalf("%s: got %v, want %v\ntool %+v\nrequest %+v", src, got, want, w.facts, w.given)
			}
			if got, want := p.OutcomeSettled(tool, request, p.Settle(tool)), p.Outcome(tool, request); got != want {
				t.Fatalf("%s: got %v with what is settled, want %v\ntool %+v\nrequest %+v", src, got, want, w.facts, w.given)
			}
			if got, want := p.Result(tool, request), p.Eval(tool, request); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: got %v (%v), want %v (%v)", src, got.Outcome, got.Failure, want.Outcome, want.Failure)
			}
			other := env.Tool(m.world().facts)
			for _, a := range p.Atoms() {
				want := a.Eval(tool, request)
				seen[want.Outcome.String()]++
				if want.Outcome == cond.Failed && want.Failure.Reason == expr.CodeRun {
					t.Fatalf("%s: %v", a.Source(), want.Failure)
				}
				if got := a.Outcome(tool, request); got != want.Outcome {
					t.Fatalf("%s: got %v, want %v (%v)\ntool %+v\nrequest %+v", a.Source(), got, want.Outcome, want.Failure, w.facts, w.given)
				}
				checkForms(t, a, tool, request, want.Outcome, seen)
				if string(a.AppendToolKey(nil, tool)) == string(a.AppendToolKey(nil, other)) && a.Eval(other, request).Outcome != want.Outcome {
					t.Fatalf("%s tells tools of one key apart", a.Source())
				}
			}
		}
	}
	for range 60 {
		rapid.Check(t, property)
		if t.Failed() {
			return
		}
	}
	t.Log(seen)
	if testing.Short() { // which draws a fifth
		return
	}
	for _, what := range []string{"true", "false", "failed", "overlap", "between"} {
		if seen[what] < 50 {
			t.Errorf("only %d are %s", seen[what], what)
		}
	}
	if seen["compiles"] < 3000 {
		t.Errorf("only %d expressions compile", seen["compiles"])
	}
}

// refusal returns the code of an expression that does not compile. Any code but these is a defect
// of the generator or of the compiler.
func refusal(t *rapid.T, src string, err error) string {
	e, ok := errors.AsType[*cond.Error](err)
	if !ok {
		t.Fatalf("%s: %v", src, err)
	}
	switch e.Code {
	case cond.TooLong, cond.TooDeep, cond.TooManyNodes, cond.NotAllowed, cond.UnknownWord, cond.TooExpensive:
		return string(e.Code)
	case cond.WrongType:
		if strings.Contains(e.Message, "compares by order") || strings.Contains(e.Message, "an empty list") { // enum values have none
			return string(e.Code)
		}
	}
	t.Fatalf("%s: %v", src, err)
	return ""
}
