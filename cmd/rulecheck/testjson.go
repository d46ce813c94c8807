package main

import (
	"github.com/toolrules/toolrules/internal/findings"
	"github.com/toolrules/toolrules/ruletest"
)

// A testsJSON is the JSON form of what came of test files. It is stable: fields may be added, and
// none is renamed or removed while Version is 1.
type testsJSON struct {
	Version  int            `json:"version"` // 1
	Passed   int            `json:"passed"`  // cases
	Failed   int            `json:"failed"`
	Files    []testFileJSON `json:"files"`              // in the order in which they were given
	Coverage []coverageJSON `json:"coverage,omitempty"` // with --cover, one for each rule file
}

type testFileJSON struct {
	File     string             `json:"file"`
	Rules    string             `json:"rules,omitempty"` // the rule file
	Run      bool               `json:"run"`             // whether its cases could be run
	Findings []findings.Finding `json:"findings"`        // what keeps them from that, and warnings
	Cases    []caseJSON         `json:"cases"`
}

type caseJSON struct {
	Name        string           `json:"name"`
	Line        int              `json:"line"` // from 1
	Column      int              `json:"column"`
	Passed      bool             `json:"passed"`
	Failures    []failureJSON    `json:"failures"`
	Explanation *explanationJSON `json:"explanation,omitempty"` // of the first tool that is not as expected, as by explain --json
}

type failureJSON struct {
	Code        string   `json:"code"`           // stable, see docs/codes.md
	Pointer     string   `json:"pointer"`        // JSON Pointer into the test file
	Line        int      `json:"line"`           // from 1
	Column      int      `json:"column"`         // from 1, in code points
	Expectation string   `json:"expectation"`    // for people; may change
	Expected    string   `json:"expected"`       // for people; may change
	Got         string   `json:"got"`            // for people; may change
	Hint        string   `json:"hint,omitempty"` // for people; may change
	Tools       []string `json:"tools"`          // that are not as expected
}

type coverageJSON struct {
	Rules     string            `json:"rules"` // the rule file
	Covered   int               `json:"covered"`
	All       int               `json:"all"`
	Uncovered []coveredRuleJSON `json:"uncovered"`
}

type coveredRuleJSON struct {
	Kind string `json:"kind"` // include, exclude, description or runner
	placeJSON
	Text string `json:"text"` // for people; may change
}

func (t *tester) json() testsJSON {
	j := testsJSON{Version: 1}
	for _, f := range t.files {
		file := newTestFileJSON(f)
		for _, c := range file.Cases {
			if c.Passed {
				j.Passed++
			} else {
				j.Failed++
			}
		}
		j.Files = append(j.Files, file)
	}
	for _, x := range t.covers {
		j.Coverage = append(j.Coverage, newCoverageJSON(x))
	}
	return j
}

func newTestFileJSON(f testedFile) testFileJSON {
	j := testFileJSON{File: f.name, Rules: f.rules, Run: f.result != nil, Findings: findings.NewReport(nil, f.problems).Findings,
		Cases: []caseJSON{}}
	if f.result == nil {
		return j
	}
	for i := range f.result.Cases {
		j.Cases = append(j.Cases, newCaseJSON(f.result, &f.result.Cases[i]))
	}
	return j
}

func newCaseJSON(r *ruletest.Result, x *ruletest.CaseResult) caseJSON {
	j := caseJSON{Name: x.Case.Name, Line: x.Line, Column: x.Column, Passed: x.Passed(), Failures: []failureJSON{}}
	for _, f := range x.Failures {
		failure := failureJSON{Code: string(f.Code), Pointer: f.Pointer, Line: f.Line, Column: f.Column, Expectation: f.About,
			Expected: f.Expected, Got: f.Got, Hint: f.Hint, Tools: []string{}}
		for _, k := range f.Tools {
			failure.Tools = append(failure.Tools, k.String())
		}
		j.Failures = append(j.Failures, failure)
	}
	if x.Explanation != nil {
		why := newExplanation(r.Catalog, x.Case.Request, *x.Explanation).json()
		j.Explanation = &why
	}
	return j
}

func newCoverageJSON(x fileCoverage) coverageJSON {
	j := coverageJSON{Rules: x.rules, Uncovered: []coveredRuleJSON{}}
	j.Covered, j.All = x.coverage.Share()
	for _, r := range x.coverage.Rules() {
		if !r.Covered {
			j.Uncovered = append(j.Uncovered, coveredRuleJSON{Kind: string(r.Kind),
				placeJSON: placeJSON{Pointer: r.Pointer, File: r.File, Line: r.Line, Column: r.Column}, Text: r.Summary})
		}
	}
	return j
}
