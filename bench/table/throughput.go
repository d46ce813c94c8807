package table

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/toolrules/toolrules/internal/test/ratio"
)

const rounds = 31

// PrintThroughput writes a row that says how many times as much two goroutines get done as one does. Each worker is for one
// goroutine. What counts is time on the clock, so that the figure is worth little unless two processors are idle; how much more
// processor time a request takes beside another one, which comes with it, is worth something on a busy machine too.
func PrintThroughput(to io.Writer, job string, tools int, want float64, worker func() func()) {
	one, two := []func(){worker()}, []func(){worker(), worker()}
	calls := 1
	for together(one, calls) < 20*time.Millisecond {
		calls *= 2
	}
	gains := make([]float64, rounds)
	for i := range gains {
		alone := together(one, calls)
		gains[i] = 2 * float64(alone) / float64(together(two, calls))
	}
	slices.Sort(gains)
	_, beside := ratio.Measure(func() { together(one, 2*calls) }, func() { together(two, calls) })
	got := gains[rounds/2]
	fmt.Fprintf(to, "| %s | %s | one goroutine | %s × as much | %s | | best round: %s ×; processor time of a request: %s × |\n",
		job, thousands(tools), number(got), goal(want, got), number(gains[rounds-1]), number(beside[0]))
}

// together returns the time until each of the workers has been called so often.
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
