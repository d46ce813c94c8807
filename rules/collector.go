package rules

import "fmt"

// maxErrors is how many errors of one file are kept. What is found after them is not looked at: the file is refused anyway, and
// nobody reads more.
const maxErrors = 200

// A collector keeps the problems that are found, in their order.
type collector struct {
	problems Problems
	errors   Problems // those of severity SeverityError
}

// report keeps a problem. The first error above maxErrors becomes one that says so.
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

// full reports whether nothing more is kept, so that the search for problems can end.
func (c *collector) full() bool { return len(c.errors) > maxErrors }

// tooManyErrors says that the search ended where the problem p was found.
func tooManyErrors(p *Problem) *Problem {
	return &Problem{
		Code: CodeTooManyErrors, File: p.File, Line: p.Line, Column: p.Column, Pointer: p.Pointer, Offset: p.Offset, OnKey: p.OnKey,
		Message: fmt.Sprintf("the file has more than %d errors; what follows has not been checked", maxErrors),
		Hint:    "fix the errors above, and check again",
	}
}
