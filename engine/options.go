package engine

import "github.com/toolrules/toolrules/rules"

// Options are what a host adds to a rule file. The zero value adds nothing.
type Options struct {
	// Reserved are names that the host gives to tools of its own. No catalog tool gets one of them, and none is accepted in a
	// call.
	Reserved []string

	// DefaultVerbosity stands in for a request that asks for no level. The zero value is none, which means 5.
	DefaultVerbosity Level

	// Include and Exclude are filter entries of the host's own, in Go. They stand behind those of the rule file: a tool needs
	// one match among all includes, the file's and these, and none among all excludes. If there is an Include here and none
	// in the file, only what these include is visible.
	Include []Func
	Exclude []Func

	// OnFailure is told of every rule that fails while a request is answered: an expression that reads what the request does
	// not carry, a Go function that panics. It is called in the goroutine of the request and must be safe for concurrent use.
	// Nil means that nobody is told. What a failed rule means for the tool does not depend on it.
	OnFailure func(Failure)

	// KeepNonconforming shows tools that do not conform to MCP's schema: a title that is a number, an input schema that does not
	// say "type": "object". Most clients reject a list with one such tool in it as a whole, so they are left out unless this is
	// set, for callers that are known to be lenient. They are in [Report.Faults] either way. What can't be read at all, and a tool
	// with members that differ from those of MCP in case alone, is never shown.
	KeepNonconforming bool

	// Plain has every request answered by the plain evaluator, which asks entry by entry and tool by tool, in place of the
	// catalog's plan. The answers are the same. It is for those who want to check that, and slower by orders of magnitude.
	Plain bool
}

// A Func is a Go function as a filter entry. ID and Reason are for people: explain and the logs show them.
//
// Match must be pure (the same tool and request always give the same answer) and safe for concurrent use. If it returns an
// error or panics, the tool is hidden by an exclude, and not shown by an include. So it reads the request by [expr.Get] and
// returns its errors: a zero value in the place of what is missing would decide.
type Func struct {
	ID     string
	Reason string
	Match  rules.Predicate
}

// A Level is a verbosity that may be missing. The zero Level is missing; verbosity 0 is At(0).
type Level struct {
	set   bool
	level int64
}

// Verbosity is the verbosity n. Levels are 0 to 9; what lies outside counts as the nearer end.
func Verbosity(n int64) Level { return Level{set: true, level: n} }

// Get gives the level, as [Verbosity] was given it, and whether there is one.
func (l Level) Get() (level int64, ok bool) { return l.level, l.set }

// pointer is how package rules tells a level from none.
func (l *Level) pointer() *int64 {
	if !l.set {
		return nil
	}
	return &l.level
}

// effective is the level that expressions see: the request's, else the host's, else 5, always 0 to 9.
func (l Level) effective(host Level) int {
	switch {
	case l.set:
		return int(min(max(l.level, 0), 9))
	case host.set:
		return int(min(max(host.level, 0), 9))
	}
	return 5
}
