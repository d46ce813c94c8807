package expr

import "fmt"

// A Code is the reason of a failure. Codes are stable.
type Code string

const (
	CodeMissing    Code = "missing"           // the request does not have the attribute
	CodeWrongType  Code = "wrong_type"        // the value is not of the declared type
	CodeWord       Code = "unknown_word"      // the value is not one of the declared enum values
	CodeNotFinite  Code = "not_finite"        // NaN or infinite
	CodeTooLong    Code = "over_limit"        // a string, a list, a number or the whole request is over a limit
	CodeRun        Code = "run_error"         // the evaluation returned an error, or not a bool
	CodeAnnotation Code = "annotation_failed" // a hint or the tags of a tool: the condition of an entry of annotations failed
	CodeUndeclared Code = "undeclared"        // the attribute is not declared; only [Get] reports it
)

// A Failure describes which part of a condition failed, and why.
type Failure struct {
	Atom      string // the source of the part that failed
	Offset    int    // its byte offset in the condition, from 0
	Reason    Code
	Attribute string // the path of the unusable attribute; empty for CodeRun
	Detail    string // for people; may change
}

// String returns the failure in one line.
func (f *Failure) String() string {
	if f.Attribute == "" {
		return fmt.Sprintf("%s: %s [%s]", f.Atom, f.Detail, f.Reason)
	}
	return fmt.Sprintf("%s: %s %s [%s]", f.Atom, f.Attribute, f.Detail, f.Reason)
}

// An AttributeError describes an attribute of a tool or a request that is unusable. Every condition
// that reads it fails.
type AttributeError struct {
	Path   string // "ctx.user.role"
	Reason Code
	Detail string // for people; may change; contains no value of the request
}

// Error returns path, detail and reason in one line.
func (e *AttributeError) Error() string {
	return fmt.Sprintf("%s %s [%s]", e.Path, e.Detail, e.Reason)
}
