package expr

import "fmt"

// A Reason is the kind of a failure. Reasons are stable.
type Reason string

const (
	ReasonMissing    Reason = "missing"           // the request does not have the attribute
	ReasonWrongType  Reason = "wrong_type"        // the value is not of the declared type
	ReasonWord       Reason = "unknown_word"      // the value is not one of the declared enum values
	ReasonNotFinite  Reason = "not_finite"        // NaN or infinite
	ReasonTooLong    Reason = "over_limit"        // a string, a list, a number or the whole request is over a limit
	ReasonRun        Reason = "run_error"         // the evaluation returned an error, or not a bool
	ReasonAnnotation Reason = "annotation_failed" // a hint or the tags of a tool: the condition of an entry of annotations failed
	ReasonUndeclared Reason = "undeclared"        // the attribute is not declared; only [Get] reports it
)

// A Failure describes which part of a condition failed, and why.
type Failure struct {
	Atom      string // the source of the part that failed
	Offset    int    // its byte offset in the condition, from 0
	Reason    Reason
	Attribute string // the path of the unusable attribute; empty for ReasonRun
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
	Reason Reason
	Detail string // for people; may change; contains no value of the request
}

// Error returns path, detail and reason in one line.
func (e *AttributeError) Error() string {
	return fmt.Sprintf("%s %s [%s]", e.Path, e.Detail, e.Reason)
}
