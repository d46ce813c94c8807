package naming

import (
	"cmp"
	"slices"
)

// A clash is a tool whose name an earlier one would get as well. Where the name is reserved, the first is in a clash with itself.
type clash struct{ first, tool int }

// usualClashes is for how many there is room at once, so that most catalogs need no more.
const usualClashes = 256

func (b *builder) addClash(c clash) {
	if b.clashes == nil {
		b.clashes = make([]clash, 0, usualClashes)
	}
	b.clashes = append(b.clashes, c)
}

// reserve makes a tool that would get a reserved name clash, even if it is the only one.
func (b *builder) reserve() {
	for _, name := range b.scheme.Reserved {
		if first, ok := b.table.byName.find(&b.table.tools, name); ok {
			b.table.tools.state[first] |= reserved
			b.addClash(clash{first, first})
		}
	}
}

// settle decides every crowd of tools that would get one name, in the order of their first members, and fills the report.
func (b *builder) settle() {
	slices.SortFunc(b.clashes, func(x, y clash) int { return cmp.Or(x.first-y.first, x.tool-y.tool) })
	crowds := 0
	for i := range b.clashes {
		if i == 0 || b.clashes[i].first != b.clashes[i-1].first {
			crowds++
		}
	}
	b.report.Collisions = slices.Grow(b.report.Collisions, crowds)
	keys := make([]Key, 0, crowds+len(b.clashes)) // of all crowds
	for rest := b.clashes; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].first == rest[0].first {
			n++
		}
		keys = b.settleCrowd(rest[:n], keys)
		rest = rest[n:]
	}
	b.reportRejected()
}

// settleCrowd decides the crowd of one first member. It appends the keys of the crowd to a list that has room for them.
func (b *builder) settleCrowd(crowd []clash, keys []Key) []Key {
	states := b.table.tools.state
	first := crowd[0].first
	start := len(keys)
	keys = append(keys, b.key(first))
	c := Collision{Name: b.table.tools.name(first), Reserved: states[first]&reserved != 0, Truncated: states[first]&truncated != 0}
	for _, clash := range crowd {
		if clash.tool != first {
			keys = append(keys, b.key(clash.tool))
			c.Truncated = c.Truncated || states[clash.tool]&truncated != 0
		}
	}
	c.Tools = keys[start:len(keys):len(keys)]
	c.Kept = b.scheme.Collisions == KeepFirst && !c.Reserved && !c.Truncated
	b.report.Collisions = append(b.report.Collisions, c)

	reason := collided
	if c.Reserved {
		reason = reserved
	}
	if !c.Kept {
		states[first] |= reason
	}
	for _, clash := range crowd {
		if clash.tool != first {
			states[clash.tool] |= reason
		}
	}
	return keys
}

func (b *builder) reportRejected() {
	n := 0
	for _, s := range b.table.tools.state {
		if s.reason() != "" {
			n++
		}
	}
	b.report.Rejected = slices.Grow(b.report.Rejected, n)
	for tool, s := range b.table.tools.state {
		if reason := s.reason(); reason != "" {
			b.report.Rejected = append(b.report.Rejected, Rejection{Key: b.key(tool), Reason: reason, Exposed: b.table.tools.name(tool)})
		}
	}
}

// findOriginals finds the raw names under which calls may reach tools. A name that anybody would have been exposed by is never
// among them, whether or not they were: a tool that was rejected does not leave its name to another.
func (b *builder) findOriginals() {
	t := b.table
	listed := make(map[string]int, t.tools.len())
	for tool := range t.tools.state {
		listed[b.key(tool).Tool]++
	}
	t.byOriginal = make(map[string]int)
	for tool, s := range t.tools.state {
		name := b.key(tool).Tool
		_, wanted := t.byName.find(&t.tools, name)
		if s.reason() == "" && !wanted && listed[name] == 1 && !slices.Contains(b.scheme.Reserved, name) {
			t.byOriginal[name] = tool
		}
	}
}
