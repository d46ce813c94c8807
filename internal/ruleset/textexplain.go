package ruleset

import (
	"fmt"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// A Tier is the part of a text that an answer comes from, see [rules.TextSpec]. The zero Tier is
// NoTier.
type Tier uint8

const (
	NoTier           Tier = iota // nothing answers
	RunnerTier                   // the most specific rule that matches
	VerbosityMapTier             // a variant by level
	LevelsTier                   // a text by level
	DefaultTier                  // the text for all else
)

// String returns the key under which a rule file has the tier, and "none" for the zero value.
func (t Tier) String() string {
	switch t {
	case NoTier:
		return "none"
	case RunnerTier:
		return "runners"
	case VerbosityMapTier:
		return "verbosity_map"
	case LevelsTier:
		return "levels"
	case DefaultTier:
		return "default"
	}
	return fmt.Sprintf("tier(%d)", uint8(t))
}

// A LevelSource is the origin of the level of a request. The zero value is BuiltInLevel.
type LevelSource uint8

const (
	BuiltInLevel LevelSource = iota // not set: 5
	HostLevel                       // TextRequest.DefaultVerbosity
	FileLevel                       // TextRequest.FileVerbosity
	TextLevel                       // TextSpec.DefaultVerbosity
	RequestLevel                    // TextRequest.Verbosity
)

// String returns "built-in", "host", "file", "text" or "request".
func (s LevelSource) String() string {
	switch s {
	case BuiltInLevel:
		return "built-in"
	case HostLevel:
		return "host"
	case FileLevel:
		return "file"
	case TextLevel:
		return "text"
	case RequestLevel:
		return "request"
	}
	return fmt.Sprintf("level source(%d)", uint8(s))
}

// A TextDecision is the answer of [Text.Resolve] with its reasons.
type TextDecision struct {
	Text  string
	Found bool // false: there is no answer, and Text is empty

	Tier      Tier
	Rule      int // index in TextSpec.Runners of the selected rule, with or without an answer; or -1
	Level     int // the effective level, 0 to 9
	LevelFrom LevelSource
	Taken     int     // the level whose entry answered, not Level if gaps were filled; or -1
	Variant   *string // the variant that answered; nil if the text has no name

	// Rules are all rules of the text, the most specific first, which is the order in which they
	// are tried.
	Rules []RuleVerdict
}

// A RuleVerdict is the result of a runner rule for a request. The condition is evaluated only if
// both names match.
type RuleVerdict struct {
	Index       int // in TextSpec.Runners
	Specificity Specificity
	Runner      bool          // the runner matches
	Model       bool          // the model matches
	When        bool          // the condition is true or absent; false if it was not evaluated
	Failure     *expr.Failure // why the condition does not hold, if it failed
}

// Matches reports whether the rule matches the request. The first rule that does is selected.
func (v RuleVerdict) Matches() bool { return v.Runner && v.Model && v.When }

// Explain returns the answer of [Text.Resolve] with its reasons. Unlike Resolve it evaluates every
// rule. It does not call [TextRequest.Failed], since Rules has all failures.
func (t *Text) Explain(q TextRequest) TextDecision {
	q.Failed = nil
	d := TextDecision{Rule: t.Rule(q)}
	d.Level, d.LevelFrom = t.level(&q)
	a := t.at(d.Rule, d.Level)
	d.Text, d.Found, d.Tier, d.Taken = a.text, a.found, a.tier, int(a.taken)
	if a.variant != nil {
		name := *a.variant // a copy, so that the text's own string does not escape
		d.Variant = &name
	}
	if t == nil {
		return d
	}
	for i := range t.rules {
		r := &t.rules[i]
		m := r.match(&q)
		d.Rules = append(d.Rules, RuleVerdict{
			Index: r.index, Specificity: r.score,
			Runner: m.runner, Model: m.model, When: m.when, Failure: m.failure,
		})
	}
	return d
}

// A ruleMatch is the result of the parts of a rule for a request. The expression is evaluated only
// if both names match.
type ruleMatch struct {
	runner, model, when bool
	failure             *expr.Failure // why when is false, if the expression failed
}

func (r *runnerRule) match(q *TextRequest) ruleMatch {
	m := ruleMatch{runner: r.runner.match(q.Runner), model: r.model.match(q.Model)}
	if !m.runner || !m.model {
		return m
	}
	if r.when == nil {
		m.when = true
		return m
	}
	result := r.when.Eval(q.Tool, q.Request)
	m.when, m.failure = result.Outcome == cond.True, result.Failure
	return m
}
