package lint

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/reach"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// An index finds, in a list of entries, those that match every tool that another entry could match,
// whether or not the catalog has it. Entries with a Go function are not in it: what they match is
// unknown.
type index struct {
	entries []*entry
	names   *reach.Index        // patterns of the entries, regexes aside
	owners  []int               // the entry of each of these patterns
	any     []int               // entries that match any name
	regexes map[[2]string][]int // by server and regex

	// marked are the patterns on which it depends which names represent others, see
	// [pattern.Pattern.Probes]: the one with the most question marks, and those with characters for
	// private use.
	marked []*pattern.Pattern
}

func newIndex(entries []*entry) *index {
	x := &index{entries: entries, regexes: map[[2]string][]int{}}
	most := anyTool
	var patterns []ruleset.NamePattern
	for at, e := range entries {
		if e.Func() != nil {
			continue
		}
		for _, p := range e.parsed() {
			if strings.Count(p.String(), "?") > strings.Count(most.String(), "?") {
				most = p
			}
			if strings.ContainsFunc(p.String(), func(r rune) bool { return r >= firstPrivate }) {
				x.marked = append(x.marked, p)
			}
		}
		switch {
		case e.spec.Regex != nil:
			key := [2]string{*e.spec.Server, *e.spec.Regex}
			x.regexes[key] = append(x.regexes[key], at)
		case e.patterns == nil:
			x.any = append(x.any, at)
		}
		for _, p := range e.patterns {
			if e.spec.Regex == nil {
				patterns, x.owners = append(patterns, p.NamePattern), append(x.owners, at)
			}
		}
	}
	x.names, x.marked = reach.New(patterns), append(x.marked, most)
	return x
}

// firstPrivate is the first of the characters for private use that represent what wildcards match.
const firstPrivate = 0xF0000

// cover returns those of the entries from one index to before another that match, under the same
// condition or none, every tool that e could match. Returns false if there may be a tool that they
// do not match.
func (x *index) cover(e *entry, from, to int) (by []*entry, ok bool) {
	used := map[int]bool{}
	for _, p := range e.parsed() {
		probes, ok := p.Probes(x.marked...)
		if !ok {
			return nil, false
		}
		for _, probe := range probes {
			at := x.first(ruleset.NewTarget(probe.Server, probe.Tool), e, from, to)
			if at == to {
				return nil, false
			}
			used[at] = true
		}
	}
	for _, at := range slices.Sorted(maps.Keys(used)) {
		by = append(by, x.entries[at])
	}
	return by, true
}

// first returns the index of the first entry in a range that matches a tool which represents those
// of another entry, and to if there is none. A regex that matches such a tool need not match the
// others, so it is compared with the same regex alone.
func (x *index) first(target ruleset.Target, other *entry, from, to int) int {
	found := to
	look := func(at int) {
		if from <= at && at < found && (x.entries[at].when() == "" || x.entries[at].when() == other.when()) {
			found = at
		}
	}
	for _, n := range x.names.Append(nil, target) {
		look(x.owners[n])
	}
	for _, at := range x.any {
		look(at)
	}
	if other.spec.Regex != nil {
		for _, at := range x.regexes[[2]string{*other.spec.Server, *other.spec.Regex}] {
			look(at)
		}
	}
	return found
}

// when returns the source of the condition, or "" if there is none.
func (e *entry) when() string {
	if e.When() == nil {
		return ""
	}
	return e.When().Source()
}
