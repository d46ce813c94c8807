package naming

import (
	"maps"
	"slices"
	"strings"
)

// A builder names one catalog. Its steps are to be taken in the order in which Build takes them.
//
// All that is needed is measured first and then asked for in one piece each, so that 10,000 tools take 20 allocations or fewer.
type builder struct {
	scheme  *Scheme
	servers []Server
	table   *Table
	report  *Report

	sizes   sizes
	names   strings.Builder
	fulls   strings.Builder // of truncated names
	clashes []clash
}

// Sizes are what survey expects. A little more or less costs an allocation and nothing else.
type sizes struct{ tools, names, truncated, fulls int }

func newBuilder(s *Scheme, servers []Server) *builder {
	scheme := *s
	scheme.Rename, scheme.Targets, scheme.Reserved = maps.Clone(s.Rename), slices.Clone(s.Targets), nil
	return &builder{
		scheme: s, servers: servers, report: new(Report),
		table: &Table{scheme: scheme, servers: make([]serverEnd, 0, len(servers))},
	}
}

// survey finds out how much there will be. It looks at no name.
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

// nameAll gives every tool the name it would have alone.
func (b *builder) nameAll() {
	t := &b.table.tools
	t.ends = make([]uint32, 0, b.sizes.tools)
	t.state = make([]state, 0, b.sizes.tools)
	aparts := b.sizes.truncated + b.sizes.tools/8
	t.apartTools, t.apartNames = make([]uint32, 0, aparts), make([]string, 0, aparts)
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
	var room [roomForName]byte
	head := b.scheme.appendHead(room[:0], s.ID)
	longest, without := b.scheme.plainNames(len(head))
	t := b.table.tools // of which the loop has a copy, so that the garbage collector need not be told of each change
	for _, raw := range s.Tools {
		c := classOf(raw)
		var state state
		switch {
		case !legal(raw, c):
			state = invalid
		case c&without == 0 && len(raw) <= longest:
			b.names.Write(head)
			b.names.WriteString(raw)
		default:
			state = b.nameApart(len(t.ends), s.ID, raw)
		}
		t.text = b.names.String() // which is no copy
		t.ends = append(t.ends, uint32(len(t.text)))
		t.state = append(t.state, state)
		if state == invalid {
			continue
		}
		tool := len(t.ends) - 1
		if first, added := b.table.byName.add(&t, tool); !added {
			b.addClash(clash{first, tool})
		}
	}
	b.table.tools.text, b.table.tools.ends, b.table.tools.state = t.text, t.ends, t.state
}

// plainNames says which legal names need no more than a head in front: those up to so many bytes, without characters of a class.
func (s *Scheme) plainNames(head int) (longest int, without class) {
	demands := s.demands()
	if len(s.Rename) > 0 || head == 0 && demands.onFirst() {
		return 0, 0 // none
	}
	if demands&noHyphen != 0 {
		return s.limit() - head, dot | hyphen
	}
	return s.limit() - head, dot
}

// nameApart writes a name that is not just the raw one with something in front.
func (b *builder) nameApart(tool int, server, raw string) state {
	var room [roomForName]byte
	b.table.tools.addApart(tool, raw)
	name := b.scheme.named(server, raw)
	exposed, cut := b.scheme.append(room[:0], server, name)
	start := b.names.Len()
	b.names.Write(exposed)
	if !cut {
		return apart
	}
	full := b.fulls.Len()
	b.fulls.Write(b.scheme.appendFull(room[:0], server, name))
	b.report.Truncated = append(b.report.Truncated, Truncation{
		Key: Key{server, raw}, Full: b.fulls.String()[full:], Name: b.names.String()[start:], Limit: b.scheme.limit(),
	})
	return apart | truncated
}

// finish counts what has a name.
func (b *builder) finish() {
	b.table.named = len(b.table.tools.state) - len(b.report.Rejected)
}

// key gives the pair of a tool, legal or not.
func (b *builder) key(tool int) Key {
	at := b.table.serverOf(tool)
	start := 0
	if at > 0 {
		start = b.table.servers[at-1].end
	}
	return Key{b.servers[at].ID, b.servers[at].Tools[tool-start]}
}
