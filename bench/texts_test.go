package bench_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	gojson "github.com/goccy/go-json"
	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/bench/naive"
	"github.com/toolrules/toolrules/bench/table"
	"github.com/toolrules/toolrules/bench/workload"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
)

var textJobs = []table.Job{
	viewTextJob(15),
	textJob(),
	textsJob(1000),
	jsonJob(100),
	jsonJob(1000, 50, 10),
	jsonJob(10_000),
}

// mostRules is the server whose tools have the text with most rules.
const mostRules = 2

// viewTextJob returns the description of a tool whose text has the most rules, for each request in
// turn that these rules distinguish. The requests are bound beforehand, and their views have
// already returned a description.
func viewTextJob(times float64) table.Job {
	against := []table.Peer{{Name: "loop over its rules, levels in maps", Times: times},
		{Name: "loop over its rules, levels in lists"}}
	return table.Job{Name: "one description of a view", Against: against, Prepare: func(t testing.TB) table.Work {
		r, asks := newTextRig(t, 50), textRequests() // one tool of each server
		tools := make([]engine.Tool, len(asks))
		for i, ask := range asks {
			tools[i] = r.catalog.View(ask.Engine()).AppendTools(nil)[mostRules]
			tools[i].Description() // evaluates the rules
		}
		return table.Work{
			Ours:   inTurn(func(i int) { tools[i].Description() }, len(asks)),
			Theirs: loopsOver(mostRules, asks),
		}
	}}
}

// textJob resolves the same text without catalog and view, so that its rules are evaluated each
// time.
func textJob() table.Job {
	against := []table.Peer{{Name: "loop over its rules, levels in maps"},
		{Name: "loop over its rules, levels in lists"}}
	return table.Job{Name: "one description alone", Against: against, Prepare: func(t testing.TB) table.Work {
		text, err := ruleset.CompileText(workload.Texts()[mostRules].Spec(), ruleset.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		asks := textRequests()
		queries := make([]ruleset.TextRequest, len(asks))
		for i, ask := range asks {
			level := int64(ask.Verbosity)
			queries[i] = ruleset.TextRequest{Runner: &ask.Runner, Model: &ask.Model, Verbosity: &level}
		}
		return table.Work{
			Ours:   inTurn(func(i int) { text.Resolve(queries[i]) }, len(asks)),
			Theirs: loopsOver(mostRules, asks),
		}
	}}
}

// loopsOver returns the two loops over the rules of one server's text.
func loopsOver(server int, asks []*workload.Request) []func() {
	written := workload.Texts()[server]
	maps, lists := naive.Maps(&written), naive.Lists(&written)
	return []func(){
		inTurn(func(i int) { maps.Resolve(asks[i]) }, len(asks)),
		inTurn(func(i int) { lists.Resolve(asks[i]) }, len(asks)),
	}
}

// inTurn calls f with the next number at each call.
func inTurn(f func(int), n int) func() {
	i := 0
	return func() {
		if i++; i == n {
			i = 0
		}
		f(i)
	}
}

// A textRig is a catalog whose descriptions the rules change, and its equivalent for the peers.
type textRig struct {
	catalog *engine.Catalog
	written []*workload.Text // of each tool
	wire    []wireTool
}

// A wireTool is a tool as a Go program that does not change schemas would represent it.
type wireTool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Annotations json.RawMessage `json:"annotations"`
}

func newTextRig(t testing.TB, tools int) *textRig {
	texts, servers := workload.Texts(), workload.Servers(tools)
	r := &textRig{catalog: workload.Catalog(t, workload.TextFile(texts), servers)}
	for i, s := range servers {
		var list struct{ Tools []wireTool }
		if err := json.Unmarshal(s.Lists[0], &list); err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			tool.Name, _ = r.catalog.Name(engine.Key{Server: s.ID, Tool: tool.Name})
			r.wire, r.written = append(r.wire, tool), append(r.written, &texts[i])
		}
	}
	return r
}

// resolver returns a function that fills in the descriptions.
func (r *textRig) resolver() func(*workload.Request) {
	texts := make([]*naive.Text[naive.LevelList], len(r.written))
	for i, t := range r.written {
		texts[i] = naive.Lists(t)
	}
	return func(ask *workload.Request) {
		for i, text := range texts {
			r.wire[i].Description = text.Resolve(ask)
		}
	}
}

// textsJob resolves the descriptions of all tools that a request sees.
func textsJob(tools int) table.Job {
	against := []table.Peer{{Name: "loop over their rules, levels in maps"},
		{Name: "loop over their rules, levels in lists"}}
	return table.Job{Name: "the descriptions of all tools", Tools: tools, Against: against,
		Prepare: func(t testing.TB) table.Work {
			r := newTextRig(t, tools)
			ask := workload.Ask()
			view := r.catalog.View(ask.Engine())
			texts := make([]string, 0, tools)
			maps := make([]*naive.Text[naive.LevelMap], len(r.written))
			for i, t := range r.written {
				maps[i] = naive.Maps(t)
			}
			resolve := r.resolver()
			return table.Work{
				Ours: func() { texts = descriptions(texts[:0], view) },
				Theirs: []func(){
					func() {
						texts = texts[:0]
						for _, text := range maps {
							texts = append(texts, text.Resolve(ask))
						}
					},
					func() { resolve(ask) },
				},
			}
		}}
}

func descriptions(dst []string, v *engine.View) []string {
	for t := range v.Tools() {
		dst = append(dst, t.Description())
	}
	return dst
}

// jsonJob encodes the tools of a tools/list result with the descriptions for a request.
func jsonJob(tools int, times ...float64) table.Job {
	times = append(times, 0, 0)
	against := []table.Peer{{Name: "encoding/json", Times: times[0]}, {Name: "goccy/go-json", Times: times[1]},
		{Name: "copying the same bytes"}}
	return table.Job{Name: "a tools/list result as JSON", Tools: tools, Against: against,
		Prepare: func(t testing.TB) table.Work {
			r := newTextRig(t, tools)
			ask := workload.Ask()
			view := r.catalog.View(ask.Engine())
			buf := view.AppendToolsJSON(nil)
			done, into := slices.Clone(buf), make([]byte, 0, len(buf))
			resolve := r.resolver()
			marshal := func(f func(any) ([]byte, error)) func() {
				return func() {
					resolve(ask)
					if _, err := f(r.wire); err != nil {
						t.Fatal(err)
					}
				}
			}
			return table.Work{
				Ours: func() { buf = view.AppendToolsJSON(buf[:0]) },
				Theirs: []func(){marshal(json.Marshal), marshal(gojson.Marshal),
					func() { into = append(into[:0], done...) }},
			}
		}}
}

// textRequests vary everything that descriptions depend on.
func textRequests() []*workload.Request {
	var all []*workload.Request
	for _, runner := range []string{"codex", "grok", "other"} {
		for _, model := range []string{"spark", "gpt-5.4", "hippo-5", "mini", "other"} {
			for level := range 10 {
				ask := workload.Ask()
				ask.Runner, ask.Model, ask.Verbosity = runner, model, level
				all = append(all, ask)
			}
		}
	}
	return all
}

func TestTextsAgree(t *testing.T) {
	r := newTextRig(t, 100)
	different := map[string]bool{}
	for _, ask := range textRequests() {
		i := 0
		for tool := range r.catalog.View(ask.Engine()).Tools() {
			got := tool.Description()
			lists, maps := naive.Lists(r.written[i]).Resolve(ask), naive.Maps(r.written[i]).Resolve(ask)
			if got != lists || got != maps {
				t.Fatalf("%s for %s, %s, level %d: %q, by a loop %q and %q", tool.Name(), ask.Runner, ask.Model,
					ask.Verbosity, got, lists, maps)
			}
			different[tool.Description()] = true
			i++
		}
		if i != len(r.wire) {
			t.Fatalf("%d tools, want %d", i, len(r.wire))
		}
	}
	if len(different) < 60 {
		t.Errorf("no more than %d different texts", len(different))
	}
}

func TestJSONAgrees(t *testing.T) {
	r := newTextRig(t, 1000)
	ask := workload.Ask()
	r.resolver()(ask)
	parse := func(data []byte) (tools []any) {
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		if err := decoder.Decode(&tools); err != nil {
			t.Fatal(err)
		}
		return tools
	}
	theirs, err := json.Marshal(r.wire)
	if err != nil {
		t.Fatal(err)
	}
	got, want := parse(r.catalog.View(ask.Engine()).AppendToolsJSON(nil)), parse(theirs)
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 1000 {
		t.Errorf("%d tools differ: %s", len(got), diff)
	}
}
