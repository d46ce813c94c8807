package engine

import "github.com/toolrules/toolrules/expr"

// Servers gives the ids of all servers, in input order: those without tools as well. It is for operators.
func (c *Catalog) Servers() []string {
	var ids []string
	for _, p := range c.parts {
		ids = append(ids, p.id)
	}
	return ids
}

// Tools gives every tool that could be read, in input order: those that no request sees as well. It is for operators.
func (c *Catalog) Tools() []Key {
	keys := make([]Key, len(c.tools))
	for i, t := range c.tools {
		keys[i] = t.key
	}
	return keys
}

// Facts gives what the server said of a tool, as expressions see it, and whether the catalog has the tool. It is for operators.
// The lists in it must not be changed.
func (c *Catalog) Facts(key Key) (expr.ToolInfo, bool) {
	_, t := c.find(key)
	if t == nil {
		return expr.ToolInfo{}, false
	}
	return t.bound.Info(), true
}

// Name gives the name that a tool is exposed by, and whether it has one. It is for operators: whether a request may know of the
// tool is not asked.
func (c *Catalog) Name(key Key) (name string, ok bool) {
	if c.names == nil {
		return "", false
	}
	number, ok := c.names.Number(key)
	if !ok || !c.isOffered(number) {
		return "", false
	}
	return c.names.NameAt(number)
}

// Raw gives the JSON object of a tool as its server sent it, and whether the catalog has the tool. It is for operators. The bytes
// must not be changed.
func (c *Catalog) Raw(key Key) (raw []byte, ok bool) {
	_, t := c.find(key)
	if t == nil {
		return nil, false
	}
	return t.asSent(), true
}
