package engine

import (
	"slices"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/naming"
)

// A Catalog holds the tools of all servers under one rule file, with their names. It is immutable
// and safe for concurrent use; [Catalog.With] returns the next catalog when a server's list
// changes. The zero Catalog has no tools.
type Catalog struct {
	lookup
	engine   *Engine
	parts    []*part       // by server
	ends     []int         // by part: the number after those of its tools
	tools    []*tool       // every tool that could be read, in input order; a tool's number is its index
	names    *naming.Table // by the same numbers
	withheld []int         // the tools without a name, and those that are left out: no request sees them
	plan     *plan.Plan    // by the same numbers
	report   *Report
	depends  Dependency
	order    order // of lists
	search   searchable

	classes [][]int // by part and by class in it: the slot of its choice
	slots   int     // the maximum number of choices of a view
}

// Engine returns the engine that the catalog was built with. It is nil for the zero Catalog.
func (c *Catalog) Engine() *Engine { return c.engine }

// Report returns what happened to everything that the servers sent. It is for operators and must
// not be modified. It returns nil for a nil Catalog and for the zero Catalog.
func (c *Catalog) Report() *Report {
	if c == nil {
		return nil
	}
	return c.report
}

// With returns a new catalog in which s replaces the server with the same ID, or is appended if
// there is none. A server without lists has no tools. The result equals that of
// [Engine.BuildCatalog] for all lists, at about the cost of the new list alone, since it shares
// everything else with c. c does not change. Errors are those of [Engine.BuildCatalog]; for the
// zero Catalog the error has [CodeNoRules].
func (c *Catalog) With(s Server) (*Catalog, error) {
	if c.engine == nil {
		return nil, &Error{
			Code: CodeNoRules, Where: "catalog",
			Message: "the zero Catalog has no rules", Hint: "build the first one with Engine.BuildCatalog",
		}
	}
	if err := c.checkWith(s.ID); err != nil {
		return nil, err
	}
	return c.withPart(c.engine.newPart(s))
}

// checkWith reports servers that the rule file does not list, before any tool list is read.
func (c *Catalog) checkWith(id string) error {
	parts := c.replacing(&part{id: id})
	return c.engine.checkServers(len(parts), func(i int) string { return parts[i].id })
}

// withPart is With for a list that the catalog's engine has read already. It is cheap.
func (c *Catalog) withPart(p *part) (*Catalog, error) {
	return c.engine.assemble(c.replacing(p), c)
}

// replacing returns the parts of the catalog in which p replaces the part of the same server, or is
// appended.
func (c *Catalog) replacing(p *part) []*part {
	parts := slices.Clone(c.parts)
	at := slices.IndexFunc(parts, func(old *part) bool { return old.id == p.id })
	if at < 0 {
		return append(parts, p)
	}
	parts[at] = p
	return parts
}

// nameAt returns the name of the tool with a number; empty if it has none.
func (c *Catalog) nameAt(number int) string {
	name, _ := c.names.NameAt(number)
	return name
}

// isOffered reports whether some request could see the tool with a number: it has a name and is not
// left out.
func (c *Catalog) isOffered(number int) bool {
	_, found := slices.BinarySearch(c.withheld, number)
	return !found
}

// offeredName returns the name by which requests may know a tool; empty if no request may. The name
// of a tool that is left out is reserved, but not offered.
func (c *Catalog) offeredName(number int) string {
	if !c.isOffered(number) {
		return ""
	}
	return c.nameAt(number)
}

// partOf returns the part of the tool with a number, and the tool's index in it.
func (c *Catalog) partOf(number int) (part, place int) {
	part, _ = slices.BinarySearch(c.ends, number+1)
	return part, number - (c.ends[part] - len(c.parts[part].tools))
}

// find returns the tool with a key: the one that has the name, or else the first that the server
// listed. t is nil if there is none.
func (c *Catalog) find(key Key) (number int, t *tool) {
	if c.names == nil {
		return 0, nil
	}
	if number, ok := c.names.Number(key); ok {
		return number, c.tools[number]
	}
	number = slices.IndexFunc(c.tools, func(t *tool) bool { return t.key == key })
	if number < 0 {
		return 0, nil
	}
	return number, c.tools[number]
}

// classSlot returns the slot of the choice for a class of tools, in the part of the tool with a
// number.
func (c *Catalog) classSlot(number int, class uint32) int {
	part, _ := c.partOf(number)
	return c.classes[part][class]
}

// lookup is what other packages of this module read of a catalog. Its method is promoted.
type lookup struct{ catalog *Catalog }

// Bound returns a tool as conditions see it, with what the entries of annotations set or make fail;
// nil if the catalog does not have it.
func (l lookup) Bound(key Key) *cond.Tool {
	if l.catalog == nil {
		return nil
	}
	_, t := l.catalog.find(key)
	if t == nil {
		return nil
	}
	return t.bound
}
