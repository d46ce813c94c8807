package rules_test

import (
	"errors"
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// All problems of a file are reported at once, each with its position and what to write instead.
func ExampleParse() {
	_, err := rules.Parse("tools.rules.yaml", []byte(`
version: 1
server: [fs]
filter:
  exclude:
    - {tools: "fs/*", when: true}
`))
	var problems rules.Problems
	if errors.As(err, &problems) {
		for _, p := range problems {
			fmt.Printf("line %d, column %d: %s (%s)\n", p.Line, p.Column, p.Message, p.Code)
			fmt.Println("  hint:", p.Hint)
		}
	}
	fmt.Println(errors.Is(err, rules.CodeUnknownKey))
	// Output:
	// line 3, column 1: unknown key "server" in a rule file (unknown_key)
	//   hint: a rule file holds no connections: list the ids alone, as in servers: [github, fs]
	// line 6, column 29: true is a boolean (unquoted_scalar)
	//   hint: write "true"
	// true
}

// The error of Load has codes, like that of Parse, also for a file that cannot be opened.
func ExampleLoad() {
	_, err := rules.Load("missing.rules.yaml")
	fmt.Println(errors.Is(err, rules.CodeUnreadable))
	// Output:
	// true
}

// A Go program can build a File instead of reading one. Package engine checks and compiles it.
func ExampleFile() {
	short := "Searches the code."
	file := &rules.File{
		Servers: []string{"github"},
		Context: []expr.Field{{Name: "role", Type: expr.Type{Kind: expr.String}}},
		Filter: rules.FilterSpec{
			Exclude: []rules.EntrySpec{{ID: "no-guests", Tools: []string{"*/delete_*"}, When: "ctx.role == 'guest'"}},
		},
		Descriptions: []rules.DescriptionSpec{{
			Tools: []string{"github/search"},
			Description: &rules.TextSpec{Levels: []rules.LevelText{
				{On: rules.Range(0, 3), Text: short},
				{On: rules.Range(4, 9), Text: "Searches the code of all repositories, 30 results a page."},
			}},
		}},
	}
	eng, err := engine.New(file, engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	catalog, err := eng.BuildCatalog([]engine.Server{{ID: "github", Lists: [][]byte{[]byte(`[
		{"name": "search", "inputSchema": {"type": "object"}},
		{"name": "delete_repo", "inputSchema": {"type": "object"}}]`)}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	view := catalog.View(engine.Request{Verbosity: engine.Verbosity(2), Attrs: map[string]any{"role": "guest"}})
	for tool := range view.Tools() {
		fmt.Println(tool.Name(), tool.Description())
	}
	// Output:
	// github__search Searches the code.
}
