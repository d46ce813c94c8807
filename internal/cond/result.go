package cond

import (
	"fmt"

	"github.com/toolrules/toolrules/expr"
)

// An Outcome is the outcome of an expression. The zero value is False.
type Outcome uint8

const (
	False Outcome = iota
	True
	Failed // neither true nor false
)

// String returns "false", "true" or "failed".
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
	Failure *expr.Failure
}
