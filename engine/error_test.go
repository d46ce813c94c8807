package engine_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// places returns code and location of every *engine.Error in err.
func places(t *testing.T, err error) []string {
	t.Helper()
	list := []string{}
	var walk func(error)
	walk = func(err error) {
		if e, ok := err.(*engine.Error); ok {
			if e.Message == "" {
				t.Errorf("no message: %+v", e)
			}
			list = append(list, string(e.Code)+" "+e.Where)
			return
		}
		many, ok := err.(interface{ Unwrap() []error })
		if !ok {
			t.Fatalf("%T is no *engine.Error: %v", err, err)
		}
		for _, inner := range many.Unwrap() {
			walk(inner)
		}
	}
	if err != nil {
		walk(err)
	}
	return list
}

func TestErrorsOfOptions(t *testing.T) {
	yes := func(expr.Tool, expr.Request) (bool, error) { return true, nil }
	r := parse(t, `{version: 1, filter: {include: [x], exclude: [{id: a, tools: x}, y]}}`).File()
	_, err := engine.New(r, engine.Options{
		Include: []engine.Func{{Match: yes}, {ID: "no function"}},
		Exclude: []engine.Func{{ID: "a", Match: yes}},
	})
	if got := places(t, err); !slices.Equal(got, []string{"nothing_to_match options.include[1]", "duplicate_id options.exclude[0]"}) {
		t.Errorf("got %q", got)
	}
	_, err = engine.New(nil, engine.Options{})
	if got := places(t, err); !slices.Equal(got, []string{"no_rules rules"}) || !errors.Is(err, engine.CodeNoRules) {
		t.Errorf("got %q", got)
	}
}

// TestNewReportsAllProblems checks that the problems that loading finds are reported together with
// those that compiling finds, in file order, also if the file is compiled again.
func TestNewReportsAllProblems(t *testing.T) {
	file, err := rules.Parse("r.yaml", []byte(`version: 1
filter:
  include: [{when: ctx.nobody}]
  exclude: [{tools: a, wehn: x}]
  wrong: 1
descriptions: [{tools: 'a/b/c', title: T}]
`))
	lines := func(err error) (lines []int) {
		ps, _ := errors.AsType[rules.Problems](err)
		for _, p := range ps {
			lines = append(lines, p.Line)
		}
		return lines
	}
	if got, want := lines(err), []int{4, 5}; !slices.Equal(got, want) {
		t.Errorf("loading reports %v", err)
	}
	for range 2 {
		if _, err := engine.New(file, engine.Options{}); !slices.Equal(lines(err), []int{3, 4, 5, 6}) {
			t.Errorf("compiling reports %v", err)
		}
	}
}

func TestErrorsOfServers(t *testing.T) {
	for _, c := range []struct {
		name, rules string
		ids         []string
		want        []string
		cause       naming.Code // of the error below; empty: it is the engine's own
	}{
		{"not in servers", "servers: [github, fs]", []string{"fs", "githb", "x"},
			[]string{"unknown_server servers[1]", "unknown_server servers[2]"}, ""},
		{"illegal", "", []string{"fs", "sea-map"}, []string{"invalid_server_id servers[1]"}, naming.CodeInvalidServerID},
		{"twice", "", []string{"fs", "fs"}, []string{"duplicate_server_id servers[1]"}, naming.CodeDuplicateServerID},
		{"two without a namespace", "naming: {namespace: false}", []string{"a", "b"},
			[]string{"namespace_needs_one_server naming/namespace"}, naming.CodeNamespaceNeedsOneServer},
		{"none without a namespace", "naming: {namespace: false}", nil,
			[]string{"namespace_needs_one_server naming/namespace"}, naming.CodeNamespaceNeedsOneServer},
	} {
		t.Run(c.name, func(t *testing.T) {
			var servers []engine.Server
			for _, id := range c.ids {
				servers = append(servers, engine.Server{ID: id})
			}
			catalog, err := parse(t, "version: 1\n"+c.rules).BuildCatalog(servers)
			report := catalog.Report()
			if got := places(t, err); !slices.Equal(got, c.want) || catalog != nil || report != nil {
				t.Errorf("got %q, want %q", got, c.want)
			}
			var below *naming.Error
			if found := errors.As(err, &below); found != (c.cause != "") || found && below.Code != c.cause {
				t.Errorf("below there is %v, want %q", below, c.cause)
			}
		})
	}
}

// Zero values see nothing, and return the usual errors.
func TestZeroValuesHide(t *testing.T) {
	for name, v := range map[string]*engine.View{"view": {}, "view of a zero catalog": new(engine.Catalog).View(engine.Request{})} {
		if key, err := v.Resolve("x"); err != engine.ErrNotFound || key != (engine.Key{}) {
			t.Errorf("%s: Resolve returns %v, %v", name, key, err)
		}
		if got := string(v.AppendToolsJSON(nil)); got != "[]" {
			t.Errorf("%s: shows %s", name, got)
		}
	}
	zero := new(engine.Catalog)
	if key, ok := zero.CacheKey(engine.Request{Runner: "x"}); ok {
		t.Errorf("a key %q for what a zero catalog shows", key)
	}
	if x := zero.Explain(engine.Request{}, key("s/x")); x.Known || x.Visible {
		t.Errorf("a zero catalog explains %+v", x)
	}
	if got := len(zero.Servers()) + len(zero.Tools()); got != 0 || !zero.Depends().None() {
		t.Errorf("a zero catalog has %d servers and tools, and depends on %+v", got, zero.Depends())
	}
}

func TestRepeatsAreFoundAmongAllSpellings(t *testing.T) {
	built, err := parse(t, "version: 1").BuildCatalog([]engine.Server{tools("s", `[{"name":"d","inputSchema":{"type":"object"}},{"name":"d","x":1,"inputSchema":{"type":"object"}},{"name":"d","x":1,"inputSchema":{"type":"object"}}]`)})
	if err != nil {
		t.Fatal(err)
	}
	report := built.Report()
	if len(report.Faults) != 1 || report.Faults[0].Code != engine.CodeRepeated || report.Faults[0].Index != 2 || len(report.Rejected) != 2 {
		t.Errorf("report: %+v", report)
	}
}

func TestEveryPathOfAToolWithoutSchemaIsReported(t *testing.T) {
	c, err := parse(t, `
version: 1
descriptions:
  - {tools: s/x, arguments: {a: A, b: B}}
  - {tools: '*', arguments: {c.d: C}, results: {e: E}}
`).BuildCatalog([]engine.Server{tools("s", `[{"name":"x"}]`)})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, p := range c.Report().Places {
		got = append(got, string(p.Code)+" "+p.Path)
	}
	want(t, got, "no_schema a", "no_schema b", "no_schema c.d", "no_schema e")
}

type panicking struct{}

func (panicking) MarshalJSON() ([]byte, error) { panic("no") }

func TestValuesThatPanic(t *testing.T) {
	c, err := parse(t, "version: 1").BuildCatalog([]engine.Server{{ID: "s", Values: []any{panicking{}, map[string]any{"name": "a", "inputSchema": map[string]string{"type": "object"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Report()
	want(t, names(c.View(engine.Request{})), "s__a")
	if len(report.Faults) != 1 || report.Faults[0].Code != engine.CodeBadTool || report.Tools != 2 {
		t.Errorf("report: %+v", report)
	}
}
