package engine

import (
	"cmp"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/jsontree"
)

// A sentTool is a tool as its server sent it, taken apart.
type sentTool struct {
	name    string
	raw     []byte        // the JSON object, without the nulls that count as not sent
	sent    []byte        // the JSON object as it was sent; nil if that is raw
	root    jsontree.Node // raw as a tree
	size    int           // of what was sent, in bytes without white space
	leftOut string        // why no request sees the tool; empty if one may
	facts   expr.ToolFacts
}

// hints are the annotations that MCP defines, with what holds where a server does not send them.
var hints = []struct {
	name   string
	absent func(f *expr.ToolFacts) bool
	set    func(f *expr.ToolFacts, value bool)
}{
	{"readOnlyHint", func(*expr.ToolFacts) bool { return false }, func(f *expr.ToolFacts, v bool) { f.ReadOnly = v }},
	{"destructiveHint", func(f *expr.ToolFacts) bool { return !f.ReadOnly }, func(f *expr.ToolFacts, v bool) { f.Destructive = v }},
	{"idempotentHint", func(*expr.ToolFacts) bool { return false }, func(f *expr.ToolFacts, v bool) { f.Idempotent = v }},
	{"openWorldHint", func(*expr.ToolFacts) bool { return true }, func(f *expr.ToolFacts, v bool) { f.OpenWorld = v }},
}

// readFacts fills in what expressions may know of the tool. A member of a wrong type, which only a tool that does not conform has,
// counts as not sent.
func (t *sentTool) readFacts(server string) {
	t.facts = expr.ToolFacts{Server: server, Name: t.name, Title: t.title(), Description: t.text(&t.root, "description"), Bytes: t.size}
	annotations := t.root.Get("annotations")
	for _, h := range hints {
		value := h.absent(&t.facts)
		if n := annotations.Get(h.name); n != nil && n.Kind == jsontree.Bool {
			value = n.True(t.raw)
			t.facts.Hints = append(t.facts.Hints, h.name)
		}
		h.set(&t.facts, value)
	}

	schema := t.root.Get("inputSchema")
	if properties := schema.Get("properties"); properties != nil {
		for _, m := range properties.Members {
			t.facts.Arguments = append(t.facts.Arguments, m.Name)
		}
	}
	if required := schema.Get("required"); required != nil {
		for i := range required.Items {
			if item := &required.Items[i]; item.Kind == jsontree.String {
				t.facts.Required = append(t.facts.Required, item.Text(t.raw))
			}
		}
	}
}

// title returns the title that clients show: title, or else annotations.title.
func (t *sentTool) title() string {
	return cmp.Or(t.text(&t.root, "title"), t.text(t.root.Get("annotations"), "title"))
}

// text returns the text of a member that is a string, and the empty string for any other.
func (t *sentTool) text(of *jsontree.Node, name string) string {
	if n := of.Get(name); n != nil && n.Kind == jsontree.String {
		return n.Text(t.raw)
	}
	return ""
}
