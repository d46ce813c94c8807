package check

import (
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// ServersWithoutTools returns, sorted, the servers that the rules name (in servers, in patterns and
// under naming) and of which the catalog has no tools. Results about the tools of the catalog
// do not cover theirs.
func ServersWithoutTools(c *engine.Catalog) []string {
	has := map[string]bool{}
	for _, k := range c.Tools() {
		has[k.Server], has[pattern.Fold(k.Server)] = true, true
	}
	var lacking []string
	add := func(ids ...string) {
		for _, id := range ids {
			if !has[id] && !has[pattern.Fold(id)] {
				lacking = append(lacking, id)
			}
		}
	}
	r := c.Engine().Rules
	add(r.File().Servers...)
	for key := range r.Scheme().Rename {
		add(key.Server)
	}
	for id := range r.Scheme().Servers {
		add(id)
	}
	addPatterns := func(patterns []ruleset.NamePattern) {
		for _, p := range patterns {
			if ids, ok := p.Servers(); ok {
				add(ids...)
			}
		}
	}
	for _, side := range []ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide} {
		for _, e := range r.Filter().Entries(side) {
			addPatterns(e.Patterns())
		}
	}
	for _, d := range r.Descriptions() {
		addPatterns(d.Patterns())
	}
	slices.Sort(lacking)
	return slices.Compact(lacking)
}
