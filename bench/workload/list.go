package workload

import (
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/plan"
)

// List appends the tools that a view shows.
func List(dst []engine.Tool, v *engine.View) []engine.Tool {
	for t := range v.Tools() {
		dst = append(dst, t)
	}
	return dst
}

// Choose gives a function that appends the numbers, among the tools that have a name, of those that a request sees: what a view
// does before it makes tools of them.
func Choose(c *engine.Catalog, r *Request) func(dst []int) []int {
	filter := plan.New(c.Engine().Rules().Filter())
	var sections []*plan.Section
	for _, tools := range Bound(c) {
		sections = append(sections, filter.Section(tools))
	}
	p := filter.Plan(sections...)
	request := c.Engine().Rules().Env().Request(expr.RequestValues{Runner: r.Runner, Model: r.Model, Verbosity: r.Verbosity, Attrs: r.Engine().Attrs})
	return func(dst []int) []int {
		seen := p.Select(request)
		defer seen.Free()
		for i := range seen.All {
			dst = append(dst, i)
		}
		return dst
	}
}

// Bound gives the tools of each server that have a name, as expressions see them.
func Bound(c *engine.Catalog) [][]*expr.Tool {
	var sections [][]*expr.Tool
	server := ""
	for _, key := range c.Keys() {
		facts, _ := c.Facts(key)
		if _, named := c.Name(key); !named {
			continue
		}
		if key.Server != server {
			server = key.Server
			sections = append(sections, nil)
		}
		last := &sections[len(sections)-1]
		*last = append(*last, c.Engine().Rules().Env().Tool(facts))
	}
	return sections
}
