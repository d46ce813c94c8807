//go:build !race

// Under the race detector, pools drop values at random, so memory cannot be measured.

// The race detector makes pools drop values at random, so allocations cannot be counted under it.
package plan_test

import (
	"fmt"
	"testing"

	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/internal/plan"
)

const underRace = false

// repeated has atoms that occur several times and are evaluated once.
var repeated = workload.Policy{Whens: []string{
	`tool.destructive && any(tool.tags, # startsWith ctx.env) == false`,
	`tool.openWorld && any(tool.tags, # startsWith ctx.env) == false && tool.bytes > ctx.user.budget`,
	`ctx.user.role == "nobody" || tool.idempotent && tool.bytes > ctx.user.budget`,
	`ctx.user.role == "nobody" && tool.readOnly`,
}}

// After the first request a plan allocates nothing, whatever the number of tools and rules. Atoms
// that run in the VM would allocate; in these policies no such atom reads the request.
func TestRequestsDoNotAllocate(t *testing.T) {
	for name, policy := range map[string]workload.Policy{"splitting": workload.Splitting(), "mixed": workload.Mixed(), "repeated": repeated} {
		for _, n := range []int{100, 1000, 10_000} {
			t.Run(fmt.Sprintf("%s, %d tools", name, n), func(t *testing.T) {
				r := newRig(t, policy, n)
				visible := 0
				for what, f := range map[string]func(){
					"Select": func() {
						seen := r.plan.Select(r.request)
						defer seen.Free()
						visible = 0
						for range seen.All {
							visible++
						}
					},
					"SelectReporting": func() { r.plan.SelectReporting(r.request).Free() },
					"Sees":            func() { r.plan.Sees(n/2, r.request) },
					"SeesReporting":   func() { r.plan.SeesReporting(n/2, r.request) },
				} {
					f()
					if got := testing.AllocsPerRun(50, f); got != 0 {
						t.Errorf("%s: %v allocations", what, got)
					}
				}
				if visible == 0 || visible == n {
					t.Errorf("%d of %d tools are visible", visible, n)
				}
			})
		}
	}
}

// Sections and plans allocate in few pieces, fewer than there are tools.
func TestRefreshAllocatesLittle(t *testing.T) {
	r := newRig(t, workload.Mixed(), 1000)
	var p *plan.Plan
	if got := testing.AllocsPerRun(5, func() { p = r.refresh() }); got > 1000 || p == nil {
		t.Errorf("%v allocations for 1,000 tools", got)
	}
}
