package expr

import "fmt"

// An Outcome is what an expression came to. The zero value is False.
type Outcome uint8

const (
	False Outcome = iota
	True
	Failed // it could not be told: neither true nor false
)

// String gives "false", "true" or "failed".
func (o Outcome) String() string {
	switch o {
	case False:
		return "false"
	case True:
		return "true"
	case Failed:
		return "failed"
	}
	return fmt.Sprintf("outcome(%d)", uint8(o))
}

// A Result is the outcome of an expression; Failure is set if and only if the outcome is [Failed].
type Result struct {
	Outcome Outcome
	Failure *Failure
}

// A Reason says why an attribute can't be used or an atom failed. Reasons are stable.
type Reason string

const (
	ReasonMissing    Reason = "missing"      // the request lacks the attribute
	ReasonWrongType  Reason = "wrong_type"   // it is of another type than declared
	ReasonWord       Reason = "unknown_word" // it is none of the declared words
	ReasonNotFinite  Reason = "not_finite"   // NaN or infinite
	ReasonTooLong    Reason = "over_limit"   // a string, list, number or the request as a whole is over a limit
	ReasonRun        Reason = "run_error"    // the evaluation raised an error or gave no bool
	ReasonUndeclared Reason = "undeclared"   // there is no such attribute; only [Get] says so
)

// A Failure says which atom failed and why.
type Failure struct {
	Atom      string // as it was written
	Offset    int    // the byte of the expression at which the atom starts, from 0
	Reason    Reason
	Attribute string // the path of the attribute that can't be used; empty for ReasonRun
	Detail    string // for people
}

// String gives the failure in one line.
func (f *Failure) String() string {
	if f.Attribute == "" {
		return fmt.Sprintf("%s: %s [%s]", f.Atom, f.Detail, f.Reason)
	}
	return fmt.Sprintf("%s: %s %s [%s]", f.Atom, f.Attribute, f.Detail, f.Reason)
}
