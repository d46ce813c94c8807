package bench_test

import (
	"slices"
	"testing"

	"github.com/toolrules/toolrules/bench/naive"
	"github.com/toolrules/toolrules/bench/table"
	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/plan"
)

var jobs = slices.Concat(listJobs, refreshJobs, nameJobs, textJobs)

var listJobs = []table.Job{
	listJob("list", workload.Splitting(), 100, 400),
	listJob("list", workload.Splitting(), 1000, 1500, others...),
	listJob("list", workload.Splitting(), 10_000, 2000),
	listJob("list of the real catalogs", workload.Splitting(), realTools, 1500),
	listJob("list, five mixed rules", workload.Mixed(), 1000, 350, others...),
	listJob("list, five mixed rules", workload.Mixed(), 10_000, 700),
	requestJob("a whole request: bind, list", workload.Splitting(), 1000),
}

var refreshJobs = []table.Job{
	planJob(1000),
	planJob(10_000),
	catalogJob(10_000),
}

// realTools is how many tools of the real catalogs have a name.
const realTools = 3114

// others are the peers beside the loop.
var others = []table.Peer{{Name: "two stages", Times: 1000}, {Name: "hand-written Go", Times: 150}}

// A rig is a policy over a catalog, for us and for the others.
type rig struct {
	policy  workload.Policy
	servers []engine.Server
	engine  *engine.Engine
	catalog *engine.Catalog
	tools   []*workload.Tool
	loop    *naive.Loop
}

func newRig(t testing.TB, p workload.Policy, tools int) *rig {
	t.Helper()
	r := &rig{policy: p, servers: workload.Servers(tools), engine: workload.Engine(t, p.File())}
	var err error
	if tools == realTools {
		if r.servers, err = workload.Real("../testdata/catalogs"); err != nil {
			t.Fatal(err)
		}
	}
	if r.catalog, _, err = r.engine.Catalog(r.servers); err != nil {
		t.Fatal(err)
	}
	if r.tools = workload.Tools(r.catalog); len(r.tools) != tools {
		t.Fatalf("%d tools have a name, want %d", len(r.tools), tools)
	}
	if r.loop, err = naive.NewLoop(p); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) hand() naive.Hand {
	return naive.Hand{Mixed: slices.Equal(r.policy.Whens, workload.Mixed().Whens)}
}

// A tool of a view is one pair of pointers; the others get off with a number.
func listJob(name string, p workload.Policy, tools int, times float64, others ...table.Peer) table.Job {
	against := append([]table.Peer{{Name: "loop over expr-lang", Times: times}}, others...)
	return table.Job{Name: name, Tools: tools, Against: against, Prepare: func(t testing.TB) table.Work {
		r := newRig(t, p, tools)
		ask := workload.Ask()
		view := r.catalog.View(ask.Engine())
		seen, numbers := make([]engine.Tool, 0, tools), make([]int, 0, tools)
		stages, hand := r.loop.Stages(r.tools), r.hand()
		theirs := []func(){
			func() { numbers = r.loop.List(numbers[:0], r.tools, ask) },
			func() { numbers = stages.List(numbers[:0], ask) },
			func() { numbers = hand.List(numbers[:0], r.tools, ask) },
		}
		return table.Work{Theirs: theirs[:len(against)], Ours: func() {
			seen = seen[:0]
			for t := range view.Tools() {
				seen = append(seen, t)
			}
		}}
	}}
}

// requestJob has both sides begin with a request as a host has it: a map for us, and a struct to fill for the loop.
func requestJob(name string, p workload.Policy, tools int) table.Job {
	return table.Job{Name: name, Tools: tools, Against: []table.Peer{{Name: "loop over expr-lang"}, {Name: "hand-written Go"}}, Prepare: func(t testing.TB) table.Work {
		r := newRig(t, p, tools)
		request := workload.Ask().Engine()
		seen, numbers := make([]engine.Tool, 0, tools), make([]int, 0, tools)
		hand := r.hand()
		return table.Work{
			Ours: func() {
				seen = seen[:0]
				for t := range r.catalog.View(request).Tools() {
					seen = append(seen, t)
				}
			},
			Theirs: []func(){
				func() { numbers = r.loop.List(numbers[:0], r.tools, workload.Ask()) },
				func() { numbers = hand.List(numbers[:0], r.tools, workload.Ask()) },
			},
		}
	}}
}

// planJob prepares the rules for tools that are bound already, which is what the one pass of the loop begins with too.
func planJob(tools int) table.Job {
	return table.Job{Name: "refresh the plan", Tools: tools, Against: []table.Peer{{Name: "one pass of the loop", Times: 1}}, Prepare: func(t testing.TB) table.Work {
		r := newRig(t, workload.Mixed(), tools)
		filter := plan.New(r.engine.Rules().Filter())
		sections := r.bound()
		ask := workload.Ask()
		numbers := make([]int, 0, tools)
		return table.Work{
			Ours: func() {
				done := make([]*plan.Section, len(sections))
				for i, tools := range sections {
					done[i] = filter.Section(tools)
				}
				filter.Plan(done...)
			},
			Theirs: []func(){func() { numbers = r.loop.List(numbers[:0], r.tools, ask) }},
		}
	}}
}

// catalogJob is a refresh from the bytes that the servers sent to a catalog and its report.
func catalogJob(tools int) table.Job {
	return table.Job{Name: "refresh the whole catalog, from JSON", Tools: tools, Against: []table.Peer{{Name: "one pass of the loop"}}, Prepare: func(t testing.TB) table.Work {
		r := newRig(t, workload.Mixed(), tools)
		ask := workload.Ask()
		numbers := make([]int, 0, tools)
		return table.Work{
			Ours: func() {
				if _, _, err := r.engine.Catalog(r.servers); err != nil {
					t.Fatal(err)
				}
			},
			Theirs: []func(){func() { numbers = r.loop.List(numbers[:0], r.tools, ask) }},
		}
	}}
}
