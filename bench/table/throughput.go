package table

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

const rounds = 31

// PrintThroughput writes a row that says how many times as much two goroutines get done as one does. Each worker is for one goroutine.
// What counts is time on the clock, so that the figure is worth nothing unless two processors are idle.
func PrintThroughput(to io.Writer, job string, tools int, want float64, worker func() func()) {
	times := make([]float64, rounds)
	one := []func(){worker()}
	two := []func(){worker(), worker()}
	calls := 1
	for together(one, calls) < 20*time.Millisecond {
		calls *= 2
	}
	for i := range times {
		alone := together(one, calls)
		times[i] = 2 * float64(alone) / float64(together(two, calls))
	}
	slices.Sort(times)
	got := times[rounds/2]
	fmt.Fprintf(to, "| %s | %s | one goroutine | %s × | %s | | best of %d rounds: %s × |\n", job, thousands(tools), number(got), goal(want, got), rounds, number(times[rounds-1]))
}

// together gives the time until each of the workers has been called so often.
func together(workers []func(), calls int) time.Duration {
	begin := time.Now()
	var all sync.WaitGroup
	for _, work := range workers {
		all.Go(func() {
			for range calls {
				work()
			}
		})
	}
	all.Wait()
	return time.Since(begin)
}
