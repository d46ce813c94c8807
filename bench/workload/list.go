package workload

import (
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/plan"
)

// List appends the tools that a view shows.
func List(dst []engine.Tool, v *engine.View) []engine.Tool {
	for t := range v.Tools() {
		dst = append(dst, t)
	}
	return dst
}

// Plan returns the plan for a catalog's tools with a name: for each request a function that appends
// the numbers of those that it sees. A view does the same before it makes tools of them.
func Plan(c *engine.Catalog) func(*Request) func(dst []int) []int {
	rules := c.Engine().Rules
	filter := plan.New(rules.Filter())
	var sections []*plan.Section
	for _, tools := range Bound(c) {
		sections = append(sections, filter.Section(tools))
	}
	p := filter.Plan(sections...)
	return func(r *Request) func([]int) []int {
		asks := r.Bound(rules.Env())
		return func(dst []int) []int {
			seen := p.Select(asks)
			defer seen.Free()
			for i := range seen.All {
				dst = append(dst, i)
			}
			return dst
		}
	}
}

// Bound returns the tools of each server that have a name, as expressions read them.
func Bound(c *engine.Catalog) [][]*cond.Tool {
	var sections [][]*cond.Tool
	server := ""
	for _, key := range c.Tools() {
		facts, _ := c.Info(key)
		if _, named := c.Name(key); !named {
			continue
		}
		if key.Server != server {
			server = key.Server
			sections = append(sections, nil)
		}
		last := &sections[len(sections)-1]
		*last = append(*last, c.Engine().Rules.Env().Tool(facts))
	}
	return sections
}
