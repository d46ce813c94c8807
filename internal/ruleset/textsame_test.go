package ruleset_test

import (
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

func TestSameAnswers(t *testing.T) {
	variants := []rules.Variant{{Name: "short", Text: "S"}, {Name: "long", Text: "L"}}
	runners := func(specs ...rules.RunnerSpec) rules.TextSpec {
		return rules.TextSpec{Default: new("D"), Variants: variants, Runners: specs}
	}
	codex, claude := rules.RunnerSpec{Runner: rules.Name("codex"), Default: new("short")},
		rules.RunnerSpec{Runner: rules.Name("claude"), Default: new("long")}
	tests := []struct {
		name string
		a, b rules.TextSpec
		want bool
	}{
		{"nothing and nothing", rules.TextSpec{}, rules.TextSpec{}, true},
		{"nothing and the empty text", rules.TextSpec{}, rules.TextSpec{Default: new("")}, false},
		{"equal defaults", rules.TextSpec{Default: new("D")}, rules.TextSpec{Default: new("D")}, true},
		{"other defaults", rules.TextSpec{Default: new("D")}, rules.TextSpec{Default: new("E")}, false},
		{"a default that is the text of every level", rules.TextSpec{Default: new("D")},
			rules.TextSpec{Levels: []rules.LevelText{{On: rules.Level(3), Text: "D"}}}, true},
		{"one level more", rules.TextSpec{Levels: []rules.LevelText{{On: rules.Level(3), Text: "D"}}},
			rules.TextSpec{Levels: []rules.LevelText{{On: rules.Level(3), Text: "D"}, {On: rules.Level(9), Text: "E"}}}, false},
		{"another level of its own", rules.TextSpec{Default: new("D"), DefaultVerbosity: new(3)},
			rules.TextSpec{Default: new("D"), DefaultVerbosity: new(4)}, false},
		{"a level of its own or none", rules.TextSpec{Default: new("D"), DefaultVerbosity: new(3)}, rules.TextSpec{Default: new("D")}, false},
		{"equal rules", runners(codex, claude), runners(codex, claude), true},
		{"a rule less", runners(codex, claude), runners(codex), false},
		{"another runner", runners(codex), runners(rules.RunnerSpec{Runner: rules.Name("cursor"), Default: new("short")}), false},
		{"another model", runners(rules.RunnerSpec{Model: rules.Glob("gpt-5*"), Default: new("short")}),
			runners(rules.RunnerSpec{Model: rules.Glob("gpt-6*"), Default: new("short")}), false},
		{"another variant", runners(codex), runners(rules.RunnerSpec{Runner: rules.Name("codex"), Default: new("long")}), false},
		{"another condition", runners(rules.RunnerSpec{When: "ctx.vip", Default: new("short")}),
			runners(rules.RunnerSpec{When: "!ctx.vip", Default: new("short")}), false},
		{"a condition or none", runners(rules.RunnerSpec{When: "ctx.vip", Default: new("short")}),
			runners(rules.RunnerSpec{Default: new("short")}), false},
		{"equal conditions", runners(rules.RunnerSpec{When: "ctx.vip", Default: new("short")}),
			runners(rules.RunnerSpec{When: "ctx.vip", Default: new("short")}), true},
	}
	env, err := cond.NewEnv([]expr.Field{{Name: "vip", Type: expr.Type{Kind: expr.Bool}}}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	compile := func(s rules.TextSpec) *ruleset.Text {
		t.Helper()
		compiled, err := ruleset.CompileText(s, ruleset.Scope{Env: env})
		if err != nil {
			t.Fatal(err)
		}
		return compiled
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, b := compile(test.a), compile(test.b)
			if got := a.SameAnswers(b); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
			if got := b.SameAnswers(a); got != test.want {
				t.Errorf("the other way round: got %v, want %v", got, test.want)
			}
		})
	}
	var none *ruleset.Text
	if !none.SameAnswers(none) || !none.SameAnswers(compile(rules.TextSpec{})) ||
		none.SameAnswers(compile(rules.TextSpec{Default: new("D")})) {
		t.Error("a nil text is one without answers")
	}
}
