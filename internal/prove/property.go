package prove

import (
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// The results of the program of a property.
const (
	holds  = 0
	breaks = 1
	failed = 2
)

// A Kind is what a property states. The zero Kind is Never.
type Kind uint8

const (
	Never         Kind = iota // no request sees a tool that the entries match
	Always                    // each request sees all tools that the entries match
	Only                      // no request sees a tool that no entry matches
	IndependentOf             // requests that differ in the attributes alone see the same tools
	NeverFails                // no rule fails
	AtMost                    // no request sees more tools
)

// A Property is a statement about all requests.
type Property struct {
	Kind    Kind
	For     *cond.Program   // the requests that it is about; nil: all
	Entries *ruleset.Filter // of Never, Always and Only: the entries, of the side that compares names as they do
	Apart   []string        // of IndependentOf: the paths of attributes, as conditions name them
	Tools   int             // of AtMost
	Bytes   bool            // Tools is a number of bytes
	AnyTool bool            // any tool that a server could list is meant; of Never, Only and NeverFails
}

// wellFormed reports whether the property is about well-formed requests alone.
func (p *Property) wellFormed() bool { return p.Kind != Never && p.Kind != Only }

// side returns the side whose entries the property has.
func (p *Property) side() ruleset.Side {
	if p.Kind == Never {
		return ruleset.ExcludeSide
	}
	return ruleset.IncludeSide
}

// A tool is a tool of the catalog.
type tool struct {
	key    engine.Key
	bound  *cond.Tool
	target ruleset.Target
	named  bool // it has an exposed name, without which no request sees it
}

// toolsOf returns the tools of a catalog, each once.
func toolsOf(c *engine.Catalog) (tools []tool) {
	known := map[engine.Key]bool{}
	for _, key := range c.Tools() {
		if known[key] {
			continue
		}
		known[key] = true
		_, named := c.Name(key)
		tools = append(tools, tool{key: key, bound: c.Bound(key), target: ruleset.NewTarget(key.Server, key.Tool), named: named})
	}
	return tools
}

// visible returns the program that goes on depending on whether a request sees a tool.
func (b *builder) visible(r *ruleset.Rules, t *tool, s *subject, shown, hidden *node) *node {
	if !t.named {
		return hidden
	}
	return b.filter(r.Filter(), s, shown, hidden)
}

// program returns the program of a property for one tool.
func (b *builder) program(r *ruleset.Rules, p *Property, t *tool) *node {
	held, broken := b.end(holds), b.end(breaks)
	first := &subject{env: r.Env(), tool: t.bound, target: t.target, any: p.AnyTool, where: "for"}
	var checked *node
	switch p.Kind {
	case Never:
		checked = b.matching(p, first, b.visible(r, t, first, broken, held), held)
	case Always:
		checked = b.matching(p, first, b.visible(r, t, first, held, broken), held)
	case Only:
		checked = b.matching(p, first, held, b.visible(r, t, first, broken, held))
	case IndependentOf:
		second := *first
		second.copy.apart = map[string]bool{}
		for _, path := range p.Apart {
			second.copy.apart[path] = true
		}
		differs := b.visible(r, t, first, b.visible(r, t, &second, held, broken), b.visible(r, t, &second, broken, held))
		checked = b.selected(p, &second, differs, held)
	case NeverFails:
		checked = b.failing(r.Filter(), first, broken, held)
	case AtMost:
		checked = b.visible(r, t, first, broken, held)
	}
	return b.selected(p, first, checked, held)
}

// selected returns the program that goes on with yes for requests that the property is about.
func (b *builder) selected(p *Property, s *subject, yes, no *node) *node {
	return b.when(p.For, s, [3]*node{cond.False: no, cond.True: yes, cond.Failed: no})
}

// matching returns the program that goes on with yes if an entry of a property matches the tool.
// One that fails does not match.
func (b *builder) matching(p *Property, s *subject, yes, no *node) *node {
	entries := p.Entries.Entries(p.side())
	about := *s
	after := no
	for i := len(entries) - 1; i >= 0; i-- {
		e := entries[i]
		about.where = e.Ref().Pointer
		matched := b.when(e.When(), &about, [3]*node{cond.False: after, cond.True: yes, cond.Failed: after})
		after = b.reach(e, &about, matched, after)
	}
	return after
}

// failing returns the program that goes on with yes if an entry of a filter fails that can still
// change the decision.
func (b *builder) failing(f *ruleset.Filter, s *subject, yes, no *node) *node {
	about := *s
	after := no
	for _, side := range []ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide} {
		entries := f.Entries(side)
		for i := len(entries) - 1; i >= 0; i-- {
			e := entries[i]
			about.where = "/filter" + e.Ref().Pointer
			matched := b.when(e.When(), &about, [3]*node{cond.False: after, cond.True: no, cond.Failed: yes})
			after = b.reach(e, &about, matched, after)
		}
	}
	return after
}

// unmatched returns the pointers of the entries of a property that reach none of the tools.
func (p *Property) unmatched(tools []tool) (pointers []string) {
	for _, e := range p.Entries.Entries(p.side()) {
		found := false
		for i := range tools {
			found = found || e.Reaches(tools[i].target)
		}
		if !found {
			pointers = append(pointers, e.Ref().Pointer)
		}
	}
	return pointers
}

func (k Kind) String() string {
	names := [...]string{"never", "always", "only", "independent_of", "never_fails", "at_most"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind(%d)", k)
}
