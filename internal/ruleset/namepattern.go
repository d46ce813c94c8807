package ruleset

import (
	"slices"

	"github.com/toolrules/toolrules/internal/pattern"
)

// A NamePattern is one pattern of an entry, for callers that check which patterns match any tool.
// It is safe for concurrent use. Only those that [Entry.Patterns] and [Description.Patterns] return
// can be evaluated.
type NamePattern struct {
	Pointer string // relative to what EntryRef.Pointer or Description.Pointer is relative to
	Text    string // the pattern; of a server with a regex the regex; what a set holds is one by one
	Server  string // of a server with a regex the server; empty for a pattern
	match   func(Target) bool
	pattern *pattern.Pattern
	loosely bool // names are compared as exclude compares them
}

// Matches reports whether the pattern matches the tool, by names alone.
func (p NamePattern) Matches(t Target) bool { return p.match(t) }

// Rank reports whether the pattern matches the tool, and returns how specific it is for it. Names
// are compared exactly.
func (p NamePattern) Rank(t Target) (Rank, bool) { return p.pattern.Best(t.server, t.tool) }

// Names returns the servers and the tools that the pattern names, each once; nil if a wildcard, or
// a regex, leaves them open. A pattern that compares loosely returns them as [Target.Loose] does. A
// pattern without a regex that names both matches any of the tools at any of the servers, and
// nothing else.
func (p NamePattern) Names() (servers, tools []string) {
	servers, tools = p.pattern.Names()
	if p.Server != "" {
		tools = nil
	}
	return p.comparable(servers), p.comparable(tools)
}

// Servers returns the ids of the servers that the pattern names, and false if a wildcard leaves
// them open.
func (p NamePattern) Servers() (ids []string, ok bool) { return p.pattern.ServerLiterals() }

// comparable returns names as the pattern compares them, sorted.
func (p NamePattern) comparable(names []string) []string {
	if p.loosely {
		for i, name := range names {
			names[i] = pattern.Fold(name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Loosely reports whether the pattern compares names as exclude does: in lower case, with "-", "."
// and "_" as one.
func (p NamePattern) Loosely() bool { return p.loosely }

// Patterns returns the patterns of an entry, in the order in which they were written; nil if it
// matches any tool.
func (e *Entry) Patterns() []NamePattern {
	var list []NamePattern
	for i := range e.patterns {
		p := &e.patterns[i]
		named := NamePattern{
			Pointer: p.pointer, Text: p.String(), match: func(t Target) bool { return e.matches(p, &t) },
			pattern: p.Pattern, loosely: e.ref.Side == ExcludeSide,
		}
		if e.regex != nil {
			named.Text, named.Server = e.regex.String(), p.String()
		}
		list = append(list, named)
	}
	return list
}

// Patterns returns the patterns of an entry of descriptions, in the order in which they were
// written.
func (d *Description) Patterns() []NamePattern {
	var list []NamePattern
	for i, p := range d.patterns {
		list = append(list, NamePattern{
			Pointer: d.toolsPointer(i), Text: p.String(), pattern: p,
			match: func(t Target) bool { return p.Match(t.server, t.tool) },
		})
	}
	return list
}
