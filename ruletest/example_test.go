package ruletest_test

import (
	"context"
	"fmt"
	"log"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/ruletest"
)

// A test file is run with the rule file and the catalogs that it names.
func ExampleRun() {
	result, err := ruletest.Run("../examples/quickstart/tools.test.yaml")
	if err != nil {
		log.Fatal(err) // what keeps the cases from being run, each problem with its place
	}
	covered, all := result.Coverage().Share()
	fmt.Printf("%d of %d cases failed, %d of %d rules are covered\n", result.Failed(), len(result.Cases), covered, all)
	// Output:
	// 0 of 7 cases failed, 16 of 19 rules are covered
}

// What is not as expected is said expectation by expectation, and the first tool is explained.
func ExampleFile_Run() {
	rules, err := engine.Parse("tools.rules.yaml", []byte(`{version: 1, filter: {exclude: ["*/delete_*"]}}`))
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
	servers := []engine.Server{{ID: "github", Lists: [][]byte{[]byte(`[{"name": "delete_repo", "inputSchema": {"type": "object"}}, {"name": "bulk_delete", "inputSchema": {"type": "object"}}]`)}}}
	result, err := tests.Run(rules, servers)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range result.Cases {
		for _, f := range c.Failures {
			fmt.Println(f.String())
		}
		fmt.Println("it is decided by", c.Explanation.Filter.Basis)
	}
	// Output:
	// tools.test.yaml:6:12: hides */*delete*: expected every tool that it matches to be hidden, got github/bulk_delete is visible
	// it is decided by default
}

// A host puts a new version of its rules in force only if their tests pass.
func ExampleCheck() {
	watcher, err := engine.Watch(context.Background(), "../examples/quickstart/tools.rules.yaml", engine.WatchOptions{
		Check: ruletest.Check("../examples/quickstart/tools.test.yaml"),
	})
	if err != nil {
		log.Fatal(err)
	}
	defer watcher.Close()
	fmt.Println(len(watcher.Engine().Rules().Descriptions()), "descriptions")
	// Output:
	// 3 descriptions
}
