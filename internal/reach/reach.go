// Package reach finds, among many patterns, those that match a tool by its names.
//
// Most patterns of a long rule file name a tool. Those are found by a lookup, so that what a tool
// costs does not grow with their number. Patterns with a wildcard for the tool are tried one by
// one, those that name a server only on tools of that server; a rule file is limited in how many of
// them it may have. Equal patterns are tried once.
package reach

import "github.com/toolrules/toolrules/internal/ruleset"

// An Index finds the patterns of a list that match a tool. It is immutable and safe for concurrent
// use. The zero Index has no patterns.
type Index struct {
	patterns []ruleset.NamePattern
	groups   []group
	byName   map[name]int32 // the last link of those with the name
	links    []link
}

// A group is a pattern, by the number of the first that is equal.
type group struct {
	first  int32
	others []int32 // the numbers of the other ones
	exact  bool    // it names its servers and tools, so that nothing remains to be tried
}

// A link is a group with some name, and the link before it that has the same name; -1 if there is
// none.
type link struct{ group, before int32 }

// A name is what a pattern names of a tool.
type name struct {
	server, tool       string
	anyServer, anyTool bool // the pattern names none
	loosely            bool // the pattern compares as exclude does
}

// New returns an index of the patterns. They must not be changed.
func New(patterns []ruleset.NamePattern) *Index {
	x := &Index{patterns: patterns, byName: make(map[name]int32, len(patterns))}
	type key struct {
		text, server string
		loosely      bool
	}
	known := make(map[key]int32, len(patterns))
	for n, p := range patterns {
		k := key{p.Text, p.Server, p.Loosely()}
		if at, ok := known[k]; ok {
			x.groups[at].others = append(x.groups[at].others, int32(n))
			continue
		}
		known[k] = int32(len(x.groups))
		x.add(int32(n), p)
	}
	return x
}

// add indexes a pattern by what it names.
func (x *Index) add(number int32, p ruleset.NamePattern) {
	servers, tools := p.Names()
	at := int32(len(x.groups))
	x.groups = append(x.groups, group{first: number, exact: servers != nil && tools != nil && p.Server == ""})
	n := name{anyServer: servers == nil, anyTool: tools == nil, loosely: p.Loosely()}
	for _, server := range orAny(servers) {
		for _, tool := range orAny(tools) {
			n.server, n.tool = server, tool
			before, ok := x.byName[n]
			if !ok {
				before = -1
			}
			x.byName[n] = int32(len(x.links))
			x.links = append(x.links, link{at, before})
		}
	}
}

// orAny returns the names, or one empty name if there are none.
func orAny(names []string) []string {
	if names == nil {
		return []string{""}
	}
	return names
}

// Append appends the numbers of the patterns that match a tool, each once and in no particular
// order, and returns the extended slice.
func (x *Index) Append(dst []int32, t ruleset.Target) []int32 {
	for _, loosely := range []bool{false, true} {
		key := t.Key()
		if loosely {
			key = t.Loose()
		}
		for _, n := range [...]name{
			{server: key.Server, tool: key.Tool},
			{server: key.Server, anyTool: true},
			{tool: key.Tool, anyServer: true},
			{anyServer: true, anyTool: true},
		} {
			n.loosely = loosely
			at, ok := x.byName[n]
			for ok && at >= 0 {
				l := x.links[at]
				if g := &x.groups[l.group]; g.exact || x.patterns[g.first].Matches(t) {
					dst = append(append(dst, g.first), g.others...)
				}
				at = l.before
			}
		}
	}
	return dst
}
