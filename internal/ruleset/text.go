package ruleset

import (
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// The verbosity levels: 0 is the shortest, 9 the longest. The built-in level applies if neither the
// request nor the text nor the host sets one.
const (
	lowestLevel  = 0
	highestLevel = 9
	builtInLevel = 5
	levelCount   = highestLevel - lowestLevel + 1
)

// A Text is a compiled TextSpec: a set of strings of which one is selected for each request. It is
// immutable and safe for concurrent use. A nil Text and the zero Text have no answer. Make one with
// [CompileText].
type Text struct {
	rules            []runnerRule // most specific first, and equals in the order of the file
	answers          []answer     // each once
	rows             []row        // rows[0] if no rule matches, rows[1+i] if rule i of the TextSpec does
	defaultVerbosity *int
	around           *Around // nil: the answers are the text
	reads            []string
}

// Around is what a text puts before and after the server's own.
type Around struct{ Before, After string }

// Around returns what the text puts around the server's own; nil if its answers replace that. The
// answers of such a text are empty.
func (t *Text) Around() *Around { return t.orZero().around }

// A row holds the index of the answer for each level.
type row [levelCount]uint32

// An answer is a string, or the absence of one, with its origin.
type answer struct {
	text    string
	variant *string // the variant's name; nil if the text has none
	found   bool
	tier    Tier
	taken   int8 // the level whose entry answers; -1 if there is none
}

// A runnerRule is a compiled RunnerSpec.
type runnerRule struct {
	index         int // in TextSpec.Runners
	runner, model matcher
	when          *cond.Program // nil: no condition
	score         Specificity
}

// A TextRequest holds the attributes of a request that a text depends on. The zero value is a
// request without attributes.
//
// An empty Runner or Model is one whose name is empty, which differs from a missing one: a host
// that does not distinguish the two leaves them nil.
type TextRequest struct {
	Runner, Model    *string // nil: not set
	Verbosity        *int64  // the requested level, clamped to 0 to 9; nil: none
	FileVerbosity    *int64  // that of [Verbosity], for a text that has none of its own; nil: none
	DefaultVerbosity *int64  // the host's, if the text has none, clamped to 0 to 9; nil: 5

	// The values that expressions read. They are independent of Runner and Model above. A nil one
	// lacks every attribute.
	Tool    *cond.Tool
	Request *cond.Request

	// Settled, unless it is nil, is what [Text.Settle] returns for the text and the tool.
	Settled []cond.Settled

	// Failed, unless it is nil, is called with the index in TextSpec.Runners of each rule whose
	// expression fails during the search. Rules less specific than the selected one are not
	// evaluated.
	Failed func(rule int, failure *expr.Failure)
}

// Resolve returns the string for a request, and reports whether there is one. The empty string is a
// valid result.
func (t *Text) Resolve(q TextRequest) (text string, ok bool) {
	level, _ := t.level(&q)
	return t.Answer(t.rule(&q), level)
}

// Answer returns the string for a level and the selected rule, an index in TextSpec.Runners or -1
// for no rule. It is for hosts that call [Text.Rule] and [Text.Level] first; both arguments must be
// results of these.
func (t *Text) Answer(rule, level int) (text string, ok bool) {
	a := t.at(rule, level)
	return a.text, a.found
}

// Runners returns the number of rules, which is one more than the greatest result of [Text.Rule].
func (t *Text) Runners() int { return max(0, len(t.orZero().rows)-1) }

// Rule returns the index in TextSpec.Runners of the rule that is selected for the request, or -1 if
// none matches.
func (t *Text) Rule(q TextRequest) int { return t.rule(&q) }

func (t *Text) rule(q *TextRequest) int {
	if t == nil {
		return -1
	}
	for i := range t.rules {
		r := &t.rules[i]
		if !r.runner.match(q.Runner) || !r.model.match(q.Model) {
			continue
		}
		if r.when == nil {
			return r.index
		}
		var settled cond.Settled
		if q.Settled != nil {
			settled = q.Settled[i]
		}
		switch r.when.OutcomeSettled(q.Tool, q.Request, settled) {
		case cond.True:
			return r.index
		case cond.Failed:
			if q.Failed != nil {
				q.Failed(r.index, r.when.Eval(q.Tool, q.Request).Failure)
			}
		}
	}
	return -1
}

// Level returns the effective level of a request, 0 to 9: its own; else the text's; else the
// host's; else 5.
func (t *Text) Level(q TextRequest) int {
	level, _ := t.level(&q)
	return level
}

// Reads returns the attributes of a tool and a request that the answer depends on, sorted, under
// the names that expressions use: "ctx.model", "ctx.verbosity", "tool.name". The list must not be
// modified.
func (t *Text) Reads() []string {
	if t == nil {
		return nil
	}
	return t.reads
}

func (t *Text) at(rule, level int) answer {
	if t == nil || uint(rule+1) >= uint(len(t.rows)) || uint(level) >= levelCount {
		return answer{taken: -1}
	}
	return t.answers[t.rows[rule+1][level]]
}

func (t *Text) level(q *TextRequest) (int, LevelSource) {
	switch {
	case q.Verbosity != nil:
		return clampLevel(*q.Verbosity), RequestLevel
	case t != nil && t.defaultVerbosity != nil:
		return *t.defaultVerbosity, TextLevel
	case q.FileVerbosity != nil:
		return clampLevel(*q.FileVerbosity), FileLevel
	case q.DefaultVerbosity != nil:
		return clampLevel(*q.DefaultVerbosity), HostLevel
	}
	return builtInLevel, BuiltInLevel
}

// clampLevel runs before any arithmetic: a caller's numbers may be as far apart as 64 bits allow.
func clampLevel(n int64) int {
	return int(min(max(n, lowestLevel), highestLevel))
}

// readsOf returns the result of [Text.Reads].
func (t *Text) readsOf() []string {
	var reads []string
	for i := range t.rules {
		reads = append(reads, t.rules[i].reads()...)
	}
	if slices.ContainsFunc(t.rows, t.varies) {
		reads = append(reads, "ctx.verbosity")
	}
	slices.Sort(reads)
	return slices.Compact(reads)
}

// reads returns the attributes of a tool and a request that a rule reads.
func (r *runnerRule) reads() (reads []string) {
	if r.runner.kind != anything {
		reads = append(reads, "ctx.runner")
	}
	if r.model.kind != anything {
		reads = append(reads, "ctx.model")
	}
	if r.when != nil {
		reads = append(reads, r.when.Reads()...)
	}
	return reads
}

// varies reports whether the answer depends on the level.
func (t *Text) varies(r row) bool {
	first := t.answers[r[0]]
	for _, n := range r[1:] {
		if !t.answers[n].same(first) {
			return true
		}
	}
	return false
}
