package engine_test

import (
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/test/ratio"
)

// TestNamelessToolsAreNotEvaluated has a tool that can't get a name. When its list arrives, no rule
// is evaluated for it and no pattern matches it. Explain still evaluates the rules.
func TestNamelessToolsAreNotEvaluated(t *testing.T) {
	e := parse(t, `version: 1
naming: {rename: {"s/old name": renamed}}
filter:
  include: [s/*]
  exclude: [{tools: '*name', when: 'tool.description contains "x"'}, s/a name]
descriptions: [{tools: s/*, title: T, arguments: {p: x}}]
`)
	rest := `","description":"` + strings.Repeat("d", 70_000) + `","inputSchema":{"type":"object"}}]` // too long for conditions
	c, err := e.BuildCatalog([]engine.Server{tools("s", `[{"name":"a name`+rest)})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Report()
	if len(report.Failures)+len(report.Places) > 0 || len(report.Unmatched) != 4 {
		t.Errorf("failures %v, places %v, unmatched %v", report.Failures, report.Places, report.Unmatched)
	}
	x := c.Explain(engine.Request{}, engine.Key{Server: "s", Tool: "a name"})
	if !x.Known || x.Visible || len(x.Entries) != 3 || len(x.Texts) != 1 || x.Texts[0].Text != "T" {
		t.Errorf("%+v", x)
	}
	c, err = e.BuildCatalog([]engine.Server{tools("s", `[{"name":"old name`+rest)})
	if err != nil {
		t.Fatal(err)
	}
	report = c.Report()
	if len(report.Failures) != 1 || len(report.Places) != 1 || len(c.Tools()) != 1 {
		t.Errorf("failures %v, places %v", report.Failures, report.Places)
	}
}

// TestRefreshTime compares the time of a catalog of many tools under many rules with that of many
// tools under few rules, and of one tool under many rules. Trying each pattern of each entry on
// each tool took more than ten times as long.
func TestRefreshTime(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	list := func(n int) string {
		return "[" + repeated(n, `{"name":"tool_@","title":"`+strings.Repeat("a", 500)+`","inputSchema":{"type":"object"}}`) + "]"
	}
	for _, c := range []struct{ name, few, many string }{
		{"excludes of a tool each", "filter: {exclude: [s/none]}", "filter: {exclude: [" + repeated(10_000, "s/other_@") + "]}"},
		{"includes of a tool of any server", "filter: {include: ['*/none']}", "filter: {include: [" + repeated(10_000, "other_@") + "]}"},
		{"texts of a tool each", "descriptions: [{tools: s/none, title: T}]", "descriptions: [" + repeated(10_000, "{tools: s/other_@, title: T}") + "]"},
		{"uses of a set", "sets: {s: [" + repeated(50, "'*a*@*b'") + "]}\nfilter: {exclude: [$s]}",
			"sets: {s: [" + repeated(50, "'*a*@*b'") + "]}\nfilter: {exclude: [" + strings.Repeat("$s, ", 300) + "$s]}"},
		{"conditions of a tool each", "filter: {exclude: [{tools: s/none, when: tool.readOnly}]}",
			"filter: {exclude: [" + repeated(10_000, "{tools: s/other_@, when: tool.readOnly}") + "]}"},
		{"equal conditions", "filter: {exclude: [{when: 'tool.title matches \"^a+b+c+d$\"'}]}",
			"filter: {exclude: [" + strings.Repeat("{when: 'tool.title matches \"^a+b+c+d$\"'}, ", 100) + "x]}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			took := func(rules string, n int) time.Duration {
				e, server := parse(t, "version: 1\n"+rules+"\n"), tools("s", list(n))
				return ratio.Least(3, func() { catalogOf(t, e, server) })
			}
			fewRules, fewTools, many := took(c.few, 2000), took(c.many, 1), took(c.many, 2000)
			t.Logf("few rules %v, few tools %v, many of both %v", fewRules, fewTools, many)
			if many > 4*(fewRules+fewTools) {
				t.Errorf("few rules take %v, few tools %v, and many of both %v", fewRules, fewTools, many)
			}
		})
	}
}
