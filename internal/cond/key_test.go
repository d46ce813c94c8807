package cond_test

import (
	"math"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

func TestAppendKey(t *testing.T) {
	env, err := cond.NewEnv([]expr.Field{
		{Name: "a", Type: expr.Type{Kind: expr.String}, Optional: true},
		{Name: "b", Type: expr.Type{Kind: expr.String}},
		{Name: "n", Type: expr.Type{Kind: expr.Int}},
		{Name: "f", Type: expr.Type{Kind: expr.Float}},
		{Name: "l", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: expr.String}}},
	}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	key := func(attrs map[string]any, paths ...string) string {
		return string(env.Request(expr.RequestValues{Runner: "r", Attrs: attrs}).AppendKey(nil, paths))
	}
	type attrs = map[string]any
	for _, c := range []struct {
		name  string
		paths []string
		x, y  attrs
		same  bool
	}{
		{"equal values", []string{"ctx.a", "ctx.n"}, attrs{"a": "x", "n": 1}, attrs{"a": "x", "n": int8(1)}, true},
		{"what is not asked for", []string{"ctx.a"}, attrs{"a": "x", "b": "1"}, attrs{"a": "x", "b": "2"}, true},
		{"other values", []string{"ctx.a"}, attrs{"a": "x"}, attrs{"a": "y"}, false},
		{"missing and empty", []string{"ctx.a"}, attrs{}, attrs{"a": ""}, false},
		{"missing and bad, where nil can be asked for", []string{"ctx.a"}, attrs{}, attrs{"a": 1}, false},
		{"missing and bad, where nothing can tell", []string{"ctx.b"}, attrs{}, attrs{"b": 1}, true},
		{"bad in two ways", []string{"ctx.n"}, attrs{"n": "1"}, attrs{"n": 1.5}, true},
		{"where one value ends and the next begins", []string{"ctx.a", "ctx.b"}, attrs{"a": "xy", "b": "z"}, attrs{"a": "x", "b": "yz"}, false},
		{"where one item ends and the next begins", []string{"ctx.l"}, attrs{"l": []string{"xy", "z"}}, attrs{"l": []string{"x", "yz"}}, false},
		{"a whole float", []string{"ctx.f"}, attrs{"f": 1.0}, attrs{"f": 1}, true},
		{"floats close together", []string{"ctx.f"}, attrs{"f": 1.0}, attrs{"f": math.Nextafter(1, 2)}, false},
		{"zero and minus zero", []string{"ctx.f"}, attrs{"f": 0.0}, attrs{"f": math.Copysign(0, -1)}, true},
		{"a tool's path", []string{"tool.name"}, attrs{"a": "x"}, attrs{"a": "y"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if x, y := key(c.x, c.paths...), key(c.y, c.paths...); (x == y) != c.same {
				t.Errorf("%q and %q; want them the same: %t", x, y, c.same)
			}
		})
	}
	if got := (*cond.Request)(nil).AppendKey([]byte("x"), []string{"ctx.a"}); string(got) != "x" {
		t.Errorf("a nil request appends %q", got)
	}
}
