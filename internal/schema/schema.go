// Package schema finds the properties of a JSON Schema that a path selects, and changes only their
// descriptions.
//
// # What a path selects
//
//   - A property path (address.street, labels[].name) starts at the root schema. A name steps into
//     properties, and [] into items, which may be a schema or a list of schemas. Between steps the
//     path passes through allOf, anyOf, oneOf and $ref for free. It selects every property that it
//     reaches. Each pair of schema and path segment is visited once, so recursive schemas
//     terminate.
//   - The selected schema is the one under properties or items. If it has a $ref, the description
//     is put beside the $ref.
//   - A $ref may lead to any location of the same document: # with a JSON Pointer (percent and ~
//     escapes decoded), an $anchor, or an $id of this document, resolved against the nearest
//     enclosing $id as in JSON Schema 2020-12. An $id that is only a fragment is an anchor, as in
//     draft 7; the id of draft 4 is ignored. A $ref is unresolved if it leads out of the document,
//     to something other than an object or boolean, to a mapping or list of schemas, or into the
//     values of enum, const, default or examples. Paths do not follow $dynamicRef and
//     $recursiveRef.
//   - Nothing is copied. A schema that another path reaches too, or the same path extended or
//     shortened, is shared: it is not changed but reported, with the JSON Pointer that changes it
//     for all. Other keywords that hold schemas (additionalProperties, patternProperties,
//     prefixItems, if, not, $dynamicRef and the rest) count as steps that no path can take, so what
//     they reach is shared too. Two branches that lead the same path to a schema do not make it
//     shared. Definitions that nothing refers to reach nothing.
//   - The empty path selects the root schema.
//   - A JSON Pointer, which starts with a slash, selects the one schema that it leads to: it
//     follows no $ref and ignores sharing. It must lead to a schema, not into properties, enum,
//     const, default or examples. What a $ref uses as a schema is one, wherever it is.
//   - A boolean schema can't have a description, and a description that is not a string is not
//     replaced: both are reported. A value that is neither an object nor a boolean is not a schema
//     and is ignored.
//
// # What changes
//
// An [Edit] replaces a range of bytes. The edits of this package replace a description, remove the
// member, or add one at the end of a schema; all other bytes stay as they were.
//
// All work is linear in the size of the schema times the length of the path. Nothing recurses. What
// could grow faster, since it may repeat one long text of the schema many times, is limited in
// proportion to the schema: the URIs of references, beyond which [New] rejects the whole schema,
// and the content of a [Result], beyond which it only counts. Real schemas stay far below.
package schema

import (
	"github.com/toolrules/toolrules/internal/fault"
	"github.com/toolrules/toolrules/internal/jsontree"
)

// MaxSchemas is the largest number of schemas in a document. The largest tool of 63 real servers
// holds 543.
const MaxSchemas = 1 << 16

// A Schema is a JSON Schema prepared for looking up paths. It is immutable and safe for concurrent
// use. Make one with [New].
type Schema struct {
	data   []byte
	root   *jsontree.Node
	nodes  []node
	ids    map[*jsontree.Node]int // indexes of nodes
	routes routes
}

// New prepares the schema at root, which is a node of data; neither may change afterwards. Every
// $ref and JSON Pointer is relative to root, whatever data holds around it. The error is an
// *[Error].
func New(data []byte, root *jsontree.Node) (*Schema, error) {
	if !isSchema(root) {
		return nil, &Error{Code: CodeNotASchema, Message: "a schema must be an object or a boolean"}
	}
	b := newBuilder(data, root)
	if err := b.build(); err != nil {
		return nil, err
	}
	return &Schema{data: data, root: root, nodes: b.nodes, ids: b.ids, routes: findRoutes(b.nodes)}, nil
}

// isSchema reports whether a value can be a schema.
func isSchema(n *jsontree.Node) bool {
	return n != nil && (n.Kind == jsontree.Object || n.Kind == jsontree.Bool)
}

// A node is a schema of the document.
type node struct {
	value    *jsontree.Node
	parent   int    // the enclosing node; -1 for the root
	step     string // the JSON Pointer from there: /properties/name
	resource int    // the node whose base URI applies: the nearest one with an $id, or the root
	open     bool   // it is a schema only because of a $ref
	lost     string // an unresolved $ref; empty if there is none
	edges    []edge // in the order of the document, references last
}

// An edge leads from a schema to one that applies to the same value or to a part of it.
type edge struct {
	label
	to int
}

// A label describes a step.
type label struct {
	step step
	name string // the property of a property step, the keyword of another one
}

type step uint8

const (
	free     step = iota // the same value: allOf, anyOf, oneOf, $ref
	property             // a name of a path
	item                 // the [] of a path
	other                // no path has such a step
)

// pointerSize returns the length of the JSON Pointer of a node.
func (s *Schema) pointerSize(id int) (size int) {
	for n := id; n >= 0; n = s.nodes[n].parent {
		size += len(s.nodes[n].step)
	}
	return size
}

// pointer returns the JSON Pointer of a node from the root.
func (s *Schema) pointer(id int) string {
	size := s.pointerSize(id)
	text := make([]byte, size)
	for n := id; n >= 0; n = s.nodes[n].parent {
		size -= len(s.nodes[n].step)
		copy(text[size:], s.nodes[n].step)
	}
	return string(text)
}

// A Code identifies what is wrong.
type Code = fault.Code

// An Error describes what is wrong with a schema, a path or a list of edits. It has no Pointer.
type Error = fault.Error

// What can be wrong with a schema as a whole, with a path, or with a list of edits.
const (
	CodeNotASchema    Code = "not_a_schema"      // neither an object nor a boolean
	CodeTooLarge      Code = "schema_too_large"  // more than MaxSchemas, or URIs that are too long for its size
	CodePathTooLong   Code = "path_too_long"     // over MaxPathBytes
	CodeEmptySegment  Code = "empty_segment"     // a missing name
	CodeBadBracket    Code = "bad_bracket"       // a bracket that is not part of [] after a name
	CodeBadCharacter  Code = "bad_character"     // a character that needs a JSON Pointer
	CodeBadPointer    Code = "bad_pointer"       // a ~ that is neither ~0 nor ~1
	CodeOverlap       Code = "overlapping_edits" // two edits of the same bytes
	CodeEditOutOfText Code = "edit_out_of_text"  // an edit outside of the document
)
