package ruletest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// setPatternPointer returns the pointer of a pattern of a set into the [rules.File].
func setPatternPointer(set, i int) string { return fmt.Sprintf("/sets/%d/%d", set, i) }

// An entryPattern is a pattern of an entry. If it comes from a set, pointer locates it there in the
// rule file; otherwise pointer is "".
type entryPattern struct {
	ruleset.NamePattern
	pointer string
}

// setPatterns holds the patterns of the entries that use sets, by side and index.
type setPatterns map[string]map[int][]entryPattern

func usesSet(pattern string) bool { return strings.HasPrefix(pattern, "$") }

func newSetPatterns(r *ruleset.Rules) setPatterns {
	sets := map[string]int{}
	for i, s := range r.File().Sets {
		sets[s.Name] = i
	}
	all := setPatterns{"include": {}, "exclude": {}}
	for side, specs := range map[ruleset.Side][]rules.EntrySpec{
		ruleset.IncludeSide: r.File().Filter.Include, ruleset.ExcludeSide: r.File().Filter.Exclude,
	} {
		for i, e := range r.Filter().Entries(side) {
			if i >= len(specs) || !slices.ContainsFunc(specs[i].Tools, usesSet) {
				continue
			}
			var pointers []string
			for _, text := range specs[i].Tools {
				name, isSet := strings.CutPrefix(text, "$")
				set, known := sets[name]
				if !isSet || !known {
					pointers = append(pointers, "")
					continue
				}
				for j := range r.File().Sets[set].Patterns {
					pointers = append(pointers, r.Pointer(setPatternPointer(set, j)))
				}
			}
			for j, p := range e.Patterns() {
				all[side.String()][i] = append(all[side.String()][i], entryPattern{p, pointers[j]})
			}
		}
	}
	return all
}

// only returns the pointer of the pattern of a set without which an entry would not match a tool;
// "" if there is none.
func (all setPatterns) only(entry *engine.EntryExplanation, target ruleset.Target) string {
	only := ""
	for _, p := range all[entry.Side][entry.Index] {
		if !p.Matches(target) {
			continue
		}
		if p.pointer == "" || only != "" && only != p.pointer {
			return ""
		}
		only = p.pointer
	}
	return only
}

// missedSetPatterns returns, with repetitions, the patterns of sets without which an expectation
// that is met would not be.
func (t *trial) missedSetPatterns(all setPatterns) []string {
	if len(all["include"])+len(all["exclude"]) == 0 {
		return nil
	}
	decisions := map[engine.Key]string{}
	for _, k := range t.keys {
		if _, named := t.catalog.Name(k); !named {
			continue
		}
		if pointer := t.decisiveSetPattern(k, all); pointer != "" {
			decisions[k] = pointer
		}
	}
	return t.missed(decisions, func(x *engine.Explanation) string {
		if x.Decider == nil || decidedByFailing(x) {
			return ""
		}
		return all.only(x.Decider, ruleset.NewTarget(x.Key.Server, x.Key.Tool))
	})
}

// decisiveSetPattern returns the one pattern of a set without which the decision about a tool would
// be reversed; "" if there is none.
func (t *trial) decisiveSetPattern(k engine.Key, all setPatterns) string {
	target := ruleset.NewTarget(k.Server, k.Tool)
	var includes, excludes []string // for each matching entry, the pattern of a set without which it would not match
	entries := t.explain(k).Entries
	for i := range entries {
		m := &entries[i]
		if !m.Matches {
			continue
		}
		switch only := all.only(m, target); {
		case m.Side == "exclude" && m.Failure != "":
			return ""
		case m.Side == "exclude":
			excludes = append(excludes, only)
		case m.Failure == "":
			includes = append(includes, only)
		}
	}
	open := len(t.rules.Filter().Entries(ruleset.IncludeSide)) == 0
	switch {
	case len(excludes) > 0:
		pattern := common(excludes)
		if pattern == "" || !open && !slices.ContainsFunc(includes, func(p string) bool { return p != pattern }) {
			return ""
		}
		return pattern
	case open:
		return ""
	}
	return common(includes)
}

// common returns the string that all elements of a list are equal to; "" if they differ or the list
// is empty.
func common(list []string) string {
	if len(list) == 0 || slices.ContainsFunc(list, func(s string) bool { return s != list[0] }) {
		return ""
	}
	return list[0]
}
