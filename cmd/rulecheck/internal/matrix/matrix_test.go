package matrix_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/matrix"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
)

func words(list ...string) expr.Type { return expr.Type{Kind: expr.Words, Words: list} }

var context = []expr.Field{
	{Name: "user", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
		{Name: "role", Type: words("admin", "guest")}, {Name: "id"}, {Name: "groups",
			Type: expr.Type{Kind: expr.List, Elem: &expr.Type{}}}, {Name: "nick", Optional: true}}}},
	{Name: "beta", Type: expr.Type{Kind: expr.Bool}},
	{Name: "plan", Type: words("free", "paid"), Optional: true},
	{Name: "unread", Type: words("a", "b")},
}

func TestDeclared(t *testing.T) {
	axes, left := matrix.Declared(context, []string{"beta", "model", "plan", "user.groups", "user.id", "user.nick",
		"user.role"})
	want := []matrix.Axis{
		{Path: "user.role", Values: []any{"admin", "guest"}}, {Path: "user.groups", Values: []any{[]any{}}},
		{Path: "user.nick", Values: []any{nil}},
		{Path: "beta", Values: []any{false, true}}, {Path: "plan", Values: []any{nil, "free", "paid"}},
	}
	if diff := cmp.Diff(want, axes); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"user.id"}, left); diff != "" {
		t.Error(diff)
	}
	if n := matrix.Size(2, axes, 100); n != 24 {
		t.Error(n)
	}
	if n := matrix.Size(2, axes, 10); n != 11 {
		t.Error(n)
	}
	if n := matrix.Size(20, nil, 10); n != 11 {
		t.Error(n)
	}
}

func TestRequests(t *testing.T) {
	base := engine.Request{Runner: "codex", Attrs: map[string]any{"user": map[string]any{"id": "u", "role": "x"}}}
	for _, c := range []struct {
		name  string
		bases []engine.Request
		axes  []matrix.Axis
		want  []string // name: what it carries
	}{
		{"one", []engine.Request{base}, nil, []string{`: codex - {"user":{"id":"u","role":"x"}}`}},
		{"an axis", []engine.Request{base}, []matrix.Axis{{Path: "user.role", Values: []any{"admin", nil}}},
			[]string{`user.role=admin: codex - {"user":{"id":"u","role":"admin"}}`,
				`no user.role: codex - {"user":{"id":"u"}}`}},
		{"two axes", []engine.Request{{}}, []matrix.Axis{{Path: "a.b", Values: []any{true, 1}},
			{Path: "verbosity", Values: []any{0, 9}}},
			[]string{`a.b=true, verbosity=0:  0 {"a":{"b":true}}`, `a.b=true, verbosity=9:  9 {"a":{"b":true}}`,
				`a.b=1, verbosity=0:  0 {"a":{"b":1}}`, `a.b=1, verbosity=9:  9 {"a":{"b":1}}`}},
		{"bases", []engine.Request{{Attrs: map[string]any{"a": []any{"x"}}},
			{Attrs: map[string]any{"b": json.Number("1")}}}, []matrix.Axis{{Path: "runner", Values: []any{"r"}}},
			[]string{`a=["x"]: r - {"a":["x"]}`, `b=1: r - {"b":1}`}},
		{"an axis takes the place", []engine.Request{base}, []matrix.Axis{{Path: "runner", Values: []any{nil, "spark"}},
			{Path: "model", Values: []any{"m"}}},
			[]string{`no runner:  - {"user":{"id":"u","role":"x"}}`,
				`runner=spark: spark - {"user":{"id":"u","role":"x"}}`}},
		{"equal ones", []engine.Request{{}, {}}, nil, []string{"the same:  - null", "the same:  - null"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, r := range matrix.Requests(c.bases, c.axes) {
				attrs, err := json.Marshal(r.Attrs)
				if err != nil {
					t.Fatal(err)
				}
				level := "-"
				if n, ok := r.Verbosity.Get(); ok {
					level = json.Number(string(rune('0' + n))).String()
				}
				got = append(got, r.Name+": "+r.Runner+" "+level+" "+string(attrs))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	if base.Runner != "codex" || len(base.Attrs) != 1 || len(base.Attrs["user"].(map[string]any)) != 2 {
		t.Error("a base is changed")
	}
}

func TestDescribe(t *testing.T) {
	all := matrix.Requests([]engine.Request{{Runner: "r"}}, []matrix.Axis{
		{Path: "role", Values: []any{"a", "b", "c"}}, {Path: "plan", Values: []any{nil, "free"}},
		{Path: "verbosity", Values: []any{0, 9}}})
	pick := func(take func(role, plan, level int) bool) (some []int) {
		for i := range all {
			if take(i/4, i/2%2, i%2) {
				some = append(some, i)
			}
		}
		return some
	}
	for _, c := range []struct {
		want string
		some []int
	}{
		{"every request", pick(func(int, int, int) bool { return true })},
		{"no request", nil},
		{"role=a", pick(func(role, _, _ int) bool { return role == 0 })},
		{"role=a|c", pick(func(role, _, _ int) bool { return role != 1 })},
		{"no plan, role=b|c, verbosity=9", pick(func(role, plan, level int) bool {
			return role > 0 && plan == 0 &&
				level == 1
		})},
		{"plan=free", pick(func(_, plan, _ int) bool { return plan == 1 })},
		{"role=a, verbosity=0; plan=free, role=b, verbosity=9", []int{0, 7}},
		{"role=a, verbosity=0; role=a, verbosity=9; plan=free, role=a, verbosity=0; plan=free, role=b, verbosity=9; " +
			"and 2 more", []int{0, 1, 2, 7, 8, 9}},
	} {
		if got := matrix.Describe(all, c.some); got != c.want {
			t.Errorf("%v: %q, not %q", c.some, got, c.want)
		}
	}
	if got, want := matrix.Summary(all), "no plan or plan=free, role=a|b|c, verbosity=0|9"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	one := matrix.Requests([]engine.Request{{}}, nil)
	if got := matrix.Describe(one, []int{0}); got != "the request" {
		t.Error(got)
	}
	if got := matrix.Summary(one); got != "" {
		t.Error(got)
	}
	two := matrix.Requests([]engine.Request{{Attrs: map[string]any{"a": "x"}}, {Attrs: map[string]any{"b": "y"}},
		{Attrs: map[string]any{"a": "z"}}}, nil)
	for some, want := range map[int]string{0: "a=x, no b", 1: "no a, b=y", 2: "a=z, no b"} {
		if got := matrix.Describe(two, []int{some}); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	if got := matrix.Describe(two, []int{0, 2}); got != "a=x|z, no b" {
		t.Error(got)
	}
}

func TestFixed(t *testing.T) {
	all := matrix.Requests([]engine.Request{{Attrs: map[string]any{"level": 1, "user": map[string]any{"id": "u"}}}},
		[]matrix.Axis{{Path: "user.role", Values: []any{"a", nil}}, {Path: "runner", Values: []any{"codex", "claude"}},
			{Path: "verbosity", Values: []any{3}}})
	got := matrix.Fixed(all, []string{"user.id", "user.role", "level", "groups", "runner", "model", "verbosity"})
	want := []string{"user.id", "level", "groups", "model", "verbosity"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
