package schema

import "github.com/toolrules/toolrules/internal/jsontree"

// A document finds values of a JSON document quickly.
type document struct {
	data    []byte
	indexes map[*jsontree.Node]map[string]*jsontree.Node // of objects with many members
}

// manyMembers is the size from which an index of an object is faster than a search: there can be
// thousands of definitions, each of them referred to by its name.
const manyMembers = 16

// step returns the value that one token of a JSON Pointer leads to, or nil.
func (d *document) step(n *jsontree.Node, token string) *jsontree.Node {
	if len(n.Members) < manyMembers {
		return n.Child(token)
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

// text returns the value of a string, and false for any other value and for nil.
func (d *document) text(n *jsontree.Node) (string, bool) {
	if n == nil || n.Kind != jsontree.String {
		return "", false
	}
	return n.Text(d.data), true
}
