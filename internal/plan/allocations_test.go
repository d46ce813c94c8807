//go:build !race

// The race detector makes pools forget at random, so that nothing can be said of memory under it.

package plan_test

import (
	"fmt"
	"testing"

	"github.com/toolrules/toolrules/internal/plan"
)

const underRace = false

// Once a plan has answered a request, the next takes no memory, whatever the number of tools and rules. Only atoms that the
// machine runs would take some; the policies that are measured have none of those that reads the request.
func TestRequestsTakeNoMemory(t *testing.T) {
	for _, policy := range policies {
		for _, n := range sizes {
			t.Run(fmt.Sprintf("%s, %d tools", policy.name, n), func(t *testing.T) {
				r := newRig(t, policy.whens, n)
				dst := make([]int, 0, n)
				for what, f := range map[string]func(){
					"Select": func() { dst = r.list(dst[:0]) },
					"SelectReporting": func() {
						seen := r.plan.SelectReporting(r.asks)
						seen.Free()
					},
					"Sees":          func() { r.plan.Sees(n/2, r.asks) },
					"SeesReporting": func() { r.plan.SeesReporting(n/2, r.asks) },
				} {
					f()
					if got := testing.AllocsPerRun(50, f); got != 0 {
						t.Errorf("%s: %v allocations", what, got)
					}
				}
			})
		}
	}
}

// A plan's memory grows with tools times entries by bits: here at most 3 KiB a rule for 1,000 tools.
func TestRefreshTakesFewAllocations(t *testing.T) {
	r := newRig(t, truly, 1000)
	var p *plan.Plan
	if got := testing.AllocsPerRun(5, func() { p = r.refresh() }); got > 1000 || p == nil {
		t.Errorf("%v allocations for 1,000 tools", got)
	}
}
