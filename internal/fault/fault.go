// Package fault defines the error of the packages that parse JSON documents, patterns, paths and
// conditions. Packages that know the file convert it to a problem with a line and a column.
package fault

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Code identifies a kind of fault. Each package lists its own codes, which are stable.
type Code string

// An Error describes one fault of a document or another text.
type Error struct {
	Code    Code
	Offset  int    // of the byte at fault, from 0; the length of the text if something is missing at its end
	Path    string // a JSON Pointer (RFC 6901) in JSON, or the path of an attribute; may be empty
	Message string // for people; may change
	Hint    string // what to write instead; empty if there is no single fix
	Err     error  // of a library; may be nil
}

// New returns an Error without Path and Err.
func New(code Code, offset int, message, hint string) *Error {
	return &Error{Code: code, Offset: offset, Message: message, Hint: hint}
}

// Error returns position and message in one line.
func (e *Error) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("byte %d: %s", e.Offset, e.Message)
	}
	return fmt.Sprintf("byte %d, %s: %s", e.Offset, e.Path, e.Message)
}

// Unwrap returns the error of a library, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Errors are all faults of one text. As an error it is not empty.
type Errors []*Error

// Error returns a line for each error: position, message, code and hint.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		position := fmt.Sprintf("byte %d", e.Offset)
		if e.Path != "" && e.Offset == 0 {
			position = e.Path
		}
		lines[i] = fmt.Sprintf("%s: %s [%s]", position, e.Message, e.Code)
		if e.Hint != "" {
			lines[i] += "; " + e.Hint
		}
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the errors, so that errors.As finds a single one.
func (es Errors) Unwrap() []error {
	errs := make([]error, len(es))
	for i, e := range es {
		errs[i] = e
	}
	return errs
}

// SortByOffset sorts the errors by position. Errors at the same position keep their order.
func (es Errors) SortByOffset() {
	slices.SortStableFunc(es, func(a, b *Error) int { return cmp.Compare(a.Offset, b.Offset) })
}
