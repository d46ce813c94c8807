package rules

// A NamePattern is one pattern of an entry, for those who want to know which of them find anything.
type NamePattern struct {
	Pointer string // where it is written: from the filter, as [EntryRef.Pointer], or from the [File], as [Description.Pointer]
	Text    string // the pattern; of a server with a regex the regex; what a set holds is one by one
	takes   func(*Target) bool
}

// Matches says whether the pattern takes the tool, by names alone.
func (p NamePattern) Matches(t Target) bool { return p.takes(&t) }

// Patterns gives the patterns of an entry, in the order in which they were written; nil if it takes any tool.
func (e *Entry) Patterns() []NamePattern {
	var list []NamePattern
	for i := range e.patterns {
		p := &e.patterns[i]
		text := p.String()
		if e.regex != nil {
			text = e.regex.String()
		}
		list = append(list, NamePattern{Pointer: p.pointer, Text: text, takes: func(t *Target) bool { return e.takes(p, t) }})
	}
	return list
}

// Patterns gives the patterns of an entry of descriptions, in the order in which they were written.
func (d *Description) Patterns() []NamePattern {
	var list []NamePattern
	for i, p := range d.patterns {
		list = append(list, NamePattern{Pointer: d.toolsPointer(i), Text: p.String(), takes: func(t *Target) bool { return p.Match(t.server, t.tool) }})
	}
	return list
}
