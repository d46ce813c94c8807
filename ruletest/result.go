package ruletest

import (
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// A Result is the outcome of the cases of a test file. [File.Run] returns one.
type Result struct {
	Cases    []CaseResult    // in file order
	Proofs   []Proof         // of the properties, in file order
	Warnings rules.Problems  // of the file, and attributes that no rule can read; in file order
	Catalog  *engine.Catalog // what the cases were evaluated on

	file *File
}

// Passed reports whether all expectations are met and all properties are proved.
func (r *Result) Passed() bool { return r.Failed() == 0 }

// Failed returns the number of cases with an expectation that is not met, and of properties that
// are not proved.
func (r *Result) Failed() int {
	n := 0
	for i := range r.Proofs {
		if !r.Proofs[i].Passed() {
			n++
		}
	}
	for i := range r.Cases {
		if !r.Cases[i].Passed() {
			n++
		}
	}
	return n
}

// Problems returns a problem for each expectation that is not met, in file order, and for each
// property that is not proved.
func (r *Result) Problems() rules.Problems {
	var ps rules.Problems
	for _, c := range r.Cases {
		for _, f := range c.Failures {
			ps = append(ps, &rules.Problem{Code: f.Code, File: f.File, Line: f.Line, Column: f.Column, Pointer: f.Pointer,
				Offset: -1, Message: c.Case.Name + ": " + f.message(), Hint: f.Hint})
		}
	}
	for i := range r.Proofs {
		if !r.Proofs[i].Passed() {
			ps = append(ps, r.Proofs[i].Problem())
		}
	}
	return ps
}

// A CaseResult is the outcome of one case.
type CaseResult struct {
	Case     *Case
	File     string    // the test file
	Line     int       // of the case, from 1; 0 if it was built in Go
	Column   int       // from 1, in code points
	Failures []Failure // in file order; empty if the case passes

	// Explanation explains the first tool of a failure; nil if there is none.
	Explanation *engine.Explanation
}

// Passed reports whether all expectations of the case are met.
func (c *CaseResult) Passed() bool { return len(c.Failures) == 0 }

// A Failure is an expectation that is not met. Expected and Got are for people and may change.
type Failure struct {
	Code     rules.Code
	Pointer  string // the expectation: a JSON Pointer into the test file
	File     string // the test file; empty if it was built in Go
	Line     int    // from 1; 0 if it was built in Go
	Column   int    // from 1, in code points
	About    string // a summary of the expectation: "hides */*delete*"
	Expected string
	Got      string
	Hint     string       // what may have been intended; may be empty
	Tools    []engine.Key // the tools that do not meet the expectation; nil if there is no such tool
}

// String returns the position, the expectation and both sides in one line.
func (f *Failure) String() string {
	position := f.Pointer
	if f.Line > 0 {
		position = fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
	}
	return position + ": " + f.message()
}

func (f *Failure) message() string {
	return fmt.Sprintf("%s: expected %s, got %s", f.About, f.Expected, f.Got)
}
