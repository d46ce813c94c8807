package engine

import (
	"fmt"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// A Failure is a rule that could not be evaluated for a tool: what it would have decided is decided the safe way.
type Failure struct {
	Key     Key    // the tool for which it failed
	Pointer string // the rule: a JSON Pointer into the rule file, or options.exclude[0] for a host's own
	ID      string // its id, if it has one
	File    string // where it stands; empty if it was built in Go
	Line    int    // from 1; 0 if it was built in Go
	Column  int    // from 1, in characters; 0 if it was built in Go
	Reason  string // what went wrong, for people
}

// String gives place, tool and reason in one line.
func (f Failure) String() string {
	place := EntryPlace{f.Pointer, f.File, f.Line, f.Column}
	return fmt.Sprintf("%s: failed for %s: %s", place.text(), f.Key, f.Reason)
}

// entryFailure says of an entry of the filter that it failed for a tool.
func (e *Engine) entryFailure(key Key, m rules.Match) Failure {
	f := e.failureAt(key, "/filter"+m.At, m.Failure.String())
	f.ID = m.ID
	if own, ok := e.hostEntry(m.EntryRef); ok {
		f.Pointer, f.File, f.Line, f.Column = own, "", 0, 0
	}
	return f
}

// hostEntry names an entry that is the host's own; those stand behind the entries of the file.
func (e *Engine) hostEntry(ref rules.EntryRef) (string, bool) {
	written := len(e.rules.File().Filter.Include)
	if ref.Side == rules.ExcludeSide {
		written = len(e.rules.File().Filter.Exclude)
	}
	if ref.Index < written {
		return "", false
	}
	return fmt.Sprintf("options.%s[%d]", ref.Side, ref.Index-written), true
}

// reportRunner gives the function that reports the runner rules of a text that fail for a tool.
func (e *Engine) reportRunner(t *tool, text *placed) func(int, *expr.Failure) {
	return func(rule int, failure *expr.Failure) {
		e.opts.OnFailure(e.failureAt(t.key, runnerPointer(text, rule), failure.String()))
	}
}

// runnerPointer returns the pointer of the condition of a text's runner rule.
func runnerPointer(text *placed, rule int) string {
	return fmt.Sprintf("%s/runners/%d/when", text.rule, rule)
}

func (e *Engine) failureAt(key Key, pointer, reason string) Failure {
	at := e.place(pointer)
	return Failure{Key: key, Pointer: at.Rule, File: at.File, Line: at.Line, Column: at.Column, Reason: reason}
}
