package engine_test

import (
	"fmt"

	"github.com/toolrules/toolrules/engine"
)

// A server has sent a new list: the tools of all others stay as they are.
func ExampleCatalog_With() {
	eng, err := engine.Parse("tools.rules.yaml", []byte(`
version: 1
filter: {exclude: ['*/delete_*']}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	catalog, _, err := eng.Catalog([]engine.Server{
		{ID: "fs", Lists: [][]byte{[]byte(`[{"name": "read"}, {"name": "delete_file"}]`)}},
		{ID: "github"}, // has not answered yet
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	next, report, err := catalog.With(engine.Server{
		ID: "github", Lists: [][]byte{[]byte(`{"tools": [{"name": "create_issue", "title": "New issue"}, {"name": "delete_repo"}]}`)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Tools, "tools")
	fmt.Printf("%s\n", next.View(engine.Request{Runner: "codex"}).AppendToolsJSON(nil))
	// Output:
	// 4 tools
	// [{"name": "fs__read"},{"name": "github__create_issue", "title": "New issue"}]
}
