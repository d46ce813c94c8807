package ruletest_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/ruletest"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "update golden files")

func user(role string, groups ...any) map[string]any {
	return map[string]any{"level": json.Number("1"), "user": map[string]any{"role": role, "groups": append([]any{}, groups...)}}
}

// TestSnapshotHolds writes a snapshot, reads it, runs it, and checks that it covers all rules that
// these requests can cover.
func TestSnapshotHolds(t *testing.T) {
	e, err := engine.Parse("r.yaml", []byte(worldRules), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.BuildCatalog(world)
	if err != nil {
		t.Fatal(err)
	}
	requests := []ruletest.Case{
		{Name: "an admin", Request: engine.Request{Attrs: user("admin", "mail")}},
		{Name: "a guest with Codex", Request: engine.Request{Runner: "codex", Verbosity: engine.Verbosity(0), Attrs: user("guest")}},
		{Name: "nobody", Request: engine.Request{}},
	}
	f := &ruletest.File{Rules: "r.yaml", Catalogs: []string{"a.json", "b=x y.json"}, Cases: ruletest.Snapshot(c, requests)}
	text := f.YAML()
	if size := ruletest.SnapshotSize(c, requests); size < len(text)/8 || size > len(text) {
		t.Errorf("SnapshotSize returns %d, the file has %d bytes", size, len(text))
	}
	got, err := ruletest.Parse("x.test.yaml", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(f, got, cmp.AllowUnexported(engine.Level{}), cmpopts.IgnoreUnexported(ruletest.File{})); diff != "" {
		t.Errorf("%s\n%s", diff, text)
	}
	r, err := got.Run(e, world)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems() {
		t.Error(p)
	}
	for _, rule := range r.Coverage().Rules() {
		if rule.Covered == (rule.Summary == "failing") { // fails for nobody, false for the others
			t.Errorf("%+v", rule)
		}
	}
	const golden = "testdata/snapshot.golden.yaml"
	if *update {
		if err := os.WriteFile(golden, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || string(want) != string(text) {
		t.Errorf("%s is not current: %v %s", golden, err, cmp.Diff(string(want), string(text)))
	}
}

// TestSnapshotFailsAfterChange changes each rule slightly: a case must fail.
func TestSnapshotFailsAfterChange(t *testing.T) {
	c, err := catalogOf(t, worldRules)
	if err != nil {
		t.Fatal(err)
	}
	f := &ruletest.File{Cases: ruletest.Snapshot(c, []ruletest.Case{
		{Name: "admin", Request: engine.Request{Attrs: user("admin", "mail")}}, {Name: "guest", Request: engine.Request{Runner: "codex", Attrs: user("guest")}}})}
	for _, change := range [][2]string{
		{"    - a/*\n", ""}, {"    - {tools: b/send, when: '\"mail\" in ctx.user.groups'}\n", ""}, {"    - b/x*", "    - b/xa"}, {"    - a/secret\n", ""},
		{`!= "admin"`, `== "admin"`}, {"rename: {a/get_x: fetch}", "rename: {a/get_x: get}"}, {"title: Get", "title: Got"}, {"default: D}", "default: E}"},
		{"short: S,", "short: T,"}, {"body: The body.", "body: A body."}, {`other: "", `, ""}, {"id: An id.", "id: The id."}, {"id: no-drops", "id: drops"},
	} {
		if !strings.Contains(worldRules, change[0]) {
			t.Fatalf("the rules do not contain %q", change[0])
		}
		rules := strings.Replace(worldRules, change[0], change[1], 1)
		e, err := engine.Parse("r.yaml", []byte(rules), engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Run(e, world)
		if err != nil {
			t.Fatal(err)
		}
		if r.Passed() {
			t.Errorf("no case fails with %q instead of %q", change[1], change[0])
		}
	}
}

func catalogOf(t *testing.T, rules string) (*engine.Catalog, error) {
	t.Helper()
	e, err := engine.Parse("r.yaml", []byte(rules), engine.Options{})
	if err != nil {
		return nil, err
	}
	c, err := e.BuildCatalog(world)
	return c, err
}

// TestSnapshotOfRealTools uses the tools of all real servers.
func TestSnapshotOfRealTools(t *testing.T) {
	paths, err := filepath.Glob("../testdata/catalogs/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	var servers []engine.Server
	for _, path := range paths {
		list, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		id := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(path), ".json"), "-", "_")
		servers = append(servers, engine.Server{ID: id, Lists: [][]byte{list}})
	}
	e, err := engine.Parse("r.yaml", []byte("version: 1\nfilter: {exclude: ['*/*delete*', {when: tool.bytes > 5000}]}"), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	f := &ruletest.File{Rules: "r", Catalogs: []string{"c"}, Cases: ruletest.Snapshot(c, []ruletest.Case{{Name: "all"}})}
	read, err := ruletest.Parse("x.test.yaml", f.YAML())
	if err != nil {
		t.Fatal(err)
	}
	r, err := read.Run(e, servers)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems() {
		t.Error(p)
	}
}

// TestYAMLRoundTrip writes arbitrary files and reads them.
func TestYAMLRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(rapid.StringMatching(`[a-z/*.-]{1,8}`), rapid.SampledFrom([]string{"null", "Yes", "~", "5.40", "a: b", "a #b", "- a", "{a}", "*a", "'", `"`, `\`, "é", "a\u2028b", "a\nb"}))
		patterns := rapid.SliceOfNDistinct(rapid.StringMatching(`([a-z]{1,9}|\*)/([A-Za-z0-9_.-]{1,40}\*?|\{a,b\})`), 0, 30, rapid.ID)
		tool := rapid.Custom(func(t *rapid.T) engine.Key {
			return engine.Key{Server: rapid.StringMatching(`[a-z]{1,5}`).Draw(t, "server"), Tool: rapid.StringMatching(`[A-Za-z ./\\*?{}:#\[\]-]{1,9}`).Draw(t, "tool")}
		})
		maybe := rapid.Ptr(texts, true)
		value := rapid.OneOf(rapid.Just[any](nil), rapid.Just[any](true), rapid.Just[any](json.Number("-2.5")), rapid.Map(texts, func(s string) any { return s }),
			rapid.Map(texts, func(s string) any { return []any{s, map[string]any{"x": s, "no": []any{}}} }))
		f := &ruletest.File{Rules: texts.Draw(t, "rules"), Catalogs: rapid.SliceOfN(texts, 1, 3).Draw(t, "catalogs")}
		c := ruletest.Case{Name: "x" + texts.Draw(t, "name"), Hides: []string{"*"}, Sees: nilIfEmpty(patterns.Draw(t, "sees")), Only: nilIfEmpty(patterns.Draw(t, "only"))}
		c.Request = engine.Request{Runner: "r" + texts.Draw(t, "runner"), Attrs: map[string]any{"a": value.Draw(t, "a"), "no": value.Draw(t, "no")}}
		tools := rapid.SliceOfNDistinct(tool, 0, 3, rapid.ID).Draw(t, "tools")
		for _, k := range tools {
			c.Names = append(c.Names, ruletest.Name{Tool: k, Name: maybe.Draw(t, "name")})
			c.DecidedBy = append(c.DecidedBy, ruletest.Decision{Tool: k, By: texts.Draw(t, "by")})
			c.Texts = append(c.Texts, ruletest.Text{Tool: k, Location: "title", Text: maybe.Draw(t, "title")},
				ruletest.Text{Tool: k, Location: "arguments.a[].b", Text: maybe.Draw(t, "body")})
		}
		f.Cases = []ruletest.Case{c}
		got, err := ruletest.Parse("x.test.yaml", f.YAML())
		if err != nil {
			t.Fatalf("%v\n%s", err, f.YAML())
		}
		if diff := cmp.Diff(f, got, cmp.AllowUnexported(engine.Level{}), cmpopts.IgnoreUnexported(ruletest.File{})); diff != "" {
			t.Fatalf("%s\n%s", diff, f.YAML())
		}
	})
}

// TestYAMLOfEmptyOnly checks that an empty Only has the same meaning after it is written and read.
func TestYAMLOfEmptyOnly(t *testing.T) {
	c, err := catalogOf(t, worldRules)
	if err != nil {
		t.Fatal(err)
	}
	f := &ruletest.File{Rules: "r", Catalogs: []string{"c"}, Cases: []ruletest.Case{{Name: "nothing is visible", Only: []string{}}}}
	read, err := ruletest.Parse("x.test.yaml", f.YAML())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []*ruletest.File{f, read} {
		r, err := file.Run(c.Engine(), world)
		if err != nil || r.Passed() {
			t.Errorf("the case passes although some tools are visible: %v", err)
		}
	}
}

func nilIfEmpty(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}
