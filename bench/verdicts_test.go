package bench_test

import (
	"slices"
	"testing"

	"github.com/toolrules/toolrules/bench/naive"
	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/engine"
)

var policies = []struct {
	name   string
	policy workload.Policy
}{{"splitting", workload.Splitting()}, {"mixed", workload.Mixed()}}

// What is measured has to be the same.
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
				for i, ask := range c.asks {
					r.compare(t, i, ask)
				}
				if seen := len(workload.Visible(r.catalog, workload.Ask())); seen < len(r.tools)/20 || seen > len(r.tools)*9/10 {
					t.Errorf("%d of %d tools are visible: there is little to measure", seen, len(r.tools))
				}
			})
		}
	}
}

func (r *rig) compare(t *testing.T, number int, ask *workload.Request) {
	t.Helper()
	want := workload.Visible(r.catalog, ask)
	for _, by := range []struct {
		name string
		got  []int
	}{
		{"plan", workload.Choose(r.catalog, ask)([]int{})},
		{"loop", r.loop.List([]int{}, r.tools, ask)},
		{"two stages", r.loop.Stages(r.tools).List([]int{}, ask)},
		{"hand-written Go", r.hand().List([]int{}, r.tools, ask)},
	} {
		if !slices.Equal(by.got, want) {
			t.Errorf("request %d, %s: visible are %v, want %v", number, by.name, by.got, want)
		}
	}
}

// A rule without which nothing changes would not be compared at all.
func TestEveryRuleCounts(t *testing.T) {
	for _, p := range policies {
		r := rigOf(t, p.policy, workload.Edges())
		for i, g := range p.policy.Globs {
			without := p.policy
			without.Globs = slices.Delete(slices.Clone(without.Globs), i, i+1)
			r.mustDiffer(t, without, g.Server+"/"+g.Tool)
		}
		for i, g := range p.policy.Regexes {
			without := p.policy
			without.Regexes = slices.Delete(slices.Clone(without.Regexes), i, i+1)
			r.mustDiffer(t, without, g.Server+"/"+g.Tool)
		}
		for i, when := range p.policy.Whens {
			without := p.policy
			without.Whens = slices.Delete(slices.Clone(without.Whens), i, i+1)
			r.mustDiffer(t, without, when)
		}
	}
}

func (r *rig) mustDiffer(t *testing.T, without workload.Policy, rule string) {
	t.Helper()
	loop, err := naive.NewLoop(without)
	if err != nil {
		t.Fatal(err)
	}
	for _, ask := range workload.Asks() {
		if !slices.Equal(loop.List(nil, r.tools, ask), r.loop.List(nil, r.tools, ask)) {
			return
		}
	}
	t.Errorf("%s decides nothing", rule)
}
