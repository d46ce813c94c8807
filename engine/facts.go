package engine

import (
	"fmt"
	"slices"
	"strings"

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

// toolFields are the fields that MCP gives a tool, in all versions up to 2026-07-28.
var toolFields = []string{"name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution", "_meta"}

// otherCase finds the first member of a tool whose name differs from a field of MCP in case alone; there is no field if there is
// none.
//
// Such a tool is left out, as one without a name is. Rules decide by the fields, and their words take the place of the fields, while
// a caller that ignores case, as encoding/json does, takes the last of both: a name of another server's tool, or a description that no
// rule has replaced. Whether a caller does can't be known here, and what can't be decided hides. To take the member out, or to report
// it and leave it in, would either change what the server sent or show what no rule was asked about.
//
// Case is what encoding/json and strings.EqualFold take for it, so that a long s is an s.
func otherCase(root *jsontree.Node) (member, field string) {
	for i := range root.Members {
		name := root.Members[i].Name
		if slices.Contains(toolFields, name) {
			continue
		}
		for _, field := range toolFields {
			if strings.EqualFold(name, field) {
				return name, field
			}
		}
	}
	return "", ""
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
