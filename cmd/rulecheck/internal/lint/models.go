package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// A modelName is the name of a model in a rule of runners.
type modelName struct {
	name, plain string
	pointer     string       // of the matcher
	text        *modelsKnown // of the text
}

// modelsKnown are the models that a text has rules for, apart from rules for all models.
type modelsKnown []rules.Matcher

func (k *modelsKnown) has(name string) bool {
	return slices.ContainsFunc(*k, func(m rules.Matcher) bool { return ruleset.Covers(m, rules.Name(name)) })
}

// dated is the date at the end of the name of a model: claude-sonnet-4-5-20250929,
// gpt-4o-2024-08-06.
var dated = regexp.MustCompile(`[-@](\d{8}|\d{4}-\d{2}-\d{2})$`)

// plainModel returns the name of a model without what most often differs between names of one
// model: its provider and its date.
func plainModel(name string) string {
	return dated.ReplaceAllString(name[strings.LastIndexByte(name, '/')+1:], "")
}

// models finds names that may mean one model: a request has one of them, so a text that knows only
// the other name ignores it. A text with both names is fine.
func (l *linter) models() {
	alike := map[string][]modelName{}
	reported := map[[2]string]bool{}
	for _, n := range l.modelNames() {
		for _, other := range alike[n.plain] {
			pair := [2]string{min(n.name, other.name), max(n.name, other.name)}
			if n.name == other.name || reported[pair] || n.text.has(other.name) || other.text.has(n.name) {
				continue
			}
			reported[pair] = true
			l.report(n.pointer, &rules.Problem{Code: CodeModelSpelling,
				Message: fmt.Sprintf("%s and %s (%s) are two names: a request carries one of them, and each text "+
					"knows only one",
					n.name, other.name, l.line(other.pointer)),
				Hint: fmt.Sprintf("if they are one model, write model: [%s, %s] in both", other.name, n.name)})
		}
		alike[n.plain] = append(alike[n.plain], n)
	}
}

func (l *linter) modelNames() (names []modelName) {
	l.eachText(func(pointer string, spec *rules.TextSpec) {
		known := &modelsKnown{}
		for i, r := range spec.Runners {
			if ruleset.Covers(r.Model, rules.Matcher{}) {
				continue
			}
			*known = append(*known, r.Model)
			list, _ := ruleset.Names(r.Model)
			for _, name := range list {
				names = append(names, modelName{name, plainModel(name), fmt.Sprintf("%s/runners/%d/model", pointer, i),
					known})
			}
		}
	})
	return names
}
