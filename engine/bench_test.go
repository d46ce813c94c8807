package engine_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	gojson "github.com/goccy/go-json"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/test/ratio"
	"github.com/toolrules/toolrules/rules"
)

// A rig is a catalog of tools with descriptions, and its equivalent without this module.
type rig struct {
	file    *rules.File
	servers []engine.Server
	catalog *engine.Catalog
	texts   []peerText // by tool
	sent    []peerTool // what the servers sent
}

// A peerTool is a tool as a host with raw JSON schemas marshals it.
type peerTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// peerToolsPerServer is the number of tools of a server. Fewer tools than this belong to one
// server.
const peerToolsPerServer = 100

const peerSchema = `{"type":"object","properties":{` +
	`"owner":{"type":"string","description":"The account that owns the repository. It is not case sensitive."},` +
	`"state":{"type":"string","enum":["open","closed","all"],"description":"Which issues to list: open, closed or \"all\" of them"},` +
	`"labels":{"type":"array","items":{"type":"string"}},"per_page":{"type":"integer","minimum":1,"maximum":100}},"required":["owner"]}`

// newRig returns a rig with an entry for every tool. One third of the entries have a default, one
// third also levels, and one third variants and runner rules of one of four shapes.
func newRig(n int) *rig {
	r := &rig{file: &rules.File{}, sent: make([]peerTool, n), texts: make([]peerText, n)}
	models := []string{"spark", "5.4", "hippo-5", "haiku", "mini"}
	for i := range n {
		server, tool := fmt.Sprintf("server_%d", i/peerToolsPerServer), fmt.Sprintf("read_issue_%d", i)
		own := fmt.Sprintf("Reads issue %d as the server's own words have it, which are longer than what replaces them.", i)
		r.sent[i] = peerTool{tool, own, json.RawMessage(peerSchema)}
		base := fmt.Sprintf("Tool %d reads the \"issue\" list from the tracker & returns JSON.\nUse it when the user asks.", i)
		t := peerText{fallback: base}
		spec := rules.TextSpec{Default: &base}
		if i%3 > 0 {
			t.levels = map[int]string{0: fmt.Sprintf("T%d.", i), 2: base[:20], 3: base[:20], 9: base + base}
			for level, text := range t.levels {
				spec.Levels = append(spec.Levels, rules.LevelText{On: rules.Level(level), Text: text})
			}
		}
		if i%3 == 2 {
			t.variants = map[string]string{"a": "Short " + base[:10], "b": base + " b", "c": "codex " + base}
			t.byLevel = map[int]string{0: "a", 1: "a", 2: "a"}
			model, other := models[i/3%4], models[i/3%4+1]
			t.rules = []peerRule{
				{runner: "grok", levels: map[int]string{0: "a", 1: "a", 5: "b"}},
				{runner: "codex", models: []string{model, other}, fallback: "c"},
				{models: []string{model}, levels: map[int]string{4: "b"}},
				{runner: "codex", fallback: "a"},
			}
			c, a := "c", "a"
			for name, text := range t.variants {
				spec.Variants = append(spec.Variants, rules.Variant{Name: name, Text: text})
			}
			spec.VerbosityMap = []rules.LevelVariant{{On: rules.Range(0, 2), Variant: "a"}}
			spec.Runners = []rules.RunnerSpec{
				{Runner: rules.Name("grok"), Levels: []rules.LevelVariant{{On: rules.Range(0, 1), Variant: "a"}, {On: rules.Level(5), Variant: "b"}}},
				{Runner: rules.Name("codex"), Model: rules.OneOf(model, other), Default: &c},
				{Model: rules.Name(model), Levels: []rules.LevelVariant{{On: rules.Level(4), Variant: "b"}}},
				{Runner: rules.Name("codex"), Default: &a},
			}
		}
		r.texts[i] = t
		r.file.Descriptions = append(r.file.Descriptions, rules.DescriptionSpec{Tools: []string{server + "/" + tool}, Description: &spec})
	}
	for i := 0; i < n; i += peerToolsPerServer {
		list, err := json.Marshal(map[string]any{"tools": r.sent[i:min(n, i+peerToolsPerServer)]})
		if err != nil {
			panic(err)
		}
		r.servers = append(r.servers, engine.Server{ID: fmt.Sprintf("server_%d", i/peerToolsPerServer), Lists: [][]byte{list}})
	}
	return r
}

func (r *rig) engine(t testing.TB) *engine.Engine {
	e, err := engine.New(r.file, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (r *rig) view(t testing.TB) *engine.View {
	r.catalog = catalogOf(t, r.engine(t), r.servers...)
	return r.catalog.View(engine.Request{Runner: "codex", Model: "5.4", Verbosity: engine.Verbosity(4)})
}

// peerTools resolves every description in a loop, and returns the tools to marshal.
func (r *rig) peerTools(t testing.TB, v *engine.View) func() []peerTool {
	list := make([]peerTool, 0, len(r.sent))
	for tool := range v.Tools() {
		list = append(list, peerTool{Name: tool.Name(), InputSchema: json.RawMessage(peerSchema)})
	}
	if len(list) != len(r.sent) {
		t.Fatalf("%d of %d tools are visible", len(list), len(r.sent))
	}
	return func() []peerTool {
		for i := range list {
			list[i].Description = r.texts[i].resolve("codex", "5.4", 4)
		}
		return list
	}
}

// A peerText is a description, for a loop over its rules.
type peerText struct {
	rules    []peerRule
	byLevel  map[int]string // names of variants
	levels   map[int]string
	variants map[string]string
	fallback string
}

type peerRule struct {
	runner   string   // empty: any
	models   []string // none: any
	levels   map[int]string
	fallback string
}

func (t *peerText) resolve(runner, model string, level int) string {
	best, bestScore := -1, -1
	for i := range t.rules {
		if score := t.rules[i].score(runner, model); score > bestScore {
			best, bestScore = i, score
		}
	}
	if best >= 0 {
		if name, ok := nearest(t.rules[best].levels, level); ok {
			return t.variants[name]
		}
		if name := t.rules[best].fallback; name != "" {
			return t.variants[name]
		}
	}
	if name, ok := nearest(t.byLevel, level); ok {
		return t.variants[name]
	}
	if text, ok := nearest(t.levels, level); ok {
		return text
	}
	return t.fallback
}

// score returns -1 for a rule that does not match.
func (r *peerRule) score(runner, model string) int {
	score := 0
	if len(r.models) > 0 {
		found := false
		for _, m := range r.models {
			found = found || m == model
		}
		if !found {
			return -1
		}
		score += 4
		if len(r.models) == 1 {
			score += 2
		}
	}
	if r.runner != "" {
		if r.runner != runner {
			return -1
		}
		score++
	}
	return score
}

func nearest(levels map[int]string, level int) (string, bool) {
	best, distance := 0, 100
	for at := range levels {
		d := max(at-level, level-at)
		if d < distance || d == distance && at < best {
			best, distance = at, d
		}
	}
	text, ok := levels[best]
	return text, ok
}

var rigSizes = []int{100, 1000, 10_000}

// Both sides of the benchmarks have the same results.
func TestPeersAgree(t *testing.T) {
	r := newRig(300)
	v := r.view(t)
	i := 0
	for tool := range v.Tools() {
		if got, want := tool.Description(), r.texts[i].resolve("codex", "5.4", 4); got != want {
			t.Errorf("tool %d is %q, want %q", i, got, want)
		}
		i++
	}
	var want, got any
	made, err := json.Marshal(r.peerTools(t, v)())
	if err != nil {
		t.Fatal(err)
	}
	decode(t, made, &want)
	decode(t, v.AppendToolsJSON(nil), &got)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// BenchmarkDescription resolves the description of one tool with runner rules for changing
// requests, and those of all tools for one request. Its metric is the ratio to a loop over the
// rules.
func BenchmarkDescription(b *testing.B) {
	const n = 1000
	r := newRig(n)
	compare := func(b *testing.B, texts int, ours, loop func()) {
		b.ReportAllocs()
		for b.Loop() {
			ours()
		}
		took, times := ratio.Measure(ours, loop)
		b.ReportMetric(took/float64(texts), "median-ns/text")
		b.ReportMetric(times[0], "x-loop")
	}
	all := slices.Collect(r.view(b).Tools())
	sum := 0
	b.Run("all", func(b *testing.B) {
		compare(b, n, func() {
			for _, tool := range all {
				sum += len(tool.Description())
			}
		}, func() {
			for i := range r.texts {
				sum += len(r.texts[i].resolve("codex", "5.4", 4))
			}
		})
	})
	b.Run("one", func(b *testing.B) {
		asks := []engine.Request{
			{Runner: "codex", Model: "5.4", Verbosity: engine.Verbosity(4)}, {Runner: "grok", Model: "mini", Verbosity: engine.Verbosity(3)},
			{Runner: "other", Model: "spark", Verbosity: engine.Verbosity(5)}, {Runner: "codex", Model: "big", Verbosity: engine.Verbosity(9)},
		}
		var tools []engine.Tool
		for _, ask := range asks {
			tools = append(tools, slices.Collect(r.catalog.View(ask).Tools())[2])
		}
		i, j := 0, 0
		compare(b, 1, func() {
			i = (i + 1) & 3
			sum += len(tools[i].Description())
		}, func() {
			j = (j + 1) & 3
			level, _ := asks[j].Verbosity.Get()
			sum += len(r.texts[2].resolve(asks[j].Runner, asks[j].Model, int(level)))
		})
	})
}

// BenchmarkAppendToolsJSON encodes a tools/list result. Its metrics are the ratios to resolving the
// descriptions in a loop and marshaling the tools, and, as a lower bound, to copying the result.
func BenchmarkAppendToolsJSON(b *testing.B) {
	for _, n := range rigSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := newRig(n)
			v := r.view(b)
			dst := v.AppendToolsJSON(nil)
			b.SetBytes(int64(len(dst)))
			b.ReportAllocs()
			for b.Loop() {
				dst = v.AppendToolsJSON(dst[:0])
			}
			list, copied := r.peerTools(b, v), []byte(nil)
			took, times := ratio.Measure(
				func() { dst = v.AppendToolsJSON(dst[:0]) },
				func() { _, _ = json.Marshal(list()) },
				func() { _, _ = gojson.Marshal(list()) },
				func() { copied = append(copied[:0], dst...) },
			)
			b.ReportMetric(took/float64(n), "median-ns/tool")
			b.ReportMetric(times[0], "x-encoding/json")
			b.ReportMetric(times[1], "x-goccy")
			b.ReportMetric(times[2], "x-copy")
		})
	}
}

// BenchmarkCatalog builds a catalog from what servers sent. Its metric is the ratio to
// encoding/json, which only reads it.
func BenchmarkCatalog(b *testing.B) {
	for _, n := range rigSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := newRig(n)
			e := r.engine(b)
			build := func() { catalogOf(b, e, r.servers...) }
			b.ReportAllocs()
			for b.Loop() {
				build()
			}
			took, times := ratio.Measure(build, func() {
				for _, s := range r.servers {
					var into struct{ Tools []map[string]any }
					if err := json.Unmarshal(s.Lists[0], &into); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.ReportMetric(took/float64(n)/1000, "median-µs/tool")
			b.ReportMetric(times[0], "x-encoding/json")
		})
	}
}

// BenchmarkWith builds the catalog for the new list of one server. Its metric is the ratio to
// building it from all lists.
func BenchmarkWith(b *testing.B) {
	for _, n := range rigSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := newRig(n)
			e := r.engine(b)
			catalog := catalogOf(b, e, r.servers...)
			changed := r.servers[len(r.servers)/2]
			with := func() {
				if _, err := catalog.With(changed); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				with()
			}
			took, times := ratio.Measure(with, func() { catalogOf(b, e, r.servers...) })
			b.ReportMetric(took/1e6, "median-ms")
			b.ReportMetric(times[0], "x-all")
		})
	}
}
