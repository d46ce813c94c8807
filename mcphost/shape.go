package mcphost

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/othercase"
)

// Clients read a list of tools whole: one tool that is not as the protocol has it, and most of them refuse all. So a tool that
// a client could stumble over is taken out where it comes in, lest one server's rubbish costs the tools of the others.

// A misfit is a tool that was taken out.
type misfit struct {
	name   string // empty if it has none
	reason string
}

// misfits are the tools that were taken out: how many, and the first of them.
type misfits struct {
	first []misfit
	count int
}

// maxNoted is how many things of one kind are kept, or logged, of what one server has wrong. There may be a million.
const maxNoted = 20

func (m *misfits) add(one misfit) {
	if m.count++; len(m.first) < maxNoted {
		m.first = append(m.first, one)
	}
}

func (m misfits) equal(other misfits) bool {
	return m.count == other.count && slices.Equal(m.first, other.first)
}

// maxToolBytes and maxToolDepth are what a tool may have. What is above the engine does not use.
const (
	maxToolBytes = 1 << 20
	maxToolDepth = 128
)

// A toolReader reads tools one after the other. The tree of a tool may be forty times as large as its JSON, and a parser keeps every
// name that it has seen: so there is one tree at a time, and a new parser after some of them.
type toolReader struct {
	parser *jsontree.Parser
	read   int // bytes, by that parser
}

func (r *toolReader) tool(raw []byte) (jsontree.Node, error) {
	if r.read += len(raw); r.parser == nil || r.read > maxToolBytes {
		r.parser, r.read = new(jsontree.Parser), len(raw)
	}
	return r.parser.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth, MaxBytes: maxToolBytes})
}

// fitting gives the tools of a server that clients can read, as arrays of tools, one for each page. Pages that are none are
// handed on, for the engine to say so.
func fitting(lists [][]byte) (fit [][]byte, out misfits) {
	var reader toolReader
	for _, list := range lists {
		fit = append(fit, fittingPage(&reader, list, &out))
	}
	return fit, out
}

func fittingPage(reader *toolReader, list []byte, out *misfits) []byte {
	tools, ok := toolsOf(list)
	if !ok {
		return list
	}
	kept := []byte{'['}
	for _, raw := range tools {
		if m, bad := checkTool(reader, raw); bad {
			out.add(m)
			continue
		}
		if len(kept) > 1 {
			kept = append(kept, ',')
		}
		kept = append(kept, raw...)
	}
	return append(kept, ']')
}

// checkTool says whether a tool has the types that the protocol's schema gives it, under the names that it gives them. What the
// schema does not name may be anything. Whether it can be read at all, and has a name, is for the engine to say.
func checkTool(reader *toolReader, raw []byte) (misfit, bool) {
	root, err := reader.tool(raw)
	if name := root.Get("name"); err != nil || name == nil || name.Kind != jsontree.String {
		return misfit{}, false
	}
	c := shapeCheck{raw: raw}
	c.tool(&root)
	if c.reason == "" {
		return misfit{}, false
	}
	return misfit{name: brief(root.Get("name").Text(raw)), reason: brief(c.reason)}, true
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

// member gives a member if it is there and of the kind that it has to be.
func (c *shapeCheck) member(of *jsontree.Node, path, name string, kind jsontree.Kind) *jsontree.Node {
	found := of.Get(name)
	if found != nil && found.Kind != kind {
		c.fail(path+name, "is of type %s and no %s", found.Kind, kind)
		return nil
	}
	return found
}

func (c *shapeCheck) tool(t *jsontree.Node) {
	if way, field := othercase.InTool(t); field != "" {
		c.fail(way, "differs from %s in case alone, which some clients overlook", field)
	}
	c.member(t, "", "name", jsontree.String)
	c.member(t, "", "title", jsontree.String)
	c.member(t, "", "description", jsontree.String)
	c.member(t, "", "_meta", jsontree.Object)
	c.member(t, "", "execution", jsontree.Object)
	c.member(t, "", "outputSchema", jsontree.Object)
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
		c.schema(schema)
	}
	c.numbers(t)
}

func (c *shapeCheck) annotations(n *jsontree.Node) {
	c.member(n, "annotations.", "title", jsontree.String)
	for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
		c.member(n, "annotations.", hint, jsontree.Bool)
	}
}

// icon checks an icon, whose other fields clients are lenient about.
func (c *shapeCheck) icon(n *jsontree.Node) {
	if src := n.Get("src"); n.Kind != jsontree.Object || src == nil || src.Kind != jsontree.String {
		c.fail("icons", "have one without a src")
	}
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
