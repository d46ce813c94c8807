package engine_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

func key(s string) engine.Key {
	server, tool, _ := strings.Cut(s, "/")
	return engine.Key{Server: server, Tool: tool}
}

func TestDiff(t *testing.T) {
	const list = `[{"name":"read","description":"R"},{"name":"write","description":"W"}]`
	fs := func(list string) []engine.Server { return []engine.Server{tools("fs", list)} }
	read, write := key("fs/read"), key("fs/write")
	tests := []struct {
		name          string
		before, after string // rules after "version: 1"
		old, new      string // the server's list; empty is list
		want          engine.Diff
	}{
		{name: "nothing", before: "", after: ""},
		{name: "other rules to the same effect", before: "filter: {exclude: [fs/write]}", after: "filter: {include: [fs/*], exclude: ['*/wri*', mail/*]}"},
		{name: "shown", before: "filter: {exclude: [fs/write]}", after: "", want: engine.Diff{Shown: []engine.Key{write}}},
		{name: "hidden", before: "", after: "filter: {include: [fs/read]}", want: engine.Diff{Hidden: []engine.Key{write}}},
		{name: "hidden by its facts", before: "", after: "filter: {exclude: [{when: tool.description == 'W'}]}", want: engine.Diff{Hidden: []engine.Key{write}}},
		{name: "hidden from some", before: "", after: "filter: {exclude: [{tools: fs/write, when: ctx.runner == 'x'}]}",
			want: engine.Diff{Refiltered: []engine.Key{write}, Depends: true}},
		{name: "hidden from others", before: "filter: {exclude: [{when: ctx.runner == 'x'}]}", after: "filter: {exclude: [{when: ctx.runner == 'y'}]}",
			want: engine.Diff{Refiltered: []engine.Key{read, write}}},
		{name: "included on a condition, and anyhow", before: "filter: {include: [{when: ctx.runner == 'x'}, fs/read]}", after: "filter: {include: [fs/read, {when: ctx.runner == 'x'}]}"},
		{name: "the same condition in another place", before: "filter: {exclude: [{when: ctx.runner == 'x'}, {when: ctx.model == 'y'}]}",
			after: "filter: {exclude: [{when: ctx.model == 'y'}, {when: ctx.runner == 'x'}]}"},
		{name: "a condition on another context", before: "context: {a: int}\nfilter: {exclude: [{tools: fs/read, when: ctx.a > 1}]}",
			after: "context: {a: float}\nfilter: {exclude: [{tools: fs/read, when: ctx.a > 1}]}", want: engine.Diff{Refiltered: []engine.Key{read}}},
		{name: "renamed", before: "", after: "naming: {rename: {fs/read: get}}", want: engine.Diff{Renamed: []engine.Rename{{Key: read, From: "fs__read", To: "fs__get"}}}},
		{name: "its name is lost", before: "", after: "naming: {rename: {fs/read: write}}", want: engine.Diff{Hidden: []engine.Key{read, write}}},
		{name: "described", before: "", after: "descriptions: [{tools: fs/read, description: Reads.}]", want: engine.Diff{Redescribed: []engine.Key{read}}},
		{name: "described in the same words", before: "descriptions: [{tools: fs/read, description: Reads.}]",
			after: "descriptions: [{tools: [fs/read], description: {default: Reads., variants: {a: b}}}]"},
		{name: "described to some", before: "descriptions: [{tools: fs/read, title: T}]",
			after: "descriptions: [{tools: fs/read, title: {default: T, variants: {a: A}, runners: [{runner: x, default: a}]}}]",
			want:  engine.Diff{Redescribed: []engine.Key{read}, Depends: true}},
		{name: "hidden tools don't count", before: "filter: {exclude: [fs/write]}",
			after: "filter: {exclude: [fs/write]}\nnaming: {rename: {fs/write: put}}\ndescriptions: [{tools: fs/write, description: Writes.}]"},
		{name: "reordered", new: `[{"name":"write","description":"W"},{"name":"read","description":"R"}]`, want: engine.Diff{Reordered: true}},
		{name: "one more in front", new: `[{"name":"a"},{"name":"read","description":"R"},{"name":"write","description":"W"}]`,
			want: engine.Diff{Shown: []engine.Key{key("fs/a")}}},
		{name: "gone", new: `[{"name":"write","description":"W"}]`, want: engine.Diff{Hidden: []engine.Key{read}}},
		{name: "other bytes", new: `[{"name":"read", "description":"R"},{"name":"write","description":"W"}]`, want: engine.Diff{Redescribed: []engine.Key{read}}},
		{name: "other facts under a condition that reads them", before: "filter: {exclude: [{when: tool.title == ctx.model}]}", after: "filter: {exclude: [{when: tool.title == ctx.model}]}",
			new: `[{"name":"read","title":"T"},{"name":"write","description":"W"}]`, want: engine.Diff{Refiltered: []engine.Key{read}, Redescribed: []engine.Key{read}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pick := func(s string) []engine.Server {
				if s == "" {
					s = list
				}
				return fs(s)
			}
			before := catalogOf(t, parse(t, "version: 1\n"+test.before), pick(test.old)...)
			after := catalogOf(t, parse(t, "version: 1\n"+test.after), pick(test.new)...)
			got := engine.CatalogChange{Before: before, After: after}.Diff()
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			if empty := cmp.Equal(test.want, engine.Diff{}) || cmp.Equal(test.want, engine.Diff{Depends: true}); got.Empty() != empty {
				t.Errorf("Empty() is %v", got.Empty())
			}
		})
	}
}

// A missing catalog counts as one without tools.
func TestDiffOfNothing(t *testing.T) {
	some := catalogOf(t, parse(t, "version: 1"), bank()...)
	both := []engine.Key{key("bank/balance"), key("bank/wire_out")}
	for name, none := range map[string]*engine.Catalog{"nil": nil, "zero": {}} {
		if d := cmp.Diff(engine.Diff{Shown: both}, engine.CatalogChange{Before: none, After: some}.Diff()); d != "" {
			t.Errorf("from %s (-want +got)\n%s", name, d)
		}
		if d := cmp.Diff(engine.Diff{Hidden: both}, engine.CatalogChange{Before: some, After: none}.Diff()); d != "" {
			t.Errorf("to %s (-want +got)\n%s", name, d)
		}
	}
}

func TestDiffOfTags(t *testing.T) {
	e := parse(t, "version: 1\nfilter: {exclude: [{when: 'ctx.runner in tool.tags'}]}\n"+
		"descriptions: [{tools: fs/write, title: {default: T, variants: {a: A}, runners: [{when: '\"x\" in tool.tags', default: a}]}}]")
	tagged := func(tags ...string) *engine.Catalog {
		s := tools("fs", `[{"name":"read"},{"name":"write"}]`)
		s.Tags = map[string][]string{"read": tags, "write": tags}
		return catalogOf(t, e, s)
	}
	got := engine.CatalogChange{Before: tagged("x"), After: tagged("y")}.Diff()
	both := []engine.Key{key("fs/read"), key("fs/write")}
	if d := cmp.Diff(engine.Diff{Refiltered: both, Redescribed: both[1:]}, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// Functions can't be compared, so two hosts' functions always count as different.
func TestDiffOfFunctions(t *testing.T) {
	r := parse(t, "version: 1").File()
	with := func(opts engine.Options) *engine.Catalog {
		e, err := engine.New(r, opts)
		if err != nil {
			t.Fatal(err)
		}
		return catalogOf(t, e, bank()...)
	}
	opts := engine.Options{Exclude: []engine.Func{{ID: "f", Match: wiresOnly}}}
	if d := (engine.CatalogChange{Before: with(opts), After: with(opts)}).Diff(); !d.Empty() {
		t.Errorf("the same options: %+v", d)
	}
	again := engine.Options{Exclude: slices.Clone(opts.Exclude)}
	if d := (engine.CatalogChange{Before: with(opts), After: with(again)}).Diff(); len(d.Refiltered) != 2 {
		t.Errorf("other options: %+v", d)
	}
	including := func() *engine.Catalog {
		return with(engine.Options{Include: []engine.Func{{ID: "f", Match: wiresOnly}}})
	}
	if d := (engine.CatalogChange{Before: including(), After: including()}).Diff(); len(d.Refiltered) != 2 {
		t.Errorf("other options with include: %+v", d)
	}
	for _, filter := range []rules.FilterSpec{{Exclude: []rules.EntrySpec{{Func: wiresOnly}}}, {Include: []rules.EntrySpec{{Func: wiresOnly}}}} {
		r = &rules.File{Filter: filter}
		if d := (engine.CatalogChange{Before: with(engine.Options{}), After: with(engine.Options{})}).Diff(); len(d.Refiltered) != 2 {
			t.Errorf("functions of the file: %+v", d)
		}
	}
	level := engine.Options{DefaultVerbosity: engine.Verbosity(2)}
	r = parse(t, "version: 1\nfilter: {exclude: [{tools: bank/balance, when: ctx.verbosity < 3}]}").File()
	if d := (engine.CatalogChange{Before: with(engine.Options{}), After: with(level)}).Diff(); len(d.Refiltered) != 1 {
		t.Errorf("another level of the host's: %+v", d)
	}
}

// A Diff contains every difference that a request can see. If it is empty, there is no difference.
func TestDiffMissesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := drawCatalog(t, "before"), drawCatalog(t, "after")
		d := engine.CatalogChange{Before: before, After: after}.Diff()
		for _, req := range []engine.Request{{}, {Runner: "x"}, {Runner: "y", Model: "x", Verbosity: engine.Verbosity(1)},
			{Attrs: map[string]any{"a": 1}, Verbosity: engine.Verbosity(9)}, {Runner: "x", Attrs: map[string]any{"a": 2.5}}} {
			checkDiff(t, d, before.View(req), after.View(req))
		}
	})
}

func checkDiff(t *rapid.T, d engine.Diff, before, after *engine.View) {
	olds, news := map[engine.Key]engine.Tool{}, map[engine.Key]engine.Tool{}
	var order, orderBefore []engine.Key
	for tool := range before.Tools() {
		olds[tool.Key()] = tool
	}
	for tool := range after.Tools() {
		news[tool.Key()] = tool
		if _, ok := olds[tool.Key()]; ok {
			order = append(order, tool.Key())
		}
	}
	renamed := func(k engine.Key) bool {
		return slices.ContainsFunc(d.Renamed, func(r engine.Rename) bool { return r.Key == k })
	}
	for tool := range before.Tools() {
		k := tool.Key()
		now, ok := news[k]
		if !ok {
			if !slices.Contains(d.Hidden, k) && !slices.Contains(d.Refiltered, k) {
				t.Errorf("%s was hidden from a request: %+v", k, d)
			}
			continue
		}
		orderBefore = append(orderBefore, k)
		if tool.Name() != now.Name() && !renamed(k) {
			t.Errorf("%s was renamed: %+v", k, d)
		}
		if !bytes.Equal(unnamed(tool), unnamed(now)) && !slices.Contains(d.Redescribed, k) {
			t.Errorf("%s looks different: %+v", k, d)
		}
	}
	for k := range news {
		if _, ok := olds[k]; !ok && !slices.Contains(d.Shown, k) && !slices.Contains(d.Refiltered, k) {
			t.Errorf("%s is shown to a request: %+v", k, d)
		}
	}
	if !slices.Equal(order, orderBefore) && !d.Reordered {
		t.Errorf("the order has changed: %+v", d)
	}
	if d.Empty() && !bytes.Equal(before.AppendToolsJSON(nil), after.AppendToolsJSON(nil)) {
		t.Errorf("an empty Diff, and a request that sees it")
	}
}

// unnamed returns a tool's JSON with its name replaced by a fixed one.
func unnamed(t engine.Tool) []byte {
	return bytes.Replace(t.AppendJSON(nil), []byte(`"name":"`+t.Name()+`"`), []byte(`"name":""`), 1)
}

// drawCatalog draws from a small set of rules and tools, so that two catalogs have much in common.
func drawCatalog(t *rapid.T, label string) *engine.Catalog {
	some := func(what string, from ...string) []string {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(from), 0, 2, rapid.ID).Draw(t, label+" "+what)
	}
	var b strings.Builder
	b.WriteString("version: 1\n")
	fmt.Fprintf(&b, "context: {a: %s}\n", rapid.SampledFrom([]string{"int", "float"}).Draw(t, label+" type"))
	if rapid.Bool().Draw(t, label+" rename") {
		b.WriteString("naming: {rename: {s/one: uno}}\n")
	}
	entries := []string{"s/one", "two", "{when: ctx.runner == 'x'}", "{when: ctx.a == 1}", "{when: tool.title == ctx.model}", "{when: '\"x\" in tool.tags'}",
		"{tools: s/*, when: 'ctx.runner in tool.tags'}", "{tools: s/three, when: tool.readOnly}", "{when: ctx.verbosity < 3}"}
	for _, side := range []string{"include", "exclude"} {
		if list := some(side, entries...); len(list) > 0 {
			if side == "include" || !strings.Contains(b.String(), "filter:") {
				b.WriteString("filter:\n")
			}
			fmt.Fprintf(&b, "  %s: [%s]\n", side, strings.Join(list, ", "))
		}
	}
	texts := []string{"{tools: s/one, description: D}", "{tools: '*', description: D}", "{tools: two, title: {levels: {0-3: A, 4-9: B}}}",
		"{tools: two, title: {default: A, variants: {v: B}, runners: [{runner: x, default: v}]}}", "{tools: s/*, arguments: {p: {default: P, default_verbosity: 2}}}",
		"{tools: s/*, description: {default: A, variants: {v: B}, runners: [{when: 'ctx.a == 1 || \"x\" in tool.tags', default: v}]}}"}
	if list := some("texts", texts...); len(list) > 0 {
		fmt.Fprintf(&b, "descriptions:\n  - %s\n", strings.Join(list, "\n  - "))
	}
	e, err := engine.Parse("rules.yaml", []byte(b.String()), engine.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	list := some("tools", `{"name":"one"}`, `{"name":"one","title":"x"}`, `{"name":"two","inputSchema":{"properties":{"p":{}}}}`, `{"name":"three","annotations":{"readOnlyHint":true}}`)
	c, err := e.BuildCatalog([]engine.Server{{
		ID: "s", Lists: [][]byte{[]byte("[" + strings.Join(list, ",") + "]")},
		Tags: map[string][]string{"one": some("tags", "x", "y"), "two": {"x"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wiresOnly is a filter entry of the host.
func wiresOnly(tool expr.Tool, _ expr.Request) (bool, error) {
	return strings.HasPrefix(tool.Info().Name, "wire_"), nil
}
