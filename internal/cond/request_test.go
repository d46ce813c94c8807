package cond_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// loud panics when one of its methods is called.
type loud string

func (loud) String() string               { panic("String was called") }
func (loud) Error() string                { panic("Error was called") }
func (loud) MarshalJSON() ([]byte, error) { panic("MarshalJSON was called") }
func (loud) MarshalText() ([]byte, error) { panic("MarshalText was called") }
func (loud) Format(fmt.State, rune)       { panic("Format was called") }

type (
	names  []loud
	lookup map[loud]any
	level  int8
)

func pointer[T any](v T) *T { return &v }

// An attribute of each kind is passed in every Go type. The expression states the expected value.
func TestConversions(t *testing.T) {
	list := func(k expr.Kind) expr.Type { return expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: k}} }
	for _, c := range []struct {
		typ   expr.Type
		given any
		want  string // a test of ctx.a that must be true, or a reason
	}{
		{expr.Type{}, "x", `ctx.a == "x"`},
		{expr.Type{}, "", `ctx.a == ""`},
		{expr.Type{}, loud("x"), `ctx.a == "x"`},
		{expr.Type{}, pointer("x"), `ctx.a == "x"`},
		{expr.Type{}, pointer[any]("x"), `ctx.a == "x"`},
		{expr.Type{}, "a\xffb", "wrong_type"},
		{expr.Type{}, strings.Repeat("x", 1024), `len(ctx.a) == 1024`},
		{expr.Type{}, strings.Repeat("x", 1025), "over_limit"},
		{expr.Type{}, nil, "missing"},
		{expr.Type{}, (*string)(nil), "missing"},
		{expr.Type{}, pointer[any](nil), "missing"},
		{expr.Type{}, []string(nil), "missing"},
		{expr.Type{}, map[string]any(nil), "missing"},
		{expr.Type{}, (func())(nil), "missing"},
		{expr.Type{}, (chan int)(nil), "missing"},
		{expr.Type{}, pointer(pointer(pointer("x"))), "wrong_type"},
		{expr.Type{}, []byte("x"), "wrong_type"},
		{expr.Type{}, 'x', "wrong_type"},
		{expr.Type{}, json.Number("5"), "wrong_type"},
		{expr.Type{}, json.RawMessage(`"x"`), "wrong_type"},
		{expr.Type{}, struct{ A string }{"x"}, "wrong_type"},
		{expr.Type{}, func() string { return "x" }, "wrong_type"},
		{expr.Type{}, make(chan string), "wrong_type"},
		{list(expr.Int), []byte("[7]"), "wrong_type"},
		{list(expr.Int), json.RawMessage("[7]"), "wrong_type"},
		{list(expr.Int), json.RawMessage("null"), "wrong_type"},
		{list(expr.Float), [2]uint8{1, 2}, "wrong_type"},
		{list(expr.Int), []uint16{1, 2}, `len(ctx.a) == 2`},
		{expr.Type{Kind: expr.Words, Words: []string{"p", "q"}}, "p", `ctx.a == "p"`},
		{expr.Type{Kind: expr.Words, Words: []string{"p", "q"}}, loud("q"), `ctx.a == "q"`},
		{expr.Type{Kind: expr.Words, Words: []string{"p", "q"}}, "P", "unknown_word"},
		{expr.Type{Kind: expr.Words, Words: []string{"p", "q"}}, "", "unknown_word"},
		{expr.Type{Kind: expr.Words, Words: []string{"1", "2"}}, 1, "wrong_type"},
		{expr.Type{Kind: expr.Bool}, true, `ctx.a`},
		{expr.Type{Kind: expr.Bool}, pointer(false), `not ctx.a`},
		{expr.Type{Kind: expr.Bool}, 1, "wrong_type"},
		{expr.Type{Kind: expr.Bool}, "true", "wrong_type"},
		{expr.Type{Kind: expr.Int}, 7, `ctx.a == 7`},
		{expr.Type{Kind: expr.Int}, int64(math.MinInt64), `ctx.a < -9223372036854775807`},
		{expr.Type{Kind: expr.Int}, uint64(math.MaxInt64), `ctx.a == 9223372036854775807`},
		{expr.Type{Kind: expr.Int}, uint64(math.MaxInt64 + 1), "over_limit"},
		{expr.Type{Kind: expr.Int}, level(-3), `ctx.a == -3`},
		{expr.Type{Kind: expr.Int}, uint8(200), `ctx.a == 200`},
		{expr.Type{Kind: expr.Int}, 5.0, `ctx.a == 5`},
		{expr.Type{Kind: expr.Int}, float32(5), `ctx.a == 5`},
		{expr.Type{Kind: expr.Int}, math.Copysign(0, -1), `ctx.a == 0`},
		{expr.Type{Kind: expr.Int}, float64(1 << 53), `ctx.a == 9007199254740992`},
		{expr.Type{Kind: expr.Int}, -float64(1 << 53), `ctx.a == -9007199254740992`},
		{expr.Type{Kind: expr.Int}, float64(1<<53 + 2), "over_limit"},
		{expr.Type{Kind: expr.Int}, 5.5, "wrong_type"},
		{expr.Type{Kind: expr.Int}, math.NaN(), "not_finite"},
		{expr.Type{Kind: expr.Int}, math.Inf(-1), "not_finite"},
		{expr.Type{Kind: expr.Int}, "5", "wrong_type"},
		{expr.Type{Kind: expr.Int}, true, "wrong_type"},
		{expr.Type{Kind: expr.Int}, json.Number("9223372036854775807"), `ctx.a == 9223372036854775807`},
		{expr.Type{Kind: expr.Int}, json.Number("-5"), `ctx.a == -5`},
		{expr.Type{Kind: expr.Int}, json.Number("5.0"), `ctx.a == 5`},
		{expr.Type{Kind: expr.Int}, json.Number("1e3"), `ctx.a == 1000`},
		{expr.Type{Kind: expr.Int}, json.Number("9223372036854775808"), "over_limit"},
		{expr.Type{Kind: expr.Int}, json.Number("5.5"), "wrong_type"},
		{expr.Type{Kind: expr.Int}, json.Number("1e999"), "not_finite"},
		{expr.Type{Kind: expr.Int}, json.Number(""), "wrong_type"},
		{expr.Type{Kind: expr.Int}, json.Number("0x10"), "wrong_type"},
		{expr.Type{Kind: expr.Int}, json.Number("+5"), "wrong_type"},
		{expr.Type{Kind: expr.Int}, json.Number("05"), "wrong_type"},
		{expr.Type{Kind: expr.Int}, json.Number(" 5"), "wrong_type"},
		{expr.Type{Kind: expr.Int}, json.Number("5 "), "wrong_type"},
		{expr.Type{Kind: expr.Int}, json.Number(strings.Repeat("1", 2000)), "wrong_type"},
		{expr.Type{Kind: expr.Float}, 0.5, `ctx.a == 0.5`},
		{expr.Type{Kind: expr.Float}, float32(0.5), `ctx.a == 0.5`},
		{expr.Type{Kind: expr.Float}, 3, `ctx.a == 3`},
		{expr.Type{Kind: expr.Float}, uint64(math.MaxUint64), `ctx.a == 18446744073709551616.0`},
		{expr.Type{Kind: expr.Float}, json.Number("2.5e-1"), `ctx.a == 0.25`},
		{expr.Type{Kind: expr.Float}, json.Number("1e999"), "not_finite"},
		{expr.Type{Kind: expr.Float}, json.Number("NaN"), "wrong_type"},
		{expr.Type{Kind: expr.Float}, json.Number("Inf"), "wrong_type"},
		{expr.Type{Kind: expr.Float}, math.Inf(1), "not_finite"},
		{expr.Type{Kind: expr.Float}, math.NaN(), "not_finite"},
		{expr.Type{Kind: expr.Float}, "0.5", "wrong_type"},
		{expr.Type{Kind: expr.Float}, complex(1, 0), "wrong_type"},
		{list(expr.String), []string{"x", "y"}, `ctx.a == ["x", "y"]`},
		{list(expr.String), []string{}, `len(ctx.a) == 0`},
		{list(expr.String), []any{"x", loud("y"), pointer("z")}, `ctx.a == ["x", "y", "z"]`},
		{list(expr.String), names{"x"}, `"x" in ctx.a`},
		{list(expr.String), [2]string{"x", "y"}, `"y" in ctx.a`},
		{list(expr.String), []string(nil), "missing"},
		{list(expr.String), []any(nil), "missing"},
		{list(expr.String), []any{"x", nil}, "wrong_type"},
		{list(expr.String), []any{"x", 1}, "wrong_type"},
		{list(expr.String), []any{[]any{"x"}}, "wrong_type"},
		{list(expr.String), "x", "wrong_type"},
		{list(expr.String), map[string]any{"0": "x"}, "wrong_type"},
		{list(expr.String), make([]string, 256), `len(ctx.a) == 256`},
		{list(expr.String), make([]string, 257), "over_limit"},
		{list(expr.String), []string{strings.Repeat("x", 1025)}, "over_limit"},
		{list(expr.Int), []int64{1, 2}, `ctx.a == [1, 2]`},
		{list(expr.Int), []any{1, 2.0, json.Number("3"), uint8(4)}, `ctx.a == [1, 2, 3, 4]`},
		{list(expr.Int), []float64{1.5}, "wrong_type"},
		{list(expr.Float), []any{1, 2.5, json.Number("3")}, `ctx.a == [1, 2.5, 3]`},
		{list(expr.Float), []float64{math.NaN()}, "not_finite"},
		{list(expr.Bool), []bool{true}, `ctx.a == [true]`},
		{list(expr.Bool), []any{true, 0}, "wrong_type"},
	} {
		t.Run(fmt.Sprintf("%v %T %s", c.typ, c.given, c.want), func(t *testing.T) {
			env, err := cond.NewEnv([]expr.Field{{Name: "a", Type: c.typ, Optional: true}}, cond.EnvOptions{})
			if err != nil {
				t.Fatal(err)
			}
			r := env.Request(expr.RequestValues{Attrs: map[string]any{"a": c.given}})
			reason := ""
			if bad := r.Bad(); len(bad) > 0 {
				reason = string(bad[0].Reason)
			}
			src := c.want
			if !strings.Contains(src, "ctx.") {
				src = "ctx.a != nil"
				if want := strings.TrimPrefix(c.want, "missing"); reason != want {
					t.Fatalf("bad because of %q, want %q", reason, want)
				}
			}
			p, err := env.Compile(src)
			if err != nil {
				t.Fatal(err)
			}
			got := p.Eval(nil, r)
			switch {
			case c.want == "missing" && got.Outcome != cond.False:
				t.Errorf("!= nil is %v", got.Outcome)
			case src == c.want && got.Outcome != cond.True:
				t.Errorf("got %v, %v", got.Outcome, got.Failure)
			case src == c.want || c.want == "missing":
			case got.Outcome != cond.Failed || string(got.Failure.Reason) != c.want || got.Failure.Attribute != "ctx.a":
				t.Errorf("got %v, %v", got.Outcome, got.Failure)
			}
		})
	}
}

func TestMappings(t *testing.T) {
	env, err := cond.NewEnv([]expr.Field{{Name: "u", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
		{Name: "a"},
		{Name: "in", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{{Name: "b"}, {Name: "c", Optional: true}}}},
	}}}}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	cyclic := map[string]any{"a": "x"}
	cyclic["in"] = cyclic
	cyclic["b"] = "y"
	var loop any
	loop = &loop
	for _, c := range []struct {
		name  string
		given any
		want  []string // outcomes of ctx.u.a == "x", ctx.u.in.b == "y" and ctx.u.in.c == nil
	}{
		{"maps of any", map[string]any{"a": "x", "in": map[string]any{"b": "y"}}, []string{"true", "true", "true"}},
		{"a map of strings in it", map[string]any{"a": "x", "in": map[string]string{"b": "y", "c": "z"}}, []string{"true", "true", "false"}},
		{"a map of strings", map[string]string{"a": "x", "in": "y"}, []string{"true", "failed", "failed"}},
		{"named types", lookup{"a": loud("x"), "in": lookup{"b": "y"}}, []string{"true", "true", "true"}},
		{"pointers to maps", &map[string]any{"a": "x", "in": &map[string]any{"b": "y"}}, []string{"true", "true", "true"}},
		{"missing", nil, []string{"failed", "failed", "true"}},
		{"a nil map", map[string]any(nil), []string{"failed", "failed", "true"}},
		{"an empty map", map[string]any{}, []string{"failed", "failed", "true"}},
		{"the inner one missing", map[string]any{"a": "x", "in": nil}, []string{"true", "failed", "true"}},
		{"the inner one bad", map[string]any{"a": "x", "in": []any{}}, []string{"true", "failed", "failed"}},
		{"a text", "x", []string{"failed", "failed", "failed"}},
		{"a struct", struct{ A string }{"x"}, []string{"failed", "failed", "failed"}},
		{"keys that are no strings", map[int]any{1: "x"}, []string{"failed", "failed", "failed"}},
		{"keys of any type", map[any]any{"a": "x"}, []string{"failed", "failed", "failed"}},
		{"a cycle", cyclic, []string{"true", "true", "true"}},
		{"a pointer to itself", loop, []string{"failed", "failed", "failed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := env.Request(expr.RequestValues{Attrs: map[string]any{"u": c.given}})
			var got []string
			for _, src := range []string{`ctx.u.a == "x"`, `ctx.u.in.b == "y"`, `ctx.u.in.c == nil`} {
				p, err := env.Compile(src)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, p.Eval(nil, r).Outcome.String())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q; bad %v", got, c.want, r.Bad())
			}
		})
	}
}

// All strings of a request share one limit, in the order of the declarations.
func TestRequestLimit(t *testing.T) {
	texts := expr.Type{Kind: expr.List, Elem: &expr.Type{}}
	env, err := cond.NewEnv([]expr.Field{
		{Name: "z", Type: texts}, {Name: "a"}, {Name: "b"}, {Name: "n", Type: expr.Type{Kind: expr.Int}},
	}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	kilobyte := strings.Repeat("x", 1024)
	fifteen := slices.Repeat([]string{kilobyte}, 15)
	for _, c := range []struct {
		name  string
		given expr.RequestValues
		want  []string
	}{
		{"just fits", expr.RequestValues{Attrs: map[string]any{"z": fifteen, "a": kilobyte}}, nil},
		{"the last is too much", expr.RequestValues{Attrs: map[string]any{"z": fifteen, "a": kilobyte, "b": "x"}}, []string{"ctx.b"}},
		{"one that does not fit leaves its room",
			expr.RequestValues{Runner: "r", Attrs: map[string]any{"z": fifteen, "a": kilobyte, "b": "x"}}, []string{"ctx.a"}},
		{"runner and model come first",
			expr.RequestValues{Runner: kilobyte, Model: kilobyte, Attrs: map[string]any{"z": fifteen, "a": "x"}}, []string{"ctx.z"}},
		{"what is not declared does not count", expr.RequestValues{Attrs: map[string]any{"y": fifteen, "z": fifteen, "a": kilobyte}}, nil},
		{"a runner that is too long", expr.RequestValues{Runner: kilobyte + "x"}, []string{"ctx.runner"}},
		{"several are bad", expr.RequestValues{Attrs: map[string]any{"n": "1", "b": 1, "z": 3}}, []string{"ctx.z", "ctx.b", "ctx.n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, b := range env.Request(c.given).Bad() {
				got = append(got, b.Path)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("bad are %q, want %q", got, c.want)
			}
		})
	}
}

func TestVerbosityIsClamped(t *testing.T) {
	env := testEnv(t)
	for given, want := range map[int]string{-1: "0", 0: "0", 9: "9", 10: "9", math.MaxInt: "9"} {
		p, err := env.Compile("ctx.verbosity == " + want)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Eval(nil, env.Request(expr.RequestValues{Verbosity: given})); got.Outcome != cond.True {
			t.Errorf("%d is not %s", given, want)
		}
	}
}

func TestToolLimits(t *testing.T) {
	long := strings.Repeat("x", 64<<10)
	for _, c := range []struct {
		name  string
		facts expr.ToolInfo
		want  []string
	}{
		{"long texts", expr.ToolInfo{Server: "s", Name: long[2:], Title: long, Description: long}, nil},
		{"a name that is long enough with the server's", expr.ToolInfo{Server: "s", Name: long[1:]}, []string{"tool.key over_limit"}},
		{"texts over the limit", expr.ToolInfo{Server: long + "x", Name: long + "x", Title: long + "x", Description: long + "x"},
			[]string{"tool.server over_limit", "tool.name over_limit", "tool.key over_limit", "tool.title over_limit", "tool.description over_limit"}},
		{"long lists", expr.ToolInfo{Arguments: make([]string, 256), Required: []string{long}, Tags: make([]string, 256)}, nil},
		{"lists over the limit",
			expr.ToolInfo{Hints: make([]string, 257), Arguments: make([]string, 257), Required: make([]string, 257), Tags: make([]string, 257)},
			[]string{"tool.hints over_limit", "tool.arguments over_limit", "tool.required over_limit", "tool.tags over_limit"}},
		{"a list of too much text", expr.ToolInfo{Arguments: []string{long, "x"}}, []string{"tool.arguments over_limit"}},
		{"hints", expr.ToolInfo{Hints: []string{"readOnlyHint", "openWorldHint"}}, nil},
		{"an audience that is none", expr.ToolInfo{Audience: []string{"model", "voice"}}, []string{"tool.audience unknown_word"}},
		{"a hint that is none", expr.ToolInfo{Hints: []string{"readOnlyHint", "readonly"}}, []string{"tool.hints unknown_word"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := testEnv(t)
			tool := env.Tool(c.facts)
			var got []string
			for _, b := range tool.Bad() {
				got = append(got, b.Path+" "+string(b.Reason))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("bad are %q, want %q", got, c.want)
			}
			for _, name := range strings.Fields("server name key title description hints arguments required tags audience") {
				path := "tool." + name
				p, err := env.Compile("len(" + path + ") >= 0")
				if err != nil {
					t.Fatal(err)
				}
				bad := slices.ContainsFunc(tool.Bad(), func(b expr.AttributeError) bool { return b.Path == path })
				if got := p.Eval(tool, nil); (got.Outcome == cond.Failed) != bad {
					t.Errorf("%s is bad: %v; got %v", path, bad, got.Outcome)
				}
			}
		})
	}
}

// A tool and a request return the values that they were made of, and keep the values that they were
// bound to.
func TestBoundValues(t *testing.T) {
	env := testEnv(t)
	tags, groups := []string{"a"}, []string{"a"}
	tool := env.Tool(expr.ToolInfo{Name: "n", Tags: tags})
	attrs := map[string]any{"tenant": "acme", "risk": 1, "user": map[string]any{"groups": groups}}
	r := env.Request(expr.RequestValues{Runner: "codex", Attrs: attrs})
	tags[0], groups[0], attrs["tenant"] = "b", "b", "other"
	p, err := env.Compile(`"a" in tool.tags and "a" in ctx.user.groups and ctx.tenant == "acme"`)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Eval(tool, r); got.Outcome != cond.True {
		t.Errorf("got %v", got)
	}
	if f := tool.Info(); f.Name != "n" || f.Tags[0] != "a" {
		t.Errorf("facts are %+v", f)
	}
	if v := r.Values(); v.Runner != "codex" || v.Attrs["risk"] != 1 {
		t.Errorf("values are %+v", v)
	}
}

// Messages use the JSON names of types for values decoded from JSON.
func TestDetailOfDecodedValues(t *testing.T) {
	env, err := cond.NewEnv([]expr.Field{{Name: "a"}}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		given any
		want  string
	}{
		{json.Number("5"), "is a number, not a string"},
		{[]any{"x"}, "is a list, not a string"},
		{map[string]any{"x": 1}, "is a mapping, not a string"},
		{true, "is a bool, not a string"},
	} {
		bad := env.Request(expr.RequestValues{Attrs: map[string]any{"a": c.given}}).Bad()
		if len(bad) != 1 || bad[0].Detail != c.want {
			t.Errorf("%v: %v, not %q", c.given, bad, c.want)
		}
	}
}
