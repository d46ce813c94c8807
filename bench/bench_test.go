package bench_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/toolrules/toolrules/bench/table"
	"github.com/toolrules/toolrules/bench/workload"
)

var printTable = flag.Bool("table", false, "measure everything and print the table")

func TestTable(t *testing.T) {
	if !*printTable {
		t.Skip("go test ./bench -run Table -table -v prints the table")
	}
	table.Print(t, os.Stdout, jobs)
	r := newRig(t, workload.Mixed(), 1000)
	table.PrintThroughput(os.Stdout, "two goroutines: bind a request and list", 1000, 1.8, r.worker)
}

func Benchmark(b *testing.B) { table.Benchmark(b, jobs) }

// BenchmarkGoroutines answers requests in as many goroutines as there are processors: run it with -cpu 1,2.
func BenchmarkGoroutines(b *testing.B) {
	r := newRig(b, workload.Mixed(), 1000)
	b.RunParallel(func(pb *testing.PB) {
		for work := r.worker(); pb.Next(); {
			work()
		}
	})
}

// What is measured has to be the same.
func TestVerdictsAgree(t *testing.T) {
	for _, c := range []struct {
		name   string
		policy workload.Policy
	}{{"splitting", workload.Splitting()}, {"mixed", workload.Mixed()}} {
		for _, tools := range []int{100, 1000, realTools} {
			t.Run(fmt.Sprintf("%s/%d", c.name, tools), func(t *testing.T) {
				r := newRig(t, c.policy, tools)
				stages := r.loop.Stages(r.tools)
				asks := workload.Asks()
				if tools > 100 {
					asks = asks[:1] // the rest takes its time and finds nothing more
				}
				for i, ask := range asks {
					want := workload.Visible(r.catalog, ask)
					if i == 0 && (len(want) < tools/20 || len(want) > tools*9/10) {
						t.Errorf("%d tools are visible: there is little to measure", len(want))
					}
					for by, got := range map[string][]int{
						"loop": r.loop.List([]int{}, r.tools, ask), "stages": stages.List([]int{}, ask), "hand": r.hand().List([]int{}, r.tools, ask),
						"plan": workload.Choose(r.catalog, ask)([]int{}),
					} {
						if !slices.Equal(got, want) {
							t.Errorf("request %d, %s: %d visible, want %d", i, by, len(got), len(want))
						}
					}
				}
			})
		}
	}
}
