package testrun

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/explain"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/proof"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// A JSON is the JSON form of what came of test files. It is stable: fields may be added, and
// none is renamed or removed while Version is 1.
type JSON struct {
	Version  int            `json:"version"` // 1
	Passed   int            `json:"passed"`  // cases and properties
	Failed   int            `json:"failed"`
	Files    []testFileJSON `json:"files"`              // in the order in which they were given
	Coverage []coverageJSON `json:"coverage,omitempty"` // with --cover, one for each rule file
}

type testFileJSON struct {
	File     string           `json:"file"`
	Rules    string           `json:"rules,omitempty"` // the rule file
	Run      bool             `json:"run"`             // whether its cases could be run
	Findings []report.Finding `json:"findings"`        // what keeps them from that, and warnings
	Cases    []caseJSON       `json:"cases"`

	Properties []proof.PropertyJSON `json:"properties,omitempty"` // as by prove --json
}

type caseJSON struct {
	Name     string        `json:"name"`
	Line     int           `json:"line"` // from 1
	Column   int           `json:"column"`
	Passed   bool          `json:"passed"`
	Failures []failureJSON `json:"failures"`
	// of the first tool that is not as expected, as by explain --json
	Explanation *explain.JSON `json:"explanation,omitempty"`
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
	explain.PositionJSON
	Text string `json:"text"` // for people; may change
}

// JSON returns the JSON form.
func (r *Results) JSON() JSON {
	j := JSON{Version: 1}
	for _, f := range r.Files {
		file := newTestFileJSON(f)
		for _, p := range file.Properties {
			if p.Outcome == ruletest.Proved.String() {
				j.Passed++
			} else {
				j.Failed++
			}
		}
		for _, c := range file.Cases {
			if c.Passed {
				j.Passed++
			} else {
				j.Failed++
			}
		}
		j.Files = append(j.Files, file)
	}
	for _, x := range r.Covers {
		j.Coverage = append(j.Coverage, newCoverageJSON(x))
	}
	return j
}

func newTestFileJSON(f File) testFileJSON {
	j := testFileJSON{File: f.Name, Rules: f.Rules, Run: f.Result != nil,
		Findings: report.NewDocument(nil, f.Problems).Findings,
		Cases:    []caseJSON{}}
	if f.Result == nil {
		return j
	}
	for i := range f.Result.Cases {
		j.Cases = append(j.Cases, newCaseJSON(f.Result, &f.Result.Cases[i]))
	}
	for i := range f.Result.Proofs {
		j.Properties = append(j.Properties, proof.NewPropertyJSON(&f.Result.Proofs[i], f.Result.Catalog))
	}
	return j
}

func newCaseJSON(r *ruletest.Result, x *ruletest.CaseResult) caseJSON {
	j := caseJSON{Name: x.Case.Name, Line: x.Line, Column: x.Column, Passed: x.Passed(), Failures: []failureJSON{}}
	for _, f := range x.Failures {
		failure := failureJSON{Code: string(f.Code), Pointer: f.Pointer, Line: f.Line, Column: f.Column,
			Expectation: f.About,
			Expected:    f.Expected, Got: f.Got, Hint: f.Hint, Tools: []string{}}
		for _, k := range f.Tools {
			failure.Tools = append(failure.Tools, k.String())
		}
		j.Failures = append(j.Failures, failure)
	}
	if x.Explanation != nil {
		why := explain.New(r.Catalog, x.Case.Request, *x.Explanation).JSON()
		j.Explanation = &why
	}
	return j
}

func newCoverageJSON(x Coverage) coverageJSON {
	j := coverageJSON{Rules: x.Rules, Uncovered: []coveredRuleJSON{}}
	j.Covered, j.All = x.Coverage.Share()
	for _, r := range x.Coverage.Rules() {
		if !r.Covered {
			j.Uncovered = append(j.Uncovered, coveredRuleJSON{Kind: string(r.Kind),
				PositionJSON: explain.PositionJSON{Pointer: r.Pointer, File: r.File, Line: r.Line, Column: r.Column},
				Text:         r.Summary})
		}
	}
	return j
}

// Suites returns the test cases for the format of CI systems.
func (r *Results) Suites(lines terminal.Files) (list []report.Suite) {
	for _, f := range r.Files {
		s := report.Suite{File: f.Name}
		if f.Result == nil {
			s.Cases = []report.Case{{Name: f.Name, Error: whyNotRun(f, lines)}}
			list = append(list, s)
			continue
		}
		for i := range f.Result.Cases {
			x := &f.Result.Cases[i]
			c := report.Case{Name: x.Case.Name, Line: x.Line}
			if !x.Passed() {
				c.Failure = whyFailed(f.Result, x)
			}
			s.Cases = append(s.Cases, c)
		}
		for i := range f.Result.Proofs {
			s.Cases = append(s.Cases, caseOf(&f, &f.Result.Proofs[i]))
		}
		list = append(list, s)
	}
	return list
}

// caseOf returns a property as a test case.
func caseOf(f *File, p *ruletest.Proof) report.Case {
	c := report.Case{Name: p.Property.Name, Line: p.Line}
	if !p.Passed() {
		var text bytes.Buffer
		proof.Print(&text, p, f.Result.Catalog, proof.Source{Rules: f.Rules, Catalogs: f.Catalogs}, report.Text{})
		problem := p.Problem()
		c.Failure = &report.Reason{Message: visible.Text(problem.Message), Type: string(problem.Code),
			Text: text.String()}
	}
	return c
}

// whyNotRun explains why the cases of a file could not be run, for which there is at least one
// error.
func whyNotRun(f File, lines terminal.Files) *report.Reason {
	var text []byte
	shown := report.Text{Line: lines.Line}
	for _, p := range f.Problems {
		text = shown.Append(text, p)
	}
	first := f.Problems[slices.IndexFunc(f.Problems,
		func(p *rules.Problem) bool { return p.Severity == rules.SeverityError })]
	reason := &report.Reason{Message: visible.Text(first.Message), Type: string(first.Code), Text: string(text)}
	if first.File != f.Name {
		reason.Message = visible.Text(first.File) + ": " + reason.Message
	}
	return reason
}

func whyFailed(r *ruletest.Result, x *ruletest.CaseResult) *report.Reason {
	first := &x.Failures[0]
	reason := &report.Reason{Type: string(first.Code),
		Message: visible.Text(fmt.Sprintf("%s: expected %s, got %s", first.About, first.Expected, first.Got))}
	var lines []string
	for i := range x.Failures {
		lines = append(lines, visible.Text(x.Failures[i].String()))
	}
	if x.Explanation != nil {
		lines = append(lines, explain.New(r.Catalog, x.Case.Request, *x.Explanation).Verdict())
	}
	reason.Text = strings.Join(lines, "\n")
	return reason
}
