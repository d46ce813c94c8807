package engine

import (
	"fmt"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// A Failure is a rule that could not be evaluated for a tool. What the rule would have decided has
// the safe outcome instead.
type Failure struct {
	Key     Key    // the tool for which it failed
	Pointer string // the rule: a JSON Pointer into the rule file, or options.exclude[0] for an entry of the host
	ID      string // its ID, if it has one
	File    string // the rule file; empty if it was built in Go
	Line    int    // from 1; 0 if it was built in Go
	Column  int    // from 1, in characters; 0 if it was built in Go
	Reason  string // what went wrong, for people; may change
}

// String returns position, tool and reason in one line.
func (f Failure) String() string {
	place := EntryPlace{f.Pointer, f.File, f.Line, f.Column}
	return fmt.Sprintf("%s: failed for %s: %s", place.String(), f.Key, f.Reason)
}

// entryFailure returns the failure of a filter entry for a tool.
func (e *Engine) entryFailure(key Key, m ruleset.Match) Failure {
	f := e.failureAt(key, "/filter"+m.At, m.Failure.String())
	f.ID = m.ID
	if own, ok := e.hostEntry(m.EntryRef); ok {
		f.Pointer, f.File, f.Line, f.Column = own, "", 0, 0
	}
	return f
}

// hostEntry returns the name of an entry of the host, and reports whether ref is one. The host's
// entries come after those of the file.
func (e *Engine) hostEntry(ref ruleset.EntryRef) (string, bool) {
	written := len(e.Rules.File().Filter.Include)
	if ref.Side == ruleset.ExcludeSide {
		written = len(e.Rules.File().Filter.Exclude)
	}
	if ref.Index < written {
		return "", false
	}
	return fmt.Sprintf("options.%s[%d]", ref.Side, ref.Index-written), true
}

// reportRunner returns a function that reports the runner rules of an entry that fail for a tool.
func (e *Engine) reportRunner(t *tool, text *placed) func(int, *expr.Failure) {
	return func(rule int, failure *expr.Failure) {
		e.opts.OnFailure(e.failureAt(t.key, runnerPointer(text, rule), failure.String()))
	}
}

// runnerPointer returns the pointer of the condition of a runner rule.
func runnerPointer(text *placed, rule int) string {
	return fmt.Sprintf("%s/runners/%d/when", text.rule, rule)
}

func (e *Engine) failureAt(key Key, pointer, reason string) Failure {
	at := e.place(pointer)
	return Failure{Key: key, Pointer: at.Rule, File: at.File, Line: at.Line, Column: at.Column, Reason: reason}
}
