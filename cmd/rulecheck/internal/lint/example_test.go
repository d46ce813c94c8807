package lint_test

import (
	"fmt"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/lint"
	"github.com/toolrules/toolrules/engine"
)

func ExampleCatalog() {
	e, err := engine.Parse("tools.rules.yaml", []byte(`version: 1
filter:
  include: [pond__select_rows, 'pond/*']
  exclude: ['*/delete_*']
`), engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := e.BuildCatalog([]engine.Server{{ID: "pond",
		Lists: [][]byte{[]byte(`[{"name":"select_rows","inputSchema":{"type":"object"}},{"name":"delete_row","inputSchema":{"type":"object"}},{"name":"bulkDelete","inputSchema":{"type":"object"}}]`)}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range lint.Catalog(c, lint.Options{}) {
		fmt.Printf("line %d, %s: %s\n", p.Line, p.Code, p.Hint)
	}
	// Output:
	// line 3, exposed_name_pattern: write pond/select_rows
	// line 4, word_left_visible: write "*/*delete*" to hide all of them
}
