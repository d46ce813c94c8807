package ruleset

import "slices"

// SameAnswers reports whether both texts have the same answer for every request: true is certain,
// false means that they may differ. Equal expressions are assumed to mean the same in both, which
// holds only if both files declare the same context. Names of variants are ignored. A nil Text has
// no answer, like the zero Text.
func (t *Text) SameAnswers(other *Text) bool {
	t, other = t.orZero(), other.orZero()
	return samePointed(t.defaultVerbosity, other.defaultVerbosity) && samePointed(t.around, other.around) &&
		t.sameRow(-1, other, -1) &&
		slices.EqualFunc(t.rules, other.rules, func(a, b runnerRule) bool {
			return a.same(&b) && t.sameRow(a.index, other, b.index)
		})
}

func (t *Text) orZero() *Text {
	if t == nil {
		return &Text{}
	}
	return t
}

// sameRow compares the visible parts of the answers for one selected rule, or for no rule.
func (t *Text) sameRow(rule int, other *Text, otherRule int) bool {
	for level := range levelCount {
		if !t.at(rule, level).same(other.at(otherRule, level)) {
			return false
		}
	}
	return true
}

// same compares the visible parts of two answers.
func (a answer) same(other answer) bool { return a.text == other.text && a.found == other.found }

// same reports whether both rules match the same requests.
func (r *runnerRule) same(other *runnerRule) bool {
	if !r.runner.equal(&other.runner) || !r.model.equal(&other.model) {
		return false
	}
	if r.when == nil || other.when == nil {
		return r.when == other.when
	}
	return r.when.Source() == other.when.Source()
}

func samePointed[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
