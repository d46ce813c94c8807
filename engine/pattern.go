package engine

import (
	"slices"

	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// A patternIndex has every pattern of an engine's rules, in the order of the report, and finds those that take a tool.
//
// Most patterns of a long rule file name one tool. Those are looked up, so that 10,000 tools with an entry of descriptions each are
// told apart by 10,000 look-ups, where trying every pattern on every tool took 13 seconds.
type patternIndex struct {
	list  []writtenPattern
	named map[patternKey]int32 // by a tool that some pattern names: the place of the last such pattern in chain
	chain []patternLink
	wild  []int // the numbers of the patterns that may take others as well
}

// A patternLink is a pattern that names a tool, and the place in the chain of the one before that names the same; -1 if there is none.
type patternLink struct{ pattern, before int32 }

// A writtenPattern is a pattern and what it is for.
type writtenPattern struct {
	rules.NamePattern
	description int // the number of the entry of descriptions; -1 if it is of an entry of the filter
}

// rule gives the pattern's place as a JSON Pointer into the File.
func (p *writtenPattern) rule() string {
	if p.description < 0 {
		return "/filter" + p.Pointer
	}
	return p.Pointer
}

type patternKey struct {
	naming.Key
	loosely bool
}

func (e *Engine) indexPatterns() {
	e.patterns.named = map[patternKey]int32{}
	for _, side := range []rules.Side{rules.IncludeSide, rules.ExcludeSide} {
		for _, entry := range e.filter.Entries(side) {
			for _, p := range entry.Patterns() {
				e.patterns.add(writtenPattern{p, -1})
			}
		}
	}
	for i, d := range e.descriptions {
		for _, p := range d.entry.Patterns() {
			e.patterns.add(writtenPattern{p, i})
		}
	}
}

func (x *patternIndex) add(p writtenPattern) {
	n := len(x.list)
	x.list = append(x.list, p)
	tools, ok := p.Named()
	if !ok {
		x.wild = append(x.wild, n)
		return
	}
	for _, key := range tools {
		at := patternKey{key, p.Loosely()}
		before, known := x.named[at]
		if !known {
			before = -1
		}
		x.named[at] = int32(len(x.chain))
		x.chain = append(x.chain, patternLink{int32(n), before})
	}
}

// A match collects which patterns take any of some tools.
type match struct {
	index *patternIndex
	seen  []bool // by the number of a pattern
}

func (x *patternIndex) match() match { return match{x, make([]bool, len(x.list))} }

// tool notes which patterns take a tool, and appends the entries of descriptions that have one, in the order of the file. Patterns
// of the filter that are known to take some tool are not tried again.
func (m *match) tool(dst []int, t rules.Target) []int {
	start := len(dst)
	found := func(n int) {
		m.seen[n] = true
		if d := m.index.list[n].description; d >= 0 {
			dst = append(dst, d)
		}
	}
	for _, at := range []patternKey{{t.Key(), false}, {t.Loose(), true}} {
		place, named := m.index.named[at]
		for named && place >= 0 {
			link := m.index.chain[place]
			found(int(link.pattern))
			place = link.before
		}
	}
	for _, n := range m.index.wild {
		if p := &m.index.list[n]; (p.description >= 0 || !m.seen[n]) && p.Matches(t) {
			found(n)
		}
	}
	slices.Sort(dst[start:])
	return dst[:start+len(slices.Compact(dst[start:]))]
}

// numbers gives the patterns that take a tool.
func (m *match) numbers() []int {
	var list []int
	for n, seen := range m.seen {
		if seen {
			list = append(list, n)
		}
	}
	return list
}
