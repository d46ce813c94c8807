//go:build !race

package bench_test

import (
	"testing"
	"time"
)

// TestWorstConditions loads each of the cases, and checks that it takes at most twenty times the
// goal. Without bounds it would take a hundred times as long.
func TestWorstConditions(t *testing.T) {
	const slack, fewer = 20, 20
	server := worstServer(worstTools / fewer)
	for _, c := range worstCases {
		r := newWorstRig(t, c, server)
		r.choose(c)
		if took := fastest(func() { r.choose(c) }); took > slack*worstListGoal/fewer+slack*worstCallGoal {
			t.Errorf("%s: a list takes %v", c.name, took)
		}
		if took := fastest(func() { r.call(t) }); took > slack*worstCallGoal {
			t.Errorf("%s: a call takes %v", c.name, took)
		}
	}
}

// fastest returns the time of the fastest of three calls.
func fastest(f func()) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}
