package engine

import "github.com/toolrules/toolrules/expr"

// Servers returns the IDs of all servers in input order, including servers without tools. It is for
// operators.
func (c *Catalog) Servers() []string {
	var ids []string
	for _, p := range c.parts {
		ids = append(ids, p.id)
	}
	return ids
}

// Tools returns the keys of all tools that could be read in input order, including tools that no
// request sees. It is for operators.
func (c *Catalog) Tools() []Key {
	keys := make([]Key, len(c.tools))
	for i, t := range c.tools {
		keys[i] = t.key
	}
	return keys
}

// Info returns the attributes of a tool that expressions can read, as its server sent them, and
// reports whether the catalog has the tool. It is for operators. The lists in it must not be
// modified.
func (c *Catalog) Info(key Key) (expr.ToolInfo, bool) {
	_, t := c.find(key)
	if t == nil {
		return expr.ToolInfo{}, false
	}
	return t.bound.Info(), true
}

// Name returns the exposed name of a tool, and reports whether it has one. It is for operators: it
// does not check whether a request may see the tool.
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

// Lookup returns the tool that a name means, whether or not a request sees it: by its exposed name
// and, if the rule file accepts it, by its raw name. It is for operators, such as for an audit log;
// what a caller may call is decided by [View.Resolve].
func (c *Catalog) Lookup(name string) (Key, bool) {
	if c.names == nil {
		return Key{}, false
	}
	number, ok := c.names.AcceptNumber(name)
	if !ok {
		return Key{}, false
	}
	return c.tools[number].key, true
}

// Raw returns the JSON object of a tool as its server sent it, and reports whether the catalog has
// the tool. It is for operators. The bytes must not be modified.
func (c *Catalog) Raw(key Key) (raw []byte, ok bool) {
	_, t := c.find(key)
	if t == nil {
		return nil, false
	}
	return t.asSent(), true
}
