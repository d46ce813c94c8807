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

// Place returns the place of the value at a pointer, or of the last value on the way that the file
// has, at an offset as for
// [File.Position]. If onKey is set it is the place of the value's key. Mappings whose keys are in
// byIndex are entered by index,
// others by key, where a "?" after a key is ignored. Without a root it is the pointer alone.
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

// resolve follows a pointer as far as the file goes: a File may say as a list of one what the file
// says as a text, and may
// lack what the file leaves out. Mappings that are in byIndex are entered by index. It gives the
// last node, and the entry of the
// mapping that holds it.
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
		// A "?" behind the name of an attribute is no part of its name.
		if name := n.Entries[i].Key.Text; name == token || name == token+"?" {
			return &n.Entries[i]
		}
	}
	return nil
}
