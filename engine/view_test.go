package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/naming"
)

// A tool that is hidden by any kind of rule, rejected for any reason, listed twice, invalid or
// missing does not exist for a caller, in any list and under any name.
func TestWhatIsNotShownIsNotThere(t *testing.T) {
	rules := `
version: 1
context: {role: string}
naming: {accept: exposed_and_original, collisions: keep_first, rename: {s/renamed: other}}
filter:
  exclude:
    - s/by_pattern
    - {server: s, regex: ^by_regex$}
    - {when: tool.name == "by_fact"}
    - {tools: s/by_request, when: ctx.role != "admin"}
    - {tools: s/by_failure, when: ctx.role == "admin"}
    - {tools: s/renamed, when: ctx.role != "admin"}
`
	list := `[{"name":"seen"},{"name":"by_pattern"},{"name":"by_regex"},{"name":"by_fact"},{"name":"by_request"},{"name":"by_failure"},
		{"name":"renamed"},{"name":"il legal"},{"name":"x.y"},{"name":"x_y"},{"name":"x-y"},{"name":"host"},{"name":"twice"},{"name":"twice","title":"T"},{"name":"broken","name":"broken"}]`
	e, err := engine.New(parse(t, rules).File(), engine.Options{Reserved: []string{"s__host"}})
	if err != nil {
		t.Fatal(err)
	}
	c := catalogOf(t, e, tools("s", list))
	nobody := c.View(engine.Request{})
	want(t, names(nobody), "s__seen", "s__x_y", "s__x-y", "s__twice")
	notFound(t, nobody, "s__by_pattern", "s__by_regex", "s__by_fact", "s__by_request", "s__by_failure", "s__other", "s__renamed", "s__il legal", "s__host",
		"s__broken", "s__no_such", "by_pattern", "by_request", "renamed", "other", "il legal", "host", "broken", "no_such", "", "s__", "__seen", "S__seen", "s__seen ", "s/seen", "x_y\x00")
	for name, tool := range map[string]string{"s__seen": "seen", "seen": "seen", "s__x_y": "x.y", "s__x-y": "x-y", "x.y": "x.y", "s__twice": "twice"} {
		if got, err := nobody.Resolve(name); err != nil || got != (engine.Key{Server: "s", Tool: tool}) {
			t.Errorf("%s leads to %v, %v; want %s", name, got, err, tool)
		}
	}
	admin := c.View(engine.Request{Attrs: map[string]any{"role": "admin"}})
	want(t, names(admin), "s__seen", "s__by_request", "s__other", "s__x_y", "s__x-y", "s__twice")
	if got, err := admin.Resolve("s__other"); err != nil || got != key("s/renamed") {
		t.Errorf("got %v, %v", got, err)
	}
	notFound(t, admin, "s__by_failure", "s__renamed")
}

// A request without values, or with wrong ones, is answered. The rules that read a missing value
// fail.
func TestRequests(t *testing.T) {
	rules := `
version: 1
context: {role: string, risk?: float, user: {id: int}}
filter:
  include:
    - {tools: s/any, when: 'true'}
    - {tools: s/runner, when: ctx.runner == "r"}
    - {tools: s/level, when: ctx.verbosity == 7}
    - {tools: s/five, when: ctx.verbosity == 5}
    - {tools: s/role, when: ctx.role == "a"}
    - {tools: s/risk, when: (ctx.risk ?? 0.0) < 1.0}
    - {tools: s/user, when: ctx.user.id > 0}
`
	list := `[{"name":"any"},{"name":"runner"},{"name":"level"},{"name":"five"},{"name":"role"},{"name":"risk"},{"name":"user"}]`
	c := catalogOf(t, parse(t, rules), tools("s", list))
	tests := []struct {
		name string
		req  engine.Request
		want []string
	}{
		{"nothing", engine.Request{}, []string{"any", "five", "risk"}},
		{"runner", engine.Request{Runner: "r"}, []string{"any", "runner", "five", "risk"}},
		{"level", engine.Request{Verbosity: engine.Verbosity(7)}, []string{"any", "level", "risk"}},
		{"level zero", engine.Request{Verbosity: engine.Verbosity(0)}, []string{"any", "risk"}},
		{"all", engine.Request{Attrs: map[string]any{"role": "a", "risk": 0.5, "user": map[string]any{"id": 3}}}, []string{"any", "five", "role", "risk", "user"}},
		{"too risky", engine.Request{Attrs: map[string]any{"risk": 2}}, []string{"any", "five"}},
		{"wrong types", engine.Request{Attrs: map[string]any{"role": 5, "risk": "high", "user": "me"}}, []string{"any", "five"}},
		{"undeclared", engine.Request{Attrs: map[string]any{"rank": "a", "user": map[string]any{"name": "x"}}}, []string{"any", "five", "risk"}},
		{"what can't be read", engine.Request{Attrs: map[string]any{"role": make(chan int), "user": map[string]any{"id": func() {}}}}, []string{"any", "five", "risk"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var shown []string
			for _, name := range test.want {
				shown = append(shown, "s__"+name)
			}
			want(t, names(c.View(test.req)), shown...)
		})
	}
}

// A host's functions come after the entries of the file. One that fails hides, and is reported like
// any other rule.
func TestHostFunctions(t *testing.T) {
	is := func(name string) func(expr.Tool, expr.Request) (bool, error) {
		return func(t expr.Tool, _ expr.Request) (bool, error) { return t.Info().Name == name, nil }
	}
	fails := func(name string, panics bool) func(expr.Tool, expr.Request) (bool, error) {
		return func(t expr.Tool, _ expr.Request) (bool, error) {
			if t.Info().Name != name {
				return false, nil
			}
			if panics {
				panic("oh")
			}
			return true, errors.New("no answer")
		}
	}
	const file = "version: 1\nfilter:\n  include: [s/a, s/b]\n  exclude: [s/b]\n"
	tests := []struct {
		name, file       string
		include, exclude []engine.Func
		want             []string
		failed           []string // tool, pointer and id
	}{
		{"none", file, nil, nil, []string{"s__a"}, nil},
		{"one more include", file, []engine.Func{{Match: is("c")}}, nil, []string{"s__a", "s__c"}, nil},
		{"an include is no way around an exclude", file, []engine.Func{{Match: is("b")}}, nil, []string{"s__a"}, nil},
		{"one more exclude", file, nil, []engine.Func{{Match: is("a")}}, []string{}, nil},
		{"an include where the file has none", "version: 1", []engine.Func{{Match: is("c")}}, nil, []string{"s__c"}, nil},
		{"an include that fails", "version: 1", []engine.Func{{Match: is("c")}, {ID: "f", Match: fails("b", false)}}, nil, []string{"s__c"}, []string{"s/b options.include[1] f"}},
		{"an include that panics", "version: 1", []engine.Func{{ID: "f", Match: fails("b", true)}, {Match: is("b")}}, nil, []string{"s__b"}, []string{"s/b options.include[0] f"}},
		{"an exclude that fails", "version: 1", nil, []engine.Func{{Match: fails("a", false)}}, []string{"s__b", "s__c"}, []string{"s/a options.exclude[0] "}},
		{"an exclude that panics", file, nil, []engine.Func{{Match: is("x")}, {ID: "g", Match: fails("a", true)}}, []string{}, []string{"s/a options.exclude[1] g"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var mu sync.Mutex
			var failed []string
			opts := engine.Options{Include: test.include, Exclude: test.exclude, OnFailure: func(f engine.Failure) {
				mu.Lock()
				defer mu.Unlock()
				failed = append(failed, fmt.Sprint(f.Key, " ", f.Pointer, " ", f.ID))
				if f.File != "" || f.Line != 0 || f.Reason == "" {
					t.Errorf("got %+v", f)
				}
			}}
			e, err := engine.New(parse(t, test.file).File(), opts)
			if err != nil {
				t.Fatal(err)
			}
			v := catalogOf(t, e, tools("s", `[{"name":"a"},{"name":"b"},{"name":"c"}]`)).View(engine.Request{})
			failed = nil
			want(t, names(v), test.want...)
			if d := cmp.Diff(test.failed, failed); d != "" {
				t.Errorf("failures (-want +got)\n%s", d)
			}
			for _, name := range []string{"s__a", "s__b", "s__c"} {
				if _, err := v.Resolve(name); (err == nil) != slices.Contains(test.want, name) {
					t.Errorf("%s: %v, and listed is %q", name, err, test.want)
				}
			}
			opts.OnFailure = nil // who is told makes no difference
			if e, err = engine.New(parse(t, test.file).File(), opts); err != nil {
				t.Fatal(err)
			}
			want(t, names(catalogOf(t, e, tools("s", `[{"name":"a"},{"name":"b"},{"name":"c"}]`)).View(engine.Request{})), test.want...)
		})
	}
}

// A failed rule is reported to the host with its position in the file.
func TestOnFailure(t *testing.T) {
	rules := `version: 1
context: {role: string}
filter:
  include: [s/*, {id: some, tools: s/x, when: ctx.role == "a"}]
  exclude:
    - id: guests
      tools: s/b
      when: 'ctx.role == "guest"'
descriptions:
  - tools: s/a
    title:
      default: T
      variants: {v: V}
      runners:
        - {when: ctx.role == "a", default: v}
`
	var failures []engine.Failure
	broken := func(tool expr.Tool, _ expr.Request) (bool, error) {
		if tool.Info().Name == "z" {
			return false, errors.New("broken")
		}
		return false, nil
	}
	opts := engine.Options{Exclude: []engine.Func{{ID: "own", Match: broken}}, OnFailure: func(f engine.Failure) { failures = append(failures, f) }}
	e, err := engine.New(parse(t, rules).File(), opts)
	if err != nil {
		t.Fatal(err)
	}
	c := catalogOf(t, e, tools("s", `[{"name":"a"},{"name":"b"},{"name":"z"}]`))
	if len(failures) != 0 {
		t.Errorf("there was no request yet: %v", failures)
	}
	v := c.View(engine.Request{})
	if got := string(v.AppendToolsJSON(nil)); got != `[{"name":"s__a","title":"T"}]` {
		t.Errorf("got %s", got)
	}
	for i := range failures {
		failures[i].Reason = "" // for people
	}
	if d := cmp.Diff([]engine.Failure{
		{Key: key("s/a"), Pointer: "/descriptions/0/title/runners/0/when", File: "tools.rules.yaml", Line: 15, Column: 18},
		{Key: key("s/b"), Pointer: "/filter/exclude/0/when", ID: "guests", File: "tools.rules.yaml", Line: 8, Column: 13},
		{Key: key("s/z"), Pointer: "options.exclude[0]", ID: "own"},
	}, failures); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	failures = nil
	v = c.View(engine.Request{Attrs: map[string]any{"role": "x"}})
	want(t, names(v), "s__a", "s__b")
	for _ = v.AppendToolsJSON(nil); len(failures) > 0; failures = failures[1:] {
		if failures[0].Key != key("s/z") {
			t.Errorf("got %v", failures[0])
		}
	}
}

// Building a catalog evaluates no rule that reads the request, and calls no function of the host.
func TestReportTriesNoRequest(t *testing.T) {
	fails := func(expr.Tool, expr.Request) (bool, error) { return false, errors.New("always") }
	opts := engine.Options{Exclude: []engine.Func{{Match: fails}}}
	e, err := engine.New(parse(t, "version: 1\nfilter: {exclude: [s/nothing, {when: ctx.model == 'x'}]}").File(), opts)
	if err != nil {
		t.Fatal(err)
	}
	built, err := e.BuildCatalog([]engine.Server{tools("s", `[{"name":"a"},{"name":"b"}]`)})
	if err != nil {
		t.Fatal(err)
	}
	report := built.Report()
	if report.Failures != nil {
		t.Errorf("got %v", report.Failures)
	}
	if d := cmp.Diff([]engine.Unmatched{{Rule: "/filter/exclude/0", Pattern: "s/nothing", File: "tools.rules.yaml", Line: 2, Column: 20}}, report.Unmatched); d != "" {
		t.Errorf("unmatched (-want +got)\n%s", d)
	}
}

// Explain has the reason of the tool itself, beside other tools without a name.
func TestExplainRejected(t *testing.T) {
	e := parse(t, "{version: 1, naming: {collisions: reject, rename: {s/c: b}}}")
	c := catalogOf(t, e, tools("s", `[{"name":"not legal"},{"name":"b"},{"name":"c"},{"name":"d"}]`))
	for name, reason := range map[string]naming.Reason{
		"not legal": naming.CodeInvalidName, "b": naming.CodeCollision, "c": naming.CodeCollision, "d": "",
	} {
		x := c.Explain(engine.Request{}, key("s/"+name))
		if reason == "" {
			if x.Rejected != nil || x.Name == "" {
				t.Errorf("%s: got %+v, %q", name, x.Rejected, x.Name)
			}
		} else if x.Rejected == nil || x.Rejected.Key != key("s/"+name) || x.Rejected.Reason != reason {
			t.Errorf("%s: got %+v, want %s", name, x.Rejected, reason)
		}
	}
}
