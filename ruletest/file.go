package ruletest

import (
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// A File is a test file as it is written: plain data, which a Go program may also fill in itself.
type File struct {
	Rules    string   // the path of the rule file, relative to the test file
	Catalogs []string // "path" or "id=path", relative to the test file
	Cases    []Case

	origin   *source.File // where it was read from; nil if it was built in Go
	warnings rules.Problems
}

// A Case is a request and what it is expected to see. Patterns are server/tool, or tool alone for any server.
type Case struct {
	Name    string
	Request engine.Request

	Sees  []string // each matches a visible tool
	Hides []string // what each matches is hidden
	Only  []string // nothing but what they match is visible; nil expects nothing, and an empty list that nothing is visible

	Names     []Name
	Texts     []Text
	DecidedBy []Decision
}

// A Name is the exposed name that a tool is expected to have.
type Name struct {
	Tool engine.Key
	Name *string // nil: it has none
}

// A Text is a text that the request is expected to get.
type Text struct {
	Tool  engine.Key
	Place Place
	Text  *string // nil: the key is not there
}

// A Place is where a text of a tool stands. The zero Place is its title.
type Place struct {
	Section Section
	Path    string // of Arguments and Results: a property path or a JSON Pointer, as in a rule file
}

// A Section is a part of a tool that has texts. The zero value is Title.
type Section uint8

const (
	Title Section = iota
	Description
	Arguments
	Results
)

// String gives the key under which rule files have the section: "title".
func (s Section) String() string {
	switch s {
	case Title:
		return "title"
	case Description:
		return "description"
	case Arguments:
		return "arguments"
	case Results:
		return "results"
	}
	return "unknown"
}

// String gives the place as a test file writes it: "title", "arguments.body".
func (p Place) String() string {
	if p.Path == "" {
		return p.Section.String()
	}
	return p.Section.String() + "." + p.Path
}

// A Decision is what the filter's decision about a tool is expected to rest on.
type Decision struct {
	Tool engine.Key
	By   string // an id, a JSON Pointer into the rule file, "default" or "no_include"
}

// Name gives the name that the file was read under; empty if it was built in Go.
func (f *File) Name() string {
	if f.origin == nil {
		return ""
	}
	return f.origin.Name()
}

// Warnings gives what may not be what the author of the file wants, in file order; nil if there is nothing.
func (f *File) Warnings() rules.Problems { return f.warnings }

// place gives a problem the place of the value at a pointer, or of the nearest value above that the file has: one pattern may be written
// without a list.
func (f *File) place(pointer string, p *rules.Problem) *rules.Problem {
	p.Pointer, p.Offset, p.File = pointer, -1, f.Name()
	if f.origin == nil {
		return p
	}
	n := f.origin.Find(pointer)
	for n == nil && pointer != "" {
		pointer = parent(pointer)
		n = f.origin.Find(pointer)
	}
	at := f.origin.Position(n, -1)
	p.Pointer, p.Line, p.Column = pointer, at.Line, at.Column
	return p
}
