package matrix_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/matrix"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
)

func TestCompared(t *testing.T) {
	for name, c := range map[string]struct {
		when string
		want map[string]string // values by path
	}{
		"a group": {`"ops" in ctx.user.groups`, map[string]string{"user.groups": `[[],["ops"]]`}},
		"two groups": {`"ops" in ctx.user.groups and "dev" in ctx.user.groups`,
			map[string]string{"user.groups": `[[],["ops"],["dev"],["ops","dev"]]`}},
		"items": {`any(ctx.user.groups, # startsWith "x_")`,
			map[string]string{"user.groups": `[[],["x_"]]`}},
		"all items": {`all(ctx.user.groups, # in ["a", "b"])`,
			map[string]string{"user.groups": `[[],["other"]]`}},
		"a tenant or none":        {`(ctx.tenant ?? "") == "bank"`, map[string]string{"tenant": `[null,"bank"]`}},
		"a tenant that must be":   {`ctx.tenant == "bank"`, map[string]string{"tenant": `[null,"other","bank"]`}},
		"a text that is required": {`ctx.user.id != "root"`, map[string]string{"user.id": `["other","root"]`}},
		"a literal called other":  {`ctx.user.id != "other"`, map[string]string{"user.id": `["other_","other"]`}},
		"a regular expression": {`ctx.user.id matches "^(ops|dev)-[0-9]{2}$"`,
			map[string]string{"user.id": `["other","ops-00"]`}},
		"several outcomes": {`ctx.user.id startsWith "a" or ctx.user.id endsWith "b"`,
			map[string]string{"user.id": `["other","a","b"]`}},
		"a number": {`ctx.age >= 18`, map[string]string{"age": `[17,18]`}},
		"a float":  {`ctx.risk > 0.5`, map[string]string{"risk": `[0,1]`}},
		"a level":  {`ctx.verbosity < 3`, map[string]string{"verbosity": `[null,2]`}},
		"a runner": {`(ctx.runner ?? "none") in ["codex", "claude"]`,
			map[string]string{"runner": `[null,"codex"]`}},
		"words are listed anyway": {`ctx.role == "admin"`, map[string]string{}},
		"a tool beside it": {`tool.name == (ctx.tenant ?? "bank")`,
			map[string]string{"tenant": `[null,"other","bank"]`}},
		"no literal": {`ctx.user.id in tool.tags`, map[string]string{}},
		"two attributes in an atom": {`(ctx.tenant ?? ctx.user.id) == "bank"`,
			map[string]string{"tenant": `[null,"other","bank"]`, "user.id": `["other","bank"]`}},
	} {
		t.Run(name, func(t *testing.T) {
			when, err := json.Marshal(c.when)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, rule := range []string{"filter: {exclude: [{when: %}]}",
				"descriptions: [{tools: a/b, title: {variants: {v: V}, runners: [{when: %, default: v}]}}]"} {
				r, err := ruleset.Parse("r.yaml",
					[]byte("version: 1\ncontext: {role: admin | guest, user: {id: string, groups: [string]}, "+
						"tenant?: string, age: int, risk: float}\n"+
						strings.ReplaceAll(rule, "%", string(when))))
				if err != nil {
					t.Fatal(err)
				}
				clear(got)
				for _, a := range matrix.Compared(r, []string{"role", "user.id", "user.groups", "tenant", "age", "risk",
					"runner", "verbosity"}) {
					values, err := json.Marshal(a.Values)
					if err != nil {
						t.Fatal(err)
					}
					got[a.Path] = string(values)
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Error(rule, diff)
				}
			}
		})
	}
}

func TestRequestsFromLiterals(t *testing.T) {
	axes := []matrix.Axis{{Path: "role", Values: []any{"a", "b"}}, {Path: "x", Values: []any{"0", "1", "2"},
		Literals: true},
		{Path: "y", Values: []any{"0", "1"}, Literals: true}}
	for _, c := range []struct {
		most, limit, want int
		complete          bool
	}{{12, 100, 12, true}, {11, 100, 8, false}, {11, 5, 4, false}} {
		list, complete := matrix.RequestsFromLiterals([]engine.Request{{}}, axes, c.most, c.limit)
		if len(list) != c.want || complete != c.complete {
			t.Errorf("%d requests, complete is %v, not %d and %v", len(list), complete, c.want, c.complete)
		}
		names := map[string]bool{}
		for _, r := range list {
			if names[r.Name] {
				t.Errorf("%q twice", r.Name)
			}
			names[r.Name] = true
		}
	}
}
