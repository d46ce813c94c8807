package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// namedTools returns a tool of server s for each name.
func namedTools(env *cond.Env, names ...string) (tools []*cond.Tool) {
	for _, name := range names {
		tools = append(tools, env.Tool(expr.ToolInfo{Server: "s", Name: name}))
	}
	return tools
}

func compileFilter(t *testing.T, env *cond.Env, spec rules.FilterSpec) *ruleset.Filter {
	t.Helper()
	f, err := ruleset.CompileFilter(spec, ruleset.Scope{Env: env})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestWithheldTools withholds tools at the edges of words: no request sees them, alone or among
// others, and no entry fails for them.
func TestWithheldTools(t *testing.T) {
	env := diffEnv(t)
	filter := compileFilter(t, env, rules.FilterSpec{Exclude: []rules.EntrySpec{{When: `ctx.tenant == tool.name`}}})
	tools := namedTools(env, strings.Fields(strings.Repeat("a ", 130))...)
	tools[5] = nil
	withheld := []int{0, 63, 64, 129}
	planned := plan.New(filter)
	section := planned.Section(tools, withheld...)
	p := planned.Plan(section)
	for _, failing := range []bool{false, true} {
		attrs := map[string]any{"tenant": "b"}
		if failing {
			attrs = nil
		}
		r := env.Request(expr.RequestValues{Attrs: attrs})
		selected, reporting := p.Select(r), p.SelectReporting(r)
		among, amongReporting := listed(selected, len(tools)), listed(reporting, len(tools))
		for i := range tools {
			here := i != 5 && !slices.Contains(withheld, i)
			seen, fails := p.SeesReporting(i, r)
			if want := here && !failing; p.Sees(i, r) != want || seen != want || among[i] != want {
				t.Errorf("tool %d: alone %t, reporting %t, among others %t; want %t", i, p.Sees(i, r), seen, among[i], want)
			}
			if want := here && failing; fails != want || reporting.Failing(i) != want || amongReporting[i] != here {
				t.Errorf("tool %d: fails alone %t, among others %t; want %t", i, fails, reporting.Failing(i), want)
			}
			if planned.Showable(section, i) != here {
				t.Errorf("tool %d: showable %t", i, !here)
			}
		}
		selected.Free()
		reporting.Free()
	}
}

// TestDrop removes tools at the edges of words from a selection.
func TestDrop(t *testing.T) {
	env := diffEnv(t)
	planned := plan.New(compileFilter(t, env, rules.FilterSpec{}))
	selected := planned.Plan(planned.Section(namedTools(env, strings.Fields(strings.Repeat("a ", 70))...))).Select(env.Request(expr.RequestValues{}))
	defer selected.Free()
	selected.Drop([]int{0, 2, 63, 64, 69})
	var want []int
	for i := range 69 {
		if i != 0 && i != 2 && i != 63 && i != 64 {
			want = append(want, i)
		}
	}
	var got []int
	for i := range selected.All {
		got = append(got, i)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestShowable compares what a section finds without a request with the reference evaluator.
func TestShowable(t *testing.T) {
	env := diffEnv(t)
	seen := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		f, spec := filter(t, env)
		planned := plan.New(f)
		for range 5 {
			tool := env.Tool(facts(t))
			want := f.StaticVisible(tool)
			seen[want]++
			if got := planned.Showable(planned.Section([]*cond.Tool{tool}), 0); got != want {
				t.Fatalf("showable %t, want %t\n%s\ntool %+v", got, want, describe(spec), tool.Info())
			}
		}
	})
	if (seen[true] < 50 || seen[false] < 50) && !testing.Short() { // -short draws a fifth
		t.Errorf("%d tools are showable and %d are not: that is too few", seen[true], seen[false])
	}
}

// An include entry with a condition on the tool and a Go function shows no tool for which the
// condition does not hold. The function could show any other.
func TestShowableWithFunction(t *testing.T) {
	env := diffEnv(t)
	never := func(expr.Tool, expr.Request) (bool, error) { return false, nil }
	planned := plan.New(compileFilter(t, env, rules.FilterSpec{Include: []rules.EntrySpec{{When: `tool.name == "b"`, Func: never}}}))
	section := planned.Section(namedTools(env, "a", "b"))
	if planned.Showable(section, 0) || !planned.Showable(section, 1) {
		t.Errorf("showable: %t and %t", planned.Showable(section, 0), planned.Showable(section, 1))
	}
	planned = plan.New(compileFilter(t, env, rules.FilterSpec{Exclude: []rules.EntrySpec{{When: `tool.title == "b"`, Func: never}}}))
	section = planned.Section([]*cond.Tool{env.Tool(expr.ToolInfo{Name: "a"}), env.Tool(expr.ToolInfo{Name: "b", Title: strings.Repeat("x", cond.MaxToolString+1)})})
	if !planned.Showable(section, 0) || planned.Showable(section, 1) { // the condition fails for the second
		t.Errorf("excluded: showable %t and %t", planned.Showable(section, 0), planned.Showable(section, 1))
	}
}

func TestRequestEntries(t *testing.T) {
	env := diffEnv(t)
	filter := compileFilter(t, env, rules.FilterSpec{
		Exclude: []rules.EntrySpec{
			{Tools: []string{"s/gone"}},
			{Tools: []string{"s/a"}, When: `ctx.tenant == "x"`},
			{Tools: []string{"s/gone"}, When: `ctx.tenant == "x"`},      // hidden from everybody
			{Tools: []string{"s/elsewhere"}, When: `ctx.tenant == "x"`}, // no such tool
			{Tools: []string{"s/b"}, When: `tool.readOnly == true`},     // does not read the request
		},
		Include: []rules.EntrySpec{
			{Tools: []string{"s/*"}, When: `ctx.tenant == "y"`},
			{Tools: []string{"s/b"}, When: `ctx.tenant == "z"`},
		},
	})
	planned := plan.New(filter)
	section := planned.Section(namedTools(env, "a", "b", "gone"))
	for _, c := range []struct {
		name string
		only func(i int) bool
		want []string
	}{
		{"all tools", nil, []string{"exclude 1", "include 0", "include 1"}},
		{"the first tool", func(i int) bool { return i == 0 }, []string{"exclude 1", "include 0"}},
		{"the second tool", func(i int) bool { return i == 1 }, []string{"include 0", "include 1"}},
		{"the hidden tool", func(i int) bool { return i == 2 }, nil},
	} {
		var got []string
		for _, e := range planned.RequestEntries(section, c.only) {
			got = append(got, fmt.Sprint(e.Ref().Side, " ", e.Ref().Index))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
