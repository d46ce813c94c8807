package lint

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/rules"
)

// An index finds, of a list of entries, those that may take a tool that stands for what another
// entry takes, without asking them all: a rule file of 512 KiB may have 22,000 entries, and to ask
// each of them about all others took 115 s. Entries with a Go function are not in it: nobody knows
// what they take.
type index struct {
	entries []*entry
	names   map[tableKey]*table
	regexes map[[3]string][]int // by the condition, the server and the regex

	// Patterns with a question mark decide which tools stand for others: of each number of them the
	// first and the last one are enough. So do those with characters for private use, of which
	// there are hardly ever any.
	questions map[questionsKey]*span
	private   []int
}

// A tableKey describes which entries a table is of: those with a condition, or "" for those without
// one, and of their patterns those for a server, or "" for those that name none.
type tableKey struct{ when, server string }

// A table has the places of entries in the list, in order, by a text that a name has to have
// somewhere if the entry takes it; "" if there is none.
type table struct {
	byText  map[string][]int
	lengths []int // of the texts
}

type questionsKey struct {
	when string
	n    int
}

type span struct{ first, last int }

func newIndex(entries []*entry) *index {
	x := &index{entries: entries, names: map[tableKey]*table{}, regexes: map[[3]string][]int{}, questions: map[questionsKey]*span{}}
	for at, e := range entries {
		if e.Func() != nil {
			continue
		}
		x.mark(at, e)
		if e.spec.Regex != nil {
			key := [3]string{e.when(), *e.spec.Server, *e.spec.Regex}
			x.regexes[key] = append(x.regexes[key], at)
			continue
		}
		for _, p := range e.parsed() {
			for _, server := range e.serverTexts(p) {
				for _, text := range e.toolTexts(p) {
					x.add(tableKey{e.when(), server}, text, at)
				}
			}
		}
	}
	return x
}

func (x *index) add(key tableKey, text string, at int) {
	t := x.names[key]
	if t == nil {
		t = &table{byText: map[string][]int{}}
		x.names[key] = t
	}
	if !slices.Contains(t.lengths, len(text)) {
		t.lengths = append(t.lengths, len(text))
	}
	t.byText[text] = append(t.byText[text], at)
}

// mark notes the patterns of an entry that [pattern.Pattern.Probes] has to know.
func (x *index) mark(at int, e *entry) {
	for _, p := range e.parsed() {
		if n := strings.Count(p.String(), "?"); n > 0 {
			key := questionsKey{e.when(), n}
			if x.questions[key] == nil {
				x.questions[key] = &span{first: at}
			}
			x.questions[key].last = at
		}
		if strings.ContainsFunc(p.String(), func(r rune) bool { return r >= firstPrivate }) {
			x.private = append(x.private, at)
		}
	}
}

// firstPrivate is where the characters for private use begin that stand for what wildcards take.
const firstPrivate = 0xF0000

// when returns the text of the condition; "" if there is none.
func (e *entry) when() string {
	if e.When() == nil {
		return ""
	}
	return e.When().Source()
}

// folded returns a name as the entry compares it.
func (e *entry) folded(name string) string {
	if e.side() == rules.ExcludeSide {
		return pattern.Fold(name)
	}
	return name
}

// serverTexts returns the servers that a pattern of the entry names, or "".
func (e *entry) serverTexts(p *pattern.Pattern) []string {
	ids, ok := p.ServerLiterals()
	if !ok {
		return []string{""}
	}
	for i, id := range ids {
		ids[i] = e.folded(id)
	}
	return ids
}

// toolTexts returns texts of which each tool that a pattern of the entry takes has one in its name.
func (e *entry) toolTexts(p *pattern.Pattern) []string {
	names, ok := toolLiterals(p)
	if !ok {
		_, segment, _ := cutPattern(p.String())
		names = []string{longestText(segment)}
	}
	for i, name := range names {
		names[i] = e.folded(name)
	}
	return names
}

// longestText returns the longest text between the wildcards and outside of the braces of a
// pattern: each name that it takes has it.
func longestText(segment string) string {
	var longest, text []byte
	inBraces := false
	for i := 0; i < len(segment); i++ {
		switch c := segment[i]; {
		case strings.IndexByte("*?{}", c) >= 0:
			inBraces = c == '{' || c != '}' && inBraces
			text = nil
			continue
		case c == '\\':
			i++ // there is something behind it
		}
		if inBraces {
			continue
		}
		if text = append(text, segment[i]); len(text) > len(longest) {
			longest = text
		}
	}
	return string(longest)
}

// cover returns those of the entries from one place to before another that take, under the same
// condition or none, whatever tool e could take, be it in the catalog or not; false if there may be
// one that they don't.
func (x *index) cover(e *entry, from, to int) (by []*entry, ok bool) {
	marked := x.marked(e, from, to)
	used := map[int]bool{}
	for _, p := range e.parsed() {
		probes, ok := p.Probes(marked...)
		if !ok {
			return nil, false
		}
		for _, probe := range probes {
			at, ok := x.first(rules.NewTarget(probe.Server, probe.Tool), e, from, to)
			if !ok {
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

// weaker returns the conditions that hold whenever that of the entry does, as far as their texts
// tell.
func (e *entry) weaker() []string {
	if e.When() == nil {
		return []string{""}
	}
	return []string{"", e.when()}
}

// marked returns the patterns of entries in a part of the list, which begins with the list or ends
// with it, that decide which tools stand for others.
func (x *index) marked(e *entry, from, to int) (list []*pattern.Pattern) {
	within := func(at int) bool { return from <= at && at < to }
	for key, s := range x.questions {
		if slices.Contains(e.weaker(), key.when) {
			for _, at := range []int{s.first, s.last} {
				if within(at) {
					list = append(list, x.entries[at].parsed()...)
				}
			}
		}
	}
	for _, at := range x.private {
		if within(at) && slices.Contains(e.weaker(), x.entries[at].when()) {
			list = append(list, x.entries[at].parsed()...)
		}
	}
	return list
}

// first returns the place of the first entry in a part of the list that takes a tool which stands
// for those of another entry.
func (x *index) first(target rules.Target, other *entry, from, to int) (at int, ok bool) {
	name := target.Key()
	if other.side() == rules.ExcludeSide {
		name = target.Loose()
	}
	found := to
	look := func(places []int) {
		start, _ := slices.BinarySearch(places, from)
		for _, at := range places[start:] {
			if at >= found {
				return
			}
			if x.entries[at].takesProbe(target, other) {
				found = at
			}
		}
	}
	for _, when := range other.weaker() {
		if other.spec.Regex != nil {
			look(x.regexes[[3]string{when, *other.spec.Server, *other.spec.Regex}])
		}
		for _, server := range []string{name.Server, ""} {
			t := x.names[tableKey{when, server}]
			if t == nil {
				continue
			}
			for _, length := range t.lengths {
				if length == 0 {
					look(t.byText[""])
					continue
				}
				for start := 0; start+length <= len(name.Tool); start++ {
					look(t.byText[name.Tool[start:start+length]])
				}
			}
		}
	}
	return found, found < to
}
