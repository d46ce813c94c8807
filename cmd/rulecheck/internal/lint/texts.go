package lint

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// longText is the largest number of characters of a text that every provider accepts: OpenAI
// refuses longer descriptions of tools, and clients truncate them.
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

// eachText returns the check that calls another one for every text of descriptions.
func eachText(check func(l *linter, pointer string, spec *rules.TextSpec)) func(*linter) {
	return func(l *linter) {
		l.eachText(func(pointer string, spec *rules.TextSpec) { check(l, pointer, spec) })
	}
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
			l.reportKey(fmt.Sprintf("%s/variants/%d", pointer, i), &rules.Problem{Code: CodeUnusedVariant,
				Message: fmt.Sprintf("nothing names the variant %s, so it is never used", v.Name),
				Hint:    "name it in verbosity_map or in a rule of runners, or remove it"})
		}
	}
}

// unreachable finds tiers that are never used because something before them always has an answer.
func (l *linter) unreachable(pointer string, spec *rules.TextSpec) {
	for i, r := range spec.Runners {
		if r.Default != nil && coversVariants(r.Levels) {
			l.reportKey(fmt.Sprintf("%s/runners/%d/default", pointer, i),
				&rules.Problem{Code: CodeUnreachableDefault,
					Message: "the default of this rule is never used: " + fillsGaps("its levels answer"),
					Hint:    "remove it, or limit the levels to those that are intended"})
		}
	}
	why, hint := "", "" // why no request reaches the next tier, and what to do about it
	if i := catchAll(spec); i >= 0 {
		why = fmt.Sprintf("the rule of runners in %s matches every request that no other rule matches, and has an "+
			"answer",
			l.line(fmt.Sprintf("%s/runners/%d", pointer, i)))
		hint = "remove it, or name in the rule the runners or models it is for"
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
			l.reportKey(pointer+"/"+tier.key, &rules.Problem{Code: tier.code,
				Message: fmt.Sprintf("%s %s never used: %s", tier.key, tier.is, why), Hint: hint})
		default:
			why = fillsGaps(tier.key + " " + tier.answers)
			hint = "remove it, or move it into levels under those that it is meant for"
			if tier.key == "verbosity_map" { // which holds names of variants
				hint = "remove it, or make it a variant and name that in verbosity_map under the levels that it is " +
					"meant for"
			}
		}
	}
}

func fillsGaps(who string) string {
	return who + " for every level, and for those in the gaps with the nearest one"
}

// catchAll returns the index of a rule that matches every request and has an answer, if no request
// reaches the tiers after runners: a rule without an answer of its own leads to them. Returns -1
// otherwise.
func catchAll(spec *rules.TextSpec) int {
	found := -1
	for i, r := range spec.Runners {
		answers := r.Default != nil || coversVariants(r.Levels)
		if !answers {
			return -1
		}
		if found < 0 && r.When == "" && ruleset.Covers(r.Runner, rules.Matcher{}) &&
			ruleset.Covers(r.Model, rules.Matcher{}) {
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
		l.reportKey(pointer+"/default_verbosity", &rules.Problem{Code: CodeUnusedDefaultVerbosity,
			Message: "default_verbosity changes nothing: this text is the same at every level",
			Hint:    "remove it, or add levels or verbosity_map"})
	}
}

func (l *linter) longTexts(pointer string, spec *rules.TextSpec) {
	check := func(pointer, text string) {
		if n := utf8.RuneCountInString(text); n > longText {
			l.report(pointer, &rules.Problem{Code: CodeLongText,
				Message: fmt.Sprintf("the text has %s characters; some providers refuse more than 1,024, and clients "+
					"cut them",
					wording.Number(n)),
				Hint: "put the most important first, or shorten it to 1,024 characters"})
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
