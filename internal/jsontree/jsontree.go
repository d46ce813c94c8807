// Package jsontree parses a JSON document into a tree of nodes that know their byte range in it.
//
// A node holds no text, only a byte range. A caller that changes one description of a document can
// therefore copy every other byte as it was sent: unknown fields, number spellings and key order
// survive.
//
// # Guarantees
//
//   - [Parse] is strict, as RFC 7493 (I-JSON) demands. A duplicate name, invalid UTF-8, an unpaired
//     surrogate escape, nesting above the limit, and anything after the value is an *[Error].
//     Nothing is repaired or left out.
//   - A UTF-8 byte order mark at the start of the document is skipped, as RFC 8259, section 8.1,
//     allows.
//   - Offsets are bytes from 0, counted from the start of the document, even if only a range of it
//     is parsed.
//   - [Outline] parses one level and does not examine the values in it. It isolates faults in lists
//     that come from others: outline the list, then [ParseRange] each item. An invalid item does
//     not affect the others.
//   - No function keeps a reference to the document or changes it. Nodes may be read by many
//     goroutines at once.
package jsontree

import (
	"bytes"

	"github.com/goccy/go-json/jsontext"
)

// A Kind is the type of a [Node].
type Kind uint8

const (
	Invalid Kind = iota // not a JSON value, by its first byte
	Null
	Bool
	Number
	String
	Array
	Object
)

// String returns the name of the type for messages, such as "object".
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "bool"
	case Number:
		return "number"
	case String:
		return "string"
	case Array:
		return "array"
	case Object:
		return "object"
	}
	return "invalid"
}

// A Node is one value of a document. The zero Node represents no value. Every method accepts a nil
// *Node and treats it like the zero Node, so that lookups chain:
// root.Get("annotations").Get("title").
type Node struct {
	Kind       Kind
	Start, End int      // the value is data[Start:End], without surrounding white space
	Items      []Node   // of an array
	Members    []Member // of an object, in document order
}

// A Member is one name and value of an object.
type Member struct {
	Name  string // decoded
	Key   Span   // position of the name, including quotes
	Value Node
}

// A Span is a range of bytes: data[Start:End].
type Span struct{ Start, End int }

// Get returns the value of the member called name, or nil if n is not an object or has no such
// member.
func (n *Node) Get(name string) *Node {
	if n == nil {
		return nil
	}
	for i := range n.Members {
		if n.Members[i].Name == name {
			return &n.Members[i].Value
		}
	}
	return nil
}

// Raw returns the bytes of n in data, the document that n was parsed from. The result shares memory
// with data.
func (n *Node) Raw(data []byte) []byte {
	if n == nil {
		return nil
	}
	return data[n.Start:n.End:n.End]
}

// Text returns the decoded value of a string, or the bytes of any other value. data is the document
// that n was parsed from.
func (n *Node) Text(data []byte) string {
	raw := n.Raw(data)
	if n == nil || n.Kind != String {
		return string(raw)
	}
	return unquote(raw)
}

// AppendText appends what Text returns to dst, and returns the extended slice.
func (n *Node) AppendText(dst, data []byte) []byte {
	raw := n.Raw(data)
	if n == nil || n.Kind != String {
		return append(dst, raw...)
	}
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return append(dst, inner...)
	}
	dst, _ = jsontext.AppendUnquote(dst, raw)
	return dst
}

// True reports whether n is the literal true in data, the document that n was parsed from.
func (n *Node) True(data []byte) bool {
	return n != nil && n.Kind == Bool && data[n.Start] == 't'
}

// unquote decodes a valid JSON string.
func unquote(raw []byte) string {
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	decoded, _ := jsontext.AppendUnquote(nil, raw)
	return string(decoded)
}

// AppendString appends s as a JSON string in its shortest form and returns the extended slice. It
// escapes only what JSON requires: quotes, backslashes and control characters, but not <, > and &.
// Each byte of s that is not valid UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
