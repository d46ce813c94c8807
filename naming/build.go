package naming

import (
	"fmt"
	"maps"
	"slices"
)

// A Server is one server of a catalog: its id, and the raw names of its tools in the order in which it lists them.
type Server struct {
	ID    string
	Tools []string
}

// Build names every tool of the catalog. What a server sends can cost it tools, which the report lists, and never gives an error:
// the error is [Errors], about the scheme and the server ids, and then there is neither table nor report.
//
// A tool that a server lists twice collides with itself. Server ids are checked even where there are no tools. Table and report
// are independent of the scheme and of servers, which may change afterwards.
func (s *Scheme) Build(servers []Server) (*Table, *Report, error) {
	if err := append(s.check(), s.checkServers(servers)...).orNil(); err != nil {
		return nil, nil, err
	}
	b := &builder{scheme: s, report: new(Report)}
	b.nameAll(servers)
	b.groupByName()
	b.reserve(s.Reserved)
	b.settle(s.Collisions == KeepFirst)
	return b.table(s.Accept == ExposedAndOriginal), b.report, nil
}

func (s *Scheme) checkServers(servers []Server) Errors {
	if s.NoNamespace {
		if len(servers) == 1 {
			return nil
		}
		return Errors{{
			Code: NamespaceNeedsOneServer, Pointer: "/namespace",
			Message: fmt.Sprintf("names without namespace need exactly one server, and there are %d", len(servers)),
			Hint:    "leave namespace out, so that each name starts with its server's id",
		}}
	}
	ids := make([]string, len(servers))
	for i := range servers {
		ids[i] = servers[i].ID
	}
	return checkServerIDs(ids, func(i int) string { return fmt.Sprintf("/servers/%d/id", i) })
}

// A builder names one catalog. Its steps are to be taken in the order in which Build takes them.
type builder struct {
	scheme *Scheme
	report *Report

	tools  []candidate     // of the whole catalog, in its order
	firsts map[string]int  // each name, and the first of the tools that would get it
	crowds map[int][]int   // that first tool, and all who would get the name, where they are several
	taken  map[string]bool // the reserved names
}

// A candidate is a tool on its way to an exposed name.
type candidate struct {
	key       Key
	name      string // "" if the raw name is not legal
	truncated bool
	reason    Reason // why it is rejected; "" if it is not
}

// nameAll gives every tool the name it would have alone. All names share one string, to spare an allocation for each.
func (b *builder) nameAll(servers []Server) {
	n := 0
	for i := range servers {
		n += len(servers[i].Tools)
	}
	b.tools = make([]candidate, 0, n)
	ends := make([]int, 0, n)
	var arena []byte
	for i := range servers {
		for _, tool := range servers[i].Tools {
			c := candidate{key: Key{servers[i].ID, tool}}
			if ValidToolName(tool) {
				arena, c.truncated = b.scheme.append(arena, c.key.Server, b.scheme.named(c.key.Server, tool))
			} else {
				c.reason = InvalidName
			}
			b.tools = append(b.tools, c)
			ends = append(ends, len(arena))
		}
	}
	names, start := string(arena), 0
	for i, end := range ends {
		b.tools[i].name = names[start:end]
		start = end
		b.reportTruncated(&b.tools[i])
	}
}

func (b *builder) reportTruncated(c *candidate) {
	if !c.truncated {
		return
	}
	name := b.scheme.named(c.key.Server, c.key.Tool)
	full := b.scheme.appendFull(nil, c.key.Server, name)
	b.report.Truncated = append(b.report.Truncated, Truncation{
		Key: c.key, Full: string(full), Name: c.name, Limit: b.scheme.limit(),
	})
}

func (b *builder) groupByName() {
	b.firsts = make(map[string]int, len(b.tools))
	b.crowds = make(map[int][]int)
	for i := range b.tools {
		name := b.tools[i].name
		if name == "" {
			continue
		}
		first, taken := b.firsts[name]
		if !taken {
			b.firsts[name] = i
			continue
		}
		if b.crowds[first] == nil {
			b.crowds[first] = []int{first}
		}
		b.crowds[first] = append(b.crowds[first], i)
	}
}

// reserve makes a tool that would get a reserved name a crowd, even if it is the only one.
func (b *builder) reserve(names []string) {
	b.taken = make(map[string]bool, len(names))
	for _, name := range names {
		b.taken[name] = true
		if first, ok := b.firsts[name]; ok && b.crowds[first] == nil {
			b.crowds[first] = []int{first}
		}
	}
}

// settle decides every crowd, in the order of their first members, and fills the report.
func (b *builder) settle(keepFirst bool) {
	for _, first := range slices.Sorted(maps.Keys(b.crowds)) {
		b.settleCrowd(b.crowds[first], keepFirst)
	}
	for i := range b.tools {
		if c := &b.tools[i]; c.reason != "" {
			b.report.Rejected = append(b.report.Rejected, Rejection{Key: c.key, Reason: c.reason, Exposed: c.name})
		}
	}
}

func (b *builder) settleCrowd(crowd []int, keepFirst bool) {
	collision := Collision{Name: b.tools[crowd[0]].name, Tools: make([]Key, len(crowd))}
	collision.Reserved = b.taken[collision.Name]
	for i, tool := range crowd {
		collision.Tools[i] = b.tools[tool].key
		collision.Truncated = collision.Truncated || b.tools[tool].truncated
	}
	collision.Kept = keepFirst && !collision.Reserved && !collision.Truncated
	b.report.Collisions = append(b.report.Collisions, collision)

	reason := Collided
	if collision.Reserved {
		reason = ReservedName
	}
	losers := crowd
	if collision.Kept {
		losers = crowd[1:]
	}
	for _, tool := range losers {
		b.tools[tool].reason = reason
	}
}

func (b *builder) table(acceptOriginal bool) *Table {
	n := len(b.tools) - len(b.report.Rejected)
	t := &Table{
		names:  make([]string, 0, n),
		keys:   make([]Key, 0, n),
		byName: make(map[string]int, n),
		byKey:  make(map[Key]int, n),
	}
	for i := range b.tools {
		if c := &b.tools[i]; c.reason == "" {
			t.add(c.name, c.key)
		}
	}
	if acceptOriginal {
		t.byOriginal = b.originals(t)
	}
	return t
}

// originals gives the raw names under which calls may reach the tools of t. A name that anybody would have been exposed by is
// never among them, whether or not they were: a tool that was rejected does not leave its name to another.
func (b *builder) originals(t *Table) map[string]int {
	listed := make(map[string]int, len(b.tools))
	for i := range b.tools {
		listed[b.tools[i].key.Tool]++
	}
	originals := make(map[string]int)
	for i, key := range t.keys {
		if _, exposed := b.firsts[key.Tool]; !exposed && listed[key.Tool] == 1 && !b.taken[key.Tool] {
			originals[key.Tool] = i
		}
	}
	return originals
}
