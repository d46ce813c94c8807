package explain

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
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
			e.printLate(out, &x.Candidates[i], &x.Candidates[x.Answer])
			continue
		}
		e.printCandidate(out, &x.Candidates[i])
	}
}

// TextName names a text as test files do: title, description, arguments.body.
func TextName(x *engine.TextExplanation) string {
	for i := range x.Candidates {
		if path := x.Candidates[i].Path; path != "" {
			return textSection(x.Candidates[i].Rule) + "." + path
		}
	}
	return strings.TrimPrefix(x.Place, "/")
}

// textSection returns the key under which an entry of descriptions has the text at a pointer:
// title, description, arguments, results.
func textSection(pointer string) string {
	if tokens, ok := jsontree.SplitPointer(pointer); ok && len(tokens) > 2 {
		return tokens[2]
	}
	return ""
}

// printLate prints why an entry was not evaluated.
func (e *Explanation) printLate(out *bytes.Buffer, c, answers *engine.CandidateExplanation) {
	what := "not asked, since the entry above is more specific and answers"
	if e.rank(c).Compare(e.rank(answers)) == 0 {
		what = "not asked, since the entry above is as specific, stands in front and answers"
	}
	fmt.Fprintf(out, "    %s  %s\n", Position(c.File, c.Line, c.Column, c.Rule), what)
}

// rank describes how specific the entry of a text is for the tool.
func (e *Explanation) rank(c *engine.CandidateExplanation) ruleset.Rank {
	tokens, _ := jsontree.SplitPointer(c.Rule)
	i, ok := jsontree.ParseIndex(tokens[1])
	if !ok {
		return ruleset.Rank{}
	}
	rank, _ := e.rules.Descriptions()[i].Match(e.Key.Server, e.Key.Tool)
	return rank
}

// printCandidate prints what became of one entry's text.
func (e *Explanation) printCandidate(out *bytes.Buffer, c *engine.CandidateExplanation) {
	d := &c.Decision
	spec := textSpecAt(e.rules.File(), c.Rule)
	at, what := c.EntryPlace, "has no answer"
	if d.Found {
		at, what = e.placeAt(c.Rule+tierPointer(d)), answerText(d, spec)
	}
	fmt.Fprintf(out, "    %s  %s\n", Position(at.File, at.Line, at.Column, at.Rule), visible.Text(what))
	for _, r := range d.Rules {
		if r.Index == d.Rule && d.Tier == ruleset.RunnerTier {
			continue
		}
		p := e.placeAt(fmt.Sprintf("%s/runners/%d", c.Rule, r.Index))
		fmt.Fprintf(out, "      %s  %s — %s\n", Position(p.File, p.Line, p.Column, p.Rule),
			visible.Text(ruleText(spec, r)),
			visible.Text(lostBecause(d, r)))
	}
}

// tierPointer leads from a text to what of it answers.
func tierPointer(d *ruleset.TextDecision) string {
	if d.Tier == ruleset.RunnerTier {
		return fmt.Sprintf("/runners/%d", d.Rule)
	}
	return "/" + d.Tier.String()
}

// answerText describes which tier of a text answers, and how.
func answerText(d *ruleset.TextDecision, spec *rules.TextSpec) string {
	text := d.Tier.String()
	if d.Tier == ruleset.RunnerTier {
		for _, r := range d.Rules {
			if r.Index == d.Rule {
				text = ruleText(spec, r)
			}
		}
	}
	if d.Taken >= 0 {
		text += fmt.Sprintf(", level %d %s", d.Level, levelSource(d.LevelFrom))
		if d.Taken != d.Level {
			text += fmt.Sprintf(", which has no entry: %d is the nearest", d.Taken)
		}
	}
	if d.Variant != nil {
		text += ": the variant " + *d.Variant
	}
	return text
}

// levelSource describes who set the level.
func levelSource(s ruleset.LevelSource) string {
	switch s {
	case ruleset.RequestLevel:
		return "as asked"
	case ruleset.TextLevel:
		return "by default_verbosity"
	case ruleset.FileLevel:
		return "by verbosity"
	case ruleset.HostLevel:
		return "by the host's default"
	}
	return "since nobody says"
}

// ruleText describes which runner rule is meant, and what it scores.
func ruleText(spec *rules.TextSpec, r ruleset.RuleVerdict) string {
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
	return fmt.Sprintf("%s (%s)", strings.Join(parts, ", "), r.Specificity)
}

// lostBecause explains why a runner rule does not provide the description.
func lostBecause(d *ruleset.TextDecision, r ruleset.RuleVerdict) string {
	switch {
	case r.Index == d.Rule:
		return "matches, and has no answer"
	case r.Matches() && asSpecific(d, r):
		return "matches, and is as specific, but the other stands in front"
	case r.Matches():
		return "matches, and is less specific"
	case r.Failure != nil:
		return "its condition failed: " + r.Failure.String()
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
func asSpecific(d *ruleset.TextDecision, r ruleset.RuleVerdict) bool {
	return slices.ContainsFunc(d.Rules, func(winner ruleset.RuleVerdict) bool {
		return winner.Index == d.Rule && winner.Specificity.Compare(r.Specificity) == 0
	})
}

// textSpecAt returns the text at a pointer into a rule file, or nil.
func textSpecAt(f *rules.File, pointer string) *rules.TextSpec {
	tokens, ok := jsontree.SplitPointer(pointer)
	if !ok || len(tokens) < 3 {
		return nil
	}
	i, ok := jsontree.ParseIndex(tokens[1])
	if !ok || i >= len(f.Descriptions) {
		return nil
	}
	d := &f.Descriptions[i]
	placed := d.Arguments
	switch tokens[2] {
	case "title":
		return d.Title
	case "description":
		return d.Description
	case "results":
		placed = d.Results
	}
	for i := range placed {
		if len(tokens) > 3 && placed[i].Path == tokens[3] {
			return &placed[i].Text
		}
	}
	return nil
}

// KeepTexts leaves out the texts whose names, "description of server/tool", are not kept.
func (e *Explanation) KeepTexts(keep func(name string) bool) {
	e.Texts = slices.DeleteFunc(slices.Clone(e.Texts), func(x engine.TextExplanation) bool {
		return !keep(TextName(&x) + " of " + e.Key.String())
	})
}
