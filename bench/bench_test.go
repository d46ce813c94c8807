package bench_test

import (
	"flag"
	"os"
	"testing"

	"github.com/toolrules/toolrules/bench/table"
	"github.com/toolrules/toolrules/bench/workload"
)

var printTable = flag.Bool("table", false, "measure everything and print the table")

const howToPrint = "go test ./bench -run Table -table -v prints the table"

func TestTable(t *testing.T) {
	if !*printTable {
		t.Skip(howToPrint)
	}
	table.Print(t, os.Stdout, jobs)
}

// TestTableThroughput prints the last row, which needs two idle processors.
func TestTableThroughput(t *testing.T) {
	if !*printTable {
		t.Skip(howToPrint)
	}
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
