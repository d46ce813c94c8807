package plan_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/plan"
)

// A rig is one policy over one catalog, for the plan and for the loop.
type rig struct {
	loop   *loop
	tools  []*loopTool
	filter *plan.Filter
	bound  [][]*expr.Tool // by server
	plan   *plan.Plan
	asks   *expr.Request
}

func newRig(t testing.TB, whens []string, n int) *rig {
	env := policyEnv(t)
	facts := policyTools(n)
	r := &rig{loop: newLoop(t, whens), tools: loopTools(facts), filter: plan.New(policyFilter(t, env, whens)), asks: policyRequest(env)}
	for i, f := range facts {
		if i == 0 || f.Server != facts[i-1].Server {
			r.bound = append(r.bound, nil)
		}
		last := &r.bound[len(r.bound)-1]
		*last = append(*last, env.Tool(f))
	}
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

// list appends the numbers of the visible tools.
func (r *rig) list(dst []int) []int {
	seen := r.plan.Select(r.asks)
	defer seen.Free()
	for i := range seen.All {
		dst = append(dst, i)
	}
	return dst
}

var policies = []struct {
	name  string
	whens []string
}{{"splitting", splitting}, {"mixed", truly}}

var sizes = []int{100, 1000, 10000}

// What is measured has to be the same.
func TestLoopAgrees(t *testing.T) {
	for _, policy := range policies {
		for _, n := range sizes {
			r := newRig(t, policy.whens, n)
			want, got := r.loop.list(nil, r.tools, loopAsks), r.list(nil)
			if !slices.Equal(got, want) || len(want) == 0 || len(want) == n {
				t.Errorf("%s, %d tools: %d visible, want %d", policy.name, n, len(got), len(want))
			}
		}
	}
}

func each(b *testing.B, f func(b *testing.B, r *rig)) {
	for _, policy := range policies {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("%s/%d", policy.name, n), func(b *testing.B) { f(b, newRig(b, policy.whens, n)) })
		}
	}
}

// nanoseconds gives how long f takes: the fastest of many short runs, which is what a busy machine changes least.
func nanoseconds(f func()) float64 {
	batch := 1
	best := math.MaxFloat64
	for begin := time.Now(); time.Since(begin) < 300*time.Millisecond; {
		start := time.Now()
		for range batch {
			f()
		}
		took := time.Since(start)
		best = min(best, float64(took.Nanoseconds())/float64(batch))
		if took < 20*time.Microsecond {
			batch *= 2
		}
	}
	return best
}

// BenchmarkList lists what a request sees by the plan. Its metrics are the fastest run, and how much longer the loop takes.
func BenchmarkList(b *testing.B) {
	each(b, func(b *testing.B, r *rig) {
		dst := make([]int, 0, len(r.tools))
		b.ReportAllocs()
		for b.Loop() {
			dst = r.list(dst[:0])
		}
		best := nanoseconds(func() { dst = r.list(dst[:0]) })
		b.ReportMetric(best, "best-ns")
		b.ReportMetric(nanoseconds(func() { dst = r.loop.list(dst[:0], r.tools, loopAsks) })/best, "x-loop")
		b.ReportMetric(float64(len(dst)), "visible")
	})
}

// BenchmarkParallel lists in as many goroutines as there are processors: run it with -cpu 1,2.
func BenchmarkParallel(b *testing.B) {
	r := newRig(b, truly, 1000)
	b.RunParallel(func(pb *testing.PB) {
		dst := make([]int, 0, len(r.tools))
		for pb.Next() {
			dst = r.list(dst[:0])
		}
	})
}

// BenchmarkRefresh is everything that is done before the first request; its metric is the share of one pass of the loop.
func BenchmarkRefresh(b *testing.B) {
	each(b, func(b *testing.B, r *rig) {
		b.ReportAllocs()
		for b.Loop() {
			r.refresh()
		}
		var dst []int
		pass := nanoseconds(func() { dst = r.loop.list(dst[:0], r.tools, loopAsks) })
		b.ReportMetric(nanoseconds(func() { r.refresh() })/pass, "of-a-pass")
	})
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
			r := newRig(b, []string{c.when}, 10000)
			ask := func() {
				seen := r.plan.Select(r.asks)
				seen.Free()
			}
			b.ReportAllocs()
			for b.Loop() {
				ask()
			}
			b.ReportMetric(nanoseconds(ask), "best-ns")
		})
	}
}
