package ruleset

import (
	"fmt"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// A Basis is the reason for a decision. The zero value is NoInclude, which hides.
type Basis uint8

const (
	NoInclude Basis = iota // hidden: no entry of include matches, and none of exclude
	ByExclude              // hidden: an entry of exclude matches or fails
	ByInclude              // visible: an entry of include matches, and none of exclude
	ByDefault              // visible: there is no include list, and no entry of exclude matches
)

// String returns "no_include", "exclude", "include" or "default".
func (b Basis) String() string {
	switch b {
	case NoInclude:
		return "no_include"
	case ByExclude:
		return "exclude"
	case ByInclude:
		return "include"
	case ByDefault:
		return "default"
	}
	return fmt.Sprintf("basis(%d)", uint8(b))
}

// A Decision is the result for a tool and a request: whether the request sees the tool, and why.
// The zero Decision hides.
//
// It is for operators. It must not reveal to a request that a hidden tool exists.
type Decision struct {
	Visible bool
	Basis   Basis
	By      *EntryRef // the entry that decided, the first of its side; nil for NoInclude and ByDefault
	Matches []Match   // the entries that matched or failed: include, then exclude, in file order
}

// A Match is an entry that matched a tool and a request, or failed for them.
type Match struct {
	EntryRef

	// At is the JSON Pointer, from the filter, of what matched: the pattern (/include/0/tools/1) or
	// the regex, or the entry if it matches any tool. If the entry failed, it is the pointer of the
	// expression (/exclude/2/when), or of the entry if the function failed.
	At      string
	Failure *EntryFailure // nil if the entry matched
}

// An EntryFailure is the reason why an entry could not be evaluated. One of its fields is set.
type EntryFailure struct {
	Expression *expr.Failure // its expression failed
	Err        error         // its Go function returned this, or panicked
}

// String returns the failure in one line.
func (f *EntryFailure) String() string {
	switch {
	case f.Expression != nil:
		return f.Expression.String()
	case f.Err != nil:
		return f.Err.Error()
	}
	return "unknown failure"
}

// Decide is [Filter.Visible] with the reasons for the result. It evaluates every entry, also those
// that can no longer change the result.
func (f *Filter) Decide(t *cond.Tool, r *cond.Request) Decision {
	var d Decision
	if f == nil || t == nil {
		return d
	}
	at := f.target(t)
	included := d.collect(f.include, &at, t, r, func(m *Match) bool { return m.Failure == nil })
	excluded := d.collect(f.exclude, &at, t, r, func(*Match) bool { return true })
	switch {
	case excluded != nil:
		d.Basis, d.By = ByExclude, excluded
	case included != nil:
		d.Visible, d.Basis, d.By = true, ByInclude, included
	case f.openByDefault:
		d.Visible, d.Basis = true, ByDefault
	}
	return d
}

// collect adds the matches of one side and returns the first entry whose match counts, or nil.
func (d *Decision) collect(entries []*Entry, at *Target, t *cond.Tool, r *cond.Request,
	counts func(*Match) bool) *EntryRef {
	var decides *EntryRef
	for _, e := range entries {
		found := e.find(at, t, r, (*cond.Program).Eval)
		if found.outcome == cond.False {
			continue
		}
		m := e.match(found)
		d.Matches = append(d.Matches, m)
		if decides == nil && counts(&m) {
			ref := e.ref
			decides = &ref
		}
	}
	return decides
}

func (e *Entry) match(found finding) Match {
	return Match{EntryRef: e.ref, At: found.pointer, Failure: found.failure}
}
