package engine

import (
	"fmt"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/jsontree"
)

// A sentTool is a tool as its server sent it, taken apart.
type sentTool struct {
	name  string
	raw   []byte        // the JSON object
	root  jsontree.Node // the same as a tree
	facts expr.ToolFacts
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

// readFacts fills in what expressions may know of the tool. A field of a wrong type counts as not sent.
func (t *sentTool) readFacts(server string, fault func(FaultCode, string)) {
	t.facts = expr.ToolFacts{Server: server, Name: t.name, Bytes: t.root.CompactSize()}
	t.facts.Title = t.text("title", fault)
	t.facts.Description = t.text("description", fault)

	annotations := t.root.Get("annotations")
	for _, h := range hints {
		value := h.absent(&t.facts)
		switch n := annotations.Get(h.name); {
		case n == nil:
		case n.Kind == jsontree.Bool:
			value = n.True(t.raw)
			t.facts.Hints = append(t.facts.Hints, h.name)
		default:
			fault(FaultBadHint, fmt.Sprintf("its %s is of type %s and no bool: it counts as not sent", h.name, n.Kind))
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

// text reads a member that should be a string.
func (t *sentTool) text(name string, fault func(FaultCode, string)) string {
	n := t.root.Get(name)
	if n == nil {
		return ""
	}
	if n.Kind != jsontree.String {
		fault(FaultBadField, fmt.Sprintf("its %s is of type %s and no string: it counts as not sent", name, n.Kind))
		return ""
	}
	return n.Text(t.raw)
}
