package cond_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

func TestLiteralsOfAtoms(t *testing.T) {
	env, err := cond.NewEnv([]expr.Field{
		{Name: "tenant", Optional: true}, {Name: "groups", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{}}},
		{Name: "age", Type: expr.Type{Kind: expr.Int}}, {Name: "risk", Type: expr.Type{Kind: expr.Float}},
	}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for source, want := range map[string]string{
		`"ops" in ctx.groups`:                       "[ops in]",
		`(ctx.tenant ?? "") == 'bank'`:              "[ == bank ==]",
		`any(ctx.groups, # startsWith "x_")`:        "[x_ startsWith]",
		`any(ctx.groups, # in ["a", "b"])`:          "[a in b in]",
		`ctx.tenant matches "^ba"`:                  "[^ba~ matches]",
		`ctx.age >= 18`:                             "[18 >=]",
		`ctx.risk < 0.5`:                            "[0.5 <]",
		`tool.name == "x" and ctx.age == 3`:         "[x ==] [3 ==]",
		`(ctx.tenant ?? "bank") in tool.tags`:       "[bank in]",
		`ctx.tenant == nil`:                         "[]",
		"ctx.tenant == `a\\b` or ctx.tenant == 'c'": `[a\b ==] [c ==]`,
	} {
		program, err := env.Compile(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		got := ""
		for i, a := range program.Atoms() {
			if i > 0 {
				got += " "
			}
			var values []any
			for _, l := range a.Literals() {
				if l.Regexp != nil {
					l.Value = fmt.Sprint(l.Value, "~")
				}
				values = append(values, l.Value)
				if !strings.HasPrefix(strings.Trim(source[l.Offset:], "\"'`"), strings.TrimSuffix(fmt.Sprint(l.Value), "~")) {
					t.Errorf("%s: %v is not at %d", source, l.Value, l.Offset)
				}
				if l.Op != "" {
					values = append(values, l.Op)
				}
			}
			got += fmt.Sprint(values)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", source, diff)
		}
	}
}
