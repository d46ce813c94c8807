// Package ratio measures how many times longer one function takes than another, for benchmarks.
// Absolute times mean little on a shared machine; the times of two functions in the same moments
// can be compared. The measure is processor time if the system reports it, which excludes waiting
// for other processes.
package ratio

import (
	"math"
	"slices"
	"time"
)

const (
	rounds = 25
	// long enough to contain its own share of garbage collection, and little of another's
	turn = 10 * time.Millisecond
)

// Measure returns the nanoseconds that base takes, and how many times longer each of the others
// takes: the medians of several rounds, in each of which every function has its turn.
func Measure(base func(), others ...func()) (nanoseconds float64, times []float64) {
	all := append([]func(){base}, others...)
	calls := make([]int, len(all))
	for i, f := range all {
		calls[i] = callsIn(turn, f)
	}
	var took []float64
	ratios := make([][]float64, len(others))
	for range rounds {
		first := run(all[0], calls[0])
		took = append(took, first)
		for i := range others {
			ratios[i] = append(ratios[i], run(all[i+1], calls[i+1])/first)
		}
	}
	for _, r := range ratios {
		times = append(times, median(r))
	}
	return median(took), times
}

// Least returns the least time that a call of f takes, of several calls.
func Least(calls int, f func()) time.Duration {
	least := time.Duration(math.MaxInt64)
	for range calls {
		begin := now()
		f()
		least = min(least, now()-begin)
	}
	return least
}

// callsIn returns how many calls of f fit in d, but at least one.
func callsIn(span time.Duration, f func()) int {
	for n := 1; ; n *= 2 {
		if took := run(f, n) * float64(n); took > float64(span)/4 {
			return max(1, int(float64(n)*float64(span)/took))
		}
	}
}

// run returns the nanoseconds of one call.
func run(f func(), calls int) float64 {
	begin := now()
	for range calls {
		f()
	}
	return float64(max(1, now()-begin)) / float64(calls)
}

// start is when the clock of systems without processor time begins.
var start = time.Now()

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}
