package source

import (
	"strconv"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// A Place is the position of a value, and its JSON Pointer.
type Place struct {
	Pointer string
	Position
}

// Place returns the place of the value at a pointer, or of its nearest ancestor in the file. offset
// is as for [File.Position]. If onKey is set, it returns the place of the value's key. A token of
// the pointer is an index for mappings whose keys are in byIndex, and otherwise a key, where a "?"
// after the key is ignored. Without a root, the result has only the pointer.
func (f *File) Place(pointer string, offset int, onKey bool, byIndex map[string]bool) Place {
	if f.root == nil {
		return Place{Pointer: pointer}
	}
	node, entry := resolve(f.root, pointer, byIndex)
	at := node
	if onKey && entry != nil {
		at = entry.Key
	}
	return Place{node.Pointer, f.Position(at, offset)}
}

// resolve returns the value at a pointer, or its nearest ancestor in the file, and the entry of the
// mapping that contains it. The file may have a single value instead of a list of one, and may omit
// values. A token of the pointer is an index for mappings that are in byIndex.
func resolve(n *Node, pointer string, byIndex map[string]bool) (*Node, *Entry) {
	var entry *Entry
	name := ""
	tokens, _ := jsontree.SplitPointer(pointer)
	for _, token := range tokens {
		var next *Node
		switch n.Kind {
		case Map:
			e := findEntry(n, token, byIndex[name])
			if e == nil {
				return n, entry
			}
			next, entry = e.Value, e
		case List:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(n.Items) {
				return n, entry
			}
			next, entry = n.Items[i], nil
		default:
			return n, entry
		}
		n, name = next, token
	}
	return n, entry
}

func findEntry(n *Node, token string, byIndex bool) *Entry {
	if i, err := strconv.Atoi(token); byIndex && err == nil {
		if i < 0 || i >= len(n.Entries) {
			return nil
		}
		return &n.Entries[i]
	}
	for i := range n.Entries {
		// A "?" after the name of an attribute is not part of the name.
		if name := n.Entries[i].Key.Text; name == token || name == token+"?" {
			return &n.Entries[i]
		}
	}
	return nil
}
