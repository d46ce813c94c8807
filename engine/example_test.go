package engine_test

import (
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// When a server sends a new list, the tools of all other servers stay unchanged.
func ExampleCatalog_With() {
	eng, err := engine.Parse("tools.rules.yaml", []byte(`
version: 1
filter: {exclude: ['*/delete_*']}
`), engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	catalog, err := eng.BuildCatalog([]engine.Server{
		{ID: "fs", Lists: [][]byte{[]byte(`[{"name": "read", "inputSchema": {"type": "object"}}, {"name": "delete_file", "inputSchema": {"type": "object"}}]`)}},
		{ID: "github"}, // has not answered yet
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	next, err := catalog.With(engine.Server{
		ID: "github", Lists: [][]byte{[]byte(`{"tools": [{"name": "create_issue", "title": "New issue", "inputSchema": {"type": "object"}}, {"name": "delete_repo", "inputSchema": {"type": "object"}}]}`)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	report := next.Report()
	fmt.Println(report.Tools, "tools")
	fmt.Printf("%s\n", next.View(engine.Request{Runner: "codex"}).AppendToolsJSON(nil))
	// Output:
	// 4 tools
	// [{"name": "fs__read", "inputSchema": {"type": "object"}},{"name": "github__create_issue", "title": "New issue", "inputSchema": {"type": "object"}}]
}

// A rule in Go decides what no condition can express, here with a list that the host keeps. It
// returns the error of a missing attribute, so it hides the tool as a condition would.
func ExampleFunc() {
	file, err := rules.Parse("tools.rules.yaml", []byte(`
version: 1
context: {user: {team: string}}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	onCall := map[string]bool{"storage": true}
	deploys := engine.Func{
		ID: "only-on-call", Reason: "Who is not on call does not deploy.",
		Match: func(tool expr.Tool, request expr.Request) (bool, error) {
			if tool.Info().Name != "deploy" {
				return false, nil
			}
			team, err := expr.Get[string](request, "ctx.user.team")
			return !onCall[team], err
		},
	}
	eng, err := engine.New(file, engine.Options{
		Exclude:   []engine.Func{deploys},
		OnFailure: func(f engine.Failure) { fmt.Println("failed:", f.ID, f.Reason) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	catalog, err := eng.BuildCatalog([]engine.Server{{ID: "ci", Lists: [][]byte{[]byte(`[{"name": "deploy", "inputSchema": {"type": "object"}}, {"name": "logs", "inputSchema": {"type": "object"}}]`)}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, user := range []map[string]any{{"team": "storage"}, {"team": "billing"}, {}} {
		for tool := range catalog.View(engine.Request{Attrs: map[string]any{"user": user}}).Tools() {
			fmt.Println(user["team"], tool.Name())
		}
	}
	// Output:
	// storage ci__deploy
	// storage ci__logs
	// billing ci__logs
	// failed: only-on-call ctx.user.team is missing in the request [missing]
	// <nil> ci__logs
}
