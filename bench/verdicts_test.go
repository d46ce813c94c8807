package bench_test

import (
	"slices"
	"testing"

	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/engine"
)

var policies = []struct {
	name   string
	policy workload.Policy
}{{"splitting", workload.Splitting()}, {"mixed", workload.Mixed()}}

// All peers must return the same result.
func TestVerdictsAgree(t *testing.T) {
	real, err := workload.Real("../testdata/catalogs")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range policies {
		for _, c := range []struct {
			name    string
			servers []engine.Server
			asks    []*workload.Request
		}{
			{"edges", workload.Edges(), workload.Asks()},
			{"generated", workload.Servers(1000), workload.Asks()[:1]},
			{"real", real, workload.Asks()[:1]},
		} {
			t.Run(p.name+"/"+c.name, func(t *testing.T) {
				r := rigOf(t, p.policy, c.servers)
				r.compare(t, c.asks)
				if seen := len(workload.Visible(r.catalog, workload.Ask())); seen < len(r.tools)/20 ||
					seen > len(r.tools)*9/10 {
					t.Errorf("%d of %d tools are visible: there is little to measure", seen, len(r.tools))
				}
			})
		}
	}
}

func (r *rig) compare(t *testing.T, asks []*workload.Request) {
	t.Helper()
	plan, stages := workload.Plan(r.catalog), r.loop.Stages(r.tools)
	for i, ask := range asks {
		want := workload.Visible(r.catalog, ask)
		for _, by := range []struct {
			name string
			got  []int
		}{
			{"plan", plan(ask)([]int{})},
			{"loop", r.loop.List([]int{}, r.tools, ask)},
			{"two stages", stages.List([]int{}, ask)},
			{"hand-written Go", r.hand().List([]int{}, r.tools, ask)},
		} {
			if !slices.Equal(by.got, want) {
				t.Errorf("request %d, %s: visible are %v, want %v", i, by.name, by.got, want)
			}
		}
	}
}

// A rule that is never the only one to hide a tool would not be compared.
func TestEveryRuleCounts(t *testing.T) {
	for _, p := range policies {
		r := rigOf(t, p.policy, workload.Edges())
		counts := map[int]bool{}
		for _, ask := range workload.Asks() {
			for _, tool := range r.tools {
				entries := r.catalog.Explain(ask.Engine(), engine.Key{Server: tool.Server, Tool: tool.Name}).Entries
				entries = slices.DeleteFunc(entries, func(e engine.EntryExplanation) bool { return !e.Matches })
				if len(entries) == 1 {
					counts[entries[0].Index] = true
				}
			}
		}
		for i := range r.engine.File().Filter.Exclude {
			if !counts[i] {
				t.Errorf("%s: exclude entry %d decides nothing alone", p.name, i)
			}
		}
	}
}
