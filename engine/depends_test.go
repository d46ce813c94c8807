package engine_test

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
)

const dependsContext = `
version: 1
context:
  user: {role: admin | member | guest, groups: [string]}
  tenant?: string
  risk: float
  unread: string
`

func catalogOf(t testing.TB, e *engine.Engine, servers ...engine.Server) *engine.Catalog {
	t.Helper()
	catalog, err := e.BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

// tools returns a server with a list whose tools may lack an input schema.
func tools(id, list string) engine.Server {
	return engine.Server{ID: id, Lists: [][]byte{[]byte(list)}, KeepNonconforming: true}
}

func TestDepends(t *testing.T) {
	twoTools := tools("s", `[{"name":"a","annotations":{"readOnlyHint":true}},{"name":"b"}]`)
	for _, c := range []struct {
		name, rules string
		want        []string
	}{
		{"nothing", "", nil},
		{"patterns and tool-only expressions", "filter: {exclude: [x, {when: tool.readOnly}]}", nil},
		{"an expression", `filter: {exclude: [{when: ctx.user.role == "guest"}]}`, []string{"user.role"}},
		{"an entry that reaches no tool", `filter: {exclude: [{tools: other/*, when: ctx.user.role == "guest"}]}`, nil},
		{"an entry that reaches only what is hidden anyway", `filter: {exclude: [s/a, {tools: s/a, when: ctx.user.role == "guest"}]}`, nil},
		{"under ??", `filter: {exclude: [{when: (ctx.tenant ?? "x") == "y"}]}`, []string{"tenant"}},
		{"sorted, each once", `filter: {exclude: [{when: ctx.user.role == "guest" && ctx.risk > 1}, {when: ctx.risk > 2}]}`, []string{"risk", "user.role"}},
		{"a text by level", `descriptions: [{tools: s/a, title: {levels: {0: x, 9: y}}}]`, []string{"verbosity"}},
		{"a text that differs at one level only", `descriptions: [{tools: s/a, title: {levels: {0: x, 1: y, 2-9: x}}}]`, []string{"verbosity"}},
		{"a text that differs at the last level only", `descriptions: [{tools: s/a, title: {levels: {0-8: x, 9: y}}}]`, []string{"verbosity"}},
		{"a text that is the same at every level", `descriptions: [{tools: s/a, title: {levels: {0: x, 9: x}}}]`, nil},
		{"a text for another tool", `descriptions: [{tools: s/other, title: {levels: {0: x, 9: y}}}]`, nil},
		{"runner rules", `descriptions: [{tools: s/a, title: {variants: {v: V}, runners: [{runner: codex, default: v}, {model: x, when: ctx.risk > 1, default: v}]}}]`,
			[]string{"model", "risk", "runner"}},
		{"an argument that the tool lacks", `descriptions: [{tools: s/a, arguments: {x: {levels: {0: x, 9: y}}}}]`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := catalogOf(t, parse(t, dependsContext+c.rules), twoTools).Depends()
			if !slices.Equal(got.Fields, c.want) || got.Unknown || got.None() != (c.want == nil) {
				t.Errorf("got %+v, want %v", got, c.want)
			}
		})
	}
}

func TestDependsOnGoFunction(t *testing.T) {
	r := parse(t, "version: 1").File()
	never := func(expr.Tool, expr.Request) (bool, error) { return false, nil }
	e, err := engine.New(r, engine.Options{Exclude: []engine.Func{{Match: never}}})
	if err != nil {
		t.Fatal(err)
	}
	catalog := catalogOf(t, e, tools("s", `[{"name":"a"}]`))
	if d := catalog.Depends(); !d.Unknown || d.None() {
		t.Errorf("got %+v", d)
	}
	if key, ok := catalog.CacheKey(engine.Request{}); ok {
		t.Errorf("a key %q", key)
	}
}

// Requests with equal keys get equal bytes, and fields that Depends does not list have no effect.
func TestKeyCoversWhatIsShown(t *testing.T) {
	rules := dependsContext + `
filter:
  include:
    - {tools: s/*, when: ctx.user.role != "guest"}
    - {tools: s/b, when: (ctx.tenant ?? "none") == "acme" || ctx.model == "big"}
    - {tools: s/c, when: '"x" in ctx.user.groups'}
  exclude:
    - {tools: s/d, when: ctx.risk > 0.5 && ctx.verbosity > 4}
descriptions:
  - tools: s/*
    title: {levels: {0-3: few, 4-9: many}}
    description:
      default_verbosity: 2
      levels: {0-3: few, 4-9: many}
      variants: {v: V}
      runners: [{runner: codex, default: v}, {when: 'ctx.risk > 0.2', default: v}]
`
	catalog := catalogOf(t, parse(t, rules), tools("s", `[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}]`))
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawRequest(t, "x"), drawRequest(t, "y")
		if rapid.Bool().Draw(t, "y is x but for what nothing reads") {
			y = x
			y.Attrs = maps.Clone(x.Attrs)
			y.Attrs["unread"] = rapid.String().Draw(t, "unread")
		}
		kx, _ := catalog.CacheKey(x)
		ky, _ := catalog.CacheKey(y)
		bx, by := catalog.View(x).AppendToolsJSON(nil), catalog.View(y).AppendToolsJSON(nil)
		if kx == ky && string(bx) != string(by) {
			t.Fatalf("one key for\n%s\n%s", bx, by)
		}
	})
}

func drawRequest(t *rapid.T, label string) engine.Request {
	maybe := func(name string, values ...any) any { return rapid.SampledFrom(values).Draw(t, label+" "+name) }
	req := engine.Request{
		Runner: rapid.SampledFrom([]string{"", "codex", "other"}).Draw(t, label+" runner"),
		Model:  rapid.SampledFrom([]string{"", "big", "small"}).Draw(t, label+" model"),
	}
	if rapid.Bool().Draw(t, label+" asks for a level") {
		req.Verbosity = engine.Verbosity(rapid.Int64Range(-1, 10).Draw(t, label+" level"))
	}
	req.Attrs = map[string]any{
		"user":   map[string]any{"role": maybe("role", "admin", "guest", "nobody", nil, 5), "groups": maybe("groups", []string{"x"}, []string{}, nil, "x")},
		"tenant": maybe("tenant", "acme", "", nil, 1),
		"risk":   maybe("risk", 0, 0.3, 0.9, "high", nil),
		"unread": maybe("unread", "a", "b"),
	}
	return req
}
