package schema

import (
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/suggest"
)

// schemaNames are the schema members of a tool, which people write before a path that starts inside
// of the schema.
var schemaNames = []string{"inputSchema", "outputSchema", "input_schema", "output_schema"}

// wrappers are all names that people write before such a path.
var wrappers = append([]string{"properties", "arguments", "results"}, schemaNames...)

// inner returns a path without a leading wrapper, if the rest leads somewhere. The path failed at
// segment i.
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

// nearPointer returns the JSON Pointer that a misspelled one was probably meant to be: it may start
// with the name of the schema, it may lack /properties, and its last name may be misspelled.
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

// nearTokens returns the pointer of the tokens, with the last one replaced by the nearest existing
// name if it leads nowhere. Returns "" if the pointer still does not lead to a schema.
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

// Hints are names to compare a misspelled one with, which takes time proportional to the product of
// their lengths.
type hints []string

// Limits of hints. The largest object among the schemas of 63 real servers has 100 members, and no
// name is longer than 40 bytes.
const (
	maxHints     = 1000
	maxHintBytes = 256
)

func (h *hints) add(name string) {
	if len(*h) < maxHints && len(name) <= maxHintBytes {
		*h = append(*h, name)
	}
}
