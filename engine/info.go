package engine

import (
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/jsontree"
)

// A sentTool is a parsed tool as its server sent it.
type sentTool struct {
	name    string
	key     string        // server/name; name is a part of it
	raw     []byte        // the JSON object, without the nulls that count as not sent
	sent    []byte        // the JSON object as it was sent; nil if that is raw
	root    jsontree.Node // raw as a tree
	size    int           // of what was sent, in bytes without white space
	index   int           // among all that the server listed
	leftOut string        // why no request sees the tool; empty if one may
	info    expr.ToolInfo
}

// hints are the annotations that MCP defines, with their defaults if a server does not send them.
var hints = []struct {
	name   string
	absent func(f *expr.ToolInfo) bool
	get    func(f *expr.ToolInfo) bool
	set    func(f *expr.ToolInfo, value bool)
}{
	{"readOnlyHint", func(*expr.ToolInfo) bool { return false },
		func(f *expr.ToolInfo) bool { return f.ReadOnly }, func(f *expr.ToolInfo, v bool) { f.ReadOnly = v }},
	{"destructiveHint", func(f *expr.ToolInfo) bool { return !f.ReadOnly },
		func(f *expr.ToolInfo) bool { return f.Destructive }, func(f *expr.ToolInfo, v bool) { f.Destructive = v }},
	{"idempotentHint", func(*expr.ToolInfo) bool { return false },
		func(f *expr.ToolInfo) bool { return f.Idempotent }, func(f *expr.ToolInfo, v bool) { f.Idempotent = v }},
	{"openWorldHint", func(*expr.ToolInfo) bool { return true },
		func(f *expr.ToolInfo) bool { return f.OpenWorld }, func(f *expr.ToolInfo, v bool) { f.OpenWorld = v }},
}

// An infoBuilder stores the tool attributes that expressions can read, for the tools of a server.
type infoBuilder struct {
	texts   stringSlab
	lists   slab[string]
	decoded []byte   // the string being stored
	list    []string // the list being stored
}

// hintLists are the possible lists of hints that a tool sends, indexed by bit sets of indexes in
// hints.
var hintLists = func() (lists [1 << 4][]string) {
	for set := range lists {
		for i, h := range hints {
			if set&(1<<i) != 0 {
				lists[set] = append(lists[set], h.name)
			}
		}
	}
	return lists
}()

// fill sets the tool attributes that expressions can read. A member of a wrong type, which only a
// nonconforming tool has, counts as not sent.
func (k *infoBuilder) fill(t *sentTool, server string) {
	f := &t.info
	*f = expr.ToolInfo{Server: server, Name: t.name, Key: t.key, Title: k.title(t), Description: k.text(t, &t.root, "description"), Bytes: t.size}
	annotations, sent := t.root.Get("annotations"), 0
	for i, h := range hints {
		value := h.absent(f)
		if n := annotations.Get(h.name); n != nil && n.Kind == jsontree.Bool {
			value = n.True(t.raw)
			sent |= 1 << i
		}
		h.set(f, value)
	}
	f.Hints = hintLists[sent]
	f.Audience = audience(t)

	schema := t.root.Get("inputSchema")
	k.list = k.list[:0]
	if properties := schema.Get("properties"); properties != nil {
		for i := range properties.Members {
			k.list = append(k.list, properties.Members[i].Name)
		}
	}
	f.Arguments = k.lists.keep(k.list)
	k.list = k.list[:0]
	if required := schema.Get("required"); required != nil {
		for i := range required.Items {
			if item := &required.Items[i]; item.Kind == jsontree.String {
				k.list = append(k.list, k.keep(t, item))
			}
		}
	}
	f.Required = k.lists.keep(k.list)
}

// audiences are the possible audiences of a tool, indexed by bits: 1 for the model, 2 for the app.
var audiences = [...][]string{nil, {"model"}, {"app"}, {"model", "app"}}

// notAudience makes the conditions that read it fail.
var notAudience = []string{""}

// audience returns the audience of a tool, from the visibility of MCP Apps, without other values.
func audience(t *sentTool) []string {
	visibility := t.root.Get("_meta").Get("ui").Get("visibility")
	switch {
	case visibility == nil || visibility.Kind == jsontree.Null:
		return audiences[1|2]
	case visibility.Kind != jsontree.Array:
		return notAudience
	}
	sent := 0
	for i := range visibility.Items {
		item := &visibility.Items[i]
		if item.Kind != jsontree.String {
			return notAudience
		}
		switch item.Text(t.raw) {
		case "model":
			sent |= 1
		case "app":
			sent |= 2
		}
	}
	return audiences[sent]
}

// title returns the title that clients show: title, or else annotations.title.
func (k *infoBuilder) title(t *sentTool) string {
	if title := k.text(t, &t.root, "title"); title != "" {
		return title
	}
	return k.text(t, t.root.Get("annotations"), "title")
}

// text returns the value of a member that is a string, and the empty string for any other.
func (k *infoBuilder) text(t *sentTool, of *jsontree.Node, name string) string {
	if n := of.Get(name); n != nil && n.Kind == jsontree.String {
		return k.keep(t, n)
	}
	return ""
}

// key returns server/name.
func (k *infoBuilder) key(t *sentTool, server string, name *jsontree.Node) string {
	k.decoded = append(append(k.decoded[:0], server...), '/')
	k.decoded = name.AppendText(k.decoded, t.raw)
	return k.texts.keep(k.decoded)
}

func (k *infoBuilder) keep(t *sentTool, n *jsontree.Node) string {
	k.decoded = n.AppendText(k.decoded[:0], t.raw)
	return k.texts.keep(k.decoded)
}
