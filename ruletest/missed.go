package ruletest

import (
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// A removal is what would be otherwise for a request if one rule were not in the file.
type removal struct {
	rule  string              // its pointer into the rule file
	flips map[engine.Key]bool // the tools that would be hidden instead of visible, or the other way round
}

// removals gives what would come of each entry of the filter that makes a difference to the request, in the order in which they come up.
// A tool without a name is hidden in any case.
func (t *trial) removals() []*removal {
	var list []*removal
	flip := func(m *rules.Match, k engine.Key) {
		rule := t.entryPointer(m.EntryRef)
		at := slices.IndexFunc(list, func(r *removal) bool { return r.rule == rule })
		if at < 0 {
			at = len(list)
			list = append(list, &removal{rule: rule, flips: map[engine.Key]bool{}})
		}
		list[at].flips[k] = true
	}
	for _, k := range t.keys {
		if _, named := t.catalog.Name(k); !named {
			continue
		}
		x := t.explain(k)
		if m := t.decisive(&x.Filter); m != nil {
			flip(m, k)
		}
	}
	return list
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

// without says whether a tool would be visible without the rule.
func (t *trial) without(r *removal, k engine.Key) bool { return t.visible(k) != r.flips[k] }

// met says whether an expectation is met.
func (t *trial) met(try func()) bool {
	before := len(t.result.Failures)
	try()
	met := len(t.result.Failures) == before
	t.result.Failures = t.result.Failures[:before]
	return met
}

// missed gives, with repetitions, the entries of the filter without which an expectation that is met would not be.
func (t *trial) missed() (list []string) {
	removals := t.removals()
	miss := func(met bool, unmet func(*removal) bool) {
		for _, r := range removals {
			if met && unmet(r) {
				list = append(list, r.rule)
			}
		}
	}
	for j, take := range t.seen {
		miss(t.met(func() { t.sees("", t.test.Sees[j], take) }), func(r *removal) bool {
			return !slices.ContainsFunc(t.keys, func(k engine.Key) bool { return take(k) && t.without(r, k) })
		})
	}
	for j, take := range t.hidden {
		miss(t.met(func() { t.hides("", t.test.Hides[j], take) }), func(r *removal) bool {
			return slices.ContainsFunc(t.keys, func(k engine.Key) bool { return take(k) && t.without(r, k) })
		})
	}
	miss(t.test.Only != nil && t.met(t.only), func(r *removal) bool {
		return slices.ContainsFunc(t.keys, func(k engine.Key) bool { return !anyOf(t.allowed, k) && t.without(r, k) })
	})
	for _, x := range t.test.Texts {
		miss(t.met(func() { t.text(x) }), func(r *removal) bool { return !t.without(r, x.Tool) })
	}
	for _, d := range t.test.DecidedBy {
		met := t.met(func() { t.decision(d) })
		miss(met, func(r *removal) bool { return r.flips[d.Tool] })
		if by := t.explain(d.Tool).Filter.By; met && by != nil && !failed(t.explain(d.Tool)) {
			list = append(list, t.entryPointer(*by))
		}
	}
	return list
}

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
