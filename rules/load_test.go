package rules_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/internal/spectest"
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
	Pointer  *string `json:"pointer"` // nil: not looked at
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

// TestAdvice wants each mistake to be told once, with what to write instead.
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
		{"a rename with two slashes", "naming: {rename: {a/b/c: y}}",
			rules.CodePatternExtraSlash, "/naming/rename/a~1b~1c", "write server/tool"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := rules.Parse("t.yaml", []byte("version: 1\n"+c.file+"\n"))
			ps, _ := errors.AsType[rules.Problems](err)
			if len(ps) != 1 || ps[0].Code != c.code || ps[0].Pointer != c.pointer || !strings.Contains(ps[0].Hint, c.hint) {
				t.Errorf("got %v; want %s at %s with the hint %q", err, c.code, c.pointer, c.hint)
			}
		})
	}
}

// loadProblems gives everything that Parse says of a file: errors, or the warnings of one that loads.
func loadProblems(t *testing.T, name, file string) []loadProblem {
	t.Helper()
	loaded, err := rules.Parse(name, []byte(file))
	var ps rules.Problems
	switch {
	case err == nil:
		ps = loaded.Warnings()
	case !errors.As(err, &ps):
		t.Fatalf("Parse gives an error of type %T: %v", err, err)
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
