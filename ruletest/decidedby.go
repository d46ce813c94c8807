package ruletest

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/rules"
)

// decision looks at what the filter's decision about a tool rests on.
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
		failure.Expected += ", which no entry has as its id"
		if near, ok := suggest.Nearest(d.By, known); ok {
			failure.Hint = "did you mean " + near + "?"
		}
	}
	t.fail(pointer, failure)
}

// deciders gives what may stand under decided_by, pointers aside.
func (t *trial) deciders() []string {
	names := []string{rules.ByDefault.String(), rules.NoInclude.String()}
	filter := t.catalog.Engine().Rules().Filter()
	for _, side := range []rules.Side{rules.IncludeSide, rules.ExcludeSide} {
		for _, e := range filter.Entries(side) {
			if id := e.Ref().ID; id != "" {
				names = append(names, id)
			}
		}
	}
	return names
}

// decidedBy says whether a decision rests on what is written as by. A tool without a
// name is shown by nothing, and nothing decides about one that is left out of the catalog.
func decidedBy(x *engine.Explanation, by string) bool {
	if x.LeftOut != "" || x.Filter.Visible && x.Name == "" {
		return false
	}
	entry := x.Filter.By
	if entry == nil {
		return by == x.Filter.Basis.String()
	}
	if entry.ID != "" && entry.ID == by || x.Decider.Rule == by {
		return true
	}
	for i, m := range x.Filter.Matches {
		if m.Side == entry.Side && m.Index == entry.Index && x.Entries[i].Rule == by {
			return true
		}
	}
	return false
}

// whatDecides writes what a decision rests on.
func whatDecides(x *engine.Explanation) string {
	switch {
	case x.LeftOut != "":
		return "that the tool is left out of the catalog: " + x.LeftOut
	case x.Filter.Visible && x.Name == "":
		return "that the tool has no name"
	case x.Filter.By == nil:
		return x.Filter.Basis.String()
	case x.Filter.By.ID != "":
		return fmt.Sprintf("%s (%s)", x.Filter.By.ID, x.Decider.Rule)
	}
	return x.Decider.Rule
}
