package rules_test

import (
	"errors"
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
