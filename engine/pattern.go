package engine

import (
	"slices"

	"github.com/toolrules/toolrules/internal/reach"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// An entryIndex finds the entries of a section that match a tool.
type entryIndex struct {
	patterns []ruleset.NamePattern // of all entries
	entries  []int32               // by the number of a pattern: the number of its entry
	names    *reach.Index
}

// newEntryIndex returns an index of entries of which each has patterns.
func newEntryIndex[E interface{ Patterns() []ruleset.NamePattern }](entries []E) entryIndex {
	var x entryIndex
	for i, e := range entries {
		patterns := e.Patterns()
		x.patterns = append(x.patterns, patterns...)
		x.entries = append(x.entries, slices.Repeat([]int32{int32(i)}, len(patterns))...)
	}
	x.names = reach.New(x.patterns)
	return x
}

// A ranked is an entry that matches a tool, with the specificity of the match.
type ranked struct {
	entry int32 // its number
	rank  ruleset.Rank
}

// An entryMatcher finds the entries for one tool after another, and records which patterns
// match any of them.
type entryMatcher struct {
	index   *entryIndex
	matched []bool // by the number of a pattern

	// State of the current tool, reused for the next one.
	numbers []int32
	found   []ranked
}

func (x *entryIndex) matcher() entryMatcher {
	return entryMatcher{index: x, matched: make([]bool, len(x.patterns))}
}

// appendMatched appends the numbers of the patterns that match any of the tools. The first pattern
// has the number first.
func (m *entryMatcher) appendMatched(dst []int, first int) []int {
	for n, matched := range m.matched {
		if matched {
			dst = append(dst, first+n)
		}
	}
	return dst
}

// match returns the entries that match a tool, from most to least specific, and equally specific
// ones in the order of the file. The most specific pattern of an entry counts. The list is valid
// until the next call.
func (m *entryMatcher) match(t ruleset.Target) []ranked {
	m.numbers = m.index.names.Append(m.numbers[:0], t)
	m.found = m.found[:0]
	for _, n := range m.numbers {
		m.matched[n] = true
		if rank, ok := m.index.patterns[n].Rank(t); ok {
			m.found = append(m.found, ranked{m.index.entries[n], rank})
		}
	}
	slices.SortFunc(m.found, func(a, b ranked) int {
		if a.entry != b.entry {
			return int(a.entry - b.entry)
		}
		return b.rank.Compare(a.rank)
	})
	m.found = slices.CompactFunc(m.found, func(a, b ranked) bool { return a.entry == b.entry })
	slices.SortStableFunc(m.found, func(a, b ranked) int { return b.rank.Compare(a.rank) })
	return m.found
}
