package bench_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/toolrules/toolrules/bench/table"
	"github.com/toolrules/toolrules/engine"
)

// limitJobs load and refresh what is at the limits of docs/limits.md.
var limitJobs = []table.Job{loadLimitJob(), refreshLimitJob(1000), refreshLimitJob(10_000)}

// limitRules is a rule file at its limits: each of them evaluates all that it may for each tool.
func limitRules() []byte {
	b := []byte("version: 1\ncontext: {n: int}\nfilter:\n  exclude:\n")
	const literal, wide, regexes = 8000, 1000, 24
	for i := range literal {
		b = fmt.Appendf(b, "    - s/other_%d\n", i)
	}
	for i := range wide {
		b = fmt.Appendf(b, "    - '*%c*%c*%c_%d'\n", 'a'+i%26, 'a'+i/26%26, 'a'+i*7%26, i)
	}
	for i := range regexes {
		b = fmt.Appendf(b, "    - {server: '*', regex: '[a-z]+_(a?){%d}Z'}\n", 8+i%4)
	}
	b = append(b, "descriptions:\n"...)
	for i := range 4000 {
		b = fmt.Appendf(b, "  - {tools: s%d/tool_number_%d_of_all, title: T}\n", i%50, i)
	}
	b = append(b, "  - tools: '*'\n    arguments:\n"...)
	for i := range 256 {
		b = fmt.Appendf(b, "      a%d: A\n", i)
	}
	return b
}

// limitServers are the lists of 50 servers, 1.6 KiB a tool.
func limitServers(tools int) []engine.Server {
	servers := make([]engine.Server, 50)
	filler := strings.Repeat("d", 1300)
	for i := range servers {
		var list []string
		for n := i; n < tools; n += len(servers) {
			list = append(list, fmt.Sprintf(`{"name":"tool_number_%d_of_all","description":%q,`+
				`"inputSchema":{"type":"object","properties":{"a0":{"type":"string","description":"the first"},`+
				`"a1":{"type":"string"},"other":{"type":"integer"}},"required":["a0"]}}`, n, filler))
		}
		servers[i] = engine.Server{ID: fmt.Sprintf("s%d", i),
			Lists: [][]byte{[]byte(`{"tools":[` + strings.Join(list, ",") + `]}`)}}
	}
	return servers
}

func parseLimits(t testing.TB, rules []byte) *engine.Engine {
	t.Helper()
	e, err := engine.Parse("tools.rules.yaml", rules, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// loadLimitJob compiles a rule file at its limits.
func loadLimitJob() table.Job {
	return table.Job{Name: "load rules at their limits", Against: []table.Peer{{Name: "the YAML library alone"}},
		Prepare: func(t testing.TB) table.Work {
			rules := limitRules()
			return table.Work{Ours: func() { parseLimits(t, rules) }, Theirs: []func(){func() {
				var v any
				if err := yaml.Unmarshal(rules, &v); err != nil {
					t.Fatal(err)
				}
			}}}
		}}
}

// refreshLimitJob builds a catalog under rules at their limits.
func refreshLimitJob(tools int) table.Job {
	against := []table.Peer{{Name: "the same without rules"}, {Name: "encoding/json, into any"}}
	return table.Job{Name: "refresh under rules at their limits", Tools: tools, Against: against,
		Prepare: func(t testing.TB) table.Work {
			servers := limitServers(tools)
			build := func(e *engine.Engine) func() {
				return func() {
					if c, err := e.BuildCatalog(servers); err != nil || len(c.Tools()) != tools {
						t.Fatal(err)
					}
				}
			}
			return table.Work{Ours: build(parseLimits(t, limitRules())),
				Theirs: []func(){build(parseLimits(t, []byte("version: 1"))), func() {
					for _, s := range servers {
						var v any
						if err := json.Unmarshal(s.Lists[0], &v); err != nil {
							t.Fatal(err)
						}
					}
				}}}
		}}
}

// TestLimitJobs checks that the rules are at their limits and that the catalog is as expected.
func TestLimitJobs(t *testing.T) {
	rules := limitRules()
	if _, err := engine.Parse("tools.rules.yaml", append(rules, "      a256: A\n"...), engine.Options{}); err == nil {
		t.Error("there is room for one text more")
	}
	c, err := parseLimits(t, rules).BuildCatalog(limitServers(1000))
	if err != nil {
		t.Fatal(err)
	}
	titles := 0
	for tool := range c.View(engine.Request{}).Tools() {
		if tool.Title() == "T" {
			titles++
		}
	}
	if titles != 1000 || len(c.Report().Places) != 50*2000 {
		t.Errorf("%d titles, %d faults", titles, len(c.Report().Places))
	}
}
