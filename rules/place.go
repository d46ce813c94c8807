package rules

import (
	"strconv"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/source"
)

// byKey are the mappings of a rule file that are lists in a [File], since their order counts there. A pointer into a File
// names their entries by index, a pointer into a rule file by key.
var byKey = map[string]bool{"sets": true, "levels": true, "variants": true, "verbosity_map": true, "arguments": true, "results": true}

// place turns a pointer into the File into one into the rule file, and gives the problem its line and column.
func (f *File) place(p *Problem) { f.placeIn(p, byKey) }

// placeWritten gives the problem its line and column, whose pointer is one into the rule file already.
func (f *File) placeWritten(p *Problem) { f.placeIn(p, nil) }

func (f *File) placeIn(p *Problem, byIndex map[string]bool) {
	if f.origin == nil {
		return
	}
	p.File = f.origin.Name()
	node, entry := resolve(f.origin.Root(), p.Pointer, byIndex)
	if node == nil {
		return
	}
	at := f.origin.Position(node, p.Offset)
	if p.OnKey && entry != nil {
		at = f.origin.Position(entry.Key, p.Offset)
	}
	p.Pointer, p.Line, p.Column = node.Pointer, at.Line, at.Column
}

// resolve follows a pointer as far as the file goes: a File may say as a list of one what the file says as a text, and may
// lack what the file leaves out. Mappings that are in byIndex are entered by index. It gives the last node, and the entry of the
// mapping that holds it.
func resolve(n *source.Node, pointer string, byIndex map[string]bool) (*source.Node, *source.Entry) {
	var entry *source.Entry
	name := ""
	tokens, _ := jsontree.SplitPointer(pointer)
	for _, token := range tokens {
		var next *source.Node
		switch n.Kind {
		case source.Map:
			e := findEntry(n, token, byIndex[name])
			if e == nil {
				return n, entry
			}
			next, entry = e.Value, e
		case source.List:
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

func findEntry(n *source.Node, token string, byIndex bool) *source.Entry {
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
