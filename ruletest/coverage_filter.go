package ruletest

import (
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// decisions returns, for each tool, the pointer of the one entry of the filter without which the
// tool would be hidden instead of visible or vice versa. A tool without a name is always hidden.
//
// A tool has at most one such entry. So the tools of an expectation determine what would happen
// without an entry, and the patterns of the other entries need not be evaluated for each of them.
func (t *trial) decisions() map[engine.Key]string {
	by := map[engine.Key]string{}
	for _, k := range t.keys {
		if _, named := t.catalog.Name(k); !named {
			continue
		}
		if rule := t.decisive(t.explain(k)); rule != "" {
			by[k] = rule
		}
	}
	return by
}

// decisive returns the pointer of the one entry without which a decision would be reversed; empty
// if there is none, or if the entry decides because its condition fails, which does not test the
// condition. The only entry of include is decisive for the tools that it does not match: without an
// include list, all tools are visible.
func (t *trial) decisive(x *engine.Explanation) string {
	var includes, excludes []*engine.EntryExplanation
	for i := range x.Entries {
		switch m := &x.Entries[i]; {
		case !m.Matches:
		case m.Side == "exclude":
			excludes = append(excludes, m)
		case m.Failure == "":
			includes = append(includes, m)
		}
	}
	entries := t.rules.Filter().Entries(ruleset.IncludeSide)
	open := len(entries) == 0
	switch {
	case len(excludes) == 1 && excludes[0].Failure == "" && (open || len(includes) > 0):
		return excludes[0].Rule
	case len(excludes) > 0 || open:
		return ""
	case len(includes) == 1 && len(entries) > 1:
		return includes[0].Rule
	case len(includes) == 0 && len(entries) == 1:
		return t.rules.Pointer("/filter" + entries[0].Ref().Pointer)
	}
	return ""
}

// met reports whether the expectation that check evaluates is met.
func (t *trial) met(check func()) bool {
	before := len(t.result.Failures)
	check()
	met := len(t.result.Failures) == before
	t.result.Failures = t.result.Failures[:before]
	return met
}

// missed returns, with repetitions, the rules without which an expectation that is met would not
// be. decisions holds, for each tool, the one rule without which the tool would be hidden instead
// of visible or vice versa. decides returns the rule without which a different entry or no entry
// would decide, or "".
func (t *trial) missed(decisions map[engine.Key]string, decides func(*engine.Explanation) string) (list []string) {
	miss := func(tools ...engine.Key) {
		for _, k := range tools {
			if rule, ok := decisions[k]; ok {
				list = append(list, rule)
			}
		}
	}
	for _, text := range t.test.Sees {
		list = append(list, t.missedToSee(t.exactly(text), decisions)...)
	}
	for _, text := range t.test.Hides {
		if hidden := t.loosely(text); !slices.ContainsFunc(hidden, t.visible) {
			miss(hidden...)
		}
	}
	if t.test.Only != nil {
		others, unmatched := t.notOnly()
		if len(unmatched) == 0 && !slices.ContainsFunc(others, t.visible) {
			miss(others...)
		}
	}
	for _, x := range t.test.Texts {
		if t.textMet(x) {
			miss(x.Tool)
		}
	}
	for _, d := range t.test.DecidedBy {
		if !t.exist[d.Tool] || !decidedBy(t.explain(d.Tool), d.By) {
			continue
		}
		miss(d.Tool)
		if rule := decides(t.explain(d.Tool)); rule != "" {
			list = append(list, rule)
		}
	}
	return list
}

// decidingEntry returns the pointer of the entry that decides, unless it does so by failing.
func (t *trial) decidingEntry(x *engine.Explanation) string {
	if x.Decider == nil || decidedByFailing(x) {
		return ""
	}
	return x.Decider.Rule
}

// missedToSee returns the rules without which none of the tools would be visible, if one is
// visible.
func (t *trial) missedToSee(tools []engine.Key, decisions map[engine.Key]string) (list []string) {
	visible, change := 0, map[string]int{} // the number of visible tools, and by how much it would change without a rule
	for _, k := range tools {
		more := 1
		if t.visible(k) {
			visible, more = visible+1, -1
		}
		if rule, ok := decisions[k]; ok {
			change[rule] += more
		}
	}
	for _, k := range tools {
		if rule, ok := decisions[k]; ok && visible > 0 && visible+change[rule] == 0 {
			list = append(list, rule)
		}
	}
	return list
}

// textMet reports whether an expectation of texts is met.
func (t *trial) textMet(x Text) bool { return t.exist[x.Tool] && t.met(func() { t.text(x) }) }
