package bench_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/bench/naive"
	"github.com/toolrules/toolrules/bench/table"
	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/plan"
)

var jobs = slices.Concat(listJobs, refreshJobs, limitJobs, nameJobs, textJobs)

var listJobs = []table.Job{
	chooseJob("choose", workload.Splitting(), 100, 400),
	chooseJob("choose", workload.Splitting(), 1000, 1500, others...),
	chooseJob("choose", workload.Splitting(), 10_000, 2000),
	chooseJob("choose, real catalogs", workload.Splitting(), realTools, 0),
	chooseJob("choose, five mixed rules", workload.Mixed(), 1000, 350, table.Peer{Name: "two stages"},
		table.Peer{Name: "hand-written Go"}),
	chooseJob("choose, five mixed rules", workload.Mixed(), 10_000, 700),
	chooseJob("choose, five mixed rules, real catalogs", workload.Mixed(), realTools, 0),
	listJob("list", workload.Splitting(), 100, 400),
	listJob("list", workload.Splitting(), 1000, 1500, others...),
	listJob("list", workload.Splitting(), 10_000, 2000),
	listJob("list, real catalogs", workload.Splitting(), realTools, 0),
	listJob("list, five mixed rules", workload.Mixed(), 1000, 350),
	listJob("list, five mixed rules", workload.Mixed(), 10_000, 700),
	handOutJob("list, handed out by View.Tools", workload.Splitting(), 1000),
	requestJob("bind a request and list", workload.Splitting(), 1000),
}

var refreshJobs = []table.Job{
	planJob(1000),
	planJob(10_000),
	catalogJob(10_000),
	serverJob(1000),
	serverJob(10_000),
}

// realTools is the number of tools of the real catalogs that have an exposed name.
const realTools = 3114

// others are the peers other than the loop.
var others = []table.Peer{{Name: "two stages", Times: 1000}, {Name: "hand-written Go", Times: 150}}

// A rig is a policy with a catalog, for this module and for the peers.
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
	servers := workload.Servers(tools)
	if tools == realTools {
		var err error
		if servers, err = workload.Real("../testdata/catalogs"); err != nil {
			t.Fatal(err)
		}
	}
	r := rigOf(t, p, servers)
	if len(r.tools) != tools {
		t.Fatalf("%d tools have a name, want %d", len(r.tools), tools)
	}
	return r
}

func rigOf(t testing.TB, p workload.Policy, servers []engine.Server) *rig {
	t.Helper()
	r := &rig{policy: p, servers: servers, engine: workload.Engine(t, p.File())}
	var err error
	if r.catalog, err = r.engine.BuildCatalog(servers); err != nil {
		t.Fatal(err)
	}
	r.tools = workload.Tools(r.catalog)
	if r.loop, err = naive.NewLoop(p); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) hand() naive.Hand {
	return naive.Hand{Mixed: slices.Equal(r.policy.Whens, workload.Mixed().Whens)}
}

// chooseJob finds the numbers of the tools that a request sees, as the peers do.
func chooseJob(name string, p workload.Policy, tools int, times float64, others ...table.Peer) table.Job {
	against := append([]table.Peer{{Name: "loop over expr-lang", Times: times}}, others...)
	return table.Job{Name: name, Tools: tools, Against: against, Prepare: func(t testing.TB) table.Work {
		r := newRig(t, p, tools)
		ask, numbers := workload.Ask(), make([]int, 0, tools)
		choose := workload.Plan(r.catalog)(ask)
		return table.Work{Ours: func() { numbers = choose(numbers[:0]) }, Theirs: r.theirs(ask)[:len(against)]}
	}}
}

// theirs are the peers, in the order of the jobs.
func (r *rig) theirs(ask *workload.Request) []func() {
	numbers := make([]int, 0, len(r.tools))
	stages, hand := r.loop.Stages(r.tools), r.hand()
	return []func(){
		func() { numbers = r.loop.List(numbers[:0], r.tools, ask) },
		func() { numbers = stages.List(numbers[:0], ask) },
		func() { numbers = hand.List(numbers[:0], r.tools, ask) },
	}
}

// listJob lists the tools that a view shows: two words for each tool, where the peers return a
// number.
func listJob(name string, p workload.Policy, tools int, times float64, others ...table.Peer) table.Job {
	return viewJob(name, p, tools, func(dst []engine.Tool, v *engine.View) []engine.Tool { return v.AppendTools(dst) },
		times, others...)
}

// handOutJob lists the tools by a loop over View.Tools.
func handOutJob(name string, p workload.Policy, tools int) table.Job {
	return viewJob(name, p, tools, workload.List, 0)
}

func viewJob(name string, p workload.Policy, tools int, list func([]engine.Tool, *engine.View) []engine.Tool,
	times float64, others ...table.Peer) table.Job {
	against := append([]table.Peer{{Name: "loop over expr-lang", Times: times}}, others...)
	return table.Job{Name: name, Tools: tools, Against: against, Prepare: func(t testing.TB) table.Work {
		r := newRig(t, p, tools)
		ask, seen := workload.Ask(), make([]engine.Tool, 0, tools)
		view := r.catalog.View(ask.Engine())
		return table.Work{Ours: func() { seen = list(seen[:0], view) }, Theirs: r.theirs(ask)[:len(against)]}
	}}
}

// requestJob starts with a request as the host has it: a map for this module, and a struct to fill
// for the peers.
func requestJob(name string, p workload.Policy, tools int) table.Job {
	against := []table.Peer{{Name: "loop over expr-lang"}, {Name: "hand-written Go"}}
	return table.Job{Name: name, Tools: tools, Against: against, Prepare: func(t testing.TB) table.Work {
		r := newRig(t, p, tools)
		numbers, hand := make([]int, 0, tools), r.hand()
		return table.Work{
			Ours: r.worker(),
			Theirs: []func(){
				func() { numbers = r.loop.List(numbers[:0], r.tools, workload.Ask()) },
				func() { numbers = hand.List(numbers[:0], r.tools, workload.Ask()) },
			},
		}
	}}
}

// worker returns a function that answers one request with memory of its own.
func (r *rig) worker() func() {
	request, seen := workload.Ask().Engine(), make([]engine.Tool, 0, len(r.tools))
	return func() { seen = r.catalog.View(request).AppendTools(seen[:0]) }
}

// planJob prepares the rules for tools that are already bound, which the pass of the loop also
// starts with.
func planJob(tools int) table.Job {
	against := []table.Peer{{Name: "one pass of the loop", Times: 1}}
	return table.Job{Name: "refresh the plan", Tools: tools, Against: against, Prepare: func(t testing.TB) table.Work {
		r := newRig(t, workload.Mixed(), tools)
		filter := plan.New(r.engine.Rules.Filter())
		sections := workload.Bound(r.catalog)
		return table.Work{
			Ours: func() {
				done := make([]*plan.Section, len(sections))
				for i, tools := range sections {
					done[i] = filter.Section(tools)
				}
				filter.Plan(done...)
			},
			Theirs: r.theirs(workload.Ask())[:1],
		}
	}}
}

// catalogJob is a refresh from the bytes that the servers sent to a catalog and its report.
func catalogJob(tools int) table.Job {
	against := []table.Peer{{Name: "encoding/json into the SDK's tools", Times: 1}, {Name: "one pass of the loop"}}
	return table.Job{Name: "refresh the whole catalog, from JSON", Tools: tools, Against: against,
		Prepare: func(t testing.TB) table.Work {
			r := newRig(t, workload.Mixed(), tools)
			return table.Work{Ours: r.refresh(t), Theirs: []func(){r.unmarshal(t), r.theirs(workload.Ask())[0]}}
		}}
}

func (r *rig) unmarshal(t testing.TB) func() {
	return func() {
		for _, s := range r.servers {
			for _, list := range s.Lists {
				var result struct{ Tools []*mcp.Tool }
				if err := json.Unmarshal(list, &result); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func (r *rig) refresh(t testing.TB) func() {
	return func() {
		if _, err := r.engine.BuildCatalog(r.servers); err != nil {
			t.Fatal(err)
		}
	}
}

// serverJob is a refresh after one of the 50 servers sent a list with one tool added, or removed
// again.
func serverJob(tools int) table.Job {
	against := []table.Peer{{Name: "the whole catalog anew"}, {Name: "one pass of the loop"}}
	return table.Job{Name: "refresh after one server, from JSON", Tools: tools, Against: against,
		Prepare: func(t testing.TB) table.Work {
			r := newRig(t, workload.Mixed(), tools)
			short := r.servers[20]
			long := short
			long.Lists = append(slices.Clone(short.Lists),
				[]byte(`[{"name":"one_more","inputSchema":{"type":"object"}}]`))
			catalog, next := r.catalog, long
			return table.Work{
				Ours: func() {
					var err error
					if catalog, err = catalog.With(next); err != nil {
						t.Fatal(err)
					}
					if len(next.Lists) == len(short.Lists) {
						next = long
					} else {
						next = short
					}
				},
				Theirs: []func(){r.refresh(t), r.theirs(workload.Ask())[0]},
			}
		}}
}
