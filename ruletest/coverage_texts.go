package ruletest

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// textsOf returns the titles and descriptions in a rule file, by pointer into it.
func textsOf(r *ruleset.Rules) map[string]*ruleset.Text {
	texts := map[string]*ruleset.Text{}
	for _, d := range r.Descriptions() {
		for _, p := range slices.Concat([]ruleset.Placed{d.Title(), d.Description()}, d.Arguments(), d.Results()) {
			if p.Text != nil {
				texts[r.Pointer(p.Pointer)] = p.Text
			}
		}
	}
	return texts
}

// missedTexts returns, with repetitions, the entries of descriptions and the runner rules without
// which an expectation of texts that is met would not be.
func (t *trial) missedTexts(texts map[string]*ruleset.Text) (list []string) {
	for _, x := range t.test.Texts {
		if !t.textMet(x) {
			continue
		}
		raw, _ := t.catalog.Raw(x.Tool)
		original, err := textsAt(raw, x.Location)
		if err != nil {
			continue
		}
		explanation := t.explain(x.Tool)
		for i := range explanation.Texts {
			at := slices.IndexFunc(original, func(o textAt) bool { return o.pointer == explanation.Texts[i].Place })
			if at < 0 {
				continue
			}
			for _, m := range candidateRules(explanation.Texts[i].Candidates, texts) {
				if !equal(m.textWithout(original[at].text), x.Text) {
					list = append(list, m.rule)
				}
			}
		}
	}
	return list
}

// A candidateRule is a rule for a text, and what the request would get without it.
type candidateRule struct {
	rule    string
	without *string // what an entry would select; nil if no entry would
}

// textWithout returns what the request would get without the rule, given the server's own text; nil
// if the key would be absent.
func (m *candidateRule) textWithout(original *string) *string {
	switch {
	case m.without == nil:
		return original
	case *m.without == "":
		return nil // the empty string removes the key
	}
	return m.without
}

// A ranking holds the indices of candidates that select a text; -1 if there is none.
type ranking struct {
	first int // selects the text
	next  int // selects it without first
	other int // selects it without the entry of first
}

func rank(candidates []engine.CandidateExplanation) ranking {
	r := ranking{-1, -1, -1}
	for i := range candidates {
		if !candidates[i].Found {
			continue
		}
		switch {
		case r.first < 0:
			r.first = i
		case r.next < 0:
			r.next = i
		}
		if r.other < 0 && candidates[i].Entry != candidates[r.first].Entry {
			r.other = i
		}
	}
	return r
}

// candidateRules returns the rules for one location: each entry, and the runner rule that it uses.
//
// The ranking is computed once: a location may have as many candidates as there are entries, and
// evaluating all of them without each of them is quadratic.
func candidateRules(candidates []engine.CandidateExplanation, texts map[string]*ruleset.Text) (list []candidateRule) {
	ranked := rank(candidates)
	textOf := func(i int) *string {
		if i < 0 {
			return nil
		}
		return &candidates[i].Text
	}
	for i := range candidates {
		first := ranked.first
		gone, skipped := first, first // selects the text without the entry, and without the runner rule
		if first >= 0 && candidates[i].Entry == candidates[first].Entry {
			gone = ranked.other
		}
		if i == first {
			skipped = ranked.next
		}
		list = append(list, candidateRule{fmt.Sprintf("/descriptions/%d", candidates[i].Entry), textOf(gone)})
		d := &candidates[i]
		if d.Runner < 0 {
			continue
		}
		m := candidateRule{runnerPointer(d.Rule, d.Runner), textOf(skipped)}
		if first < 0 || i <= first { // candidates after the first are not evaluated
			if text, ok := texts[d.Rule].Answer(nextRule(d), d.Level); ok {
				m.without = &text
			}
		}
		list = append(list, m)
	}
	return list
}

// nextRule returns the index of the runner rule that would apply without the one that does; -1 if
// none would.
func nextRule(d *engine.CandidateExplanation) int {
	for _, v := range d.Runners {
		if v.Matches() && v.Index != d.Runner {
			return v.Index
		}
	}
	return -1
}
