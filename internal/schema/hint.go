package schema

import (
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/suggest"
)

// schemaNames are what a tool calls its schemas, which people write in front of a path or pointer that starts inside of one.
var schemaNames = []string{"inputSchema", "outputSchema", "input_schema", "output_schema"}

// wrappers are all that people write in front of such a path.
var wrappers = append([]string{"properties", "arguments", "results"}, schemaNames...)

// inner gives a path without what says that it is one into a schema, if the rest leads somewhere; it got lost at segment i.
func (s *Schema) inner(p Path, i int) string {
	if i > 0 || len(p.segments) < 2 || !slices.Contains(wrappers, p.segments[0].name) {
		return ""
	}
	rest := Path{text: format(p.segments[1:]), segments: p.segments[1:]}
	if found := s.Locate(rest); found.Missing {
		return found.Hint
	}
	return rest.text
}

// nearPointer gives the JSON Pointer that a misspelt one was probably meant to be: the schema may be named in front of it, it may lack
// /properties, and its last name may be misspelt.
func (s *Schema) nearPointer(pointer string) string {
	tokens, ok := jsontree.SplitPointer(pointer)
	if !ok {
		return ""
	}
	if slices.Contains(schemaNames, tokens[0]) {
		tokens = tokens[1:]
	}
	if near := s.nearTokens(tokens); near != "" {
		return near
	}
	return s.nearTokens(append([]string{"properties"}, tokens...))
}

// nearTokens gives the pointer that these tokens make, with the nearest name that there is in the place of the last one if that
// leads nowhere; empty if the pointer leads to no schema even so.
func (s *Schema) nearTokens(tokens []string) string {
	if len(tokens) == 0 {
		return ""
	}
	above, name := "", tokens[len(tokens)-1]
	for _, token := range tokens[:len(tokens)-1] {
		above = jsontree.AppendToken(above, token)
	}
	at := jsontree.Find(s.root, above)
	if at == nil {
		return ""
	}
	pointer := jsontree.AppendToken(above, name)
	if jsontree.Find(s.root, pointer) == nil {
		near, ok := suggest.Nearest(name, memberNames(at))
		if !ok {
			return ""
		}
		pointer = jsontree.AppendToken(above, near)
	}
	if _, ok := s.ids[jsontree.Find(s.root, pointer)]; !ok {
		return ""
	}
	return pointer
}

func memberNames(n *jsontree.Node) []string {
	var names hints
	for i := range n.Members {
		names.add(n.Members[i].Name)
	}
	return names
}

// Hints are names that a misspelt one is compared with, which takes as long as the product of their lengths.
type hints []string

// What is compared. The object with the most members among the schemas of 63 real servers has 100, none with a name over 40 bytes.
const (
	maxHints     = 1000
	maxHintBytes = 256
)

func (h *hints) add(name string) {
	if len(*h) < maxHints && len(name) <= maxHintBytes {
		*h = append(*h, name)
	}
}
