package diff

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/jsontree"
)

// A Change is one difference in one string of a tool.
type Change struct {
	Pointer  string  // a JSON Pointer into the tool
	From     *string // nil: it was not there
	To       *string // nil: it is gone
	Requests []int
}

func (c Change) key(tool engine.Key) changeKey {
	k := changeKey{tool: tool, pointer: c.Pointer, added: c.From == nil, removed: c.To == nil}
	if c.From != nil {
		k.from = *c.From
	}
	if c.To != nil {
		k.to = *c.To
	}
	return k
}

func equal(a, b *string) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// Place returns the location as test files write it, if they can: description,
// arguments.labels[].name. Otherwise it returns the pointer.
func (c Change) Place() string { return Place(c.Pointer) }

// Place names the text at a JSON Pointer into a tool as [Change.Place] does.
func Place(pointer string) string {
	section, rest, found := "", "", false
	switch {
	case pointer == "/title" || pointer == "/description":
		return pointer[1:]
	case strings.HasPrefix(pointer, "/inputSchema/"):
		section, rest = "arguments", strings.TrimPrefix(pointer, "/inputSchema")
	case strings.HasPrefix(pointer, "/outputSchema/"):
		section, rest = "results", strings.TrimPrefix(pointer, "/outputSchema")
	}
	if rest, found = strings.CutSuffix(rest, "/description"); !found || section == "" || rest == "" {
		return pointer
	}
	if path, ok := propertyPath(rest); ok {
		return section + "." + path
	}
	return section + "." + rest
}

// propertyPath converts a JSON Pointer into a schema to the path of a property. It reports false if
// the pointer has tokens other than properties and items.
func propertyPath(pointer string) (string, bool) {
	tokens, ok := jsontree.SplitPointer(pointer)
	path := ""
	for i := 0; ok && i < len(tokens); i++ {
		switch {
		case tokens[i] == "items":
			path += "[]"
		case tokens[i] == "properties" && i+1 < len(tokens) && !strings.ContainsAny(tokens[i+1], `./[]~`):
			i++
			path += "." + tokens[i]
		default:
			return "", false
		}
	}
	return strings.TrimPrefix(path, "."), ok && path != ""
}

// changesOf returns the differences between two JSON objects of one tool, except its name, in the
// order of the first.
func changesOf(before, after []byte) []Change {
	a, err := jsontree.Parse(before, jsontree.Options{})
	b, err2 := jsontree.Parse(after, jsontree.Options{})
	if err != nil || err2 != nil {
		return nil // the engine sends valid JSON alone
	}
	w := walk{before: before, after: after}
	w.object("", &a, &b)
	return slices.DeleteFunc(w.changes, func(c Change) bool { return c.Pointer == "/name" })
}

// A walk compares two documents.
type walk struct {
	before, after []byte
	changes       []Change
}

func (w *walk) value(pointer string, a, b *jsontree.Node) {
	switch {
	case a != nil && b != nil && a.Kind == jsontree.Object && b.Kind == jsontree.Object:
		w.object(pointer, a, b)
	case a != nil && b != nil && a.Kind == jsontree.Array && b.Kind == jsontree.Array && len(a.Items) == len(b.Items):
		for i := range a.Items {
			w.value(jsontree.AppendIndex(pointer, i), &a.Items[i], &b.Items[i])
		}
	default:
		if c := (Change{Pointer: pointer, From: textOf(a, w.before), To: textOf(b, w.after)}); !equal(c.From, c.To) {
			w.changes = append(w.changes, c)
		}
	}
}

// object compares the members of a, then those that only b has.
func (w *walk) object(pointer string, a, b *jsontree.Node) {
	for i := range a.Members {
		m := &a.Members[i]
		w.value(jsontree.AppendToken(pointer, m.Name), &m.Value, b.Get(m.Name))
	}
	for i := range b.Members {
		if m := &b.Members[i]; a.Get(m.Name) == nil {
			w.value(jsontree.AppendToken(pointer, m.Name), nil, &m.Value)
		}
	}
}

// textOf returns the value of a string, or the JSON of another value. Returns nil if n is nil.
func textOf(n *jsontree.Node, data []byte) *string {
	if n == nil {
		return nil
	}
	text := string(n.Raw(data))
	if n.Kind == jsontree.String {
		text = n.Text(data)
	}
	return &text
}
