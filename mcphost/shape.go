package mcphost

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// Clients read a list of tools whole: one tool that is not as the protocol has it, and most of them refuse all. So a tool that
// a client could stumble over is taken out where it comes in, lest one server's rubbish costs the tools of the others.

// A misfit is a tool that was taken out.
type misfit struct {
	name   string // empty if it has none
	reason string
}

// fitting gives the tools of a server that clients can read, as arrays of tools, one for each page. Pages that are none are
// handed on, for the engine to say so.
func fitting(lists [][]byte) (fit [][]byte, misfits []misfit) {
	for _, list := range lists {
		kept, out := fittingPage(list)
		fit = append(fit, kept)
		misfits = append(misfits, out...)
	}
	return fit, misfits
}

func fittingPage(list []byte) ([]byte, []misfit) {
	tools, ok := toolsOf(list)
	if !ok {
		return list, nil
	}
	var misfits []misfit
	kept := []byte{'['}
	for _, raw := range tools {
		if m, bad := checkTool(raw); bad {
			misfits = append(misfits, m)
			continue
		}
		if len(kept) > 1 {
			kept = append(kept, ',')
		}
		kept = append(kept, raw...)
	}
	return append(kept, ']'), misfits
}

// checkTool says whether a tool has the types that the protocol's schema gives it. What the schema does not name may be
// anything. Whether it can be read at all, and has a name, is for the engine to say.
func checkTool(raw []byte) (misfit, bool) {
	root, err := jsontree.Parse(raw, jsontree.Options{})
	if name := root.Get("name"); err != nil || name == nil || name.Kind != jsontree.String {
		return misfit{}, false
	}
	c := shapeCheck{raw: raw}
	c.tool(&root)
	if c.reason == "" {
		return misfit{}, false
	}
	return misfit{name: root.Get("name").Text(raw), reason: c.reason}, true
}

// A shapeCheck keeps the first thing that is wrong.
type shapeCheck struct {
	raw    []byte
	reason string
}

func (c *shapeCheck) fail(path, format string, args ...any) {
	if c.reason == "" {
		c.reason = "its " + path + " " + fmt.Sprintf(format, args...)
	}
}

// member gives a member if it is there and of the kind that it has to be. Some clients take names in any case, so that one in
// another case has to be of that kind as well.
func (c *shapeCheck) member(of *jsontree.Node, path, name string, kind jsontree.Kind) *jsontree.Node {
	if of == nil {
		return nil
	}
	var found *jsontree.Node
	for i := range of.Members {
		m := &of.Members[i]
		if !strings.EqualFold(m.Name, name) {
			continue
		}
		if m.Value.Kind != kind {
			c.fail(path+m.Name, "is of type %s and no %s", m.Value.Kind, kind)
		} else if m.Name == name {
			found = &m.Value
		}
	}
	return found
}

func (c *shapeCheck) tool(t *jsontree.Node) {
	c.member(t, "", "name", jsontree.String)
	c.member(t, "", "title", jsontree.String)
	c.member(t, "", "description", jsontree.String)
	c.member(t, "", "_meta", jsontree.Object)
	c.member(t, "", "execution", jsontree.Object)
	c.member(t, "", "outputSchema", jsontree.Object)

	annotations := c.member(t, "", "annotations", jsontree.Object)
	c.member(annotations, "annotations.", "title", jsontree.String)
	for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
		c.member(annotations, "annotations.", hint, jsontree.Bool)
	}
	if icons := c.member(t, "", "icons", jsontree.Array); icons != nil {
		for i := range icons.Items {
			c.icon(&icons.Items[i])
		}
	}
	if t.Get("inputSchema") == nil {
		c.fail("inputSchema", "is missing")
	}
	if schema := c.member(t, "", "inputSchema", jsontree.Object); schema != nil {
		c.schema(schema)
	}
	c.numbers(t)
}

// icon checks an icon, whose other fields clients are lenient about.
func (c *shapeCheck) icon(n *jsontree.Node) {
	if src := n.Get("src"); n.Kind != jsontree.Object || src == nil || src.Kind != jsontree.String {
		c.fail("icons", "have one without a src")
	}
	c.member(n, "icons.", "src", jsontree.String)
	c.member(n, "icons.", "mimeType", jsontree.String)
	c.member(n, "icons.", "theme", jsontree.String)
	if sizes := c.member(n, "icons.", "sizes", jsontree.Array); sizes != nil {
		c.strings(sizes, "icons.sizes")
	}
}

func (c *shapeCheck) schema(n *jsontree.Node) {
	if kind := n.Get("type"); kind == nil || kind.Kind != jsontree.String || kind.Text(c.raw) != "object" {
		c.fail("inputSchema.type", `is not "object"`)
	}
	c.member(n, "inputSchema.", "properties", jsontree.Object)
	if required := c.member(n, "inputSchema.", "required", jsontree.Array); required != nil {
		c.strings(required, "inputSchema.required")
	}
}

func (c *shapeCheck) strings(list *jsontree.Node, path string) {
	for i := range list.Items {
		if list.Items[i].Kind != jsontree.String {
			c.fail(path, "has an item of type %s", list.Items[i].Kind)
		}
	}
}

// numbers looks for numbers that are JSON but that no float64 holds, which some languages refuse to read.
func (c *shapeCheck) numbers(n *jsontree.Node) {
	if n.Kind == jsontree.Number {
		if _, err := strconv.ParseFloat(string(n.Raw(c.raw)), 64); err != nil {
			c.fail("numbers", "have one that is out of range: %.40s", json.Number(n.Raw(c.raw)))
		}
	}
	for i := range n.Items {
		c.numbers(&n.Items[i])
	}
	for i := range n.Members {
		c.numbers(&n.Members[i].Value)
	}
}
