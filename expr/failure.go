package expr

import "fmt"

// A Reason is why an attribute can't be used or a condition failed. Reasons are stable.
type Reason string

const (
	ReasonMissing    Reason = "missing"      // the request lacks the attribute
	ReasonWrongType  Reason = "wrong_type"   // the value is not of the declared type
	ReasonWord       Reason = "unknown_word" // the value is not one of the declared enum values
	ReasonNotFinite  Reason = "not_finite"   // NaN or infinite
	ReasonTooLong    Reason = "over_limit"   // a string, a list, a number or the whole request is over a limit
	ReasonRun        Reason = "run_error"    // the evaluation raised an error or did not return a bool
	ReasonUndeclared Reason = "undeclared"   // there is no such attribute; only [Get] reports it
)

// A Failure tells which part of a condition failed, and why.
type Failure struct {
	Atom      string // the part, as it was written
	Offset    int    // the byte of the condition at which it starts, from 0
	Reason    Reason
	Attribute string // the path of the attribute that can't be used; empty for ReasonRun
	Detail    string // for people
}

// String returns the failure in one line.
func (f *Failure) String() string {
	if f.Attribute == "" {
		return fmt.Sprintf("%s: %s [%s]", f.Atom, f.Detail, f.Reason)
	}
	return fmt.Sprintf("%s: %s %s [%s]", f.Atom, f.Attribute, f.Detail, f.Reason)
}

// An AttributeError is an attribute of a tool or a request that can't be used: each condition that
// reads it fails.
type AttributeError struct {
	Path   string // "ctx.user.role"
	Reason Reason
	Detail string // for people; contains no value of the request
}

// Error returns path, detail and reason in one line.
func (e *AttributeError) Error() string {
	return fmt.Sprintf("%s %s [%s]", e.Path, e.Detail, e.Reason)
}
