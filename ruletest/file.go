package ruletest

import (
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// A File is a test file as written. It is plain data that a Go program may also build itself.
type File struct {
	Rules    string   // the path of the rule file, relative to the test file
	Catalogs []string // "path" or "id=path", relative to the test file
	Cases    []Case

	Properties []Property // statements about all requests

	origin   *source.File // what it was read from; nil if it was built in Go
	warnings rules.Problems
}

// A Case is a request and what it is expected to see. Patterns are server/tool, or tool alone for
// any server.
type Case struct {
	Name    string
	Request engine.Request

	Sees  []string // each matches a visible tool
	Hides []string // all tools that they match are hidden
	Only  []string // match all visible tools; nil expects nothing, an empty list that all tools are hidden

	Names     []Name
	Texts     []Text
	DecidedBy []Decision

	Listed   []string // each matches a tool in the list
	Deferred []string // each matches a visible tool that is not in the list
	Finds    []Find
	AtMost   *Size // the list has no more
}

// A Find is a search and what it is expected to find.
type Find struct {
	Query string
	Tools []string // each matches a tool among the results
}

// A Name is the exposed name that a tool is expected to have.
type Name struct {
	Tool engine.Key
	Name *string // nil if it has none
}

// A Text is a title or description that the request is expected to get.
type Text struct {
	Tool     engine.Key
	Location string  // "title", "description", "arguments.PATH" or "results.PATH", with paths as in a rule file
	Text     *string // nil if the key is absent
}

// A Decision is what is expected to determine whether the filter shows a tool.
type Decision struct {
	Tool engine.Key
	By   string // an ID, a JSON Pointer into the rule file, "default" or "no_include"
}

// name returns the name that the file was read under; empty if it was built in Go.
func (f *File) name() string {
	if f.origin == nil {
		return ""
	}
	return f.origin.Name()
}

// locate sets the position of p to that of the value at pointer, or of its nearest ancestor in the
// file: a single pattern may be written without a list.
func (f *File) locate(pointer string, p *rules.Problem) *rules.Problem {
	p.Pointer, p.Offset, p.File = pointer, -1, f.name()
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

// locateKey sets the position of p to that of the key of the value at pointer.
func (f *File) locateKey(pointer string, p *rules.Problem) *rules.Problem {
	f.locate(pointer, p)
	if f.origin == nil {
		return p
	}
	for _, e := range entries(f.origin.Find(parent(pointer))) {
		if e.Value.Pointer == pointer {
			at := f.origin.KeyPosition(e)
			p.Line, p.Column = at.Line, at.Column
		}
	}
	return p
}

// parent returns the JSON Pointer of the list or mapping that holds the value at pointer.
func parent(pointer string) string { return pointer[:strings.LastIndexByte(pointer, '/')] }
