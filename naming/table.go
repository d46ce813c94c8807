package naming

import (
	"iter"
	"slices"
)

// A Table says which tool an exposed name means, and which exposed name a tool has. It is immutable and safe for concurrent
// use; lookups take constant time. The zero Table is empty. [Scheme.Build] makes one.
//
// A tool also has a number: its place, from 0, among all tools that were given to Build, those without a name counted. That is for
// hosts that keep tools of their own in the same order.
type Table struct {
	scheme  Scheme // that the names were made by
	servers []serverEnd
	tools   tools
	named   int

	byName     index
	byOriginal map[string]int // raw names that a call may use beside the exposed ones; nil if it may not
}

// A serverEnd is a server and the number behind those of its tools.
type serverEnd struct {
	id  string
	end int
}

// Len gives the number of tools that have an exposed name.
func (t *Table) Len() int { return t.named }

// All gives every exposed name with its tool, in the order of the catalog.
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

// NameAt gives the name that the tool with a number is exposed by. It is false for a tool that was rejected, and for a number that no
// tool has.
func (t *Table) NameAt(tool int) (string, bool) {
	if tool < 0 || tool >= t.tools.len() || t.tools.state[tool].reason() != "" {
		return "", false
	}
	return t.tools.name(tool), true
}

// Lookup gives the tool that is exposed by that name. It is false for every other name, so for those of rejected tools and for
// raw names as well.
func (t *Table) Lookup(name string) (Key, bool) { return t.keyOf(t.find(name)) }

// Accept gives the tool that a call of that name is for: what Lookup gives and, with [ExposedAndOriginal], the tool whose raw
// name it is. No more is known of a rejected tool than of one that does not exist.
func (t *Table) Accept(name string) (Key, bool) { return t.keyOf(t.AcceptNumber(name)) }

// AcceptNumber is [Table.Accept] for hosts that know tools by number.
func (t *Table) AcceptNumber(name string) (tool int, ok bool) {
	if tool, ok = t.find(name); ok {
		return tool, true
	}
	tool, ok = t.byOriginal[name]
	return tool, ok
}

// Name gives the name that a tool is exposed by. It is false for a tool that was rejected or was not in the catalog.
func (t *Table) Name(key Key) (string, bool) {
	tool, ok := t.Number(key)
	if !ok {
		return "", false
	}
	return t.tools.name(tool), true
}

// Number gives the number of a tool that has a name. It is false for a tool that was rejected or was not in the catalog.
//
// There is no index for this: the law says which name the tool would have, and the index by name says whether the tool has it. That
// saves 32 bytes and more for each tool.
func (t *Table) Number(key Key) (tool int, ok bool) {
	if !ValidToolName(key.Tool) {
		return 0, false
	}
	var room [roomForName]byte
	name := t.scheme.AppendExposed(room[:0], key.Server, key.Tool)
	tool, ok = t.find(string(name))
	if !ok || t.keyAt(tool) != key {
		return 0, false
	}
	return tool, true
}

// find gives the tool that is exposed by that name.
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

// serverOf gives the place of a tool's server among the servers.
func (t *Table) serverOf(tool int) int {
	at, _ := slices.BinarySearchFunc(t.servers, tool, func(s serverEnd, tool int) int { return s.end - tool - 1 })
	return at
}

// raw gives the raw name of a tool that has an exposed one.
func (t *Table) raw(server string, tool int) string {
	if t.tools.state[tool]&apart != 0 {
		return t.tools.rawApart(tool)
	}
	return t.tools.name(tool)[t.scheme.headLen(server):]
}
