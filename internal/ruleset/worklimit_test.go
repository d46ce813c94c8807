package ruleset_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// workFile returns a rule file with the conditions under exclude, and one runner rule for each of
// the others.
func workFile(conditions, runners []string) string {
	var b strings.Builder
	b.WriteString("version: 1\ncontext:\n  a: string\n  b: string\n  c: string\n  d: string\n  e: string\n  groups: [string]\n  list: [string]\n")
	if len(conditions) > 0 {
		b.WriteString("filter:\n  exclude:\n")
	}
	for i, c := range conditions {
		fmt.Fprintf(&b, "    - {tools: s/t%d, when: '%s'}\n", i, c)
	}
	if len(runners) > 0 {
		b.WriteString("descriptions:\n")
	}
	for i, c := range runners {
		fmt.Fprintf(&b, "  - tools: s/t%d\n    description: {default: x, variants: {v: y}, runners: [{when: '%s', default: v}]}\n", i, c)
	}
	return b.String()
}

// TestWorkOfFile goes to the limits of what the conditions of a file may cost together, and one
// step beyond.
func TestWorkOfFile(t *testing.T) {
	search := func(names string) (all []string) {
		for _, name := range strings.Split(names, "") {
			all = append(all, "tool.description contains ctx."+name)
		}
		return all
	}
	repeat := func(n int, format string) (all []string) {
		for i := range n {
			all = append(all, fmt.Sprintf(format, i))
		}
		return all
	}
	lists := `any(tool.tags, # in ctx.groups)`
	for _, c := range []struct {
		name                string
		conditions, runners []string
		line                int // of the error; 0: the file loads
	}{
		{"four searches", search("abcd"), nil, 0},
		{"five", search("abcde"), nil, 16},
		{"the same search often", repeat(500, `tool.bytes > %d and tool.description contains ctx.a`), nil, 0},
		{"one more under descriptions", search("abcd"), search("e"), 18},
		{"four under descriptions", nil, search("abcd"), 0},
		{"five under descriptions", nil, search("abcde"), 20},
		{"the same under descriptions", search("abc"), slices.Repeat([]string{`tool.description contains ctx.d`}, 100), 0},
		{"lookups", repeat(1000, `tool.name == ctx.a or ctx.b == "%d"`), nil, 0},
		{"many lookups", repeat(1024, `(ctx.a == "%d" ? "x" : ctx.b) == tool.name`), nil, 0},
		{"too many lookups", repeat(1025, `(ctx.a == "%d" ? "x" : ctx.b) == tool.name`), nil, 12 + 1024},
		{"lookups of lists", []string{lists}, repeat(3, `any(tool.tags, # in ctx.groups) and ctx.a == "%d"`), 0},
		{"too many lookups of lists that nothing indexes", []string{lists}, repeat(4, `any(tool.tags, # in ctx.groups) and ctx.a == "%d"`), 21},
		{"of requests", repeat(128, `ctx.a matches "^x%03d$"`), nil, 0},
		{"too much of requests", repeat(129, `ctx.a matches "^x%03d$"`), nil, 140},
	} {
		_, err := ruleset.Parse("rules.yaml", []byte(workFile(c.conditions, c.runners)))
		if c.line == 0 {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		problems, _ := errors.AsType[rules.Problems](err)
		if len(problems) != 1 || problems[0].Code != "expression_too_expensive" || problems[0].Line != c.line {
			t.Errorf("%s: got %v, want one error in line %d", c.name, err, c.line)
		}
	}
}
