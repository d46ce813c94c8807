package ruleset_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// repeat joins n items, in which N is their number.
func repeat(n int, item, separator string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(item, "N", fmt.Sprint(i))
	}
	return strings.Join(items, separator)
}

// problemsIn returns the problems of a file, warnings among them.
func problemsIn(file string) rules.Problems {
	r, err := ruleset.Parse("r.yaml", []byte(file))
	if ps, ok := errors.AsType[rules.Problems](err); ok {
		return ps
	}
	return r.Warnings()
}

// TestPatternLimits loads what is at a limit, and refuses one more at its position.
func TestPatternLimits(t *testing.T) {
	const letters = "{a,b,c,d,e,f,g,h}"
	for _, c := range []struct {
		name, head, item string
		most             int
		code             rules.Code
	}{
		{"patterns of the filter", "filter:\n  exclude:\n", "    - s/tN", 16384, "too_many_patterns"},
		{"patterns of descriptions", "descriptions:\n", "  - {tools: 's/" + letters + "N', title: T, arguments: {" + repeat(15, "pN: x", ", ") + "}}", 512, "too_many_patterns"},
		{"braces", "filter:\n  exclude:\n", "    - '" + letters + "/" + letters + "tN'", 256, "too_many_patterns"},
		{"sets", "sets: {s: ['" + letters + "/" + letters + "']}\nfilter:\n  exclude:\n", "    - $s", 256, "too_many_patterns"},
		{"wildcards", "filter:\n  exclude:\n", "    - s/tN*", 1024, "too_many_wildcards"},
		{"wildcards in braces", "filter:\n  include:\n", "    - '{s,t,u}/t{a*,b,N*}'", 170, "too_many_wildcards"},
		{"entries with a wildcard", "filter:\n  exclude:\n", "    - {tools: s/*, id: xN}", 2048, "too_many_wildcards"},
		{"entries of any tool", "filter:\n  include:\n", "    - {when: tool.readOnly}", 2048, "too_many_wildcards"},
		{"texts for a wildcard", "descriptions:\n", "  - {tools: s/*, title: T, results: {x: y}}", 128, "too_many_wildcards"},
		{"regexes", "filter:\n  exclude:\n", "    - {server: s, regex: 'N[ab]{95}'}", 10, "regex_too_large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			head := "version: 1\n" + c.head
			if ps := problemsIn(head + repeat(c.most, c.item, "\n")); len(ps) > 0 {
				t.Fatal(ps[0])
			}
			ps := problemsIn(head + repeat(c.most+3, c.item, "\n"))
			if len(ps) != 1 || ps[0].Code != c.code || ps[0].Line != strings.Count(head, "\n")+c.most+1 {
				t.Errorf("%d problems, the first of which is %v", len(ps), ps[0])
			}
		})
	}
}

// TestLimitsPerServer has as many wildcards as tools of each server can be tried on, those
// for any server included.
func TestLimitsPerServer(t *testing.T) {
	file := "version: 1\nfilter: {exclude: [" + repeat(512, "'*N'", ", ") + ", " + repeat(512, "a/*N", ", ") + ", " + repeat(512, "b/*N", ", ")
	if ps := problemsIn(file + "]}\n"); len(ps) > 0 {
		t.Error(ps[0])
	}
	if ps := problemsIn(file + ", B/*]}\n"); len(ps) != 1 || ps[0].Code != "too_many_wildcards" {
		t.Error(ps)
	}
}

// TestSetsCountOnceAsWildcards lets many entries use one set.
func TestSetsCountOnceAsWildcards(t *testing.T) {
	if ps := problemsIn("version: 1\nsets: {s: [" + repeat(16, "tN*", ",") + "]}\nfilter: {exclude: [" + repeat(500, "$s", ",") + "]}\n"); len(ps) > 0 {
		t.Error(ps[0])
	}
}

// TestSetsAreParsedOnce counts the allocations for a set that is used 8 and 64 times: they grew
// with patterns times uses.
func TestSetsAreParsedOnce(t *testing.T) {
	allocs := func(uses int) float64 {
		file := []byte("version: 1\nsets: {s: [" + repeat(200, "'*a*b*c*d*N'", ",") + "]}\nfilter: {exclude: [" + repeat(uses, "$s", ",") + "]}\n")
		return testing.AllocsPerRun(1, func() {
			if _, err := ruleset.Parse("r.yaml", file); err != nil {
				t.Error(err)
			}
		})
	}
	if few, many := allocs(8), allocs(64); many > 1.5*few {
		t.Errorf("%.0f allocations for 8 uses, %.0f for 64", few, many)
	}
}

// TestErrorsAreLimited checks that a few hundred errors are kept, then one that states that there
// are more, at its position; and that memory does not grow with the number of errors times another
// size.
func TestErrorsAreLimited(t *testing.T) {
	const few, many = 1000, 8000
	for _, c := range []struct {
		name, head, item, separator string
		growth                      float64
	}{
		{"patterns", "filter:\n  exclude:\n", "    - a:b/*", "\n", 10},
		{"aliases", "filter:\n  exclude:\n", "    - *N", "\n", 10},
		{"aliases on one line", "filter: {exclude: [", "*N", ", ", 10},
		{"unknown keys", "filter:\n  exclude:\n", "    - {tool: xN}", "\n", 10},
		{"types", "context:\n", "  aN: [a, b]", "\n", 10},
		{"renames", "servers: [a]\nnaming:\n  rename:\n", "    b/xN: yN", "\n", 10},
		{"paths", "descriptions:\n", "  - {tools: a, arguments: {'a[N': x}}", "\n", 10},
		{"variants", "descriptions:\n", "  - {tools: a, title: {verbosity_map: {1: xN}}}", "\n", 10},
		{"sets", "filter:\n  exclude:\n", "    - $x", "\n", 10},
		{"conditions", "filter:\n  exclude:\n", "    - when: ctx.aN", "\n", 10},
		{"uses of a broken set", "sets: {s: [" + repeat(100, "a:b/N", ", ") + "]}\nfilter:\n  exclude:\n", "    - $s", "\n", 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			count := func(n int) float64 {
				file := "version: 1\n" + c.head + repeat(n, c.item, c.separator)
				if c.separator == ", " {
					file += "]}\n"
				}
				return testing.AllocsPerRun(1, func() {
					ps := problemsIn(file)
					if c.name == "uses of a broken set" {
						return // they are reported where the set is
					}
					if len(ps) != 201 || ps[200].Code != "too_many_errors" || ps[200].Line < ps[199].Line || ps[200].Line == 0 {
						t.Errorf("%d problems: %v", len(ps), ps[len(ps)-1])
					}
				})
			}
			if a, b := count(few), count(many); b > c.growth*a {
				t.Errorf("%.0f allocations for %d, %.0f for %d", a, few, b, many)
			}
		})
	}
}

// TestHintsAreLimited counts the allocations for misspelled names beside declared ones: they grew
// with the one times the other.
func TestHintsAreLimited(t *testing.T) {
	allocs := func(errors int) float64 {
		file := "version: 1\ncontext:\n" + repeat(2000, "  declaredN: string", "\n") + "\nfilter:\n  exclude:\n" +
			repeat(errors, "    - when: ctx.misspeltN == \"x\"", "\n")
		return testing.AllocsPerRun(1, func() { problemsIn(file) })
	}
	if few, many := allocs(200), allocs(1600); many > 2*few {
		t.Errorf("%.0f allocations for 200 misspelled names, %.0f for 1600", few, many)
	}
}

// TestWarningsHideNoError checks that an error after hundreds of warnings is kept, and all warnings
// too: comments may silence each of them.
func TestWarningsHideNoError(t *testing.T) {
	ps := problemsIn("version: 1\nfilter:\n  exclude:\n" + repeat(1000, "    - 'a bN'", "\n") + "\n    - a:b/*\n")
	if len(ps) != 1001 || !ps.Fatal() {
		t.Errorf("%d problems", len(ps))
	}
}

// TestConditionsOfToolsAreLimited has conditions that each may be evaluated for a tool when its
// list arrives, and all together may not. Equal ones count once.
func TestConditionsOfToolsAreLimited(t *testing.T) {
	const head, entry = "version: 1\nfilter:\n  exclude:\n", "    - {tools: '*', when: 'tool.description matches \"(a?){60}ZN\"'}"
	if ps := problemsIn(head + repeat(4, entry, "\n") + "\n" + repeat(50, strings.ReplaceAll(entry, "N", "0"), "\n")); len(ps) > 0 {
		t.Error(ps[0])
	}
	ps := problemsIn(head + repeat(6, entry, "\n"))
	if len(ps) != 1 || ps[0].Code != "expression_too_expensive" || ps[0].Line != 8 {
		t.Errorf("%d problems: %v", len(ps), ps)
	}
}
