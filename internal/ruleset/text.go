package ruleset

import (
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// The verbosity levels: 0 asks for the fewest words, 9 for the most. A request that asks for none, where neither the text nor
// the host knows better, gets the built-in one.
const (
	lowestLevel  = 0
	highestLevel = 9
	builtInLevel = 5
	levelCount   = highestLevel - lowestLevel + 1
)

// A Text is a compiled TextSpec: one text out of several, chosen for each request. It is immutable and safe for concurrent
// use. A nil Text and the zero one answer nothing. Make one with [TextSpec.Compile].
type Text struct {
	rules            []runnerRule // most specific first, and equals in the order of the file
	answers          []answer     // each once
	rows             []row        // rows[0] answers where no rule matches, rows[1+i] where rule i of the TextSpec does
	defaultVerbosity *int
	around           *Around // nil: the answers are the text
	reads            []string
}

// Around is what a text puts before and after the server's own.
type Around struct{ Before, After string }

// Around returns what the text puts around the server's own; nil if its answers replace that. The
// answers of such a text are empty.
func (t *Text) Around() *Around { return t.orZero().around }

// A row has the number of the answer to each level.
type row [levelCount]uint32

// An answer is a text, or that there is none, and where it comes from.
type answer struct {
	text    string
	variant *string // the variant's name; nil if the text has none
	found   bool
	tier    Tier
	taken   int8 // the level whose entry answers; -1 if none was asked
}

// A runnerRule is a compiled RunnerSpec.
type runnerRule struct {
	index         int // in TextSpec.Runners
	runner, model matcher
	when          *cond.Program // nil: no condition
	score         Specificity
}

// A TextRequest is what a text wants to know of a request. The zero value is a request that says nothing about itself.
//
// An empty Runner or Model is one whose name is empty, which differs from a missing one: a host for which they are the same
// leaves them nil.
type TextRequest struct {
	Runner, Model    *string // nil: the request does not say
	Verbosity        *int64  // the level that is asked for, clamped to 0 to 9; nil: none
	FileVerbosity    *int64  // that of [Verbosity], for a text that has none of its own; nil: none
	DefaultVerbosity *int64  // the host's, for a text that has none of its own, clamped to 0 to 9; nil: 5

	// What expressions read. Runner and Model are not read from here, nor are these made from them. Nil lacks everything.
	Tool    *cond.Tool
	Request *cond.Request

	// Settled, unless it is nil, is what [Text.Settle] returns for the text and the tool.
	Settled []cond.Settled

	// Failed, unless it is nil, is told of each rule whose expression fails while the rule is looked for, by its index in
	// TextSpec.Runners. Rules less specific than the one that is found are not looked at.
	Failed func(rule int, failure *expr.Failure)
}

// Resolve gives the text for a request, and whether there is one. The empty text is one.
func (t *Text) Resolve(q TextRequest) (text string, ok bool) {
	level, _ := t.level(&q)
	return t.Answer(t.rule(&q), level)
}

// Answer gives the text at a level where the given rule, an index in TextSpec.Runners, is the one that is asked; -1 stands for
// none of them. It is for hosts that ask [Text.Rule] and [Text.Level] beforehand. Both have to come from these.
func (t *Text) Answer(rule, level int) (text string, ok bool) {
	a := t.at(rule, level)
	return a.text, a.found
}

// Runners gives the number of rules, which is one more than the greatest that [Text.Rule] can give.
func (t *Text) Runners() int { return max(0, len(t.orZero().rows)-1) }

// Rule gives the index in TextSpec.Runners of the rule that is asked for its answer, or -1 if none matches the request.
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

// Level gives the effective level of a request, 0 to 9: its own; else the text's; else the host's; else 5.
func (t *Text) Level(q TextRequest) int {
	level, _ := t.level(&q)
	return level
}

// Reads gives, sorted, what of a tool and a request can make a difference to the answer, by the names that expressions have
// for it: "ctx.model", "ctx.verbosity", "tool.name". The list must not be changed.
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

// clampLevel comes before any arithmetic: the numbers are a caller's and may be as far apart as 64 bits allow.
func clampLevel(n int64) int {
	return int(min(max(n, lowestLevel), highestLevel))
}

// readsOf collects what [Text.Reads] gives.
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

// reads returns what a rule reads of a tool and a request.
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

// varies says whether the level makes a difference.
func (t *Text) varies(r row) bool {
	first := t.answers[r[0]]
	for _, n := range r[1:] {
		if !t.answers[n].same(first) {
			return true
		}
	}
	return false
}
