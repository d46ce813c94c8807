// Package fault defines the error of the packages that parse JSON documents, patterns and paths.
package fault

import "fmt"

// A Code identifies a kind of fault. Each package lists its own codes, which are stable.
type Code string

// An Error describes the first fault of a document or another text.
type Error struct {
	Code    Code
	Offset  int    // of the byte at fault, from 0; the length of the text if something is missing at its end
	Pointer string // in JSON, the JSON Pointer (RFC 6901) of the innermost value that has the fault
	Message string // for people; may change
	Hint    string // what to write instead; empty if there is no single fix
	Err     error  // of a library; may be nil
}

// New returns an Error without Pointer and Err.
func New(code Code, offset int, message, hint string) *Error {
	return &Error{Code: code, Offset: offset, Message: message, Hint: hint}
}

// Error returns position and message in one line.
func (e *Error) Error() string {
	if e.Pointer == "" {
		return fmt.Sprintf("byte %d: %s", e.Offset, e.Message)
	}
	return fmt.Sprintf("byte %d, %s: %s", e.Offset, e.Pointer, e.Message)
}

// Unwrap returns the error of a library, or nil.
func (e *Error) Unwrap() error { return e.Err }
