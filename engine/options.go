package engine

import "github.com/toolrules/toolrules/rules"

// Options are what a host adds to a rule file. The zero value adds nothing.
type Options struct {
	// Reserved are the names of the host's own tools. No catalog tool gets one of these names, and
	// [View.Resolve] never accepts them.
	Reserved []string

	// DefaultVerbosity is the level of requests that have none. The zero value means level 5.
	DefaultVerbosity Level

	// Include and Exclude are filter entries in Go. They come after those of the rule file: a
	// visible tool matches an include of the file or of these, and no exclude of either. If there
	// is an Include here and none in the file, only tools that it matches are visible. No rule file
	// shows what an Exclude hides by server and name; hints and tags may be those of the file.
	Include []Func
	Exclude []Func

	// OnFailure is called for every rule that fails while a request is evaluated: an expression
	// that reads a value the request does not have, a Go function that panics. It is called in the
	// goroutine of the request and must be safe for concurrent use. If it is nil, failures are not
	// reported. The effect of a failed rule is the same either way.
	OnFailure func(Failure)

	// KeepNonconforming shows tools that do not conform to MCP's schema, such as a title that is a
	// number, or an input schema without "type": "object". Most clients reject a whole list that
	// contains one such tool, so these tools are left out unless this is set for callers that are
	// known to be lenient. They are in [Report.Faults] either way. Tools that can't be read at all,
	// and tools with members that differ from those of MCP only in case, are never shown.
	KeepNonconforming bool

	// reference makes the reference evaluator evaluate every request, entry by entry and tool by
	// tool, instead of the catalog's plan. The results are the same. It is for tests of the plan,
	// and slower by orders of magnitude.
	reference bool
}

// A Func is a filter entry in Go. ID and Reason are for people: explain and logs show them.
//
// Match must be pure (equal results for equal tools and requests) and safe for concurrent use. If
// it returns an error or panics, an exclude hides the tool and an include does not show it. Match
// should therefore read the request with [expr.Get] and return its errors: if it used the zero
// value for a missing value, that would decide.
type Func struct {
	ID     string
	Reason string
	Match  rules.Predicate
}

// A Level is a verbosity that may be missing. The zero Level is missing; level 0 is Verbosity(0).
type Level struct {
	set   bool
	level int64
}

// Verbosity returns the level n. Levels are 0 to 9; values outside this range are clamped.
func Verbosity(n int64) Level { return Level{set: true, level: n} }

// Get returns the level as given to [Verbosity], not clamped, and reports whether there is one.
func (l Level) Get() (level int64, ok bool) { return l.level, l.set }

// pointer returns the level as package rules represents it: nil if it is missing.
func (l *Level) pointer() *int64 {
	if !l.set {
		return nil
	}
	return &l.level
}

// or returns the level, or another one if it is missing.
func (l Level) or(other Level) Level {
	if l.set {
		return l
	}
	return other
}

// effective returns the level that conditions read, from 0 to 9: that of the request, or that of
// the host, or 5.
func (l Level) effective(host Level) int {
	switch {
	case l.set:
		return int(min(max(l.level, 0), 9))
	case host.set:
		return int(min(max(host.level, 0), 9))
	}
	return 5
}
