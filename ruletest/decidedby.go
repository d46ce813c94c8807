package ruletest

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/suggest"
)

// decision checks what determines whether the filter shows a tool.
func (t *trial) decision(d Decision) {
	pointer, about := t.keyPointer("decided_by", d.Tool), "decision about "+d.Tool.String()
	if !t.known(pointer, about, d.Tool) {
		return
	}
	x := t.explain(d.Tool)
	if decidedBy(x, d.By) {
		return
	}
	failure := Failure{Code: CodeDecidedBy, About: about, Expected: d.By, Got: whatDecides(x), Tools: []engine.Key{d.Tool}}
	if known := t.deciders(); d.By == "" || d.By[0] != '/' && !slices.Contains(known, d.By) {
		failure.Expected += ", which is not the id of an entry"
		if near, ok := suggest.Nearest(d.By, known); ok {
			failure.Hint = "did you mean " + near + "?"
		}
	}
	t.fail(pointer, failure)
}

// deciders returns all valid values of decided_by, pointers aside.
func (t *trial) deciders() []string {
	names := []string{ruleset.ByDefault.String(), ruleset.NoInclude.String()}
	for _, side := range []ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide} {
		for _, e := range t.rules.Filter().Entries(side) {
			if id := e.Ref().ID; id != "" {
				names = append(names, id)
			}
		}
	}
	return names
}

// decidedBy reports whether a decision has the basis that is written as by. A tool without a name
// is shown by nothing, and nothing decides about a tool that is left out of the catalog.
func decidedBy(x *engine.Explanation, by string) bool {
	if x.LeftOut != "" || x.Shown && x.Name == "" {
		return false
	}
	entry := x.Decider
	if entry == nil {
		return by == x.Basis
	}
	return entry.Spec.ID != "" && entry.Spec.ID == by || entry.Rule == by || entry.At.Rule == by
}

// whatDecides describes the basis of a decision.
func whatDecides(x *engine.Explanation) string {
	switch {
	case x.LeftOut != "":
		return "that the tool is left out of the catalog: " + x.LeftOut
	case x.Shown && x.Name == "":
		return "that the tool has no name"
	case x.Decider == nil:
		return x.Basis
	case x.Decider.Spec.ID != "":
		return fmt.Sprintf("%s (%s)", x.Decider.Spec.ID, x.Decider.Rule)
	}
	return x.Decider.Rule
}

// decidedByFailing reports whether the entry that decides does so because its condition fails.
func decidedByFailing(x *engine.Explanation) bool {
	return x.Decider != nil && x.Decider.Failure != ""
}

// explain is [engine.Catalog.Explain] for the case's request, called once per tool.
func (t *trial) explain(k engine.Key) *engine.Explanation {
	x := t.explained[k]
	if x == nil {
		explanation := t.catalog.Explain(t.test.Request, k)
		x = &explanation
		t.explained[k] = x
	}
	return x
}
