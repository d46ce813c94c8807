// Package source parses a rule file, YAML or JSON, into one tree of values with positions, and
// rejects what makes such files ambiguous.
//
// # Rules
//
//   - A file is UTF-8, at most 512 KiB, with at most 64 nested lists and mappings. A UTF-8 byte
//     order mark at the start is skipped and is not a column.
//   - A YAML file is one document of plain nodes: no anchors, aliases, merge keys, explicit tags or
//     directives, only scalars as keys, no two keys of one mapping with the same text (3 and "3"
//     are one key).
//   - A scalar keeps its text exactly as written, 5.40 as "5.40", and the [Kind] that YAML has for
//     that text without quotes. The caller decides what a field may hold.
//   - All problems are found at once and returned in file order. If nothing can be parsed (not
//     UTF-8, too large) there is a single problem, and if the syntax is broken there are only
//     syntax errors.
//   - Lines and columns count from 1, columns in code points. Lines end as in editors: at LF, CR LF
//     or CR. The other line breaks of YAML 1.1 (NEL, LS, PS) are rejected in YAML files, since YAML
//     1.2 reads them as text.
//   - A [Position] inside a scalar is either exact or the start of the value.
//   - No function panics, whatever the file holds.
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
	// MaxDepth is the largest nesting of lists and mappings in a rule file.
	MaxDepth = 64
)

// A Kind is the type of a [Node].
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

// String returns the type for messages: "null", or with an article "a number", "a list".
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "a boolean"
	case Int, Float:
		return "a number"
	case String:
		return "a string"
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
	// Text is the text of a scalar: exactly as written if Plain, otherwise without quotes and with
	// escapes decoded. It is empty for lists and mappings.
	Text string
	// Plain reports whether a scalar is not quoted. A plain Null with an empty Text is an omitted
	// value.
	Plain   bool
	Pointer string  // JSON Pointer (RFC 6901) of the value; of the entry's value, if this is a key
	Items   []*Node // of a list
	Entries []Entry // of a mapping, in file order

	start int // offset in the file
	style style
}

// An Entry is one key and value of a mapping.
type Entry struct {
	Key, Value *Node
}

// Get returns the value of the entry with this key, or nil if n is nil, not a mapping, or has no
// such entry.
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

// A Position is a line and a column of a file; both count from 1, and columns are code points.
type Position struct{ Line, Column int }

// A Comment is a YAML comment.
type Comment struct {
	Line, Column int
	Text         string // without the # and surrounding blanks

	start int // offset of the #
}

// A File is a parsed file. It is immutable and safe for concurrent use.
type File struct {
	name     string
	json     bool
	text     *text
	root     *Node
	comments []Comment
}

// Parse parses a file and reports everything that is wrong with its text. The name determines the
// format: JSON if it ends in .json, or if it has no extension (like "-", standard input) and the
// text starts with {; otherwise YAML.
//
// The file is never nil, but has no root if nothing could be parsed. If it has a root and errors,
// the tree holds what the author probably meant: the first of two equal keys, and the text of an
// alias or of a value with a custom tag, since both are nearly always patterns and expressions
// without quotes.
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

// Name returns the name of the file.
func (f *File) Name() string { return f.name }

// Root returns the value in the file, or nil if it could not be parsed.
func (f *File) Root() *Node { return f.root }

// Comments returns the comments of a YAML file in file order. JSON has no comments.
func (f *File) Comments() []Comment { return f.comments }

// Line returns line n, counted from 1, without its line break; empty if there is no such line.
func (f *File) Line(n int) string { return f.text.line(n) }

// Find returns the value at a JSON Pointer (RFC 6901), or nil.
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

// Position returns the position of the byte of n.Text at offset, or of n itself if offset is
// negative. It is exact, including escapes, inside JSON strings, YAML plain and quoted scalars on
// one line, and | scalars. len(n.Text) is the position after the last character, and a byte in the
// middle of a character counts as its first byte. In folded scalars, in those that span several
// lines, and for offsets after the text, it is the position of n itself.
//
// n is a key or value of f; nil is the start of the file.
func (f *File) Position(n *Node, offset int) Position {
	if n == nil {
		return Position{1, 1}
	}
	if at, ok := f.exact(n, offset); ok {
		return f.text.position(at)
	}
	return f.text.position(n.start)
}

// KeyPosition returns the position of the key of an entry. Use Position with e.Key for positions
// inside it.
func (f *File) KeyPosition(e Entry) Position { return f.Position(e.Key, -1) }

// Quote returns the quoted spelling of a string in this file: like [Quote] in YAML, as a JSON
// string in JSON.
func (f *File) Quote(s string) string {
	if f.json {
		return string(visible.JSON(jsontree.AppendString(nil, s)))
	}
	return Quote(s)
}
