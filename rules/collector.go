package rules

import "fmt"

// maxErrors is how many errors of one file are kept. The search ends after them: the file is
// rejected anyway, and nobody reads more.
const maxErrors = 200

// A collector collects problems in the order in which they are found.
type collector struct {
	problems Problems
	errors   Problems // those of severity SeverityError
}

// report adds a problem. The first error above maxErrors is replaced by one that states the limit.
func (c *collector) report(p *Problem) {
	if c.full() {
		return
	}
	if p.Severity == SeverityError {
		if len(c.errors) == maxErrors {
			p = tooManyErrors(p)
		}
		c.errors = append(c.errors, p)
	}
	c.problems = append(c.problems, p)
}

// full reports whether the limit is reached, so that the search for problems can end.
func (c *collector) full() bool { return len(c.errors) > maxErrors }

// tooManyErrors returns the error that the search ended at the position of p.
func tooManyErrors(p *Problem) *Problem {
	return &Problem{
		Code: CodeTooManyErrors, File: p.File, Line: p.Line, Column: p.Column,
		Pointer: p.Pointer, Offset: p.Offset, OnKey: p.OnKey,
		Message: fmt.Sprintf("the file has more than %d errors; what follows has not been checked", maxErrors),
		Hint:    "fix the errors above, and check again",
	}
}
