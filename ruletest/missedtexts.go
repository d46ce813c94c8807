package ruletest

import (
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// textsOf gives the texts of a rule file, by their pointers into it.
func textsOf(r *rules.Rules) map[string]*rules.Text {
	texts := map[string]*rules.Text{}
	for _, d := range r.Descriptions() {
		for _, p := range slices.Concat([]rules.Placed{d.Title(), d.Description()}, d.Arguments(), d.Results()) {
			if p.Text != nil {
				texts[r.Pointer(p.Pointer)] = p.Text
			}
		}
	}
	return texts
}

// missedTexts gives, with repetitions, the entries of descriptions and the runner rules without which a text that is as expected would
// not be.
func (t *trial) missedTexts(texts map[string]*rules.Text) (list []string) {
	for _, x := range t.test.Texts {
		if !t.met(func() { t.text(x) }) {
			continue
		}
		raw, _ := t.catalog.Raw(x.Tool)
		own, err := textsAt(raw, x.Place)
		if err != nil {
			continue
		}
		explanation := t.explain(x.Tool)
		for i := range explanation.Texts {
			at := slices.IndexFunc(own, func(o textAt) bool { return o.pointer == explanation.Texts[i].Place })
			if at < 0 {
				continue
			}
			for _, m := range missable(explanation.Texts[i].Candidates, texts) {
				if !same(m.answer(own[at].text), x.Text) {
					list = append(list, m.rule)
				}
			}
		}
	}
	return list
}

// A candidateAnswer is what one entry answers; nil if it does not.
type candidateAnswer *string

// A missableRule is a rule about a text, and what the entries would answer without it, the most specific first.
type missableRule struct {
	rule    string
	answers []candidateAnswer
}

// answer gives the text without the rule; nil if there would be none.
func (m *missableRule) answer(own *string) *string {
	for _, a := range m.answers {
		switch {
		case a == nil:
			continue
		case *a == "":
			return nil // the empty text takes the key away
		}
		return a
	}
	return own
}

// missable gives the rules that answer for a place: each entry, and the runner rule that it asks.
func missable(candidates []engine.CandidateExplanation, texts map[string]*rules.Text) (list []missableRule) {
	answers := make([]candidateAnswer, len(candidates))
	for i := range candidates {
		if d := &candidates[i].Decision; d.Found {
			answers[i] = &d.Text
		}
	}
	for i := range candidates {
		entry, _ := splitRule(candidates[i].Rule)
		gone := missableRule{rule: entry, answers: slices.Clone(answers)}
		for j := range candidates {
			if other, _ := splitRule(candidates[j].Rule); other == entry {
				gone.answers[j] = nil
			}
		}
		list = append(list, gone)
		if d := &candidates[i].Decision; d.Rule >= 0 {
			next := missableRule{rule: runnerPointer(candidates[i].Rule, d.Rule), answers: slices.Clone(answers)}
			next.answers[i] = nil
			if text, ok := texts[candidates[i].Rule].Answer(nextRule(d), d.Level); ok {
				next.answers[i] = &text
			}
			list = append(list, next)
		}
	}
	return list
}

// nextRule gives the rule that would be asked if the one that is were not there; -1 if none would.
func nextRule(d *rules.TextDecision) int {
	for _, v := range d.Rules {
		if v.Matches() && v.Index != d.Rule {
			return v.Index
		}
	}
	return -1
}

// same says whether both are missing, or equal.
func same(a, b *string) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }
