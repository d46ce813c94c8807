package engine

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/naming"
)

// A builder builds a catalog and its report from parts. Its work for each tool is small; everything
// expensive is done once for each part.
type builder struct {
	engine  *Engine
	catalog *Catalog
	report  *Report
}

// assemble joins parts to a catalog. It shares what it can with the catalog before it, which may be
// nil.
func (e *Engine) assemble(parts []*part, before *Catalog) (*Catalog, error) {
	report := &Report{}
	b := &builder{engine: e, catalog: &Catalog{engine: e, parts: parts, report: report}, report: report}
	b.catalog.lookup = lookup{b.catalog}
	b.collect()
	if err := b.name(); err != nil {
		return nil, namingErrors(err)
	}
	b.plan()
	b.findUnmatched()
	b.findDepends()
	b.numberClasses()
	b.order()
	if e.Rules.Discovery().Search() != nil {
		b.catalog.search.once.Do(func() { b.catalog.indexAfter(before) })
	}
	return b.catalog, nil
}

// collect joins what the parts hold.
func (b *builder) collect() {
	n := 0
	for _, p := range b.catalog.parts {
		n += len(p.tools)
	}
	b.catalog.tools = make([]*tool, 0, n)
	for _, p := range b.catalog.parts {
		b.catalog.tools = append(b.catalog.tools, p.tools...)
		b.catalog.ends = append(b.catalog.ends, len(b.catalog.tools))
		b.report.Tools += p.listed
		b.report.Faults = append(b.report.Faults, p.faults...)
		b.report.Places = append(b.report.Places, p.places...)
	}
}

// name computes the names of all tools.
func (b *builder) name() error {
	lists := make([]naming.Server, len(b.catalog.parts))
	names := make([]string, 0, len(b.catalog.tools))
	for i, p := range b.catalog.parts {
		first := len(names)
		for _, t := range p.tools {
			names = append(names, t.key.Tool)
		}
		lists[i] = naming.Server{ID: p.id, Tools: names[first:]}
	}
	table, report, err := b.engine.scheme.Build(lists)
	if err != nil {
		return err
	}
	b.catalog.names = table
	b.withhold(len(names))
	b.report.Rejected, b.report.Collisions, b.report.Truncated = report.Rejected, report.Collisions, report.Truncated
	return nil
}

// withhold finds the tools that no request sees, whatever the rules.
func (b *builder) withhold(tools int) {
	c, first := b.catalog, 0
	for _, p := range c.parts {
		for _, l := range p.leftOut {
			c.withheld = append(c.withheld, first+l.tool)
		}
		first += len(p.tools)
	}
	if c.names.Len() == tools {
		return
	}
	for number := range tools {
		if _, ok := c.names.NameAt(number); !ok {
			c.withheld = append(c.withheld, number)
		}
	}
	slices.Sort(c.withheld)
	c.withheld = slices.Compact(c.withheld)
}

// plan builds the plan.
func (b *builder) plan() {
	sections := make([]*plan.Section, len(b.catalog.parts))
	for i, p := range b.catalog.parts {
		sections[i] = p.section
	}
	b.catalog.plan = b.engine.planned.Plan(sections...)
	for _, p := range b.catalog.parts {
		b.report.Failures = append(b.report.Failures, p.failures...)
	}
}

// findUnmatched reports the patterns that match no tool of the catalog.
func (b *builder) findUnmatched() {
	filter := b.engine.planned.Patterns()
	patterns := slices.Concat(filter, b.engine.described.patterns, b.engine.annotated.patterns,
		b.engine.pinned.patterns, b.engine.prioritized.patterns)
	matched := make([]bool, len(patterns))
	for _, p := range b.catalog.parts {
		for _, n := range p.matched {
			matched[n] = true
		}
	}
	for n, p := range patterns {
		if !matched[n] {
			pointer := p.Pointer
			if n < len(filter) {
				pointer = "/filter" + pointer
			}
			at := b.engine.place(pointer)
			b.report.Unmatched = append(b.report.Unmatched, Unmatched{
				Rule: at.Rule, Pattern: p.Text, File: at.File, Line: at.Line, Column: at.Column,
			})
		}
	}
}

// findDepends collects what is read by the rules that reach a tool which some request may see.
func (b *builder) findDepends() {
	d := &b.catalog.depends
	if len(b.catalog.tools) > 0 {
		d.paths = append(d.paths, b.engine.Rules.Discovery().Reads()...)
	}
	first := 0
	for _, p := range b.catalog.parts {
		s := b.dependencies(p, first)
		first += len(p.tools)
		d.Unknown = d.Unknown || s.unknown
		for _, path := range s.paths {
			if strings.HasPrefix(path, "ctx.") {
				d.paths = append(d.paths, path)
			}
		}
	}
	if slices.Contains(d.paths, "ctx.verbosity") {
		d.paths = append(d.paths, b.engine.Rules.Verbosity().Reads()...)
	}
	slices.Sort(d.paths)
	d.paths = slices.Compact(d.paths)
	for _, path := range d.paths {
		d.Fields = append(d.Fields, strings.TrimPrefix(path, "ctx."))
	}
}

// dependencies returns the dependencies of a part whose first tool has the number first. A tool
// without a name has none. Whether a tool has a name does not depend on its part alone, but this is
// so rare that the dependencies are then computed again.
func (b *builder) dependencies(p *part, first int) dependencies {
	named := func(i int) bool { return b.catalog.nameAt(first+i) != "" }
	for i := range p.tools {
		if p.showable[i] && !named(i) {
			return p.findDependencies(b.engine, named)
		}
	}
	return p.dependencies
}

// numberClasses assigns a slot to each class of tools that descriptions distinguish. Equal classes
// of different parts share a slot.
func (b *builder) numberClasses() {
	c := b.catalog
	slots := map[string]int{}
	c.classes = make([][]int, len(c.parts))
	for i, p := range c.parts {
		for _, key := range p.classes {
			slot, known := slots[key]
			if !known {
				slot = b.engine.shapes + len(slots)
				slots[key] = slot
			}
			c.classes[i] = append(c.classes[i], slot)
		}
	}
	c.slots = b.engine.shapes + len(slots)
}
