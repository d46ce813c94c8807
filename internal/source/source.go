// Package source reads a rule file, YAML or JSON, into one tree that knows its places, and refuses what makes such files
// ambiguous.
//
// # The law
//
//   - A file is UTF-8, of at most 512 KiB, with at most 64 lists and mappings inside each other. A UTF-8 byte order mark in
//     front is skipped and counts as no column.
//   - YAML means one document of plain nodes: no anchors, aliases, merge keys, explicit tags and directives, only scalars as
//     keys, no two keys of one mapping with the same text (3 and "3" are one key).
//   - A scalar keeps its text exactly as written, 5.40 as "5.40", and the [Kind] that YAML gives to that text when it is
//     not quoted. Deciding what a field may hold is the caller's.
//   - All problems are found at once and given in file order. Where nothing can be read (no UTF-8, too large) the one
//     problem comes alone, and where the syntax is broken there are syntax errors alone.
//   - Lines and columns count from 1, columns in code points. Lines end where editors end them: at LF, CR LF or CR. The other
//     line breaks of YAML 1.1 (NEL, LS, PS) are refused in YAML files, since YAML 1.2 reads them as text.
//   - A [Position] inside a scalar is exact or it is the start of the value; it never points anywhere else.
//   - Nothing here panics, whatever the file holds.
package source

import (
	"path/filepath"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/visible"
)

const (
	// MaxBytes is the largest size of a rule file.
	MaxBytes = 512 << 10
	// MaxDepth is how many lists and mappings of a rule file may stand inside each other.
	MaxDepth = 64
)

// A Kind is what a [Node] is.
type Kind uint8

const (
	Null Kind = iota
	Bool
	Int
	Float
	String
	List
	Map
)

// String gives the words for messages: "null", or with an article "a number", "a list".
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "a boolean"
	case Int, Float:
		return "a number"
	case String:
		return "a text"
	case List:
		return "a list"
	case Map:
		return "a mapping"
	}
	return "unknown"
}

// A Node is one value, or one key, of a file.
type Node struct {
	Kind Kind
	// Text is what a scalar says: exactly as written if Plain, else with quotes and escapes undone. It is empty for lists
	// and mappings.
	Text string
	// Plain says that a scalar is not quoted. A plain Null with an empty Text is a value that was left out.
	Plain   bool
	Pointer string  // JSON Pointer (RFC 6901) of the value; of the entry's value, if this is a key
	Items   []*Node // of a list
	Entries []Entry // of a mapping, in file order

	start int // the byte of the file where it starts
	style style
}

// An Entry is one key and value of a mapping.
type Entry struct {
	Key, Value *Node
}

// Get gives the value of the entry with this key, or nil if n is nil, no mapping, or has no such entry.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for _, e := range n.Entries {
		if e.Key.Text == key {
			return e.Value
		}
	}
	return nil
}

// A Position is a place in a file; both numbers count from 1, and columns are code points.
type Position struct{ Line, Column int }

// A Comment is one YAML comment.
type Comment struct {
	Line, Column int
	Text         string // without the # and the blanks around it

	start int // the byte of the #
}

// A File is a file that was read. It is immutable and safe for concurrent use.
type File struct {
	name     string
	json     bool
	text     *text
	root     *Node
	comments []Comment
}

// Parse reads a file and reports everything that is wrong with its text. The name decides what it is: JSON if it ends in
// .json, or if it has no extension (as "-", standard input, has none) and the text starts with {; else YAML.
//
// The file is never nil, but has no root where nothing could be read. Where it has one in spite of errors, the tree holds what
// can be told of the author's intent: of two equal keys the first, and instead of an alias or a value behind a tag of the
// author's own the text as it stands, since both are nearly always patterns and expressions that lack their quotes.
func Parse(name string, data []byte) (*File, []Problem) {
	f := &File{name: name, text: newText(data[:min(len(data), MaxBytes)])}
	f.json = isJSON(name, f.text.data)
	l := loader{File: f}
	if l.unreadable(len(data)) {
		return f, l.problems
	}
	if f.json {
		l.loadJSON()
	} else {
		l.loadYAML()
	}
	if l.root != nil {
		l.findHidden()
	}
	l.sort()
	return f, l.problems
}

func isJSON(name string, data []byte) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json":
		return true
	case "":
		return strings.HasPrefix(strings.TrimLeft(string(data[:min(len(data), 1024)]), " \t\r\n"), "{")
	}
	return false
}

// Name gives the name that the file was read under.
func (f *File) Name() string { return f.name }

// Root gives the value that the file holds, or nil where it could not be read.
func (f *File) Root() *Node { return f.root }

// Comments gives the comments of a YAML file in file order. JSON has none.
func (f *File) Comments() []Comment { return f.comments }

// Line gives line n, counted from 1, without its line break; empty if there is no such line.
func (f *File) Line(n int) string { return f.text.line(n) }

// Find gives the value at a JSON Pointer (RFC 6901), or nil.
func (f *File) Find(pointer string) *Node {
	return jsontree.Walk(f.root, pointer, (*Node).child)
}

func (n *Node) child(token string) *Node {
	if n == nil || n.Kind != List {
		return n.Get(token)
	}
	if i, ok := jsontree.ParseIndex(token); ok && i < len(n.Items) {
		return n.Items[i]
	}
	return nil
}

// Position gives the place of the byte of n.Text at offset, or of n itself if offset is negative. Inside JSON strings, and
// inside YAML plain and quoted scalars on one line and | scalars, it is exact, escapes included; len(n.Text) is the place behind
// the last character, and a byte in the middle of a character counts as its first. Everywhere else, in folded scalars, in
// those that run over several lines, and for offsets behind the text, it is the place of n itself.
//
// n is a key or value of f; a nil n is the start of the file.
func (f *File) Position(n *Node, offset int) Position {
	if n == nil {
		return Position{1, 1}
	}
	if at, ok := f.exact(n, offset); ok {
		return f.text.position(at)
	}
	return f.text.position(n.start)
}

// KeyPosition gives the place of the key of an entry. Positions inside it are those of e.Key.
func (f *File) KeyPosition(e Entry) Position { return f.Position(e.Key, -1) }

// Quote gives the quoted spelling of a string in this file: as [Quote] in YAML, as a JSON string in JSON.
func (f *File) Quote(s string) string {
	if f.json {
		return string(visible.JSON(jsontree.AppendString(nil, s)))
	}
	return Quote(s)
}
