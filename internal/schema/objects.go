package schema

import "github.com/toolrules/toolrules/internal/jsontree"

// Objects returns all schemas of a document that are objects, including values that are schemas
// only because a $ref leads to them. The latter are omitted for a document that [New] rejects for
// its size. Returns nil if root is not a schema.
func Objects(data []byte, root *jsontree.Node) (all []*jsontree.Node) {
	s, err := New(data, root)
	if err != nil {
		return appendObjects(nil, root)
	}
	for _, n := range s.nodes {
		if n.value.Kind == jsontree.Object {
			all = append(all, n.value)
		}
	}
	return all
}

// appendObjects appends the schemas under keywords. It recurses, so the depth of the document must
// be limited.
func appendObjects(all []*jsontree.Node, n *jsontree.Node) []*jsontree.Node {
	if n == nil || n.Kind != jsontree.Object {
		return all
	}
	all = append(all, n)
	for i := range n.Members {
		m := &n.Members[i]
		k, ok := keywords[m.Name]
		switch {
		case !ok || k.holds == data:
		case k.holds == byName:
			for j := range m.Value.Members {
				all = appendObjects(all, &m.Value.Members[j].Value)
			}
		case k.holds != one && m.Value.Kind == jsontree.Array:
			for j := range m.Value.Items {
				all = appendObjects(all, &m.Value.Items[j])
			}
		case k.holds != many:
			all = appendObjects(all, &m.Value)
		}
	}
	return all
}
