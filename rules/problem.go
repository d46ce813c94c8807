package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Severity is the importance of a [Problem]. The zero value is SeverityError.
type Severity uint8

const (
	SeverityError   Severity = iota // the rule file can't be used
	SeverityWarning                 // it can be used, but probably differs from what its author wants
	SeverityNote                    // worth knowing
)

// String returns the word that reports print: "error", "warning" or "note".
func (s Severity) String() string {
	switch s {
	case SeverityError:
		return "error"
	case SeverityWarning:
		return "warning"
	case SeverityNote:
		return "note"
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// A Problem is one fault of a rule file, or of a [File] built in Go. [errors.Is] compares it with
// its Code.
//
// Code is stable, and programs should compare it; Message and Hint are for people and may change.
// Pointer is the JSON Pointer (RFC 6901) of the faulty value. File, Line and Column are set only if
// the rules were parsed from a file. Line and Column count from 1, columns in code points; they are
// 0 for rules that were built in Go.
type Problem struct {
	Code     Code
	Severity Severity
	File     string
	Line     int
	Column   int
	Pointer  string
	Message  string
	Hint     string // what to write instead; empty if there is no single obvious fix
	Err      error  // the error of a lower layer; may be nil

	// Offset is the byte offset of the fault in the value at Pointer, from 0; negative means the
	// whole value. Line and Column are computed from it.
	Offset int

	// OnKey reports whether the key of the mapping entry at Pointer is at fault, not its value.
	OnKey bool
}

// Error returns position, message and code in one line, as compilers do.
func (p *Problem) Error() string {
	var b strings.Builder
	switch {
	case p.Line > 0:
		fmt.Fprintf(&b, "%s:%d:%d: ", p.File, p.Line, p.Column)
	case p.File != "":
		b.WriteString(p.File + ": ")
	case p.Pointer != "":
		b.WriteString(p.Pointer + ": ")
	}
	fmt.Fprintf(&b, "%s [%s]", p.Message, p.Code)
	if p.Hint != "" {
		b.WriteString("; " + p.Hint)
	}
	return b.String()
}

// Is reports whether target is the code.
func (p *Problem) Is(target error) bool { return target == error(p.Code) }

// Unwrap returns the error of a lower layer, or nil.
func (p *Problem) Unwrap() error { return p.Err }

// Problems are all problems of one run, in file order. As an error it has at
// least one of severity [SeverityError].
type Problems []*Problem

// Error returns one line for each problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns all problems, for [errors.Is] and [errors.As].
func (ps Problems) Unwrap() []error {
	errs := make([]error, len(ps))
	for i, p := range ps {
		errs[i] = p
	}
	return errs
}

// Fatal reports whether one of them is an error.
func (ps Problems) Fatal() bool {
	return slices.ContainsFunc(ps, func(p *Problem) bool { return p.Severity == SeverityError })
}

// sortByPosition puts problems in file order; those at one position stay in the order in which they
// were found.
func (ps Problems) sortByPosition() {
	slices.SortStableFunc(ps, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
