// Package schema finds the properties of a JSON Schema that a path selects, and changes their descriptions and nothing else.
//
// # What a path selects
//
//   - A property path (address.street, labels[].name) starts at the root schema. A name steps through properties, [] through
//     items, be they one schema or a list of them. Between steps the path goes through allOf, anyOf, oneOf and $ref for
//     nothing. It selects every property that it reaches in this way, and each pair of schema and path segment is visited
//     once, so recursion ends.
//   - What is selected is the schema under properties or items itself. Where that is a $ref, the description stands beside it.
//   - A $ref may lead to any place of the same document: # with a JSON Pointer (percent and ~ escapes undone), an $anchor, or
//     an $id of this document, resolved against the nearest $id above as JSON Schema 2020-12 has it. A fragment alone as $id
//     is an anchor, as in draft 7; the id of draft 4 is not looked at. A $ref leads nowhere if it leads out of the document,
//     to what is no object or boolean, to a mapping or list of schemas, or into the values of enum, const, default or
//     examples. $dynamicRef and $recursiveRef are no way for a path.
//   - Nothing is copied. A schema that any other path reaches as well, or the same path extended or cut short, is shared: it
//     is left alone and reported, with the JSON Pointer that changes it for all. Other keywords that hold schemas
//     (additionalProperties, patternProperties, prefixItems, if, not, $dynamicRef and the rest) count as steps that no path
//     can take, so what they reach is shared too. Two branches by which one and the same path reaches a schema do not make it
//     shared. Definitions that nothing refers to reach nothing.
//   - A JSON Pointer, which starts with a slash, selects the one schema that it leads to, in place: it follows no $ref and
//     does not ask who shares it. It must land on a schema; the inside of properties, enum, const, default and examples is
//     none. What some $ref uses as a schema is one, wherever it stands.
//   - A boolean schema has no place for a description, and a description that is no string is not ours to replace: both are
//     reported. What is neither an object nor a boolean is no schema and counts as not being there.
//
// # What changes
//
// An [Edit] replaces a range of bytes. Those made here replace a description string, remove the member, or add one at the end
// of a schema; all other bytes stay as they came.
//
// All work is linear in the size of the schema, and in that times the length of the path. Nothing recurses. What could grow faster,
// since it may repeat one long text of the schema for each of many others, is bound by that size: the URIs of references, beyond
// which [New] refuses the whole schema, and what a [Result] says, beyond which it counts. Real schemas stay far below.
package schema

import (
	"github.com/toolrules/toolrules/internal/fault"
	"github.com/toolrules/toolrules/internal/jsontree"
)

// MaxSchemas is the number of schemas that a document may hold. The largest among the tools of 63 real servers holds 543.
const MaxSchemas = 1 << 16

// A Schema is a JSON Schema that paths can be looked up in. It is immutable and safe for concurrent use. Make one with [New].
type Schema struct {
	data   []byte
	root   *jsontree.Node
	nodes  []node
	ids    map[*jsontree.Node]int // the nodes by where they stand in the document
	routes routes
}

// New makes ready the schema at root, which is a node of data; neither may change afterwards. The document that $ref is bound
// to is root, whatever data holds around it, and all JSON Pointers count from there. The error is an *[Error].
func New(data []byte, root *jsontree.Node) (*Schema, error) {
	if !isSchema(root) {
		return nil, &Error{Code: CodeNotASchema, Message: "a schema is an object or a boolean"}
	}
	b := newBuilder(data, root)
	if err := b.build(); err != nil {
		return nil, err
	}
	return &Schema{data: data, root: root, nodes: b.nodes, ids: b.ids, routes: findRoutes(b.nodes)}, nil
}

// isSchema says whether a value can be a schema at all.
func isSchema(n *jsontree.Node) bool {
	return n != nil && (n.Kind == jsontree.Object || n.Kind == jsontree.Bool)
}

// A node is a schema of the document.
type node struct {
	value    *jsontree.Node
	parent   int    // the node in which it stands; -1 for the root
	step     string // the JSON Pointer from there: /properties/name
	resource int    // the node whose base URI holds here: the nearest with an $id, or the root
	open     bool   // it stands where JSON Schema knows of no schema, and is one because of a $ref
	lost     string // a $ref that leads nowhere; empty if there is none
	edges    []edge // in the order of the document, references last
}

// An edge leads from a schema to one that applies to the same value or to a part of it.
type edge struct {
	label
	to int
}

// A label says what a step costs.
type label struct {
	step step
	name string // the property of a property step, the keyword of another one
}

type step uint8

const (
	free     step = iota // the same value: allOf, anyOf, oneOf, $ref
	property             // a name of a path
	item                 // the [] of a path
	other                // what no path can say
)

// pointerSize gives the length of the JSON Pointer of a node from the root.
func (s *Schema) pointerSize(id int) (size int) {
	for n := id; n >= 0; n = s.nodes[n].parent {
		size += len(s.nodes[n].step)
	}
	return size
}

// pointer gives the JSON Pointer of a node from the root.
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
	CodeEmptyPath     Code = "empty_path"        // nothing at all
	CodePathTooLong   Code = "path_too_long"     // over MaxPathBytes
	CodeEmptySegment  Code = "empty_segment"     // no name where one should be
	CodeBadBracket    Code = "bad_bracket"       // a bracket that is not part of [] behind a name
	CodeBadCharacter  Code = "bad_character"     // a character that only a JSON Pointer can say
	CodeBadPointer    Code = "bad_pointer"       // a ~ that is neither ~0 nor ~1
	CodeOverlap       Code = "overlapping_edits" // two edits of the same bytes
	CodeEditOutOfText Code = "edit_out_of_text"  // an edit of bytes that are not there
)
