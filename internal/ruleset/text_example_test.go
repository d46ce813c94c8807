package ruleset_test

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

func ExampleCompileText() {
	terse := "terse"
	spec := rules.TextSpec{
		Levels: []rules.LevelText{
			{On: rules.Level(0), Text: "Terse."},
			{On: rules.Range(2, 3), Text: "Medium."},
		},
		Variants: []rules.Variant{{Name: "terse", Text: "For small models."}},
		Runners:  []rules.RunnerSpec{{Model: rules.Glob("*-mini"), Default: &terse}},
	}
	text, err := ruleset.CompileText(spec, ruleset.Scope{})
	if err != nil {
		fmt.Println(err)
		return
	}
	one, mini := int64(1), "gpt-5-mini"
	fmt.Println(text.Resolve(ruleset.TextRequest{}))
	fmt.Println(text.Resolve(ruleset.TextRequest{Verbosity: &one}))
	fmt.Println(text.Resolve(ruleset.TextRequest{Model: &mini}))
	// Output:
	// Medium. true
	// Terse. true
	// For small models. true
}

func ExampleText_Explain() {
	codex, grok := "codex", "grok"
	spec := rules.TextSpec{
		Default:  &codex,
		Variants: []rules.Variant{{Name: "codex", Text: "For Codex."}},
		Runners: []rules.RunnerSpec{
			{Default: &codex},
			{Runner: rules.OneOf("codex", "codex-cli"), Default: &codex},
		},
	}
	text, err := ruleset.CompileText(spec, ruleset.Scope{})
	if err != nil {
		fmt.Println(err)
		return
	}
	d := text.Explain(ruleset.TextRequest{Runner: &grok})
	fmt.Printf("%q from %s, rule %d\n", d.Text, d.Tier, d.Rule)
	for _, v := range d.Rules {
		fmt.Printf("rule %d (%s) matches: %t\n", v.Index, v.Specificity, v.Matches())
	}
	// Output:
	// "For Codex." from runners, rule 0
	// rule 1 (model 0, runner 1, when 0, literals 0) matches: false
	// rule 0 (model 0, runner 0, when 0, literals 0) matches: true
}

func ExampleParseSelector() {
	for _, key := range []string{"3", "2-5", "1,4,9", "1, 4"} {
		selector, err := rules.ParseSelector(key)
		fmt.Println(selector, err)
	}
	// Output:
	// 3 <nil>
	// 2-5 <nil>
	// 1,4,9 <nil>
	//  "1, 4" is not a level, range or list of levels [bad_selector]; write it without blanks: 1,4
}
