package bench_test

import (
	"flag"
	"os"
	"testing"

	"github.com/toolrules/toolrules/bench/table"
	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/engine"
)

var printTable = flag.Bool("table", false, "measure everything and print the table")

const howToPrint = "go test ./bench -run Table -table -v prints the table"

func TestTable(t *testing.T) {
	if !*printTable {
		t.Skip(howToPrint)
	}
	table.Print(t, os.Stdout, jobs)
}

// TestTableThroughput prints the last rows, which need two idle processors. The last row shows the
// maximum: its goroutines share only what they read, and allocate nothing.
func TestTableThroughput(t *testing.T) {
	if !*printTable {
		t.Skip(howToPrint)
	}
	r := newRig(t, workload.Mixed(), 1000)
	table.PrintThroughput(os.Stdout, "two goroutines: bind a request and list", 1000, 1.8, r.worker)
	table.PrintThroughput(os.Stdout, "two goroutines: bind a request and make its JSON", 1000, 1.8, func() func() {
		request, buf := workload.Ask().Engine(), []byte(nil)
		return func() { buf = r.catalog.View(request).AppendToolsJSON(buf[:0]) }
	})
	table.PrintThroughput(os.Stdout, "two goroutines: list one view each", 1000, 1.8, func() func() {
		view, seen := r.catalog.View(workload.Ask().Engine()), make([]engine.Tool, 0, len(r.tools))
		return func() { seen = view.AppendTools(seen[:0]) }
	})
	table.PrintThroughput(os.Stdout, "two goroutines: hand-written Go, for comparison", 1000, 0, func() func() {
		numbers, ask := make([]int, 0, len(r.tools)), workload.Ask()
		return func() { numbers = r.hand().List(numbers[:0], r.tools, ask) }
	})
}

func Benchmark(b *testing.B) { table.Benchmark(b, jobs) }

// BenchmarkGoroutines answers requests in as many goroutines as there are processors: run it with
// -cpu 1,2.
func BenchmarkGoroutines(b *testing.B) {
	r := newRig(b, workload.Mixed(), 1000)
	b.RunParallel(func(pb *testing.PB) {
		for work := r.worker(); pb.Next(); {
			work()
		}
	})
}
