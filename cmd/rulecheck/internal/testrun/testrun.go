// Package testrun holds the results of test files, and writes them for people and for programs.
package testrun

import (
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// Results are the results of test files.
type Results struct {
	Files  []File     // in the order in which they were given
	Covers []Coverage // one for each rule file
}

// A File is the result of one test file.
type File struct {
	Name     string
	Rules    string           // the path of its rule file; empty if the test file could not be read
	Catalogs []string         // its catalogs, as --catalog has them
	Problems rules.Problems   // warnings, and what keeps its cases from being run
	Silenced int              // number of warnings that comments in it silence
	Unread   bool             // a problem is a file that can't be read
	Result   *ruletest.Result // nil if its cases could not be run
}

// A Coverage is what all tests of one rule file cover.
type Coverage struct {
	Rules    string
	Coverage *ruletest.Coverage
}

// Cover adds what the cases of a file cover.
func (r *Results) Cover(f File) {
	for _, known := range r.Covers {
		if known.Rules == f.Rules {
			known.Coverage.Add(f.Result.Coverage())
			return
		}
	}
	r.Covers = append(r.Covers, Coverage{f.Rules, f.Result.Coverage()})
}

// Problems returns all problems, including expectations that are not met.
func (r *Results) Problems() (ps rules.Problems) {
	for _, f := range r.Files {
		ps = append(ps, f.Problems...)
		if f.Result != nil {
			ps = append(ps, f.Result.Problems()...)
		}
	}
	return ps
}

// Passed reports whether no file has errors and all cases passed. Strict counts warnings as errors.
func (r *Results) Passed(strict bool) bool {
	for _, f := range r.Files {
		counts := report.Count(f.Problems)
		if counts.Errors > 0 || strict && counts.Warnings > 0 || f.Result != nil && !f.Result.Passed() {
			return false
		}
	}
	return true
}
