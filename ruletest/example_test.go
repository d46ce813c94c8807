package ruletest_test

import (
	"context"
	"fmt"
	"log"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/ruletest"
)

// Run a test file with the rule file and the catalogs that it names.
func ExampleRun() {
	result, err := ruletest.Run("../examples/quickstart/tools.test.yaml")
	if err != nil {
		log.Fatal(err) // the problems that prevent the cases from running, with their positions
	}
	covered, all := result.Coverage().Share()
	fmt.Printf("%d of %d cases failed, %d of %d rules are covered\n", result.Failed(), len(result.Cases), covered, all)
	// Output:
	// 0 of 7 cases failed, 16 of 19 rules are covered
}

// Each expectation that is not met is a failure. The first tool of a failure is explained.
func ExampleFile_Run() {
	rules, err := engine.Parse("tools.rules.yaml", []byte(`{version: 1, filter: {exclude: ["*/delete_*"]}}`), engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	tests, err := ruletest.Parse("tools.test.yaml", []byte(`
rules: tools.rules.yaml
catalog: github.json
cases:
  - name: nothing is deleted
    hides: '*/*delete*'
`))
	if err != nil {
		log.Fatal(err)
	}
	servers := []engine.Server{{ID: "github", Lists: [][]byte{[]byte(`[
		{"name": "delete_repo", "inputSchema": {"type": "object"}},
		{"name": "bulk_delete", "inputSchema": {"type": "object"}}
	]`)}}}
	result, err := tests.Run(rules, servers)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range result.Cases {
		for _, f := range c.Failures {
			fmt.Println(f.String())
		}
		fmt.Println("decided by:", c.Explanation.Basis)
	}
	// Output:
	// tools.test.yaml:6:12: hides */*delete*: expected all matching tools to be hidden, got github/bulk_delete is visible
	// decided by: default
}

// A host applies a new version of its rules only if their tests pass.
func ExampleCheck() {
	watcher, err := engine.Watch(context.Background(), "../examples/quickstart/tools.rules.yaml", engine.WatchOptions{
		Check: ruletest.Check("../examples/quickstart/tools.test.yaml"),
	})
	if err != nil {
		log.Fatal(err)
	}
	defer watcher.Close()
	fmt.Println(len(watcher.Engine().Rules.Descriptions()), "descriptions")
	// Output:
	// 3 descriptions
}

// Write a test file that expects what requests see now.
func ExampleSnapshot() {
	e, err := engine.Parse("tools.rules.yaml", []byte(`
version: 1
filter:
  exclude:
    - {id: no-deletes, tools: "*/delete_*"}
`), engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	catalog, err := e.BuildCatalog([]engine.Server{{ID: "github", Lists: [][]byte{[]byte(`[
		{"name": "get_issue", "inputSchema": {"type": "object"}},
		{"name": "delete_repo", "inputSchema": {"type": "object"}}
	]`)}}})
	if err != nil {
		log.Fatal(err)
	}
	file := ruletest.File{
		Rules: "tools.rules.yaml", Catalogs: []string{"github.json"},
		Cases: ruletest.Snapshot(catalog, []ruletest.Case{{Name: "Codex", Request: engine.Request{Runner: "codex"}}}),
	}
	fmt.Printf("%s", file.YAML())
	// Output:
	// rules: tools.rules.yaml
	// catalog: [github.json]
	// cases:
	//   - name: Codex
	//     request: {runner: codex}
	//     sees: [github/get_issue]
	//     hides: [github/delete_repo]
	//     names:
	//       github/get_issue: github__get_issue
	//     decided_by:
	//       github/delete_repo: no-deletes
}
