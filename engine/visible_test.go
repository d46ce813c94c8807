package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

const visibleRules = dependsContext + `
filter:
  include:
    - tools: s/*
    - {tools: t/*, when: 'ctx.user.role != "guest" and tool.name != "e"'}
    - {tools: t/e, when: '"x" in ctx.user.groups'}
    - {tools: t/e, when: 'any(tool.tags, # in ctx.user.groups)'}
  exclude:
    - {when: 'tool.readOnly and (ctx.tenant ?? "none") == "acme"'}
    - s/d*
    - {tools: t/b, when: ctx.risk > 0.5}
    - {when: 'ctx.runner == tool.name'}
    - {when: 'tool.bytes < ctx.verbosity and ctx.model == "big"'}
`

// visibleServers are three servers. One lists a name twice, so neither of its tools gets the name.
func visibleServers() []engine.Server {
	list := func(names ...string) []byte {
		var tools []string
		for i, n := range names {
			tools = append(tools, fmt.Sprintf(`{"name":%q,"title":"%d","annotations":{"readOnlyHint":%t},"inputSchema":{"type":"object"}}`, n, i, i%3 == 1))
		}
		return []byte("[" + strings.Join(tools, ",") + "]")
	}
	return []engine.Server{
		{ID: "s", Lists: [][]byte{list("a", "b", "d1", "codex")}},
		{ID: "t", Lists: [][]byte{list("a", "a", "b", "c", "e")}, Tags: map[string][]string{"e": {"x", "y"}, "c": {"x"}}},
		{ID: "u", Lists: [][]byte{list("z")}},
	}
}

// A listener is a catalog that records the failures that its host receives.
type listener struct {
	*engine.Catalog
	failures []string
}

func listen(t testing.TB, opts engine.Options) *listener {
	t.Helper()
	w := &listener{}
	opts.OnFailure = func(f engine.Failure) { w.failures = append(w.failures, f.String()) }
	e, err := engine.New(parse(t, visibleRules).File(), opts)
	if err != nil {
		t.Fatal(err)
	}
	w.Catalog = catalogOf(t, e, visibleServers()...)
	return w
}

// hostEntries are Go functions with every kind of result.
var hostEntries = engine.Options{
	Exclude: []engine.Func{{Match: func(tool expr.Tool, r expr.Request) (bool, error) {
		if tool.Info().Name == "b" && r.Values().Model == "small" {
			return false, errors.New("can't tell")
		}
		return tool.Info().Title == "4", nil
	}}},
	Include: []engine.Func{{Match: func(tool expr.Tool, r expr.Request) (bool, error) {
		if r.Values().Runner == "" {
			panic("no runner")
		}
		return tool.Info().Server == "u", nil
	}}},
}

// With and without a plan, a request sees the same tools, can call the same tools, and has the same
// failures in the same order.
func TestPlanSeesWhatThePlainEvaluatorSees(t *testing.T) {
	for name, opts := range map[string]engine.Options{"rules alone": {}, "with functions": hostEntries} {
		t.Run(name, func(t *testing.T) {
			fast := listen(t, opts)
			opts = engine.Reference(opts)
			plain := listen(t, opts)
			seen := map[string]int{}
			rapid.Check(t, func(t *rapid.T) {
				req := drawRequest(t, "request")
				fast.failures, plain.failures = nil, nil
				x, y := fast.View(req), plain.View(req)
				if got, want := names(x), names(y); !slices.Equal(got, want) {
					t.Fatalf("lists %q, want %q", got, want)
				}
				for _, key := range fast.Tools() {
					name := key.Server + "__" + key.Tool
					got, err := x.Resolve(name)
					want, plainErr := y.Resolve(name)
					if got != want || err != plainErr {
						t.Fatalf("%s: %v %v, want %v %v", name, got, err, want, plainErr)
					}
					seen[fmt.Sprint(err == nil)]++
				}
				if !slices.Equal(fast.failures, plain.failures) {
					t.Fatalf("failures\n%s\nwant\n%s", strings.Join(fast.failures, "\n"), strings.Join(plain.failures, "\n"))
				}
				seen["failures"] += len(plain.failures)
			})
			for _, what := range []string{"true", "false", "failures"} {
				if seen[what] < 20 {
					t.Errorf("only %d %s", seen[what], what)
				}
			}
		})
	}
}

// AppendTools appends the tools that Tools yields, with the plan, with the plan and OnFailure, and
// with the reference evaluator.
func TestAppendToolsAgreesWithTools(t *testing.T) {
	plain := listen(t, engine.Reference(engine.Options{}))
	e, err := engine.New(parse(t, visibleRules).File(), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	catalogs := []*engine.Catalog{catalogOf(t, e, visibleServers()...), listen(t, engine.Options{}).Catalog, plain.Catalog}
	first := engine.Tool{}
	sizes := map[int]bool{}
	rapid.Check(t, func(t *rapid.T) {
		req := drawRequest(t, "request")
		want := names(plain.View(req))
		sizes[len(want)] = true
		for i, catalog := range catalogs {
			v := catalog.View(req)
			got := v.AppendTools([]engine.Tool{first})
			if got[0] != first || !slices.Equal(got[1:], slices.Collect(v.Tools())) || !slices.Equal(names(v), want) {
				t.Fatalf("catalog %d: appends %v, hands out %q, want %q", i, got, names(v), want)
			}
		}
	})
	if len(sizes) < 4 {
		t.Errorf("only lists of %v", sizes)
	}
	if got := (&engine.View{}).AppendTools(nil); len(got) != 0 {
		t.Errorf("the zero View sees %v", got)
	}
}

// Loops that stop early, and lists made inside a loop, do not affect others.
func TestToolsCanBeLeftAndNested(t *testing.T) {
	v := listen(t, engine.Options{}).View(engine.Request{Runner: "other"})
	want := names(v)
	for tool := range v.Tools() {
		if tool.Name() != want[0] {
			t.Errorf("got %s first", tool.Name())
		}
		if got := names(v); !slices.Equal(got, want) {
			t.Errorf("inside: %q", got)
		}
		break
	}
	if got := names(v); !slices.Equal(got, want) {
		t.Errorf("afterwards: %q", got)
	}
}

// Views of one catalog share memory but not its content. Goroutines that use one view share the
// selected rules.
func TestViewsAreSharedSafely(t *testing.T) {
	catalog := catalogOf(t, parse(t, secretRules), visibleServers()...)
	attrs := map[string]any{"tenant": "y", "risk": 1.0, "user": map[string]any{"role": "admin", "groups": []string{"x", "y"}}}
	shown := map[string]bool{}
	var wg sync.WaitGroup
	for _, req := range []engine.Request{{Runner: "codex", Model: "b", Attrs: attrs}, {Runner: "z", Model: "c", Attrs: attrs}, {Runner: "z"}} {
		want := string(catalog.View(req).AppendToolsJSON(nil))
		shown[want] = true
		v := catalog.View(req)
		for range 4 {
			wg.Go(func() {
				for range 200 {
					if got := string(v.AppendToolsJSON(nil)); got != want {
						t.Errorf("got  %s\nwant %s", got, want)
						return
					}
				}
			})
		}
	}
	wg.Wait()
	if len(shown) < 3 {
		t.Errorf("the requests see the same: %v", shown)
	}
}

// A rule that fails for every request is reported when the list arrives, even if another entry
// hides the tool.
func TestReportHasWhatAlwaysFails(t *testing.T) {
	e := parse(t, `
version: 1
filter:
  include: ['*', {when: 'tool.title == "x"'}]
  exclude:
    - s/b
    - {when: 'tool.title == "y"'}
    - {when: 'tool.title == ctx.runner'}
    - {tools: s/a, when: 'len(tool.title) > 3'}
`)
	long := strings.Repeat("x", cond.MaxToolString+1)
	built, err := e.BuildCatalog([]engine.Server{tools("s", `[{"name":"a","title":"`+long+`","inputSchema":{"type":"object"}},{"name":"b","title":"`+long+`","inputSchema":{"type":"object"}},{"name":"c","inputSchema":{"type":"object"}}]`)})
	if err != nil {
		t.Fatal(err)
	}
	report := built.Report()
	var got []string
	for _, f := range report.Failures {
		got = append(got, f.Key.Tool+f.Pointer)
	}
	want := []string{"a/filter/include/1", "a/filter/exclude/1", "a/filter/exclude/3", "a/filter/exclude/2",
		"b/filter/include/1", "b/filter/exclude/1", "b/filter/exclude/2"}
	for i := range want {
		want[i] += "/when"
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A tool with a string that is too long for a condition that also reads the request is hidden by
// exclude, and a refresh reports each rule that can't read it.
func TestReportHasWhatIsTooLongBesideTheRequest(t *testing.T) {
	e := parse(t, `
version: 1
filter:
  exclude:
    - {when: 'tool.description contains (ctx.runner ?? "x")'}
    - {tools: s/b, when: 'tool.title == ctx.runner'}
descriptions:
  - tools: s/*
    title: {default: one, variants: {v: two}, runners: [{when: 'tool.description startsWith (ctx.model ?? "x")', default: v}]}
`)
	list := `[{"name":"a","description":"` + strings.Repeat("y", cond.MaxBesideString) + `","inputSchema":{"type":"object"}},
		{"name":"b","description":"` + strings.Repeat("y", cond.MaxBesideString+1) + `","inputSchema":{"type":"object"}}]`
	catalog, err := e.BuildCatalog([]engine.Server{tools("s", list)})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range catalog.Report().Failures {
		got = append(got, f.Key.Tool+f.Pointer+" "+f.Reason)
	}
	const why = ` tool.description has 4097 bytes; at most 4096 are allowed in a condition that also reads the request [over_limit]`
	want := []string{
		`b/filter/exclude/0/when tool.description contains (ctx.runner ?? "x"):` + why,
		`b/descriptions/0/title/runners/0/when tool.description startsWith (ctx.model ?? "x"):` + why,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	var shown []string
	view := catalog.View(engine.Request{Runner: "r"})
	for tool := range view.Tools() {
		shown = append(shown, tool.Name())
	}
	if !slices.Equal(shown, []string{"s__a"}) {
		t.Errorf("%q are visible", shown)
	}
	for key, want := range map[string]bool{"a": true, "b": false} {
		if got := catalog.Explain(engine.Request{Runner: "r"}, engine.Key{Server: "s", Tool: key}); got.Visible != want {
			t.Errorf("Explain says of %s that it is visible: %t, want %t", key, got.Visible, want)
		}
	}
	if _, err := view.Resolve("s__b"); err == nil {
		t.Error("b can be called")
	}
}

// A server can cause a failure for each tool and rule, so a report is limited.
func TestReportOfLongStringsIsBounded(t *testing.T) {
	var rules, list []string
	for i := range 40 {
		rules = append(rules, fmt.Sprintf(`    - {when: 'tool.title == ctx.runner and ctx.model == "%d"'}`, i))
		list = append(list, fmt.Sprintf(`{"name":"t%d","title":"%s","inputSchema":{"type":"object"}}`, i, strings.Repeat("y", cond.MaxBesideString+1)))
	}
	e := parse(t, "version: 1\nfilter:\n  exclude:\n"+strings.Join(rules, "\n")+"\n")
	catalog, err := e.BuildCatalog([]engine.Server{tools("s", "["+strings.Join(list, ",")+"]")})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(catalog.Report().Failures); n != 1000 {
		t.Errorf("%d failures", n)
	}
}
