package diff

import (
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
)

// A HintChange is a tool, visible before and after, for which conditions read another hint.
type HintChange struct {
	Key      engine.Key
	Hint     string // as conditions name it: readOnly
	From, To bool
}

// hints are the hints that conditions can read.
var hints = []struct {
	name string
	of   func(expr.ToolInfo) bool
}{
	{"readOnly", func(f expr.ToolInfo) bool { return f.ReadOnly }},
	{"destructive", func(f expr.ToolInfo) bool { return f.Destructive }},
	{"idempotent", func(f expr.ToolInfo) bool { return f.Idempotent }},
	{"openWorld", func(f expr.ToolInfo) bool { return f.OpenWorld }},
}

// findHints lists the hints that differ.
func (c *comparison) findHints() {
	for _, key := range c.after.Tools() {
		if !c.seen[key] {
			continue
		}
		old, _ := c.before.Info(key)
		now, _ := c.after.Info(key)
		for _, h := range hints {
			if from, to := h.of(old), h.of(now); from != to {
				c.report.Hints = append(c.report.Hints, HintChange{key, h.name, from, to})
			}
		}
	}
}

// splitKnown splits tools by whether the catalog in which they are not seen has them.
func splitKnown(all []VisibilityChange) (unknown, known []VisibilityChange) {
	for _, s := range all {
		if s.Why.Known {
			known = append(known, s)
		} else {
			unknown = append(unknown, s)
		}
	}
	return unknown, known
}

// findTwins finds the tools that a server has renamed.
func (c *comparison) findTwins() {
	r := c.report
	for i := range r.Added {
		info, _ := c.after.Info(r.Added[i].Key)
		if info.Description == "" {
			continue // such tools are too easily equal
		}
		now, _ := c.after.Raw(r.Added[i].Key)
		at := slices.IndexFunc(r.Removed, func(s VisibilityChange) bool {
			old, _ := c.before.Raw(s.Key)
			return s.Key.Server == r.Added[i].Key.Server && s.Twin == (engine.Key{}) && len(changesOf(old, now)) == 0
		})
		if at >= 0 {
			r.Added[i].Twin, r.Removed[at].Twin = r.Removed[at].Key, r.Added[i].Key
		}
	}
}
