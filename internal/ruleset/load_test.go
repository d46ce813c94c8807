package ruleset_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/rules"
)

// loadCase is a line of load.jsonl: a rule file, and every problem of it with its place.
type loadCase struct {
	ID   string        `json:"id"`
	Name string        `json:"name"`
	File string        `json:"file"`
	Want []loadProblem `json:"want"`
}

type loadProblem struct {
	Code     string  `json:"code"`
	Severity string  `json:"severity"`
	Line     int     `json:"line"`
	Column   int     `json:"column"`
	Pointer  *string `json:"pointer"` // nil: not compared
}

func TestLoadCorpus(t *testing.T) {
	spectest.Each(t, "load.jsonl", func(t *testing.T, _ string, c loadCase) {
		got := loadProblems(t, c.Name, c.File)
		for i := range got {
			if i < len(c.Want) && c.Want[i].Pointer == nil {
				got[i].Pointer = nil
			}
		}
		for i := range c.Want {
			if c.Want[i].Severity == "" {
				c.Want[i].Severity = "error"
			}
		}
		if diff := cmp.Diff(c.Want, got); diff != "" {
			t.Errorf("%s\nproblems (-want +got):\n%s", c.File, diff)
		}
	})
}

// TestAdvice checks that each mistake is reported once, with what to write instead.
func TestAdvice(t *testing.T) {
	for _, c := range []struct {
		name, file string
		code       rules.Code
		pointer    string
		hint       string // a part of it
	}{
		{"a list of levels without quotes", "descriptions: [{tools: x, description: {levels: {1,4: y}}}]",
			rules.CodeNull, "/descriptions/0/description/levels/1", "in {…} a list of levels needs quotes"},
		{"a list of levels of variants without quotes",
			"descriptions: [{tools: x, description: {variants: {v: y}, verbosity_map: {1,4: v}}}]",
			rules.CodeNull, "/descriptions/0/description/verbosity_map/1", "in {…} a list of levels needs quotes"},
		{"a wildcard in a list of runners",
			"descriptions: [{tools: x, description: {variants: {v: y}, runners: [{runner: [co*, a], default: v}]}}]",
			rules.CodeWildcardRunner, "/descriptions/0/description/runners/0/runner/0", "one by one"},
		{"a set for a server that there is none of", "servers: [github]\nsets: {s: [gthub/x]}\nfilter: {exclude: [$s]}",
			rules.CodeUnknownServer, "/sets/s/0", "write github/x"},
		{"a rename for a server that there is none of", "servers: [github]\nnaming: {rename: {gthub/x: y}}",
			rules.CodeUnknownServer, "/naming/rename/gthub~1x", "write github/x"},
		{"a set in a description", "sets: {w: [github/create_*]}\nfilter: {exclude: [$w]}\ndescriptions: [{tools: $w, title: x}]",
			rules.CodeUnknownSet, "/descriptions/0/tools", "write github/create_*"},
		{"a set of several patterns in a description", "sets: {w: [a/b, a/c]}\ndescriptions: [{tools: [$w], title: x}]",
			rules.CodeUnknownSet, "/descriptions/0/tools/0", "write the patterns of $w here"},
		{"a set in a description that is not declared", "descriptions: [{tools: $w, title: x}]",
			rules.CodeUnknownSet, "/descriptions/0/tools", "write the patterns that are meant"},
		{"a set behind a slash", "sets: {w: [a/b]}\nfilter: {exclude: [a/$w]}",
			rules.CodeOddCharacter, "/filter/exclude/0", "a set stands alone: write $w"},
		{"a set behind a slash in a set", "sets: {w: [a/b], v: [a/$w]}",
			rules.CodeOddCharacter, "/sets/v/0", "write those of $w here"},
		{"a set behind a slash in a description", "descriptions: [{tools: a/$w, title: x}]",
			rules.CodeOddCharacter, "/descriptions/0/tools", "write the patterns of $w here"},
		{"a dollar sign in a pattern", "filter: {exclude: [fs/read$]}", rules.CodeRegexInPattern, "/filter/exclude/0", "write fs/read"},
		{"a regular expression for a pattern", "filter: {exclude: [fs/(read|list)_*]}",
			rules.CodeRegexInPattern, "/filter/exclude/0", `write "fs/{read,list}_*"`},
		{"a regular expression in an include", "filter: {include: [github/.*]}", rules.CodeRegexInPattern, "/filter/include/0", "write github/*"},
		{"a regular expression that no glob is", `filter: {include: ['github/v\d+_.*']}`, rules.CodeRegexInPattern, "/filter/include/0",
			`write {server: github, regex: '^v\d+_.*$'}`},
		{"a regular expression for a whole pattern", "filter: {include: ['^github/get_.*$']}", rules.CodeIllegalServer, "/filter/include/0",
			"write github/get_*"},
		{"a regular expression in a set", `sets: {a: ['fs/a\d']}`, rules.CodeRegexInPattern, "/sets/a/0", `write an entry {server: fs, regex: '^a\d$'}`},
		{"a regular expression in descriptions", `descriptions: [{tools: 'fs/a\d', title: T}]`, rules.CodeRegexInPattern, "/descriptions/0/tools",
			"descriptions have patterns alone"},
		{"a negation under include", `filter: {include: [fs/*, "!fs/delete_*"]}`, rules.CodePatternNegation, "/filter/include/1", "exclude: [fs/delete_*]"},
		{"a negation of one tool under exclude", `filter: {exclude: [fs/*, "!fs/read"]}`, rules.CodePatternNegation, "/filter/exclude/1",
			`when: tool.name != "read"`},
		{"a negation under exclude", `filter: {exclude: ["!fs/read_*"]}`, rules.CodePatternNegation, "/filter/exclude/0", "include: [fs/read_*]"},
		{"a negation of several tools under exclude", `filter: {exclude: ["!fs/{a,b}"]}`, rules.CodePatternNegation, "/filter/exclude/0",
			"include: ["},
		{"a text for the name of one, beside a text that is called brief",
			"descriptions: [{tools: x, description: {variants: {brief: y}, runners: [{runner: a, default: Opens an issue.}]}}]",
			rules.CodeUnknownVariant, "/descriptions/0/description/runners/0/default", `write variants: {other: "Opens an issue."}, and default: other`},
		{"a negation in a set", `sets: {a: ["!fs/x"]}`, rules.CodePatternNegation, "/sets/a/0", "exclude: [fs/x]"},
		{"a negation in descriptions", `descriptions: [{tools: "!fs/x", title: T}]`, rules.CodePatternNegation, "/descriptions/0/tools", "more specific"},
		{"a negation of a server", `filter: {exclude: [{server: "!fs", regex: x}]}`, rules.CodePatternNegation, "/filter/exclude/0/server",
			`tool.server != "fs"`},
		{"a negated condition for a pattern", `filter: {exclude: [not tool.readOnly]}`, rules.CodePatternNegation, "/filter/exclude/0",
			"{when: not tool.readOnly}"},
		{"a letter that only looks like one of a name", "filter: {exclude: [fs/d\u0435lete]}", rules.CodeOddCharacter, "/filter/exclude/0", ""},
		{"two patterns with a comma", "filter:\n  exclude:\n    - fs/read_*,write_*", rules.CodeOddCharacter, "/filter/exclude/0", "write two entries"},
		{"a negation in words", "filter: {include: [not fs/read_*]}", rules.CodePatternNegation, "/filter/include/0", "exclude: [fs/read_*]"},
		{"a dash without a blank below an item", "filter:\n  exclude:\n    - fs/a\n      -fs/b", rules.CodePatternExtraSlash, "/filter/exclude/0",
			"put a blank after its dash"},
		{"a dash without a blank below the name of a tool", "filter:\n  exclude:\n    - fs/a\n      -b", rules.CodeOddCharacter, "/filter/exclude/0",
			"put a blank after its dash"},
		{"a condition behind a pattern", "filter:\n  exclude:\n    - github/* when ctx.runner == \"x\"",
			rules.CodeOddCharacter, "/filter/exclude/0", `write {tools: github/*, when: ctx.runner == "x"}`},
		{"a condition that needs quotes", "filter:\n  exclude:\n    - '*/x when ctx.runner in [\"x\"]'",
			rules.CodeOddCharacter, "/filter/exclude/0", `write {tools: "*/x", when: 'ctx.runner in ["x"]'}`},
		{"a condition that is negated", "filter:\n  exclude:\n    - github/* unless tool.readOnly",
			rules.CodeOddCharacter, "/filter/exclude/0", `write {tools: github/*, when: not (tool.readOnly)}`},
		{"a condition that lacks its colon", "filter:\n  exclude:\n    - when tool.readOnly",
			rules.CodeOddCharacter, "/filter/exclude/0", "write {when: tool.readOnly}"},
		{"a condition without when", "filter:\n  exclude:\n    - not tool.readOnly && ctx.runner == \"x\"",
			rules.CodeOddCharacter, "/filter/exclude/0", `write {when: not tool.readOnly && ctx.runner == "x"}`},
		{"a condition with a text that has a slash", "filter:\n  exclude:\n    - (tool.name == \"a/b\")",
			rules.CodeOddCharacter, "/filter/exclude/0", `write {when: (tool.name == "a/b")}`},
		{"a condition in a set", "sets:\n  a:\n    - github/* when tool.readOnly", rules.CodeOddCharacter, "/sets/a/0", "in the entries that name the set"},
		{"a condition in a description", "descriptions:\n  - {tools: github/* when tool.readOnly, title: x}",
			rules.CodeOddCharacter, "/descriptions/0/tools", "in a rule of runners"},
		{"a dash that was left out", "filter:\n  exclude:\n    tools: x", rules.CodeWrongType, "/filter/exclude", "put - before tools"},
		{"descriptions by pattern", "descriptions:\n  x: y", rules.CodeWrongType, "/descriptions", "write [{tools: x, description: y}]"},
		{"an entry that is a list", "filter:\n  exclude:\n    - [a, b]", rules.CodeWrongType, "/filter/exclude/0", "in the outer list"},
		{"a filter that is a list", "filter:\n  - exclude: [a]", rules.CodeWrongType, "/filter", "remove the -"},
		{"renames in a list", "naming:\n  rename:\n    - a/b: c", rules.CodeWrongType, "/naming/rename", "remove the -"},
		{"a dash without a blank", "filter:\n  exclude:\n    -fs/x", rules.CodeWrongType, "/filter/exclude", "put a blank after the dash"},
		{"a comma in a reason", "filter: {exclude: [{tools: x, reason: Don't, never}]}",
			rules.CodeUnknownKey, "/filter/exclude/0/reason", `write "Don't, never"`},
		{"a comma in a condition", "filter: {exclude: [{tools: x, when: tool.readOnly && len(\"a, b\") > 1}]}",
			rules.CodeUnknownKey, "/filter/exclude/0/when", `write 'tool.readOnly && len("a, b") > 1'`},
		{"a comma in a text by level", "descriptions: [{tools: x, title: {levels: {0: A b, c, 5: d}}}]",
			rules.CodeNull, "/descriptions/0/title/levels/0", `write "A b, c"`},
		{"a pattern as a key", "filter:\n  exclude:\n    - github/*: ctx.runner == \"x\"",
			rules.CodeUnknownKey, "/filter/exclude/0/github~1*", "write {tools: github/*, when: …}"},
		{"a pattern with a condition, without braces", "filter:\n  exclude:\n    - github/{a}*, when: ctx.runner == \"x\"",
			rules.CodeUnknownKey, "/filter/exclude/0/github~1{a}*, when", `write {tools: "github/{a}*", when: …}`},
		{"a set with a dollar sign where it is declared", "sets: {$w: [x]}\nfilter: {exclude: [$w]}",
			rules.CodeBadName, "/sets/$w", "write w: the $ stands only where the set is used"},
		{"a key for a set", "filter: {exclude: [{set: w}]}", rules.CodeUnknownKey, "/filter/exclude/0/set", "as in tools: $writes"},
		{"a pattern in braces and a condition", "filter:\n  exclude:\n    - {tools: fs/{a,b}_*, when: ctx.runner == \"x\"}",
			"syntax", "", `write "fs/{a,b}_*"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			loaded, err := ruleset.Parse("t.yaml", []byte("version: 1\n"+c.file+"\n"))
			ps, _ := errors.AsType[rules.Problems](err)
			if err == nil {
				ps = loaded.Warnings()
			}
			if len(ps) != 1 || ps[0].Code != c.code || ps[0].Pointer != c.pointer || !strings.Contains(ps[0].Hint, c.hint) {
				t.Errorf("got %v; want %s at %s with the hint %q", err, c.code, c.pointer, c.hint)
			}
		})
	}
}

// loadProblems returns all problems that Parse reports for a file: its errors, or the warnings of a
// file that loads.
func loadProblems(t *testing.T, name, file string) []loadProblem {
	t.Helper()
	loaded, err := ruleset.Parse(name, []byte(file))
	var ps rules.Problems
	switch {
	case err == nil:
		ps = loaded.Warnings()
	case !errors.As(err, &ps):
		t.Fatalf("Parse returns an error of type %T: %v", err, err)
	}
	list := []loadProblem{}
	for _, p := range ps {
		t.Log(p)
		if p.File != name {
			t.Errorf("%v: file %q", p, p.File)
		}
		list = append(list, loadProblem{Code: string(p.Code), Severity: p.Severity.String(), Line: p.Line, Column: p.Column, Pointer: &p.Pointer})
	}
	return list
}

// TestMissingSlashStartsAtThePattern has the warning at the first byte of a pattern, not at the
// value as a whole.
func TestMissingSlashStartsAtThePattern(t *testing.T) {
	ps := problemsIn("version: 1\nservers: [fs]\nfilter: {exclude: [fs.read]}\n")
	if len(ps) != 1 || ps[0].Code != rules.CodeMissingSlash || ps[0].Offset != 0 || ps[0].Line != 3 || ps[0].Column != 20 {
		t.Errorf("got %+v", ps)
	}
}

// TestPositionsOfConditionsInPatterns checks that a condition instead of a pattern and one after a
// pattern have different messages.
func TestPositionsOfConditionsInPatterns(t *testing.T) {
	for text, says := range map[string]string{
		"when tool.readOnly":      "where a pattern does",
		"fs/* when tool.readOnly": "after the pattern",
	} {
		ps := problemsIn("version: 1\nfilter: {exclude: [" + text + "]}\n")
		if len(ps) != 1 || ps[0].Code != rules.CodeOddCharacter || !strings.Contains(ps[0].Message, says) {
			t.Errorf("%s: got %v, want one with %q", text, ps, says)
		}
	}
}

// TestProblemsNameOtherPositionsFromTheRoot has a problem that names another entry of the filter.
func TestProblemsNameOtherPositionsFromTheRoot(t *testing.T) {
	ps := problemsIn("version: 1\nfilter: {include: [{tools: a, id: x}], exclude: [{tools: b, id: x}]}\n")
	if len(ps) != 1 || ps[0].Code != rules.CodeDuplicateID || !strings.Contains(ps[0].Message, " /filter/include/0") {
		t.Errorf("got %v", ps)
	}
}

// TestConsequencesOfErrorsAreOmitted loads files in which one mistake causes others. Sets are for
// the filter: that a description uses one is a mistake of its own.
func TestConsequencesOfErrorsAreOmitted(t *testing.T) {
	const title = "descriptions: [{tools: %s, title: {default: D, variants: {v: V}, runners: [{when: %s, default: v}]}}]\n"
	for name, c := range map[string]struct {
		file string
		want []rules.Code
	}{
		"a type, in a filter":           {"context: {role: strnig}\nfilter: {exclude: [{when: ctx.role == 'x'}]}\n", []rules.Code{"expression_bad_type"}},
		"a type, in a description":      {"context: {role: strnig}\n" + fmt.Sprintf(title, "s/a", "ctx.role == 'x'"), []rules.Code{"expression_bad_type"}},
		"the context, in a description": {"context: 5\n" + fmt.Sprintf(title, "s/a", "ctx.role == 'x'"), []rules.Code{"wrong_type"}},
		"variants":                      {"descriptions: [{tools: s/a, title: {default: D, variants: 5, runners: [{default: v}]}}]\n", []rules.Code{"wrong_type"}},
		"sets, in a filter":             {"sets: 5\nfilter: {exclude: [$s]}\n", []rules.Code{"wrong_type"}},
		"sets, in a description":        {"sets: 5\n" + fmt.Sprintf(title, "$s", "tool.readOnly"), []rules.Code{"wrong_type", "unknown_set"}},
	} {
		_, err := ruleset.Parse("t.yaml", []byte("version: 1\n"+c.file))
		ps, _ := errors.AsType[rules.Problems](err)
		var got []rules.Code
		for _, p := range ps {
			got = append(got, p.Code)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q\n%v", name, got, c.want, err)
		}
	}
}
