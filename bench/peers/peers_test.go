package peers_test

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/toolrules/toolrules/bench/table"
	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/engine"
)

var printTable = flag.Bool("table", false, "measure everything and print the table")

func newCatalog(t testing.TB, servers []engine.Server) (*engine.Catalog, []*workload.Tool) {
	catalog := workload.Catalog(t, workload.Splitting().File(), servers)
	return catalog, workload.Tools(catalog)
}

// All peers must return the same result.
func TestVerdictsAgree(t *testing.T) {
	for _, c := range []struct {
		name    string
		servers []engine.Server
		asks    []*workload.Request
	}{{"edges", workload.Edges(), workload.Asks()}, {"generated", workload.Servers(1000), workload.Asks()[:1]}} {
		catalog, tools := newCatalog(t, c.servers)
		for _, p := range peers {
			t.Run(c.name+"/"+p.name, func(t *testing.T) {
				bind := p.prepare(t, tools)
				for i, ask := range c.asks {
					got := bind(ask)(nil)
					slices.Sort(got) // some return another order
					if want := workload.Visible(catalog, ask); !slices.Equal(got, want) {
						t.Errorf("request %d: visible are %v, want %v", i, got, want)
					}
				}
			})
		}
	}
}

// chooseJob finds the numbers of the tools that a request sees.
func chooseJob(tools int, with ...peer) table.Job {
	j := table.Job{Name: "choose", Tools: tools}
	for _, p := range with {
		j.Against = append(j.Against, table.Peer{Name: p.name, Times: p.times})
	}
	j.Prepare = func(t testing.TB) table.Work {
		catalog, all := newCatalog(t, workload.Servers(tools))
		ask, numbers := workload.Ask(), make([]int, 0, tools)
		choose := workload.Plan(catalog)(ask)
		w := table.Work{Ours: func() { numbers = choose(numbers[:0]) }}
		for _, p := range with {
			list := p.prepare(t, all)(ask)
			w.Theirs = append(w.Theirs, func() { numbers = list(numbers[:0]) })
		}
		return w
	}
	return j
}

func TestTable(t *testing.T) {
	if !*printTable {
		t.Skip("go test . -run Table -table -v prints the table")
	}
	table.Print(t, os.Stdout, []table.Job{chooseJob(1000, peers...)})
}

func Benchmark(b *testing.B) { table.Benchmark(b, []table.Job{chooseJob(1000, peers...)}) }
