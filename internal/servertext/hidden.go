package servertext

import (
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/visible"
)

// FirstHidden returns the JSON Pointer of the first string or member name of a value that has a
// hidden character, and the character. Returns false if there is none.
func FirstHidden(raw []byte, n *jsontree.Node) (pointer string, char rune, found bool) {
	return firstHidden("", raw, n)
}

func firstHidden(pointer string, raw []byte, n *jsontree.Node) (string, rune, bool) {
	if n.Kind == jsontree.String {
		for _, r := range visible.Hidden(n.Text(raw)) {
			return pointer, r, true
		}
	}
	for i := range n.Items {
		if at, r, ok := firstHidden(jsontree.AppendIndex(pointer, i), raw, &n.Items[i]); ok {
			return at, r, true
		}
	}
	for i := range n.Members {
		m := &n.Members[i]
		for _, r := range visible.Hidden(m.Name) {
			return pointer, r, true
		}
		if at, r, ok := firstHidden(jsontree.AppendToken(pointer, m.Name), raw, &m.Value); ok {
			return at, r, true
		}
	}
	return "", 0, false
}
