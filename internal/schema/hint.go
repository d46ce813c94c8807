package schema

import (
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/suggest"
)

// wrappers are what people write in front of a path that starts inside of the schema.
var wrappers = []string{"inputSchema", "outputSchema", "input_schema", "output_schema", "properties", "arguments", "results"}

// inner gives a path without what says that it is one into a schema, if the rest leads somewhere; it got lost at segment i.
func (s *Schema) inner(p Path, i int) string {
	if i > 0 || len(p.segments) < 2 || !slices.Contains(wrappers, p.segments[0].name) {
		return ""
	}
	rest := Path{text: format(p.segments[1:]), segments: p.segments[1:]}
	found := s.Locate(rest)
	switch {
	case !found.Missing:
		return rest.text
	default:
		return found.Hint
	}
}

// nearPointer gives the JSON Pointer that a misspelt one was probably meant to be: the schema may be named in front of it, it may lack
// /properties, and its last name may be misspelt.
func (s *Schema) nearPointer(pointer string) string {
	tokens, ok := jsontree.SplitPointer(pointer)
	if !ok {
		return ""
	}
	if slices.Contains(wrappers[:4], tokens[0]) {
		tokens = tokens[1:]
	}
	if near := s.nearTokens(tokens); near != "" {
		return near
	}
	return s.nearTokens(append([]string{"properties"}, tokens...))
}

// nearTokens follows a pointer, and gives it with the nearest of the names that there are where it names none of them; empty if there is
// no such name, or if it is not the last.
func (s *Schema) nearTokens(tokens []string) string {
	pointer := ""
	for i, token := range tokens {
		at := jsontree.Find(s.root, pointer)
		next := jsontree.AppendToken(pointer, token)
		if at != nil && jsontree.Find(s.root, next) == nil && i == len(tokens)-1 {
			near, ok := suggest.Nearest(token, memberNames(at))
			if !ok {
				return ""
			}
			next = jsontree.AppendToken(pointer, near)
		}
		pointer = next
	}
	found := jsontree.Find(s.root, pointer)
	if _, ok := s.ids[found]; found == nil || !ok {
		return ""
	}
	return pointer
}

func memberNames(n *jsontree.Node) []string {
	names := make([]string, len(n.Members))
	for i := range n.Members {
		names[i] = n.Members[i].Name
	}
	return names
}
