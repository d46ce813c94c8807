package naming

import (
	"iter"
	"slices"
)

// A Table maps exposed names to tools and tools to exposed names. It is immutable and safe for
// concurrent use; lookups take constant time. The zero Table is empty. [Scheme.Build] returns one.
//
// A tool also has a number: its index among all tools passed to Build, those without a name
// included. Numbers are for hosts that keep data about tools in the same order.
type Table struct {
	scheme  Scheme // the scheme of the names
	servers []serverEnd
	tools   tools
	named   int

	byName     index
	byOriginal map[string]int // raw names that a call may use too; nil if it may not
}

// A serverEnd is a server and the number after those of its tools.
type serverEnd struct {
	id  string
	end int
}

// Len returns the number of tools that have an exposed name.
func (t *Table) Len() int { return t.named }

// All returns an iterator over exposed names and their tools, in the order of the catalog.
func (t *Table) All() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		tool := 0
		for _, s := range t.servers {
			for ; tool < s.end; tool++ {
				if name, ok := t.NameAt(tool); ok && !yield(name, Key{s.id, t.raw(s.id, tool)}) {
					return
				}
			}
		}
	}
}

// NameAt returns the exposed name of the tool with the given number. It returns false if the tool
// was rejected or there is no such tool.
func (t *Table) NameAt(tool int) (string, bool) {
	if tool < 0 || tool >= t.tools.len() || t.tools.state[tool].reason() != "" {
		return "", false
	}
	return t.tools.name(tool), true
}

// Lookup returns the tool whose exposed name is name. It returns false for any other name,
// including raw names and the names that rejected tools would have had.
func (t *Table) Lookup(name string) (Key, bool) { return t.keyOf(t.find(name)) }

// Accept returns the tool that a call of name is for: the result of Lookup or, with
// [ExposedAndOriginal], the tool whose raw name it is. A rejected tool is not distinguished from
// one that does not exist.
func (t *Table) Accept(name string) (Key, bool) { return t.keyOf(t.AcceptNumber(name)) }

// AcceptNumber is like [Table.Accept] but returns the number of the tool.
func (t *Table) AcceptNumber(name string) (tool int, ok bool) {
	if tool, ok = t.find(name); ok {
		return tool, true
	}
	tool, ok = t.byOriginal[name]
	return tool, ok
}

// Name returns the exposed name of a tool. It returns false if the tool was rejected or is not in
// the catalog.
func (t *Table) Name(key Key) (string, bool) {
	tool, ok := t.Number(key)
	if !ok {
		return "", false
	}
	return t.tools.name(tool), true
}

// Number returns the number of a tool. It returns false if the tool was rejected or is not in the
// catalog.
//
// It computes the name that the tool would have and looks it up, which saves an index by key.
func (t *Table) Number(key Key) (tool int, ok bool) {
	if !t.scheme.hasName(key.Server, key.Tool, classOf(key.Tool)) {
		return 0, false
	}
	var buf [nameBuffer]byte
	name := t.scheme.AppendExposed(buf[:0], key.Server, key.Tool)
	tool, ok = t.find(string(name))
	if !ok || t.keyAt(tool) != key {
		return 0, false
	}
	return tool, true
}

// find returns the tool whose exposed name is name.
func (t *Table) find(name string) (tool int, ok bool) {
	tool, ok = t.byName.find(&t.tools, name)
	return tool, ok && t.tools.state[tool].reason() == ""
}

func (t *Table) keyOf(tool int, ok bool) (Key, bool) {
	if !ok {
		return Key{}, false
	}
	return t.keyAt(tool), true
}

func (t *Table) keyAt(tool int) Key {
	server := t.servers[t.serverOf(tool)].id
	return Key{server, t.raw(server, tool)}
}

// serverOf returns the index of a tool's server.
func (t *Table) serverOf(tool int) int {
	at, _ := slices.BinarySearchFunc(t.servers, tool, func(s serverEnd, tool int) int { return s.end - tool - 1 })
	return at
}

// raw returns the raw name of a tool that has an exposed name.
func (t *Table) raw(server string, tool int) string {
	if t.tools.state[tool]&irregular != 0 {
		return t.tools.irregularName(tool)
	}
	return t.tools.name(tool)[t.scheme.headLen(server):]
}
