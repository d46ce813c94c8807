package ruletest

import (
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// decisions gives, for each tool, the one entry of the filter without which it would be hidden instead of visible, or the other way round,
// by its pointer into the rule file. A tool without a name is hidden in any case.
//
// A tool has one such entry at most, so what would come of removing any entry is told by the tools that an expectation is about. Asking,
// for each entry, every pattern about every tool took 4 minutes for 200 entries, 750 patterns and 3,119 tools.
func (t *trial) decisions() map[engine.Key]string {
	by := map[engine.Key]string{}
	for _, k := range t.keys {
		if _, named := t.catalog.Name(k); !named {
			continue
		}
		if m := t.decisive(&t.explain(k).Filter); m != nil {
			by[k] = t.entryPointer(m.EntryRef)
		}
	}
	return by
}

// decisive gives the one entry without which a decision would be the other way round; nil if there is none, or if it decides by failing:
// then its condition is not tried. The only entry of include is one for the tools that it does not take: without it there is no list of
// includes, and everything is shown.
func (t *trial) decisive(d *rules.Decision) *rules.Match {
	var includes, excludes []*rules.Match
	for i := range d.Matches {
		switch m := &d.Matches[i]; {
		case m.Side == rules.ExcludeSide:
			excludes = append(excludes, m)
		case m.Failure == nil:
			includes = append(includes, m)
		}
	}
	entries := t.catalog.Engine().Rules().Filter().Entries(rules.IncludeSide)
	open := len(entries) == 0
	switch {
	case len(excludes) == 1 && excludes[0].Failure == nil && (open || len(includes) > 0):
		return excludes[0]
	case len(excludes) > 0 || open:
		return nil
	case len(includes) == 1 && len(entries) > 1:
		return includes[0]
	case len(includes) == 0 && len(entries) == 1:
		return &rules.Match{EntryRef: entries[0].Ref()}
	}
	return nil
}

func (t *trial) entryPointer(ref rules.EntryRef) string {
	return t.catalog.Engine().Rules().Pointer("/filter" + ref.Pointer)
}

// met says whether an expectation is met.
func (t *trial) met(try func()) bool {
	before := len(t.result.Failures)
	try()
	met := len(t.result.Failures) == before
	t.result.Failures = t.result.Failures[:before]
	return met
}

// missed returns, with repetitions, the rules without which an expectation that is met would not be. decisions has, for each tool, the
// rule without which it would be hidden instead of visible, or the other way round; there is at most one of a kind. decides returns the
// rule without which another entry, or none, would decide; "" if there is none.
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
	miss(t.keptOut()...)
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

// decidingEntry returns the entry that decides, unless it does so by failing.
func (t *trial) decidingEntry(x *engine.Explanation) string {
	if x.Filter.By == nil || failed(x) {
		return ""
	}
	return t.entryPointer(*x.Filter.By)
}

// missedToSee gives the entries without which none of the tools would be visible, of which one is.
func (t *trial) missedToSee(tools []engine.Key, decisions map[engine.Key]string) (list []string) {
	visible, change := 0, map[string]int{} // how many are visible, and how many more would be without a rule
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

// keptOut gives the tools that only keeps out, if that expectation is met.
func (t *trial) keptOut() []engine.Key {
	if t.test.Only == nil {
		return nil
	}
	allowed := map[engine.Key]bool{}
	for _, text := range t.test.Only {
		matched := t.exactly(text)
		if len(matched) == 0 {
			return nil
		}
		for _, k := range matched {
			allowed[k] = true
		}
	}
	others := slices.DeleteFunc(slices.Clone(t.keys), func(k engine.Key) bool { return allowed[k] })
	if slices.ContainsFunc(others, t.visible) {
		return nil
	}
	return others
}

// textMet says whether a text is as expected.
func (t *trial) textMet(x Text) bool { return t.exist[x.Tool] && t.met(func() { t.text(x) }) }

// failed says whether the entry that decides does so by failing.
func failed(x *engine.Explanation) bool {
	by := x.Filter.By
	return by != nil && slices.ContainsFunc(x.Filter.Matches, func(m rules.Match) bool {
		return m.Side == by.Side && m.Index == by.Index && m.Failure != nil
	})
}

// explain is [engine.Catalog.Explain] for the case's request, once for each tool.
func (t *trial) explain(k engine.Key) *engine.Explanation {
	x := t.explained[k]
	if x == nil {
		made := t.catalog.Explain(t.test.Request, k)
		x = &made
		t.explained[k] = x
	}
	return x
}
