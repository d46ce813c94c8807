package rules

import (
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/naming"
)

// A NamePattern is one pattern of an entry, for those who want to know which of them find anything. It is safe for concurrent use. Only
// those that [Entry.Patterns] and [Description.Patterns] give can be asked.
type NamePattern struct {
	Pointer string // where it is written: from the filter, as [EntryRef.Pointer], or from the [File], as [Description.Pointer]
	Text    string // the pattern; of a server with a regex the regex; what a set holds is one by one
	takes   func(*Target) bool
	pattern *pattern.Pattern
	loosely bool // names are compared as exclude compares them
	regex   bool // and a regex has to match as well
}

// Matches says whether the pattern takes the tool, by names alone.
func (p NamePattern) Matches(t Target) bool { return p.takes(&t) }

// Named gives the tools that the pattern names outright, and false if it may take others as well. A pattern that compares loosely
// gives them as [Target.Loose] does. It is for those who have many patterns and look up those that name a tool.
func (p NamePattern) Named() (tools []naming.Key, ok bool) {
	if p.pattern == nil || p.regex {
		return nil, false
	}
	for _, a := range p.pattern.Alternatives() {
		if !a.ServerLiteral || !a.ToolLiteral {
			return nil, false
		}
		key := naming.Key{Server: a.Server, Tool: a.Tool}
		if p.loosely {
			key = naming.Key{Server: pattern.Fold(a.Server), Tool: pattern.Fold(a.Tool)}
		}
		tools = append(tools, key)
	}
	return tools, true
}

// Servers returns the ids of the servers that the pattern names, and false if a wildcard leaves them open.
func (p NamePattern) Servers() (ids []string, ok bool) { return p.pattern.ServerLiterals() }

// Loosely says whether the pattern compares names as exclude does: in lower case, with "-", "." and "_" as one.
func (p NamePattern) Loosely() bool { return p.loosely }

// Patterns gives the patterns of an entry, in the order in which they were written; nil if it takes any tool.
func (e *Entry) Patterns() []NamePattern {
	var list []NamePattern
	for i := range e.patterns {
		p := &e.patterns[i]
		text := p.String()
		if e.regex != nil {
			text = e.regex.String()
		}
		list = append(list, NamePattern{
			Pointer: p.pointer, Text: text, takes: func(t *Target) bool { return e.takes(p, t) },
			pattern: p.Pattern, loosely: e.ref.Side == ExcludeSide, regex: e.regex != nil,
		})
	}
	return list
}

// Patterns gives the patterns of an entry of descriptions, in the order in which they were written.
func (d *Description) Patterns() []NamePattern {
	var list []NamePattern
	for i, p := range d.patterns {
		list = append(list, NamePattern{
			Pointer: d.toolsPointer(i), Text: p.String(), takes: func(t *Target) bool { return p.Match(t.server, t.tool) }, pattern: p,
		})
	}
	return list
}
