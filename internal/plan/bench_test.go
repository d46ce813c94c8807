package plan_test

import (
	"testing"

	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/internal/test/ratio"
)

// A rig is a policy of package bench/workload with one of its catalogs. Package bench compares
// whole policies with alternatives.
type rig struct {
	filter  *plan.Filter
	bound   [][]*cond.Tool // by server
	plan    *plan.Plan
	request *cond.Request
}

func newRig(t testing.TB, policy workload.Policy, tools int) *rig {
	catalog := workload.Catalog(t, policy.File(), workload.Servers(tools))
	compiled := catalog.Engine().Rules
	r := &rig{filter: plan.New(compiled.Filter()), bound: workload.Bound(catalog), request: workload.Ask().Bound(compiled.Env())}
	r.plan = r.refresh()
	return r
}

func (r *rig) refresh() *plan.Plan {
	sections := make([]*plan.Section, len(r.bound))
	for i, tools := range r.bound {
		sections[i] = r.filter.Section(tools)
	}
	return r.filter.Plan(sections...)
}

// BenchmarkEntry measures one exclude entry over 10,000 tools. Each case is evaluated by another
// optimization.
func BenchmarkEntry(b *testing.B) {
	for _, c := range []struct{ name, when string }{
		{"verdicts", `tool.destructive && ctx.user.role != "admin"`},
		{"chain", `tool.destructive && ctx.env == "prod" && ctx.runner == "codex" && ctx.user.tier == "free" && ctx.user.role != "admin"`},
		{"lookup", `any(tool.tags, # in ctx.user.groups)`},
		{"lookup of many", `tool.name in ctx.user.groups`},
		{"column", `tool.bytes > ctx.user.budget`},
		{"classes", `any(tool.tags, # startsWith ctx.env)`},
		{"classes of one", `tool.name startsWith ctx.env`},
		{"vm", `tool.tags == ctx.user.groups`},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := newRig(b, workload.Policy{Whens: []string{c.when}}, 10_000)
			run := func() { r.plan.Select(r.request).Free() }
			b.ReportAllocs()
			for b.Loop() {
				run()
			}
			median, _ := ratio.Measure(run)
			b.ReportMetric(median, "median-ns")
		})
	}
}
