package lint

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// longText is how many characters of a text every provider takes: OpenAI refuses a description of a
// tool that has more, and clients cut them.
const longText = 1024

// eachText calls yield for every text of descriptions, with its pointer.
func (l *linter) eachText(yield func(pointer string, spec *rules.TextSpec)) {
	for i := range l.rules.File().Descriptions {
		d := &l.rules.File().Descriptions[i]
		at := fmt.Sprintf("/descriptions/%d", i)
		if d.Title != nil {
			yield(at+"/title", d.Title)
		}
		if d.Description != nil {
			yield(at+"/description", d.Description)
		}
		for j := range d.Arguments {
			yield(fmt.Sprintf("%s/arguments/%d", at, j), &d.Arguments[j].Text)
		}
		for j := range d.Results {
			yield(fmt.Sprintf("%s/results/%d", at, j), &d.Results[j].Text)
		}
	}
}

// texts looks at each text by itself.
func (l *linter) texts() {
	l.eachText(func(pointer string, spec *rules.TextSpec) {
		l.unusedVariants(pointer, spec)
		l.unreachable(pointer, spec)
		l.unusedDefaultVerbosity(pointer, spec)
		l.shadowedRunners(pointer, spec)
		l.longTexts(pointer, spec)
	})
}

func (l *linter) unusedVariants(pointer string, spec *rules.TextSpec) {
	named := map[string]bool{}
	note := func(entries []rules.LevelVariant) {
		for _, e := range entries {
			named[e.Variant] = true
		}
	}
	note(spec.VerbosityMap)
	for _, r := range spec.Runners {
		note(r.Levels)
		if r.Default != nil {
			named[*r.Default] = true
		}
	}
	for i, v := range spec.Variants {
		if !named[v.Name] {
			l.reportKey(fmt.Sprintf("%s/variants/%d", pointer, i), &rules.Problem{Code: CodeUnusedVariant, Severity: rules.Warning,
				Message: fmt.Sprintf("nothing names the variant %s, so that nobody gets it", v.Name),
				Hint:    "name it in verbosity_map or in a rule of runners, or remove it"})
		}
	}
}

// unreachable looks for tiers that something before them always answers for.
func (l *linter) unreachable(pointer string, spec *rules.TextSpec) {
	for i, r := range spec.Runners {
		if r.Default != nil && coversVariants(r.Levels) {
			l.reportKey(fmt.Sprintf("%s/runners/%d/default", pointer, i),
				&rules.Problem{Code: CodeUnreachableDefault, Severity: rules.Warning,
					Message: "the default of this rule is never used: " + fillsGaps("its levels answer"),
					Hint:    "remove it, or give it the levels that it is meant for"})
		}
	}
	why, hint := "", "" // what answers for everything before the next tier, and what to do about it
	if i := catchAll(spec); i >= 0 {
		why = fmt.Sprintf("the rule of runners in %s takes every request that no other one takes, and answers it",
			l.line(fmt.Sprintf("%s/runners/%d", pointer, i)))
		hint = "remove it, or say in the rule which runners or models it is for"
	}
	for _, tier := range []struct {
		key, is, answers string
		code             rules.Code
		there            bool
	}{
		{"verbosity_map", "is", "answers", CodeUnreachableMap, coversVariants(spec.VerbosityMap)},
		{"levels", "are", "answer", CodeUnreachableLevels, coversTexts(spec.Levels)},
		{"default", "is", "answers", CodeUnreachableDefault, spec.Default != nil},
	} {
		switch {
		case !tier.there:
		case why != "":
			l.reportKey(pointer+"/"+tier.key, &rules.Problem{Code: tier.code, Severity: rules.Warning,
				Message: fmt.Sprintf("%s %s never used: %s", tier.key, tier.is, why), Hint: hint})
		default:
			why = fillsGaps(tier.key + " " + tier.answers)
			hint = "remove it, or move it into levels under those that it is meant for"
			if tier.key == "verbosity_map" { // which holds names of variants
				hint = "remove it, or make it a variant and name that in verbosity_map under the levels that it is meant for"
			}
		}
	}
}

func fillsGaps(who string) string {
	return who + " for every level, and for those in the gaps with the nearest one"
}

// catchAll returns the index of a rule that takes every request and answers it, if that keeps every
// request from the tiers behind runners: a rule without an answer of its own leads to them.
func catchAll(spec *rules.TextSpec) int {
	found := -1
	for i, r := range spec.Runners {
		answers := r.Default != nil || coversVariants(r.Levels)
		if !answers {
			return -1
		}
		if found < 0 && r.When == "" && r.Runner.Equal(rules.Matcher{}) && r.Model.Equal(rules.Matcher{}) {
			found = i
		}
	}
	return found
}

func coversVariants(entries []rules.LevelVariant) bool {
	return slices.ContainsFunc(entries, func(e rules.LevelVariant) bool { return len(e.On) > 0 })
}

func coversTexts(entries []rules.LevelText) bool {
	return slices.ContainsFunc(entries, func(e rules.LevelText) bool { return len(e.On) > 0 })
}

func (l *linter) unusedDefaultVerbosity(pointer string, spec *rules.TextSpec) {
	byLevel := coversVariants(spec.VerbosityMap) || coversTexts(spec.Levels) ||
		slices.ContainsFunc(spec.Runners, func(r rules.RunnerSpec) bool { return coversVariants(r.Levels) })
	if spec.DefaultVerbosity != nil && !byLevel {
		l.reportKey(pointer+"/default_verbosity", &rules.Problem{Code: CodeUnusedDefaultVerbosity, Severity: rules.Note,
			Message: "default_verbosity changes nothing: this text is the same at every level",
			Hint:    "remove it, or add levels or verbosity_map"})
	}
}

func (l *linter) longTexts(pointer string, spec *rules.TextSpec) {
	check := func(pointer, text string) {
		if n := utf8.RuneCountInString(text); n > longText {
			l.report(pointer, &rules.Problem{Code: CodeLongText, Severity: rules.Warning,
				Message: fmt.Sprintf("the text has %s characters; some providers refuse more than 1,024, and clients cut them",
					wording.Number(n)),
				Hint: "say the most important in the first 1,024 characters, or less altogether"})
		}
	}
	if spec.Default != nil {
		check(pointer+"/default", *spec.Default)
	}
	for i, e := range spec.Levels {
		check(fmt.Sprintf("%s/levels/%d", pointer, i), e.Text)
	}
	for i, v := range spec.Variants {
		check(fmt.Sprintf("%s/variants/%d", pointer, i), v.Text)
	}
}
