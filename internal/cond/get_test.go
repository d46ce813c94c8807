package cond_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

func getEnv(t *testing.T) *cond.Env {
	list := func(k expr.Kind) expr.Type { return expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: k}} }
	env, err := cond.NewEnv([]expr.Field{
		{Name: "text"}, {Name: "word", Type: expr.Type{Kind: expr.Words, Words: []string{"a", "b"}}}, {Name: "on", Type: expr.Type{Kind: expr.Bool}},
		{Name: "n", Type: expr.Type{Kind: expr.Int}, Optional: true}, {Name: "x", Type: expr.Type{Kind: expr.Float}},
		{Name: "user", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
			{Name: "groups", Type: list(expr.String)}, {Name: "sizes", Type: list(expr.Int)}, {Name: "flags", Type: list(expr.Bool)}, {Name: "rates", Type: list(expr.Float)},
		}}},
	}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func got[T expr.Value](t *testing.T, r *cond.Request, path string) T {
	t.Helper()
	value, err := expr.Get[T](r, path)
	if err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return value
}

// Get returns a value of the declared type, whatever Go type the host passed.
func TestGet(t *testing.T) {
	type text string
	env := getEnv(t)
	for _, attrs := range []map[string]any{
		{
			"text": "hello", "word": "b", "on": true, "n": 3, "x": 1.5, "undeclared": "secret",
			"user": map[string]any{"groups": []string{"g", "h"}, "sizes": []int{1, 2}, "flags": []bool{true}, "rates": []float64{0.5}},
		},
		{
			"text": text("hello"), "word": new(text("b")), "on": new(true), "n": 3.0, "x": float32(1.5),
			"user": map[string][]any{"groups": {text("g"), "h"}, "sizes": {1.0, int8(2)}, "flags": {true}, "rates": {float32(0.5)}},
		},
	} {
		r := env.Request(expr.RequestValues{Runner: "codex", Verbosity: 12, Attrs: attrs})
		if v := got[string](t, r, "ctx.text") + got[string](t, r, "ctx.word") + got[string](t, r, "ctx.runner"); v != "hellobcodex" {
			t.Errorf("texts: %q", v)
		}
		if !got[bool](t, r, "ctx.on") || got[int](t, r, "ctx.n") != 3 || got[float64](t, r, "ctx.x") != 1.5 || got[int](t, r, "ctx.verbosity") != 9 {
			t.Errorf("other values of %v", attrs)
		}
		if v := got[[]string](t, r, "ctx.user.groups"); !slices.Equal(v, []string{"g", "h"}) {
			t.Errorf("groups: %q", v)
		}
		if v := got[[]int](t, r, "ctx.user.sizes"); !slices.Equal(v, []int{1, 2}) {
			t.Errorf("sizes: %d", v)
		}
		if !got[[]bool](t, r, "ctx.user.flags")[0] || got[[]float64](t, r, "ctx.user.rates")[0] != 0.5 {
			t.Errorf("other lists of %v", attrs)
		}
	}
}

// An unusable value is an error, never a zero value that decides.
func TestGetFails(t *testing.T) {
	env := getEnv(t)
	r := env.Request(expr.RequestValues{Model: strings.Repeat("m", cond.MaxString+1), Attrs: map[string]any{
		"text": 3, "word": "c", "on": nil, "x": math.NaN(), "undeclared": "secret", "user": map[string]any{"groups": []string{"g"}},
	}})
	as := func(_ any, err error) error { return err }
	for _, c := range []struct {
		err    error
		path   string
		reason expr.Code
	}{
		{as(expr.Get[string](r, "ctx.text")), "ctx.text", expr.CodeWrongType},
		{as(expr.Get[string](r, "ctx.word")), "ctx.word", expr.CodeWord},
		{as(expr.Get[bool](r, "ctx.on")), "ctx.on", expr.CodeMissing},
		{as(expr.Get[int](r, "ctx.n")), "ctx.n", expr.CodeMissing},
		{as(expr.Get[float64](r, "ctx.x")), "ctx.x", expr.CodeNotFinite},
		{as(expr.Get[string](r, "ctx.runner")), "ctx.runner", expr.CodeMissing},
		{as(expr.Get[string](r, "ctx.model")), "ctx.model", expr.CodeTooLong},
		{as(expr.Get[string](r, "ctx.undeclared")), "ctx.undeclared", expr.CodeUndeclared},
		{as(expr.Get[string](r, "text")), "text", expr.CodeUndeclared},
		{as(expr.Get[string](r, "tool.name")), "tool.name", expr.CodeUndeclared},
		{as(expr.Get[string](r, "ctx.user")), "ctx.user", expr.CodeUndeclared},
		{as(expr.Get[string](r, "ctx.user.groups")), "ctx.user.groups", expr.CodeWrongType},
		{as(expr.Get[[]int](r, "ctx.user.groups")), "ctx.user.groups", expr.CodeWrongType},
		{as(expr.Get[float64](r, "ctx.verbosity")), "ctx.verbosity", expr.CodeWrongType},
		{as(expr.Get[string](nil, "ctx.text")), "ctx.text", expr.CodeMissing},
		{as(expr.Get[string](&cond.Request{}, "ctx.text")), "ctx.text", expr.CodeMissing},
	} {
		bad, ok := errors.AsType[*expr.AttributeError](c.err)
		if !ok || bad.Path != c.path || bad.Reason != c.reason || strings.Contains(bad.Error(), "secret") {
			t.Errorf("%s: %v, want %s", c.path, c.err, c.reason)
		}
	}
	if _, err := expr.Get[int](r, "ctx.user.groups"); err == nil || err.Error() != "ctx.user.groups is of type []string, not int [wrong_type]" {
		t.Errorf("got %v", err)
	}
}
