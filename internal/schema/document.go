package schema

import "github.com/toolrules/toolrules/internal/jsontree"

// A document gives quick access to the values of a JSON document.
type document struct {
	data    []byte
	indexes map[*jsontree.Node]map[string]*jsontree.Node // of objects with many members
}

// manyMembers is where looking through an object begins to cost more than an index of it: definitions can be thousands, each
// of them referred to by its name.
const manyMembers = 16

// step gives the value that one token of a JSON Pointer leads to, or nil.
func (d *document) step(n *jsontree.Node, token string) *jsontree.Node {
	switch {
	case n.Kind == jsontree.Array:
		if i, ok := jsontree.ParseIndex(token); ok && i < len(n.Items) {
			return &n.Items[i]
		}
		return nil
	case len(n.Members) < manyMembers:
		return n.Get(token)
	}
	index, ok := d.indexes[n]
	if !ok {
		index = make(map[string]*jsontree.Node, len(n.Members))
		for i := range n.Members {
			index[n.Members[i].Name] = &n.Members[i].Value
		}
		d.indexes[n] = index
	}
	return index[token]
}

// text gives what a string says, and false for any other value and for none.
func (d *document) text(n *jsontree.Node) (string, bool) {
	if n == nil || n.Kind != jsontree.String {
		return "", false
	}
	return n.Text(d.data), true
}
