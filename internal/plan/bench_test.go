package plan_test

import (
	"testing"

	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/internal/test/ratio"
)

// A rig is one of the policies of package bench over one of its catalogs. How whole policies compare with what others do is measured
// there.
type rig struct {
	filter *plan.Filter
	bound  [][]*cond.Tool // by server
	plan   *plan.Plan
	asks   *cond.Request
}

func newRig(t testing.TB, policy workload.Policy, tools int) *rig {
	catalog := workload.Catalog(t, policy.File(), workload.Servers(tools))
	compiled := catalog.Engine().Rules()
	r := &rig{filter: plan.New(compiled.Filter()), bound: workload.Bound(catalog), asks: workload.Ask().Bound(compiled.Env())}
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

// BenchmarkEntry is one exclude entry alone over 10,000 tools. It says what the tricks are worth: each of these is answered by another.
func BenchmarkEntry(b *testing.B) {
	for _, c := range []struct{ name, when string }{
		{"verdicts", `tool.destructive && ctx.user.role != "admin"`},
		{"chain", `tool.destructive && ctx.env == "prod" && ctx.runner == "codex" && ctx.user.tier == "free" && ctx.user.role != "admin"`},
		{"lookup", `any(tool.tags, # in ctx.user.groups)`},
		{"lookup of many", `tool.name in ctx.user.groups`},
		{"column", `tool.bytes > ctx.user.budget`},
		{"classes", `any(tool.tags, # startsWith ctx.env)`},
		{"classes of one", `tool.name startsWith ctx.env`},
		{"machine", `tool.tags == ctx.user.groups`},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := newRig(b, workload.Policy{Whens: []string{c.when}}, 10_000)
			ask := func() { r.plan.Select(r.asks).Free() }
			b.ReportAllocs()
			for b.Loop() {
				ask()
			}
			median, _ := ratio.Measure(ask)
			b.ReportMetric(median, "median-ns")
		})
	}
}
