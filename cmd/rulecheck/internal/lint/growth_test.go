package lint_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/lint"
	"github.com/toolrules/toolrules/engine"
)

// TestCatalogGrowth counts the allocations of [lint.Catalog], which do not depend on how fast the
// machine is, for some entries and for eight times as many: what asks each entry about all others
// makes 64 times as many.
func TestCatalogGrowth(t *testing.T) {
	for _, c := range []struct {
		name, rules, entry string
		tools              int // 0: as many as there are entries
	}{
		{"includes of no tool", "filter: {include: [%s]}", "a/none_N", 1},
		{"includes of a tool each", "filter: {include: [%s]}", "a/get_N", 0},
		{"includes of a tool each, and one of all", "filter: {include: [%s, 'a/get_*']}", "a/get_N", 0},
		{"includes of a tool each, with one condition", "filter: {include: [%s]}",
			"{tools: a/get_N, when: tool.readOnly}", 0},
		{"includes with a regex", "filter: {include: [%s]}", "{server: a, regex: et_N}", 1},
		{"includes on a server's word", "filter: {include: [%s]}", "{when: tool.readOnly == false}", 1},
		{"includes whose condition never holds", "filter: {include: [%s]}", "{tools: a/*, when: tool.name == \"N\"}",
			1},
		{"excludes of a tool each", "filter: {exclude: [%s]}", "'*/Get-N'", 0},
		{"excludes of words", "filter: {exclude: [%s]}", "'*/get_*_N'", 1},
		{"excludes that ask for what is missing", "context: {level: int}\nfilter: {exclude: [%s]}",
			"{tools: a/*, when: ctx.level > N && tool.readOnly}", 400},
		{"texts of a tool each", "descriptions: [%s]", "{tools: a/get_N, title: T}", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			few, many := catalogAllocs(t, 50, c.rules, c.entry, c.tools),
				catalogAllocs(t, 400, c.rules, c.entry, c.tools)
			if many > 12*few {
				t.Errorf("%.0f allocations for 50 entries, %.0f for 400", few, many)
			}
		})
	}
}

// catalogAllocs makes n entries with their numbers instead of N, and some tools.
func catalogAllocs(t *testing.T, n int, rules, entry string, tools int) float64 {
	t.Helper()
	each := func(n int, format, item string) []byte {
		items := make([]string, n)
		for i := range items {
			items[i] = strings.ReplaceAll(item, "N", fmt.Sprint(i))
		}
		return fmt.Appendf(nil, format, strings.Join(items, ", "))
	}
	e, err := engine.Parse("r.yaml", each(n, "version: 1\n"+rules, entry), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := each(cmp.Or(tools, n), `{"tools": [%s]}`, `{"name": "get_N", "inputSchema": {"type": "object"}}`)
	c, err := e.BuildCatalog([]engine.Server{{ID: "a", Lists: [][]byte{list}}})
	if err != nil {
		t.Fatal(err)
	}
	return testing.AllocsPerRun(1, func() { lint.Catalog(c, lint.Options{}) })
}

// TestHintsAreLimited counts the allocations for literal names that no tool has: to search the
// tools for what is meant by each made them grow with names times tools.
func TestHintsAreLimited(t *testing.T) {
	const rules, entry = "filter: {include: [%s]}", "a/got_N_of"
	few, many := catalogAllocs(t, 400, rules, entry, 400), catalogAllocs(t, 3200, rules, entry, 400)
	if many > 6*few {
		t.Errorf("%.0f allocations for 400 names, %.0f for 3200", few, many)
	}
}
