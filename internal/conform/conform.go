// Package conform reports whether a tool, as a server sent it, conforms to the schema of MCP.
//
// Most clients parse a list of tools as a whole: if one tool does not conform, they reject all
// tools of all servers. So nonconforming tools are left out unless the operator keeps them. Members
// that the schema does not define may have any value, and so may those about which clients are
// known to be lenient.
//
// # Nulls
//
// Many servers send null for members that they do not use, and strict clients reject that too. A
// null counts as not sent, and is removed from what is passed on, for exactly these members:
//
//   - title, description, outputSchema, annotations, icons, execution and _meta of the tool;
//   - every member of annotations;
//   - properties and required at the root of inputSchema and of outputSchema.
//
// Every other null is kept: inputSchema: null does not conform, and a null deeper in a schema
// (default, enum) is data.
package conform

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// Check returns the first reason why a tool does not conform, as the end of a sentence that starts
// with the tool: "its title is of type number, not string". Returns "" if the tool conforms. The
// tool must be an object with a name whose nulls have been removed by [DropNulls], and raw the
// document that it was parsed from.
func Check(raw []byte, tool *jsontree.Node) (reason string) {
	c := checker{raw: raw}
	c.tool(tool)
	return c.reason
}

// NeedsTask reports whether a tool can be called only as a task (MCP 2025-11-25). Raw is the
// document that it was parsed from.
func NeedsTask(raw []byte, tool *jsontree.Node) bool {
	support := tool.Get("execution").Get("taskSupport")
	return support != nil && support.Kind == jsontree.String && support.Text(raw) == "required"
}

// A checker keeps the first reason that it finds.
type checker struct {
	raw    []byte
	reason string
}

func (c *checker) fail(path, format string, args ...any) {
	if c.reason == "" {
		c.reason = "its " + path + " " + fmt.Sprintf(format, args...)
	}
}

// member returns a member of the right kind, or nil.
func (c *checker) member(of *jsontree.Node, path, name string, kind jsontree.Kind) *jsontree.Node {
	found := of.Get(name)
	if found != nil && found.Kind != kind {
		c.fail(path+name, "is of type %s, not %s", found.Kind, kind)
		return nil
	}
	return found
}

func (c *checker) tool(t *jsontree.Node) {
	c.member(t, "", "title", jsontree.String)
	c.member(t, "", "description", jsontree.String)
	c.member(t, "", "_meta", jsontree.Object)
	c.member(t, "", "execution", jsontree.Object)
	c.annotations(c.member(t, "", "annotations", jsontree.Object))
	if icons := c.member(t, "", "icons", jsontree.Array); icons != nil {
		for i := range icons.Items {
			c.icon(&icons.Items[i])
		}
	}
	if t.Get("inputSchema") == nil {
		c.fail("inputSchema", "is missing")
	}
	if schema := c.member(t, "", "inputSchema", jsontree.Object); schema != nil {
		if !c.isObject(schema.Get("type")) {
			c.fail("inputSchema.type", `is not "object"`)
		}
		c.properties(schema, "inputSchema.")
	}
	if schema := c.member(t, "", "outputSchema", jsontree.Object); schema != nil {
		c.properties(schema, "outputSchema.")
	}
	c.numbers(t)
}

func (c *checker) isObject(kind *jsontree.Node) bool {
	if string(kind.Raw(c.raw)) == `"object"` {
		return true
	}
	return kind != nil && kind.Kind == jsontree.String && kind.Text(c.raw) == "object" // spelled with escapes
}

func (c *checker) annotations(n *jsontree.Node) {
	c.member(n, "annotations.", "title", jsontree.String)
	for _, hint := range [...]string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
		c.member(n, "annotations.", hint, jsontree.Bool)
	}
}

// icon checks an icon. Clients are lenient about its other members.
func (c *checker) icon(n *jsontree.Node) {
	if src := n.Get("src"); n.Kind != jsontree.Object || src == nil || src.Kind != jsontree.String {
		c.fail("icons", "have one without a src")
	}
	c.member(n, "icons.", "mimeType", jsontree.String)
	c.member(n, "icons.", "theme", jsontree.String)
	if sizes := c.member(n, "icons.", "sizes", jsontree.Array); sizes != nil {
		c.strings(sizes, "icons.sizes")
	}
}

// properties checks the members that both schemas have at their root.
func (c *checker) properties(schema *jsontree.Node, path string) {
	c.member(schema, path, "properties", jsontree.Object)
	if required := c.member(schema, path, "required", jsontree.Array); required != nil {
		c.strings(required, path+"required")
	}
}

func (c *checker) strings(list *jsontree.Node, path string) {
	for i := range list.Items {
		if list.Items[i].Kind != jsontree.String {
			c.fail(path, "has an item of type %s", list.Items[i].Kind)
		}
	}
}

// mayOverflow reports whether a number may be too large for a float64. A short number without an
// exponent is not.
func mayOverflow(number []byte) bool {
	return len(number) > 300 || bytes.ContainsAny(number, "eE")
}

// numbers finds valid JSON numbers that are out of the range of a float64, which some languages
// can't read.
func (c *checker) numbers(n *jsontree.Node) {
	if n.Kind == jsontree.Number && mayOverflow(n.Raw(c.raw)) {
		if _, err := strconv.ParseFloat(string(n.Raw(c.raw)), 64); err != nil {
			c.fail("numbers", "have one that is out of range: %.40s", n.Raw(c.raw))
		}
	}
	for i := range n.Items {
		c.numbers(&n.Items[i])
	}
	for i := range n.Members {
		c.numbers(&n.Members[i].Value)
	}
}
