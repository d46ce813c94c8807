package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/findings"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// The part of JUnit's XML that the parsers of CI systems agree about. A test file is a suite; what
// keeps it from being run is an error of a case that has the name of the file.
type (
	junitReport struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string       `xml:"name,attr"`
		ClassName string       `xml:"classname,attr"`
		File      string       `xml:"file,attr"`
		Line      int          `xml:"line,attr,omitempty"`
		Failure   *junitReason `xml:"failure,omitempty"`
		Error     *junitReason `xml:"error,omitempty"`
	}
	junitReason struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

func (t *tester) writeJUnit(w io.Writer) error {
	report := junitReport{Name: "rulecheck"}
	for _, f := range t.files {
		s := t.junitSuite(f)
		report.Tests += s.Tests
		report.Failures += s.Failures
		report.Errors += s.Errors
		report.Suites = append(report.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(report); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (t *tester) junitSuite(f testedFile) junitSuite {
	name := visible.Text(f.name)
	s := junitSuite{Name: name}
	if f.result == nil {
		s.Tests, s.Errors = 1, 1
		s.Cases = []junitCase{{Name: name, ClassName: name, File: name, Error: t.junitError(f)}}
		return s
	}
	for i := range f.result.Cases {
		x := &f.result.Cases[i]
		c := junitCase{Name: visible.Text(x.Case.Name), ClassName: name, File: name, Line: x.Line}
		if !x.Passed() {
			c.Failure = junitFailure(f.result, x)
			s.Failures++
		}
		s.Cases = append(s.Cases, c)
	}
	s.Tests = len(s.Cases)
	return s
}

// junitError explains why the cases of a file could not be run, for which there is at least one
// error.
func (t *tester) junitError(f testedFile) *junitReason {
	var text []byte
	shown := findings.Text{Line: t.lines.line}
	for _, p := range f.problems {
		text = shown.Append(text, p)
	}
	first := f.problems[slices.IndexFunc(f.problems, func(p *rules.Problem) bool { return p.Severity == rules.Error })]
	reason := &junitReason{Message: visible.Text(first.Message), Type: string(first.Code), Text: string(text)}
	if first.File != f.name {
		reason.Message = visible.Text(first.File) + ": " + reason.Message
	}
	return reason
}

func junitFailure(r *ruletest.Result, x *ruletest.CaseResult) *junitReason {
	first := &x.Failures[0]
	reason := &junitReason{Type: string(first.Code),
		Message: visible.Text(fmt.Sprintf("%s: expected %s, got %s", first.About, first.Expected, first.Got))}
	var lines []string
	for i := range x.Failures {
		lines = append(lines, visible.Text(x.Failures[i].String()))
	}
	if x.Explanation != nil {
		lines = append(lines, newExplanation(r.Catalog, x.Case.Request, *x.Explanation).verdict())
	}
	reason.Text = strings.Join(lines, "\n")
	return reason
}
