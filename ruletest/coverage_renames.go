package ruletest

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/naming"
)

// renamePointer returns the pointer of an entry of naming.rename into the [rules.File].
func renamePointer(key naming.Key) string {
	return jsontree.AppendToken("/naming/rename", key.String())
}

func sortedRenames(rename map[naming.Key]string) []naming.Key {
	return slices.SortedFunc(maps.Keys(rename), func(a, b naming.Key) int {
		return strings.Compare(a.String(), b.String())
	})
}

// A renamed is the effect of removing an entry of naming.rename.
type renamed struct {
	pointer string       // of the entry, into the rule file
	changes bool         // the renamed tool would have another name, or none
	loses   []engine.Key // tools that would have no name
}

// renamesOf returns the renamed tools in a catalog.
func renamesOf(c *engine.Catalog) map[engine.Key]renamed {
	scheme := c.Engine().Rules.Scheme()
	if len(scheme.Rename) == 0 {
		return nil
	}
	byName := map[string]engine.Key{}
	position := map[engine.Key]int{}
	for i, k := range c.Tools() {
		if name, ok := c.Name(k); ok {
			byName[name], position[k] = k, i
		}
	}
	unrenamed := scheme
	unrenamed.Rename = nil
	all := map[engine.Key]renamed{}
	for key := range scheme.Rename {
		name, named := c.Name(key)
		if !named {
			continue
		}
		r := renamed{pointer: c.Engine().Rules.Pointer(renamePointer(key))}
		without := unrenamed.Exposed(key.Server, key.Tool)
		other, taken := byName[without]
		taken = taken && other != key
		switch {
		case !naming.ValidToolName(key.Tool):
			r.loses = []engine.Key{key}
		case taken && scheme.Collisions != naming.KeepFirst:
			r.loses = []engine.Key{key, other}
		case taken && position[other] < position[key]:
			r.loses = []engine.Key{key}
		case taken:
			r.loses = []engine.Key{other}
		}
		r.changes = without != name || len(r.loses) > 0
		all[key] = r
	}
	return all
}

// missedRenames returns, with repetitions, the entries of naming.rename without which an
// expectation that is met would not be.
func (t *trial) missedRenames(all map[engine.Key]renamed) (list []string) {
	decisions := map[engine.Key]string{}
	for _, r := range all {
		for _, k := range r.loses {
			if t.visible(k) {
				decisions[k] = r.pointer
			}
		}
	}
	for _, n := range t.test.Names {
		if !t.exist[n.Tool] || n.Name == nil || !t.met(func() { t.name(n) }) {
			continue
		}
		if r, ok := all[n.Tool]; ok && r.changes {
			list = append(list, r.pointer)
		}
		for _, r := range all {
			if slices.Contains(r.loses, n.Tool) {
				list = append(list, r.pointer)
			}
		}
	}
	if len(decisions) == 0 {
		return list
	}
	return append(list, t.missed(decisions, func(*engine.Explanation) string { return "" })...)
}
