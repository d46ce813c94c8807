package bench_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/bench/naive"
	"github.com/toolrules/toolrules/bench/table"
	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/naming"
)

var nameJobs = []table.Job{
	buildJob(100, 0, 0),
	buildJob(1000, 0, 0),
	buildJob(10_000, 25, 2.5),
	exposedJob("one exposed name, short", "issues.list_comments_by_id", 25),
	exposedJob("one exposed name, truncated", strings.Repeat("very_long_tool_name_", 4), 9),
}

var scheme naming.Scheme

// namingServers returns the names of a generated catalog, some of them harder: a tenth has a dot, a
// twentieth is too long, and a few are illegal or collide.
func namingServers(tools int) []naming.Server {
	var servers []naming.Server
	at := 0
	for _, s := range workload.Servers(tools) {
		named := naming.Server{ID: s.ID}
		for _, tool := range workload.Names(s) {
			at++
			switch {
			case at%10 == 1:
				tool = strings.Replace(tool, "_", ".", 1)
			case at%20 == 2:
				tool = fmt.Sprintf("%s_%060d", tool, at)
			case at%200 == 3:
				tool = "read " + tool
			case at%200 == 4:
				tool = "read.all"
			case at%200 == 5:
				tool = "read_all"
			}
			named.Tools = append(named.Tools, tool)
		}
		servers = append(servers, named)
	}
	return servers
}

func buildJob(tools int, regexpTimes, carefulTimes float64) table.Job {
	against := []table.Peer{{Name: "regexp, fmt and maps", Times: regexpTimes},
		{Name: "careful Go maps", Times: carefulTimes}, {Name: "one careful Go map, one way"}}
	return table.Job{Name: "names of a catalog", Tools: tools, Against: against,
		Prepare: func(t testing.TB) table.Work {
			servers := namingServers(tools)
			return table.Work{
				Ours: func() {
					if _, _, err := scheme.Build(servers); err != nil {
						t.Fatal(err)
					}
				},
				Theirs: []func(){func() { naive.Names(servers) }, func() { naive.CarefulNames(servers) },
					func() { naive.OneWayNames(servers) }},
			}
		}}
}

func exposedJob(name, tool string, times float64) table.Job {
	return table.Job{Name: name, Against: []table.Peer{{Name: "regexp and fmt", Times: times}},
		Prepare: func(testing.TB) table.Work {
			buf := make([]byte, 0, 224)
			return table.Work{
				Ours:   func() { buf = scheme.AppendExposed(buf[:0], "github_enterprise", tool) },
				Theirs: []func(){func() { naive.Exposed("github_enterprise", tool) }},
			}
		}}
}

func TestNamesAgree(t *testing.T) {
	for _, tools := range []int{100, 1000, 10_000} {
		servers := namingServers(tools)
		got, report, err := scheme.Build(servers)
		if err != nil {
			t.Fatal(err)
		}
		want, careful, oneWay := naive.Names(servers), naive.CarefulNames(servers), naive.OneWayNames(servers)
		if got.Len() != len(want.Keys) || len(report.Rejected) != len(want.Rejected) ||
			len(careful.Rejected) != len(want.Rejected) {
			t.Errorf("%d tools: %d names and %d rejected; want %d and %d", tools, got.Len(), len(report.Rejected),
				len(want.Keys), len(want.Rejected))
		}
		if len(report.Truncated) < tools/30 || tools == 10_000 && len(report.Collisions) == 0 {
			t.Errorf("%d tools: %d truncated, %d collisions: the names are too easy", tools, len(report.Truncated),
				len(report.Collisions))
		}
		for name, key := range want.Keys {
			if at, ok := got.Lookup(name); !ok || at != key || careful.Keys[name] != key ||
				careful.Names[key] != name || oneWay[name] < 0 {
				t.Errorf("%s leads to %v, %t, to %v and to tool %d", name, at, ok, careful.Keys[name], oneWay[name])
			}
		}
	}
}
