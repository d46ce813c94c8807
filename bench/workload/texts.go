package workload

import (
	"fmt"
	"maps"
	"slices"

	"github.com/toolrules/toolrules/rules"
)

// A Text is a description with variants, as a peer reads it.
type Text struct {
	Default  string
	Levels   []AtLevel         // texts
	Variants map[string]string // by name
	ByLevel  []AtLevel         // names of variants
	Runners  []Runner
}

// AtLevel is the entry of a level of verbosity.
type AtLevel struct {
	Level int
	Text  string
}

// A Runner is a rule for a runner and some models.
type Runner struct {
	Runner  string    // empty: any
	Models  []string  // nil: any
	Levels  []AtLevel // names of variants
	Default string    // the name of a variant; empty: none
}

// Texts returns a text for each of the servers srv00 to srv49. A third of them have only a default,
// a third have texts by level, and a third have variants by level and four rules for runners and
// models.
func Texts() []Text {
	models := []string{"spark", "gpt-5.4", "hippo-5", "haiku", "mini"}
	all := make([]Text, 50)
	for i := range all {
		base := fmt.Sprintf("Looks after the \"issues\" of tracker %d.\nUse it when the user asks.", i)
		t := Text{Default: base}
		if i%3 > 0 {
			t.Levels = []AtLevel{{0, base[:16]}, {3, base[:30]}, {9, base + " " + base}}
		}
		if i%3 == 2 {
			k := i % 4
			t.Variants = map[string]string{"short": base[:20], "plain": base + " It is safe.", "long": base + " " +
				base + " It is safe."}
			t.ByLevel = []AtLevel{{1, "short"}, {6, "plain"}}
			t.Runners = []Runner{
				{Runner: "grok", Levels: []AtLevel{{1, "short"}, {5, "plain"}}},
				{Runner: "codex", Models: models[k : k+2], Default: "long"},
				{Models: models[k : k+1], Levels: []AtLevel{{4, "plain"}}},
				{Runner: "codex", Default: "short"},
			}
		}
		all[i] = t
	}
	return all
}

// TextFile returns texts as a rule file with no other content: text i is the description of all
// tools of server i.
func TextFile(texts []Text) *rules.File {
	file := &rules.File{}
	for i, t := range texts {
		spec := t.Spec()
		file.Descriptions = append(file.Descriptions, rules.DescriptionSpec{Tools: []string{serverID(i) + "/*"},
			Description: &spec})
	}
	return file
}

// Spec returns a text in the form of package rules.
func (t Text) Spec() rules.TextSpec {
	spec := rules.TextSpec{Default: &t.Default, VerbosityMap: levelVariants(t.ByLevel)}
	for _, l := range t.Levels {
		spec.Levels = append(spec.Levels, rules.LevelText{On: rules.Level(l.Level), Text: l.Text})
	}
	for _, name := range slices.Sorted(maps.Keys(t.Variants)) {
		spec.Variants = append(spec.Variants, rules.Variant{Name: name, Text: t.Variants[name]})
	}
	for _, r := range t.Runners {
		rule := rules.RunnerSpec{Levels: levelVariants(r.Levels)}
		if r.Runner != "" {
			rule.Runner = rules.Name(r.Runner)
		}
		switch len(r.Models) {
		case 0:
		case 1:
			rule.Model = rules.Name(r.Models[0])
		default:
			rule.Model = rules.OneOf(r.Models...)
		}
		if r.Default != "" {
			rule.Default = &r.Default
		}
		spec.Runners = append(spec.Runners, rule)
	}
	return spec
}

func levelVariants(levels []AtLevel) []rules.LevelVariant {
	var list []rules.LevelVariant
	for _, l := range levels {
		list = append(list, rules.LevelVariant{On: rules.Level(l.Level), Variant: l.Text})
	}
	return list
}
