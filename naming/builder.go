package naming

import (
	"maps"
	"slices"
	"strings"
)

// A builder names one catalog. Build calls its methods in order.
//
// Sizes are computed first, so that 10,000 tools take at most 20 allocations.
type builder struct {
	scheme     *Scheme
	servers    []Server
	namespaces namespaces // which servers without a namespace must not use
	table      *Table
	report     *Report

	sizes   sizes
	names   strings.Builder
	fulls   strings.Builder // of truncated names
	clashes []clash
}

// sizes are estimates; a wrong one costs an allocation.
type sizes struct{ tools, names, truncated, fulls int }

func newBuilder(s *Scheme, servers []Server, known namespaces) *builder {
	scheme := *s
	scheme.Rename, scheme.Targets, scheme.Servers = maps.Clone(s.Rename), slices.Clone(s.Targets), maps.Clone(s.Servers)
	scheme.Known, scheme.Reserved = nil, nil
	return &builder{
		scheme: s, servers: servers, namespaces: known, report: new(Report),
		table: &Table{scheme: scheme, servers: make([]serverEnd, 0, len(servers))},
	}
}

// survey estimates sizes from the lengths of names.
func (b *builder) survey() {
	limit := b.scheme.limit()
	cut := len(b.scheme.Prefix) + len(truncationMark) + b.scheme.digits()
	for i := range b.servers {
		head := b.scheme.headLen(b.servers[i].ID)
		for _, raw := range b.servers[i].Tools {
			full := head + len(raw)
			switch {
			case len(raw) > maxToolName:
			case full > limit:
				b.sizes.truncated++
				b.sizes.fulls += full
				b.sizes.names += cut
			default:
				b.sizes.names += full
			}
		}
		b.sizes.tools += len(b.servers[i].Tools)
	}
}

// nameAll computes the names that tools would have without collisions.
func (b *builder) nameAll() {
	t := &b.table.tools
	t.ends = make([]uint32, 0, b.sizes.tools)
	t.state = make([]state, 0, b.sizes.tools)
	irregulars := b.sizes.truncated + b.sizes.tools/8
	t.irregularTools, t.irregularNames = make([]uint32, 0, irregulars), make([]string, 0, irregulars)
	b.table.byName = newIndex(b.sizes.tools)
	b.names.Grow(b.sizes.names)
	b.fulls.Grow(b.sizes.fulls)
	b.report.Truncated = slices.Grow(b.report.Truncated, b.sizes.truncated)
	for i := range b.servers {
		b.nameServer(&b.servers[i])
		b.table.servers = append(b.table.servers, serverEnd{b.servers[i].ID, len(t.ends)})
	}
}

func (b *builder) nameServer(s *Server) {
	var buf [nameBuffer]byte
	head := b.scheme.appendHead(buf[:0], s.ID)
	longest, without := b.scheme.plainNames(len(head))
	t := b.table.tools // a copy, so that the loop needs no write barriers
	bare := b.scheme.bare(s.ID)
	for _, raw := range s.Tools {
		c := classOf(raw)
		var state state
		switch {
		case !b.scheme.hasName(s.ID, raw, c):
			state = invalid
		case c&without == 0 && len(raw) <= longest:
			b.names.Write(head)
			b.names.WriteString(raw)
		default:
			state = b.nameIrregular(len(t.ends), s.ID, raw)
		}
		t.text = b.names.String() // does not copy
		t.ends = append(t.ends, uint32(len(t.text)))
		t.state = append(t.state, state)
		tool := len(t.ends) - 1
		if bare && state&(invalid|truncated) == 0 && b.owned(t.name(tool)) {
			t.state[tool] |= reserved
		}
		if t.state[tool].reason() != "" {
			continue
		}
		if first, added := b.table.byName.add(&t, tool); !added {
			b.addClash(clash{first, tool})
		}
	}
	b.table.tools.text, b.table.tools.ends, b.table.tools.state = t.text, t.ends, t.state
}

// plainNames returns which legal names are exposed unchanged after the head: those of at most
// longest bytes without characters of class without.
func (s *Scheme) plainNames(head int) (longest int, without class) {
	restrictions := s.restrictions()
	if len(s.Rename) > 0 || head == 0 && restrictions.onFirst() {
		return 0, 0
	}
	if restrictions&noHyphen != 0 {
		return s.limit() - head, dot | hyphen
	}
	return s.limit() - head, dot
}

// nameIrregular writes a name that is not just the head and the raw name.
func (b *builder) nameIrregular(tool int, server, raw string) state {
	var buf [nameBuffer]byte
	b.table.tools.addIrregular(tool, raw)
	name := b.scheme.named(server, raw)
	exposed, cut := b.scheme.append(buf[:0], server, name)
	start := b.names.Len()
	b.names.Write(exposed)
	if !cut {
		return irregular
	}
	full := b.fulls.Len()
	b.fulls.Write(b.scheme.appendFull(buf[:0], server, name))
	b.report.Truncated = append(b.report.Truncated, Truncation{
		Key: Key{server, raw}, Full: b.fulls.String()[full:], Name: b.names.String()[start:], Limit: b.scheme.limit(),
	})
	return irregular | truncated
}

// owned reports whether a tool of a server without a namespace must not have name, since it is in
// the namespace of another server or could be a truncated name.
func (b *builder) owned(name string) bool {
	after, _ := strings.CutPrefix(name, b.scheme.Prefix)
	return strings.HasPrefix(after, truncationMark) || b.namespaces.contain(name)
}

// finish counts the tools that have a name.
func (b *builder) finish() {
	b.table.named = len(b.table.tools.state) - len(b.report.Rejected)
}

// key returns the key of a tool, legal or not.
func (b *builder) key(tool int) Key {
	at := b.table.serverOf(tool)
	start := 0
	if at > 0 {
		start = b.table.servers[at-1].end
	}
	return Key{b.servers[at].ID, b.servers[at].Tools[tool-start]}
}
