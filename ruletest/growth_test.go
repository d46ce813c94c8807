package ruletest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/test/ratio"
	"github.com/toolrules/toolrules/ruletest"
)

// A growing is a test file and a rule file of variable size.
type growing struct{ name, section, rule, expected, pattern string }

// TestCoverageGrowth counts the allocations of [ruletest.Result.Coverage], which are independent of
// the machine, for a number of rules and for four times as many: quadratic growth means sixteen
// times as many allocations, cubic growth 64 times.
func TestCoverageGrowth(t *testing.T) {
	for _, c := range []growing{
		{"a rule, a tool and a pattern of hides each", "filter: {exclude: [%s]}", "a/Get-N", "hides: [%s]", "a/Get-N"},
		{"an entry each for one text", "descriptions: [%s]", "{tools: a/Get-0, title: TN}", "texts: {a/Get-0: {title: T0}} # %s", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			few, many := c.run(t, 50), c.run(t, 200)
			a, b := testing.AllocsPerRun(1, func() { few.Coverage() }), testing.AllocsPerRun(1, func() { many.Coverage() })
			if b > 8*a {
				t.Errorf("%.0f allocations for 50, %.0f for 200", a, b)
			}
		})
	}
}

// TestCoverageTime compares the time for coverage with that for running the cases, which evaluates
// each pattern for each tool. Doing that for each rule takes at least fifty times as long.
func TestCoverageTime(t *testing.T) {
	for _, c := range []growing{
		{"hides", "filter: {exclude: [%s]}", "a/Get-N", "hides: [%s]", "a/Get-N"},
		{"sees", "filter: {include: [%s]}", "a/Get-N", "sees: [%s]", "a/Get-N"},
		{"only", "filter: {include: [a/Get-0, %s], exclude: [a/Get-0]}", "a/Get-N", "only: [%s]", "'a/{Get-N,X}'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r *ruletest.Result
			run := ratio.Least(3, func() { r = c.run(t, 400) })
			cover := ratio.Least(3, func() { r.Coverage() })
			if cover > 10*run {
				t.Errorf("the cases took %v, their coverage %v", run, cover)
			}
		})
	}
}

// run runs a case on n tools, with n rules and patterns in which N is replaced by their numbers.
func (c growing) run(t *testing.T, n int) *ruletest.Result {
	t.Helper()
	each := func(format, item string) []byte {
		items := make([]string, n)
		for i := range items {
			items[i] = strings.ReplaceAll(item, "N", fmt.Sprint(i))
		}
		return fmt.Appendf(nil, format, strings.Join(items, ", "))
	}
	e, err := engine.Parse("r.yaml", each("version: 1\n"+c.section, c.rule), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := ruletest.Parse("x.test.yaml", each(head+"  - name: it\n    "+c.expected+"\n", c.pattern))
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.Run(e, []engine.Server{{ID: "a", Lists: [][]byte{each(`{"tools": [%s]}`, `{"name": "Get-N", "inputSchema": {"type": "object"}}`)}}})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Passed() {
		t.Fatal(r.Problems())
	}
	return r
}
