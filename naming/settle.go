package naming

import (
	"cmp"
	"slices"
)

// A clash is a tool whose name an earlier tool would get too. The first tool with a reserved name
// clashes with itself.
type clash struct{ first, tool int }

// usualClashes is the initial capacity, which most catalogs do not exceed.
const usualClashes = 256

func (b *builder) addClash(c clash) {
	if b.clashes == nil {
		b.clashes = make([]clash, 0, usualClashes)
	}
	b.clashes = append(b.clashes, c)
}

// reserve adds a clash for each tool that would get a reserved name.
func (b *builder) reserve() {
	for _, name := range b.scheme.Reserved {
		if first, ok := b.table.byName.find(&b.table.tools, name); ok {
			b.table.tools.state[first] |= reserved
			b.addClash(clash{first, first})
		}
	}
}

// settle decides each group of tools with equal names, in the order of their first members, and
// fills the report.
func (b *builder) settle() {
	slices.SortFunc(b.clashes, func(x, y clash) int { return cmp.Or(x.first-y.first, x.tool-y.tool) })
	groups := 0
	for i := range b.clashes {
		if i == 0 || b.clashes[i].first != b.clashes[i-1].first {
			groups++
		}
	}
	b.report.Collisions = slices.Grow(b.report.Collisions, groups)
	keys := make([]Key, 0, groups+len(b.clashes)) // of all groups
	for remaining := b.clashes; len(remaining) > 0; {
		n := 1
		for n < len(remaining) && remaining[n].first == remaining[0].first {
			n++
		}
		keys = b.settleGroup(remaining[:n], keys)
		remaining = remaining[n:]
	}
	b.reportRejected()
}

// settleGroup decides the group of a first member. It appends the keys of the group to keys, which
// has room for them.
func (b *builder) settleGroup(group []clash, keys []Key) []Key {
	states := b.table.tools.state
	first := group[0].first
	start := len(keys)
	keys = append(keys, b.key(first))
	c := Collision{Name: b.table.tools.name(first), Reserved: states[first]&reserved != 0, Truncated: states[first]&truncated != 0}
	for _, clash := range group {
		if clash.tool != first {
			keys = append(keys, b.key(clash.tool))
			c.Truncated = c.Truncated || states[clash.tool]&truncated != 0
		}
	}
	c.Tools = keys[start:len(keys):len(keys)]
	owner := b.owner(&c)
	if owner >= 0 {
		c.Owner = c.Tools[owner]
	}
	b.report.Collisions = append(b.report.Collisions, c)

	reason := collided
	if c.Reserved {
		reason = reserved
	}
	if owner != 0 {
		states[first] |= reason
	}
	n := 0
	for _, clash := range group {
		if clash.tool == first {
			continue
		}
		if n++; n != owner {
			states[clash.tool] |= reason
			continue
		}
		b.table.byName.replace(&b.table.tools, clash.tool)
	}
	return keys
}

// owner returns the index of the tool that has the name of a collision, or -1. Hash digits can be
// forged, so a truncated name of a server without a namespace takes nothing from a server with one.
func (b *builder) owner(c *Collision) int {
	switch {
	case c.Reserved:
		return -1
	case !c.Truncated:
		if b.scheme.Collisions == KeepFirst {
			return 0
		}
		return -1
	}
	owner := -1
	for i, key := range c.Tools {
		switch {
		case b.scheme.bare(key.Server):
		case owner >= 0:
			return -1
		default:
			owner = i
		}
	}
	return owner
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

// findOriginals finds the raw names that calls may use. A name that any tool would have been
// exposed by is never among them: a rejected tool does not leave its name to another.
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
