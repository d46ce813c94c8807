package ruleset

import (
	"fmt"
	"regexp"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// A Side is one of the two lists of a filter. The zero value is IncludeSide.
type Side uint8

const (
	IncludeSide Side = iota
	ExcludeSide
)

// String returns the key under which a rule file has the side: "include" or "exclude".
func (s Side) String() string {
	switch s {
	case IncludeSide:
		return "include"
	case ExcludeSide:
		return "exclude"
	}
	return fmt.Sprintf("side(%d)", uint8(s))
}

// An EntryRef identifies an entry of a filter.
type EntryRef struct {
	Side       Side
	Index      int    // in its list, from 0
	ID, Reason string // as they were written; may be empty
	Pointer    string // the JSON Pointer of the entry, from the filter: /exclude/3
	Static     bool   // the entry reads nothing of the request, and has no Go function, which might
}

// An Entry is a compiled entry of a filter, as [Filter.Entries] returns them. It is immutable and
// safe for concurrent use.
type Entry struct {
	ref       EntryRef
	patterns  []entryPattern  // nil: any tool
	regex     *regexp.Regexp  // nil: none
	when      *cond.Program   // nil: none
	predicate rules.Predicate // nil: none
}

// An entryPattern is a pattern with the location of the pattern, or of the set name that it comes
// from.
type entryPattern struct {
	*pattern.Pattern
	pointer string
}

// Ref returns the identity of the entry.
func (e *Entry) Ref() EntryRef { return e.ref }

// When returns the entry's expression, or nil.
func (e *Entry) When() *cond.Program { return e.when }

// Func returns the entry's Go function, or nil.
func (e *Entry) Func() rules.Predicate { return e.predicate }

// A Target is the server ID and name of a tool, prepared for the entries of both sides. It is
// immutable; the zero Target is a tool whose names are empty.
type Target struct {
	server, tool             string
	foldedServer, foldedTool string
}

// NewTarget returns the Target for a server ID and the server's own name of the tool.
func NewTarget(server, tool string) Target {
	return Target{server: server, tool: tool, foldedServer: pattern.Fold(server), foldedTool: pattern.Fold(tool)}
}

// Key returns the names unchanged.
func (t Target) Key() naming.Key { return naming.Key{Server: t.server, Tool: t.tool} }

// Loose returns the names as exclude compares them.
func (t Target) Loose() naming.Key { return naming.Key{Server: t.foldedServer, Tool: t.foldedTool} }

// Reaches reports whether the entry can match by names: whether one of its patterns, or its server
// and regex, match the tool, or it has neither. Entries of the exclude side compare folded names.
// When and Func are not considered.
func (e *Entry) Reaches(t Target) bool {
	_, ok := e.reach(&t)
	return ok
}

// Expressions returns the patterns of the entry as regular expressions for whole server IDs and
// tool names, in pairs, and its regex, nil if it has none. Entries of the exclude side match folded
// names; their regex matches the name or the folded name. There are no pairs if the entry matches
// tools of any name.
func (e *Entry) Expressions() (names [][2]string, regex *regexp.Regexp) {
	for _, p := range e.patterns {
		server, tool := p.Pattern.Expressions(e.ref.Side == ExcludeSide)
		names = append(names, [2]string{server, tool})
	}
	return names, e.regex
}

// reach returns the pointer of the pattern or regex that matches the tool, or of the entry if it
// matches any tool.
func (e *Entry) reach(t *Target) (string, bool) {
	if e.patterns == nil {
		return e.ref.Pointer, true
	}
	for i := range e.patterns {
		if p := &e.patterns[i]; e.matches(p, t) {
			return p.pointer, true
		}
	}
	return "", false
}

func (e *Entry) matches(p *entryPattern, t *Target) bool {
	if e.ref.Side == IncludeSide {
		return p.Match(t.server, t.tool) && (e.regex == nil || e.regex.MatchString(t.tool))
	}
	return p.MatchFolded(t.foldedServer, t.foldedTool) &&
		(e.regex == nil || e.regex.MatchString(t.tool) || t.foldedTool != t.tool && e.regex.MatchString(t.foldedTool))
}

// A finding is the result of an entry for a tool and a request.
type finding struct {
	outcome cond.Outcome
	pointer string        // what matched, or what failed
	failure *EntryFailure // of a failed outcome
}

// An evaluation is [cond.Program.Eval], or another function with the same results.
type evaluation func(*cond.Program, *cond.Tool, *cond.Request) cond.Result

func (e *Entry) find(at *Target, t *cond.Tool, r *cond.Request, evaluate evaluation) finding {
	pointer, ok := e.reach(at)
	if !ok {
		return finding{}
	}
	if f := e.findWhen(t, r, evaluate); f.outcome != cond.True {
		return f
	}
	if e.predicate == nil {
		return finding{outcome: cond.True, pointer: pointer}
	}
	yes, err := call(e.predicate, t, r)
	switch {
	case err != nil:
		return finding{outcome: cond.Failed, pointer: e.ref.Pointer, failure: &EntryFailure{Err: err}}
	case yes:
		return finding{outcome: cond.True, pointer: pointer}
	}
	return finding{}
}

// findWhen evaluates the expression alone. An entry without one is treated as if it were true.
func (e *Entry) findWhen(t *cond.Tool, r *cond.Request, evaluate evaluation) finding {
	if e.when == nil {
		return finding{outcome: cond.True}
	}
	result := evaluate(e.when, t, r)
	if result.Outcome == cond.Failed {
		return finding{outcome: cond.Failed, pointer: e.ref.Pointer + "/when",
			failure: &EntryFailure{Expression: result.Failure}}
	}
	return finding{outcome: result.Outcome}
}

// CallFunc calls the entry's Go function, which must not be nil; a panic in it is an error. It is
// for callers that have evaluated the other parts of the entry themselves.
func (e *Entry) CallFunc(t *cond.Tool, r *cond.Request) (bool, error) { return call(e.predicate, t, r) }

// call calls a predicate; a panic is an error.
func call(p rules.Predicate, t *cond.Tool, r *cond.Request) (yes bool, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			yes, err = false, fmt.Errorf("the function panicked: %v", thrown)
		}
	}()
	if r == nil {
		return p(t, nil) // and not an interface that holds a nil pointer
	}
	return p(t, r)
}

// findStatic is find without a request. The outcome is settled if no request can change it;
// otherwise the entry may still match.
func (e *Entry) findStatic(at *Target, t *cond.Tool) (outcome cond.Outcome, settled bool) {
	if _, ok := e.reach(at); !ok {
		return cond.False, true
	}
	if e.when != nil && e.when.ReadsRequest() {
		return cond.False, false
	}
	if f := e.findWhen(t, nil, (*cond.Program).Eval); f.outcome != cond.True {
		return f.outcome, true
	}
	return cond.True, e.predicate == nil
}
