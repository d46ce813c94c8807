package ruletest

import (
	"fmt"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// A Result is what came of the cases of a test file. [File.Run] makes it.
type Result struct {
	Cases    []CaseResult    // in file order
	Warnings rules.Problems  // those of the file, and attributes that no rule can read; in file order
	Catalog  *engine.Catalog // what the cases were decided on

	file *File
}

// Passed says whether every expectation is met.
func (r *Result) Passed() bool { return r.Failed() == 0 }

// Failed counts the cases that have an expectation which is not met.
func (r *Result) Failed() int {
	n := 0
	for i := range r.Cases {
		if !r.Cases[i].Passed() {
			n++
		}
	}
	return n
}

// Problems gives every expectation that is not met as a problem, in file order.
func (r *Result) Problems() rules.Problems {
	var ps rules.Problems
	for i := range r.Cases {
		c := &r.Cases[i]
		for j := range c.Failures {
			ps = append(ps, c.Failures[j].problem(c))
		}
	}
	return ps
}

// A CaseResult is what came of one case.
type CaseResult struct {
	Case     *Case
	File     string // the test file
	Line     int    // where the case stands, from 1; 0 if it was built in Go
	Column   int
	Failures []Failure // in file order; none if the case passes

	// Explanation is that of the first tool that is not as expected; nil if there is none.
	Explanation *engine.Explanation
}

// Passed says whether all that the case expects is so.
func (c *CaseResult) Passed() bool { return len(c.Failures) == 0 }

// A Failure is an expectation that is not met. Expected and Got are for people and may change.
type Failure struct {
	Code     rules.Code
	Pointer  string // the expectation: a JSON Pointer into the test file
	File     string // where it stands; empty if it was built in Go
	Line     int    // from 1; 0 if it was built in Go
	Column   int    // from 1, in code points
	About    string // the expectation in short: "hides */*delete*"
	Expected string
	Got      string
	Hint     string       // what may have been meant; empty if there is nothing to say
	Tools    []engine.Key // the tools that are not as expected; nil where there is no such tool
}

func (f *Failure) problem(c *CaseResult) *rules.Problem {
	return &rules.Problem{Code: f.Code, File: f.File, Line: f.Line, Column: f.Column, Pointer: f.Pointer, Offset: -1,
		Message: fmt.Sprintf("%s: %s: expected %s, got %s", c.Case.Name, f.About, f.Expected, f.Got), Hint: f.Hint}
}

// String gives the place, the expectation and both sides in one line.
func (f *Failure) String() string {
	place := f.Pointer
	if f.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
	}
	return fmt.Sprintf("%s: %s: expected %s, got %s", place, f.About, f.Expected, f.Got)
}

// parent gives the JSON Pointer of what holds the value at a pointer.
func parent(pointer string) string { return pointer[:strings.LastIndexByte(pointer, '/')] }
