package cond_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

func TestParseType(t *testing.T) {
	list := func(k expr.Kind) expr.Type { return expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: k}} }
	for text, want := range map[string]expr.Type{
		"string":         {},
		" int\t":         {Kind: expr.Int},
		"bool":           {Kind: expr.Bool},
		"float":          {Kind: expr.Float},
		"[string]":       list(expr.String),
		"[ float ]":      list(expr.Float),
		" [bool] ":       list(expr.Bool),
		"a | b":          {Kind: expr.Words, Words: []string{"a", "b"}},
		"a|b|c-1":        {Kind: expr.Words, Words: []string{"a", "b", "c-1"}},
		"a_.:/-9 | true": {Kind: expr.Words, Words: []string{"a_.:/-9", "true"}},
		"String | Int":   {Kind: expr.Words, Words: []string{"String", "Int"}},
	} {
		got, err := cond.ParseType(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
		if again, err := cond.ParseType(got.String()); err != nil || !cmp.Equal(got, again) {
			t.Errorf("%q is spelt %q, which reads as %v (%v)", text, got, again, err)
		}
	}
}

// A rule file writes a mapping as a YAML mapping, so ParseType can't parse the string of one.
func TestTypeString(t *testing.T) {
	user := expr.Type{Kind: expr.Object, Fields: []expr.Field{
		{Name: "id"}, {Name: "level", Type: expr.Type{Kind: expr.Int}, Optional: true},
	}}
	for want, typ := range map[string]expr.Type{
		"{id: string, level?: int}": user, "[]": {Kind: expr.List}, "unknown kind": {Kind: 99},
	} {
		if got := typ.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestParseTypeRefuses(t *testing.T) {
	for _, c := range []struct {
		text   string
		code   cond.Code
		offset int
	}{
		{"", cond.BadType, 0},
		{"  ", cond.BadType, 0},
		{"strng", cond.BadType, 0},
		{" number", cond.BadType, 1},
		{"String", cond.BadType, 0},
		{"admin", cond.BadType, 0},
		{"string?", cond.BadType, 0},
		{"{a: int}", cond.BadType, 0},
		{"[string", cond.BadType, 0},
		{"[]", cond.BadType, 1},
		{" [ foo ]", cond.BadType, 3},
		{"[[string]]", cond.BadType, 1},
		{"[a | b]", cond.BadType, 1},
		{"string]", cond.BadType, 0},
		{"a | string", cond.BadWord, 4},
		{"a | b c", cond.BadWord, 4},
		{"a | é", cond.BadWord, 4},
		{"a |", cond.BadWord, 3},
		{"| a", cond.BadWord, 0},
		{"a || b", cond.BadWord, 3},
		{"a | b | a", cond.DuplicateWord, 8},
		{`"a" | "b"`, cond.BadWord, 0},
		{"a | [b]", cond.BadWord, 4},
	} {
		got, err := cond.ParseType(c.text)
		var e *cond.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Offset != c.offset {
			t.Errorf("%q: got %v, %v; want %s at %d", c.text, got, err, c.code, c.offset)
		}
	}
}

func FuzzParseType(f *testing.F) {
	for _, text := range []string{"string", "[int]", "a | b", "[", "|", "[[", "a|b|"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := cond.ParseType(text)
		var e *cond.Error
		if err != nil && (!errors.As(err, &e) || e.Offset < 0 || e.Offset > len(text)) {
			t.Fatalf("%q: %v", text, err)
		}
		if err == nil {
			if _, err := cond.NewEnv([]expr.Field{{Name: "a", Type: got}}, cond.EnvOptions{}); err != nil {
				t.Fatalf("%q can be written and not declared: %v", text, err)
			}
		}
	})
}

func TestNewEnvRefuses(t *testing.T) {
	object := func(fields ...expr.Field) expr.Type { return expr.Type{Kind: expr.Object, Fields: fields} }
	deep := object(expr.Field{Name: "x"})
	for range 70 {
		deep = object(expr.Field{Name: "x", Type: deep})
	}
	for _, c := range []struct {
		name   string
		fields []expr.Field
		want   []string
	}{
		{"no name", []expr.Field{{}}, []string{"bad_name "}},
		{"names", []expr.Field{{Name: "1a"}, {Name: "a-b"}, {Name: "é"}, {Name: "a b"}, {Name: "_"}},
			[]string{"bad_name 1a", "bad_name a-b", "bad_name é", "bad_name a b"}},
		{"always there", []expr.Field{{Name: "runner"}, {Name: "model"}, {Name: "verbosity"}},
			[]string{"reserved_name runner", "reserved_name model", "reserved_name verbosity"}},
		{"free in a mapping", []expr.Field{{Name: "a", Type: object(expr.Field{Name: "runner"})}}, nil},
		{"twice", []expr.Field{{Name: "a"}, {Name: "a", Optional: true}}, []string{"duplicate_name a"}},
		{"twice in a mapping", []expr.Field{{Name: "u", Type: object(expr.Field{Name: "a"}, expr.Field{Name: "a"})}, {Name: "a"}},
			[]string{"duplicate_name u.a"}},
		{"an optional mapping", []expr.Field{{Name: "u", Optional: true, Type: object(expr.Field{Name: "a"})}}, []string{"optional_mapping u"}},
		{"an empty mapping", []expr.Field{{Name: "u", Type: object()}}, []string{"empty_mapping u"}},
		{"a list of nothing", []expr.Field{{Name: "l", Type: expr.Type{Kind: expr.List}}}, []string{"bad_type l"}},
		{"a list of lists", []expr.Field{{Name: "l", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: expr.List}}}},
			[]string{"bad_type l"}},
		{"no such kind", []expr.Field{{Name: "l", Type: expr.Type{Kind: 99}}}, []string{"bad_type l"}},
		{"words", []expr.Field{
			{Name: "w", Type: expr.Type{Kind: expr.Words}}, {Name: "v", Type: expr.Type{Kind: expr.Words, Words: []string{"a", "a"}}},
		}, []string{"single_word w", "duplicate_word v"}},
		{"too deep", []expr.Field{{Name: "d", Type: deep}}, []string{"bad_type d" + strings.Repeat(".x", 64)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := cond.NewEnv(c.fields, cond.EnvOptions{})
			var got []string
			if es, ok := err.(cond.Errors); ok {
				for _, e := range es {
					got = append(got, fmt.Sprintf("%s %s", e.Code, e.Path))
					if e.Offset != 0 {
						t.Errorf("%v is at %d of no text", e, e.Offset)
					}
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestAttributes(t *testing.T) {
	env, err := cond.NewEnv([]expr.Field{
		{Name: "z"},
		{Name: "a", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
			{Name: "y", Optional: true, Type: expr.Type{Kind: expr.Int}}, {Name: "b"},
		}}},
	}, cond.EnvOptions{Servers: []string{"fs"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range env.Attributes() {
		mark := ""
		if a.Optional {
			mark = "?"
		}
		got = append(got, a.Path+mark+": "+a.Type.String())
		if (a.Doc == "") != slices.Contains([]string{"ctx.z", "ctx.a.y", "ctx.a.b"}, a.Path) {
			t.Errorf("%s is documented as %q", a.Path, a.Doc)
		}
	}
	want := []string{
		"tool.server: fs", "tool.name: string", "tool.key: string", "tool.title: string", "tool.description: string",
		"tool.readOnly: bool", "tool.destructive: bool", "tool.idempotent: bool", "tool.openWorld: bool",
		"tool.hints: [readOnlyHint | destructiveHint | idempotentHint | openWorldHint]",
		"tool.arguments: [string]", "tool.required: [string]", "tool.tags: [string]", "tool.audience: [model | app]", "tool.bytes: int",
		"ctx.runner?: string", "ctx.model?: string", "ctx.verbosity: int",
		"ctx.z: string", "ctx.a.y?: int", "ctx.a.b: string",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// An Env shares no memory with its arguments or results.
func TestEnvIsImmutable(t *testing.T) {
	words := []string{"a", "b"}
	inner := []expr.Field{{Name: "w", Type: expr.Type{Kind: expr.Words, Words: words}}}
	fields := []expr.Field{{Name: "u", Type: expr.Type{Kind: expr.Object, Fields: inner}}}
	servers := []string{"fs", "gh"}
	env, err := cond.NewEnv(fields, cond.EnvOptions{Servers: servers})
	if err != nil {
		t.Fatal(err)
	}
	words[0], servers[0], fields[0].Type.Fields[0].Name = "c", "c", "c"
	for _, a := range env.Attributes() {
		for i := range a.Type.Words {
			a.Type.Words[i] = "c"
		}
		if a.Type.Elem != nil {
			a.Type.Elem.Kind = expr.Bool
		}
	}
	if _, err := env.Compile(`ctx.u.w == "a" and tool.server == "fs" and "readOnlyHint" in tool.hints and "x" in tool.tags`); err != nil {
		t.Error(err)
	}
}

func TestNoEnv(t *testing.T) {
	for _, env := range []*cond.Env{nil, {}} {
		p, err := env.Compile(`ctx.runner == "codex" and tool.name == "x"`)
		if err != nil {
			t.Fatal(err)
		}
		got := p.Eval(env.Tool(expr.ToolInfo{Name: "x"}), env.Request(expr.RequestValues{Runner: "codex", Attrs: map[string]any{"a": 1}}))
		if got.Outcome != cond.True {
			t.Errorf("got %v, %v", got.Outcome, got.Failure)
		}
		if n := len(env.Attributes()); n != 18 {
			t.Errorf("%d attributes", n)
		}
	}
}
