package report

import (
	"encoding/xml"
	"io"

	"github.com/toolrules/toolrules/internal/visible"
)

// A Suite is the test cases of one file. What keeps them from being run is the error of a case that
// has the name of the file.
type Suite struct {
	File  string
	Cases []Case
}

// A Case is a test case.
type Case struct {
	Name    string
	Line    int     // from 1; 0 for the file as a whole
	Failure *Reason // nil if what the case expects is so
	Error   *Reason // nil if the case could be run
}

// A Reason explains why a case failed or could not be run.
type Reason struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"` // a code
	Text    string `xml:",chardata"` // all of it
}

// The part of JUnit's XML that the parsers of CI systems agree about.
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
		Name      string  `xml:"name,attr"`
		ClassName string  `xml:"classname,attr"`
		File      string  `xml:"file,attr"`
		Line      int     `xml:"line,attr,omitempty"`
		Failure   *Reason `xml:"failure,omitempty"`
		Error     *Reason `xml:"error,omitempty"`
	}
)

// WriteJUnit writes test cases as JUnit's XML. The error is the writer's.
func WriteJUnit(w io.Writer, suites []Suite) error {
	report := junitReport{Name: "rulecheck"}
	for _, s := range suites {
		name := visible.Text(s.File)
		suite := junitSuite{Name: name, Tests: len(s.Cases)}
		for _, c := range s.Cases {
			if c.Failure != nil {
				suite.Failures++
			}
			if c.Error != nil {
				suite.Errors++
			}
			suite.Cases = append(suite.Cases, junitCase{Name: visible.Text(c.Name), ClassName: name, File: name,
				Line:    c.Line,
				Failure: c.Failure, Error: c.Error})
		}
		report.Tests += suite.Tests
		report.Failures += suite.Failures
		report.Errors += suite.Errors
		report.Suites = append(report.Suites, suite)
	}
	data, err := xml.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(data)+"\n")
	return err
}
