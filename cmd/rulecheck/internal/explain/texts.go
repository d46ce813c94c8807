package explain

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
)

// PrintTexts prints the origin of each description set by rules.
func (e *Explanation) PrintTexts(out *bytes.Buffer, wide bool) {
	if len(e.Texts) == 0 {
		return
	}
	out.WriteString("\nTexts:\n")
	for i := range e.Texts {
		e.printText(out, &e.Texts[i], wide)
	}
}

func (e *Explanation) printText(out *bytes.Buffer, x *engine.TextExplanation, wide bool) {
	text := visible.Text(visible.FirstLine(x.Text))
	if !wide {
		text = visible.Clip(text, terminal.DescriptionWidth)
	}
	switch {
	case x.Removed && e.serverText(x.Place) != "":
		text = "(removed)"
	case x.Text == "":
		text = "(none)"
	}
	fmt.Fprintf(out, "  %s: %s\n", visible.Text(TextName(x)), text)
	if x.Own {
		out.WriteString("    the server's own, since no rule has an answer\n")
	}
	for i := range x.Candidates {
		if x.Answer >= 0 && i > x.Answer {
			printLate(out, &x.Candidates[i])
			continue
		}
		e.printCandidate(out, &x.Candidates[i])
	}
}

// TextName names a text as test files do: title, description, arguments.body.
func TextName(x *engine.TextExplanation) string {
	for i := range x.Candidates {
		if path := x.Candidates[i].Path; path != "" {
			return x.Candidates[i].Section + "." + path
		}
	}
	return strings.TrimPrefix(x.Place, "/")
}

// printLate prints why an entry was not evaluated.
func printLate(out *bytes.Buffer, c *engine.CandidateExplanation) {
	what := "not asked, since the entry above is more specific and answers"
	if c.AsSpecific {
		what = "not asked, since the entry above is as specific, stands in front and answers"
	}
	fmt.Fprintf(out, "    %s  %s\n", At(c.EntryPlace), what)
}

// printCandidate prints what became of one entry's text.
func (e *Explanation) printCandidate(out *bytes.Buffer, c *engine.CandidateExplanation) {
	at, what := c.EntryPlace, "has no answer"
	if c.Found {
		at, what = e.placeAt(c.Rule+tierPointer(c)), answerText(c)
	}
	fmt.Fprintf(out, "    %s  %s\n", At(at), visible.Text(what))
	for _, r := range c.Runners {
		if r.Index == c.Runner && c.Tier == tierRunners {
			continue
		}
		p := e.placeAt(fmt.Sprintf("%s/runners/%d", c.Rule, r.Index))
		fmt.Fprintf(out, "      %s  %s — %s\n", At(p),
			visible.Text(ruleText(c.Spec, r)),
			visible.Text(lostBecause(c, r)))
	}
}

// tierRunners is the tier of runner rules.
const tierRunners = "runners"

// tierPointer leads from a text to what of it answers.
func tierPointer(c *engine.CandidateExplanation) string {
	if c.Tier == tierRunners {
		return fmt.Sprintf("/runners/%d", c.Runner)
	}
	return "/" + c.Tier
}

// answerText describes which tier of a text answers, and how.
func answerText(c *engine.CandidateExplanation) string {
	text := c.Tier
	if c.Tier == tierRunners {
		for _, r := range c.Runners {
			if r.Index == c.Runner {
				text = ruleText(c.Spec, r)
			}
		}
	}
	if c.Taken >= 0 {
		text += fmt.Sprintf(", level %d %s", c.Level, levelSource(c.LevelFrom))
		if c.Taken != c.Level {
			text += fmt.Sprintf(", which has no entry: %d is the nearest", c.Taken)
		}
	}
	if c.Variant != nil {
		text += ": the variant " + *c.Variant
	}
	return text
}

// levelSource describes who set the level.
func levelSource(from string) string {
	switch from {
	case "request":
		return "as asked"
	case "text":
		return "by default_verbosity"
	case "file":
		return "by verbosity"
	case "host":
		return "by the host's default"
	}
	return "since nobody says"
}

// ruleText describes which runner rule is meant, and what it scores.
func ruleText(spec *rules.TextSpec, r engine.RunnerExplanation) string {
	var parts []string
	if spec != nil && r.Index < len(spec.Runners) {
		rule := spec.Runners[r.Index]
		for _, part := range []struct{ name, text string }{{"runner", rule.Runner.String()},
			{"model", rule.Model.String()}} {
			if part.text != "*" {
				parts = append(parts, part.name+" "+part.text)
			}
		}
		if rule.When != "" {
			parts = append(parts, "when "+rule.When)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "any runner and model")
	}
	return fmt.Sprintf("%s (model %d, runner %d, when %d, literals %d)", strings.Join(parts, ", "),
		r.Specificity[0], r.Specificity[1], r.Specificity[2], r.Specificity[3])
}

// lostBecause explains why a runner rule does not provide the description.
func lostBecause(c *engine.CandidateExplanation, r engine.RunnerExplanation) string {
	switch {
	case r.Index == c.Runner:
		return "matches, and has no answer"
	case r.Matches() && asSpecific(c, r):
		return "matches, and is as specific, but the other stands in front"
	case r.Matches():
		return "matches, and is less specific"
	case r.Failure != "":
		return "its condition failed: " + r.Failure
	case !r.Runner && !r.Model:
		return "neither runner nor model match"
	case !r.Runner:
		return "the runner does not match"
	case !r.Model:
		return "the model does not match"
	}
	return "its condition is false"
}

// asSpecific reports whether a runner rule weighs as much as the one that answers, or leads on to
// what does.
func asSpecific(c *engine.CandidateExplanation, r engine.RunnerExplanation) bool {
	return slices.ContainsFunc(c.Runners, func(winner engine.RunnerExplanation) bool {
		return winner.Index == c.Runner && winner.Specificity == r.Specificity
	})
}

// KeepTexts leaves out the texts whose names, "description of server/tool", are not kept.
func (e *Explanation) KeepTexts(keep func(name string) bool) {
	e.Texts = slices.DeleteFunc(slices.Clone(e.Texts), func(x engine.TextExplanation) bool {
		return !keep(TextName(&x) + " of " + e.Key.String())
	})
}
