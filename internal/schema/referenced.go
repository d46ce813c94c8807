package schema

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// ignoringDrafts ignore the keywords beside a $ref.
var ignoringDrafts = []string{"draft-07", "draft-06", "draft-04", "draft-03"}

// IsReference reports whether the schema has a $ref, so that a description is beside it.
func (p Place) IsReference() bool {
	ref := p.Schema.Get("$ref")
	return ref != nil && ref.Kind == jsontree.String
}

// IgnoresBesideRef returns the draft of the document, such as draft-07, if that draft ignores
// keywords beside a $ref. Otherwise it returns the empty string.
func (s *Schema) IgnoresBesideRef() string {
	declared := s.root.Get("$schema")
	if declared == nil || declared.Kind != jsontree.String {
		return ""
	}
	text := declared.Text(s.data)
	for _, draft := range ignoringDrafts {
		if strings.Contains(text, draft) {
			return draft
		}
	}
	return ""
}

// Referenced returns the JSON Pointer of the definition with a description that the $ref of p leads
// to, also through other references. Returns false if there is no such definition.
func (s *Schema) Referenced(p Place) (pointer string, ok bool) {
	at, known := s.ids[p.Schema]
	for seen := map[int]bool{}; known && !seen[at]; {
		seen[at] = true
		next := slices.IndexFunc(s.nodes[at].edges, func(e edge) bool { return e.step == free && e.name == "$ref" })
		if next < 0 {
			return "", false
		}
		at = s.nodes[at].edges[next].to
		if text := s.nodes[at].value.Get("description"); text != nil && text.Kind == jsontree.String {
			return s.pointer(at), true
		}
	}
	return "", false
}
