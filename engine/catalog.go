package engine

import (
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// A Catalog is the tools of all servers under one set of rules, with their names settled. It never changes and may be shared
// by any number of goroutines; the next list of a server makes a new one. The zero Catalog has no tools.
type Catalog struct {
	engine  *Engine
	servers []string      // their ids
	tools   []*tool       // every tool that could be read, in input order, rejected ones among them
	byKey   map[Key]*tool // those that have a name
	names   *naming.Table
	report  *Report
	depends Dependency
	plan    *plan.Plan
}

// Engine gives the engine that the catalog was built with.
func (c *Catalog) Engine() *Engine { return c.engine }

// Report gives the report that came with the catalog. It is for operators, and must not be changed.
func (c *Catalog) Report() *Report { return c.report }

// A builder makes a catalog and its report, step by step.
type builder struct {
	engine  *Engine
	catalog *Catalog
	report  *Report
}

// read takes the servers' answers apart.
func (b *builder) read(servers []Server) {
	for _, s := range servers {
		b.catalog.servers = append(b.catalog.servers, s.ID)
		tools, faults, listed := readServer(s)
		b.catalog.tools = append(b.catalog.tools, tools...)
		b.report.Faults = append(b.report.Faults, faults...)
		b.report.Tools += listed
	}
	for _, t := range b.catalog.tools {
		t.bound = b.engine.rules.Env().Tool(t.facts)
	}
}

// name settles the names of all tools at once.
func (b *builder) name(servers []Server) error {
	lists := make([]naming.Server, len(servers))
	at := map[string]int{}
	for i, s := range servers {
		lists[i].ID = s.ID
		at[s.ID] = i
	}
	for _, t := range b.catalog.tools {
		list := &lists[at[t.key.Server]]
		list.Tools = append(list.Tools, t.key.Tool)
	}
	table, report, err := b.engine.scheme.Build(lists)
	if err != nil {
		return err
	}
	b.catalog.names = table
	b.report.Rejected, b.report.Collisions, b.report.Truncated = report.Rejected, report.Collisions, report.Truncated
	for _, t := range b.catalog.tools {
		b.give(t)
	}
	return nil
}

// give gives a tool its name. Of two tools of one server with the same raw name neither or, where the first of a collision
// keeps its name, the first has one.
func (b *builder) give(t *tool) {
	name, ok := b.catalog.names.Name(t.key)
	if !ok || b.catalog.byKey[t.key] != nil {
		return
	}
	t.name = name
	b.catalog.byKey[t.key] = t
}

// tryRules reports what fails whatever the request, so that a rule that can't work is known before anybody asks.
func (b *builder) tryRules() {
	for _, t := range b.catalog.tools {
		t.root = jsontree.Node{} // the tree has served; what is still needed are the places found in it
		if !b.catalog.plan.Broken(t.number) {
			continue
		}
		for _, m := range b.engine.filter.Decide(t.bound, nil).Matches {
			if m.Failure != nil && m.Static {
				b.report.Failures = append(b.report.Failures, b.engine.entryFailure(t.key, m))
			}
		}
	}
}

// findUnmatched notes the patterns that no tool of the catalog matches.
func (b *builder) findUnmatched() {
	targets := make([]rules.Target, len(b.catalog.tools))
	for i, t := range b.catalog.tools {
		targets[i] = rules.NewTarget(t.key.Server, t.key.Tool)
	}
	note := func(prefix string, patterns []rules.NamePattern) {
		for _, p := range patterns {
			if !slices.ContainsFunc(targets, p.Matches) {
				b.report.Unmatched = append(b.report.Unmatched, b.engine.unmatched(prefix+p.Pointer, p.Text))
			}
		}
	}
	for _, side := range []rules.Side{rules.IncludeSide, rules.ExcludeSide} {
		for _, e := range b.engine.filter.Entries(side) {
			note("/filter", e.Patterns())
		}
	}
	for _, d := range b.engine.rules.Descriptions() {
		note("", d.Patterns())
	}
}
