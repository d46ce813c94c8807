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
		if !t.textMet(x) {
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
				if !same(m.text(own[at].text), x.Text) {
					list = append(list, m.rule)
				}
			}
		}
	}
	return list
}

// A missableRule is a rule about a text, and what would be answered without it.
type missableRule struct {
	rule   string
	answer *string // nil if no entry would answer
}

// text gives the text without the rule; nil if there would be none.
func (m *missableRule) text(own *string) *string {
	switch {
	case m.answer == nil:
		return own
	case *m.answer == "":
		return nil // the empty text takes the key away
	}
	return m.answer
}

// answering are the candidates for a place that answer, by their indices; -1 is none.
type answering struct {
	first int // what is answered
	next  int // what would be, if first alone did not answer
	other int // what would be, if nothing of the entry of first did
}

func answeringOf(candidates []engine.CandidateExplanation, entries []string) answering {
	a := answering{-1, -1, -1}
	for i := range candidates {
		if !candidates[i].Decision.Found {
			continue
		}
		switch {
		case a.first < 0:
			a.first = i
		case a.next < 0:
			a.next = i
		}
		if a.other < 0 && entries[i] != entries[a.first] {
			a.other = i
		}
	}
	return a
}

// missable gives the rules that answer for a place: each entry, and the runner rule that it asks.
//
// What answers is looked for once: a place may have as many candidates as there are entries, and asking all of them again without each of
// them took 40 s and 2 GB for 10,000 entries.
func missable(candidates []engine.CandidateExplanation, texts map[string]*rules.Text) (list []missableRule) {
	entries := make([]string, len(candidates))
	for i := range candidates {
		entries[i], _ = splitRule(candidates[i].Rule)
	}
	answering := answeringOf(candidates, entries)
	answer := func(i int) *string {
		if i < 0 {
			return nil
		}
		return &candidates[i].Decision.Text
	}
	for i := range candidates {
		first := answering.first
		gone, skipped := first, first // what answers without the entry, and without the runner rule
		if first >= 0 && entries[i] == entries[first] {
			gone = answering.other
		}
		if i == first {
			skipped = answering.next
		}
		list = append(list, missableRule{entries[i], answer(gone)})
		d := &candidates[i].Decision
		if d.Rule < 0 {
			continue
		}
		m := missableRule{runnerPointer(candidates[i].Rule, d.Rule), answer(skipped)}
		if first < 0 || i <= first { // nobody asks what stands behind the first answer
			if text, ok := texts[candidates[i].Rule].Answer(nextRule(d), d.Level); ok {
				m.answer = &text
			}
		}
		list = append(list, m)
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
