package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// Go functions may be expensive, so they are called only for tools that nothing else decides. If
// failures are reported, they are called as the reference evaluator calls them.
func TestFunctionsAreCalledLast(t *testing.T) {
	env := diffEnv(t)
	var called []string
	function := func(name string) rules.Predicate {
		return func(tool expr.Tool, _ expr.Request) (bool, error) {
			called = append(called, name+":"+tool.Info().Name)
			return tool.Info().Name == "f", nil
		}
	}
	f, err := ruleset.CompileFilter(rules.FilterSpec{
		Include: []rules.EntrySpec{{Func: function("in")}, {Tools: []string{"c", "d", "g"}}, {When: `tool.name == "d" or ctx.runner == tool.name`}},
		Exclude: []rules.EntrySpec{{Func: function("out")}, {Tools: []string{"a"}}, {When: `ctx.model == tool.name`}, {When: `tool.name == "e" and ctx.runner == "h"`}},
	}, ruleset.Scope{Env: env})
	if err != nil {
		t.Fatal(err)
	}
	var tools []*cond.Tool
	for _, name := range strings.Split("abcdefgh", "") {
		tools = append(tools, env.Tool(expr.ToolInfo{Server: "s", Name: name}))
	}
	planned := plan.New(f)
	p := planned.Plan(planned.Section(tools))
	r := env.Request(expr.RequestValues{Runner: "h", Model: "b"})

	for i := range tools {
		f.Visible(tools[i], r)
	}
	plain := take(&called)
	p.Select(r).Free()
	if got, want := take(&called), []string{"out:c", "out:d", "out:f", "out:g", "out:h"}; !slices.Equal(got, want) {
		t.Errorf("Select calls %q, want %q", got, want)
	}
	p.SelectReporting(r).Free()
	if got := take(&called); !sameCalls(got, plain) {
		t.Errorf("SelectReporting calls %q, want %q", got, plain)
	}
	for i := range tools {
		p.SeesReporting(i, r)
	}
	if got := take(&called); !slices.Equal(got, plain) {
		t.Errorf("SeesReporting calls %q, want %q", got, plain)
	}
}

func take(list *[]string) []string {
	taken := *list
	*list = nil
	return taken
}

func sameCalls(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func ExamplePlan_Select() {
	filter, err := ruleset.CompileFilter(rules.FilterSpec{Exclude: []rules.EntrySpec{
		{Tools: []string{"*/delete_*"}},
		{When: `tool.server == "ops" and ctx.runner != "codex"`},
	}}, ruleset.Scope{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var env *cond.Env // the zero Scope declares nothing either
	list := func(server string, names ...string) (tools []*cond.Tool) {
		for _, name := range names {
			tools = append(tools, env.Tool(expr.ToolInfo{Server: server, Name: name}))
		}
		return tools
	}

	planned := plan.New(filter)                                          // when the rules are loaded
	github := planned.Section(list("github", "get_repo", "delete_repo")) // when a list arrives
	ops := planned.Section(list("ops", "deploy", "roll_back"))
	p := planned.Plan(github, ops)

	for _, runner := range []string{"codex", "claude"} {
		seen := p.Select(env.Request(expr.RequestValues{Runner: runner})) // when a request comes
		fmt.Print(runner, " sees")
		for i := range seen.All {
			fmt.Print(" ", i)
		}
		fmt.Println()
		seen.Free()
	}
	// Output:
	// codex sees 0 2 3
	// claude sees 0
}
