package ruleset

import "slices"

// SameAnswers says whether both texts give every request the same answer, as far as that can be told from how they are
// written: true is certain, and false means that they may differ. It takes an expression to mean the same in both, and it does
// only if both files declare the same context. Names of variants don't count. Nil answers nothing, as does the zero Text.
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

// sameRow compares what a request can see of the answers where a rule is asked, or where none is.
func (t *Text) sameRow(rule int, other *Text, otherRule int) bool {
	for level := range levelCount {
		if !t.at(rule, level).same(other.at(otherRule, level)) {
			return false
		}
	}
	return true
}

// same compares what a request can see.
func (a answer) same(other answer) bool { return a.text == other.text && a.found == other.found }

// same says whether both rules match the same requests.
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
