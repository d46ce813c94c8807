package ruleset_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

var shapeTools = []expr.ToolInfo{
	{}, {ReadOnly: true}, {Name: "x"}, {ReadOnly: true, Name: "x", Tags: []string{"a"}}, {Tags: []string{"a"}},
	{Tags: make([]string, cond.MaxList+1)},
}

func drawRunners(t *rapid.T) []rules.RunnerSpec {
	matcher := rapid.SampledFrom([]rules.Matcher{
		{}, rules.Name("a"), rules.Name("b"), rules.OneOf("a"), rules.OneOf("a", "b"), rules.OneOf("ab"),
	})
	models := rapid.OneOf(matcher, rapid.Just(rules.Glob("a*")))
	when := rapid.SampledFrom([]string{
		"", "", "", "tool.readOnly", `tool.name == "x"`, `ctx.verbosity > 5`, `ctx.runner == "a" and "a" in tool.tags`, `ctx.model == "a"`,
	})
	specs := make([]rules.RunnerSpec, rapid.IntRange(0, 3).Draw(t, "rules"))
	for i := range specs {
		specs[i] = rules.RunnerSpec{Runner: matcher.Draw(t, "runner"), Model: models.Draw(t, "model"), When: when.Draw(t, "when")}
	}
	return specs
}

// TestShapes checks that what Shape and AppendToolKey call the same is the same, and that they do
// so often enough to be of use.
func TestShapes(t *testing.T) {
	scope := ruleset.Scope{}
	same, classes := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := func(runners []rules.RunnerSpec) *ruleset.Text {
			compiled, err := ruleset.CompileText(rules.TextSpec{Runners: runners}, scope)
			if err != nil {
				t.Fatal(err)
			}
			return compiled
		}
		runners, others := drawRunners(t), drawRunners(t)
		changed := slices.Clone(runners)
		if len(changed) > 0 && len(others) > 0 {
			switch rapid.IntRange(0, 5).Draw(t, "changed") {
			case 0:
				changed[0].Runner = others[0].Runner
			case 1:
				changed[0].Model = others[0].Model
			case 2:
				changed[0].When = others[0].When
			case 3:
				changed = others
			}
		}
		one, two := text(runners), text(changed)
		names := rapid.SampledFrom([]string{"", "a", "b", "ab"})
		runner, model := names.Draw(t, "runner"), names.Draw(t, "model")
		rule := func(text *ruleset.Text, tool *cond.Tool) int {
			return text.Rule(ruleset.TextRequest{
				Runner: given(runner), Model: given(model), Tool: tool,
				Request: scope.Env.Request(expr.RequestValues{Runner: runner, Model: model, Verbosity: 6}),
			})
		}
		for i, f := range shapeTools {
			tool := scope.Env.Tool(f)
			if one.Shape() == two.Shape() {
				same++
				if a, b := rule(one, tool), rule(two, tool); a != b {
					t.Errorf("texts of one shape take rules %d and %d", a, b)
				}
			}
			for _, g := range shapeTools[:i] {
				other := scope.Env.Tool(g)
				alike := string(one.AppendToolKey(nil, tool)) == string(one.AppendToolKey(nil, other))
				if !one.ReadsTool() && !alike {
					t.Error("a text that reads no tool tells two apart")
				}
				if a, b := rule(one, tool), rule(one, other); alike && a != b {
					t.Errorf("tools of one key take rules %d and %d", a, b)
				} else if alike && one.ReadsTool() {
					classes++
				}
			}
		}
	})
	if same == 0 || classes == 0 {
		t.Errorf("%d equal shapes, %d equal keys", same, classes)
	}
}

func given(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func TestDefaultLevel(t *testing.T) {
	three := 3
	for _, c := range []struct {
		spec  rules.TextSpec
		level int
		ok    bool
	}{{}, {rules.TextSpec{DefaultVerbosity: &three}, 3, true}} {
		text, err := ruleset.CompileText(c.spec, ruleset.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		if level, ok := text.DefaultLevel(); level != c.level || ok != c.ok {
			t.Errorf("got %d, %t; want %d, %t", level, ok, c.level, c.ok)
		}
	}
	if _, ok := (*ruleset.Text)(nil).DefaultLevel(); ok {
		t.Error("no text has a level")
	}
}
