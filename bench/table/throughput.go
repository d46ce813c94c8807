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

// PrintThroughput writes a row with the ratio of the throughput of two goroutines to that of one.
// Each worker is for one goroutine. The measure is wall-clock time, so that the ratio is
// meaningless unless two processors are idle; the row's processor time of a request, relative to
// that of one goroutine, is valid on a busy machine too.
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
	fmt.Fprintf(to,
		"| %s | %s | one goroutine | %s × as much | %s | | best round: %s ×; processor time of a request: %s × |\n",
		job, thousands(tools), number(got), goal(want, got), number(gains[rounds-1]), number(beside[0]))
}

// together returns the time until each of the workers has been called n times.
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
