package bench_test

import "github.com/toolrules/toolrules/expr"

// bound gives the tools of each server as expressions see them.
func (r *rig) bound() [][]*expr.Tool {
	var sections [][]*expr.Tool
	env := r.engine.Rules().Env()
	server := ""
	for _, key := range r.catalog.Keys() {
		if key.Server != server {
			server = key.Server
			sections = append(sections, nil)
		}
		facts, _ := r.catalog.Facts(key)
		last := &sections[len(sections)-1]
		*last = append(*last, env.Tool(facts))
	}
	return sections
}
