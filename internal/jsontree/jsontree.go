// Package jsontree reads a JSON document into a tree of nodes that remember where they stand in it.
//
// A node holds no text of its own, only a byte range, so that whoever changes one description of a document can copy every
// other byte as it was sent: unknown fields, number spellings and key order survive.
//
// # The law
//
//   - [Parse] is strict, as RFC 7493 (I-JSON) asks: a duplicate name, invalid UTF-8, an escaped surrogate without its other
//     half, nesting above a limit, and anything behind the value is an *[Error]. Nothing is mended or left out.
//   - A UTF-8 byte order mark in front of the document is skipped, as RFC 8259, section 8.1, allows.
//   - Offsets are bytes from 0 and count from the first byte of the document that was handed in, also where only a range of
//     it was read.
//   - [Outline] reads one level only and looks at nothing inside its values. It is how a list whose items come from somebody
//     else is read item by item: outline the list, [ParseRange] each item, and a broken item costs that item alone.
//   - Nothing here keeps a reference to the document or changes it. Nodes may be read by many goroutines at once.
package jsontree

import (
	"bytes"

	"github.com/goccy/go-json/jsontext"
)

// A Kind is what a [Node] is.
type Kind uint8

const (
	Invalid Kind = iota // no JSON value; [Outline] gives it to what can't be one
	Null
	Bool
	Number
	String
	Array
	Object
)

// String gives the word for messages, such as "object".
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

// A Node is one value of a document. The zero Node is no value. A nil *Node is accepted by every method and behaves as the
// zero Node, so that lookups chain: root.Get("annotations").Get("title").
type Node struct {
	Kind       Kind
	Start, End int      // the value is data[Start:End], without white space around it
	Items      []Node   // of an array
	Members    []Member // of an object, in document order
}

// A Member is one name and value of an object.
type Member struct {
	Name  string // decoded
	Key   Span   // where the name stands, quotes included
	Value Node
}

// A Span is a range of bytes: data[Start:End].
type Span struct{ Start, End int }

// Get gives the value of the member called name, or nil if n is no object or has no such member.
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

// Raw gives the bytes of n as they stand in data, which is the document n was read from. The result shares data's memory.
func (n *Node) Raw(data []byte) []byte {
	if n == nil {
		return nil
	}
	return data[n.Start:n.End:n.End]
}

// Text gives what a string says, escapes decoded, and the bytes of any other value as they stand in data, which is the
// document n was read from.
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

// True says whether n is the literal true in data, which is the document n was read from.
func (n *Node) True(data []byte) bool {
	return n != nil && n.Kind == Bool && data[n.Start] == 't'
}

// unquote decodes a JSON string that is known to be one.
func unquote(raw []byte) string {
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	decoded, _ := jsontext.AppendUnquote(nil, raw)
	return string(decoded)
}

// AppendString appends s as a JSON string in its shortest form and gives the extended slice. Only what JSON asks for is
// escaped: quotes, backslashes and control characters, but not <, > and &. Each byte of s that is no valid UTF-8 becomes
// U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
