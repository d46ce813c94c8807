package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// checkSame compares all that is observable of two catalogs.
func checkSame(t *rapid.T, got, want *engine.Catalog, report *engine.Report, requests []engine.Request) {
	t.Helper()
	if diff := cmp.Diff(want.Report(), report, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("report (-built +with)\n%s", diff)
	}
	if diff := cmp.Diff(want.Depends(), got.Depends(), cmpopts.IgnoreUnexported(engine.Dependency{})); diff != "" {
		t.Fatalf("depends (-built +with)\n%s", diff)
	}
	if !slices.Equal(want.Servers(), got.Servers()) || !slices.Equal(want.Tools(), got.Tools()) {
		t.Fatalf("got %v with %v; want %v with %v", got.Servers(), got.Tools(), want.Servers(), want.Tools())
	}
	for i, req := range requests {
		x, y := got.View(req), want.View(req)
		if a, b := string(x.AppendToolsJSON(nil)), string(y.AppendToolsJSON(nil)); a != b {
			t.Fatalf("request %d\ngot  %s\nwant %s", i, a, b)
		}
		kx, okx := got.CacheKey(req)
		ky, oky := want.CacheKey(req)
		if kx != ky || okx != oky {
			t.Fatalf("request %d: key %q, %t; want %q, %t", i, kx, okx, ky, oky)
		}
		for _, key := range want.Tools() {
			if diff := cmp.Diff(want.Explain(req, key), got.Explain(req, key)); diff != "" {
				t.Fatalf("explain %v (-built +with)\n%s", key, diff)
			}
			for _, name := range []string{key.Server + "__" + key.Tool, key.Tool} {
				a, err := x.Resolve(name)
				b, wantErr := y.Resolve(name)
				if a != b || err != wantErr {
					t.Fatalf("%s leads to %v, %v; want %v, %v", name, a, err, b, wantErr)
				}
			}
		}
	}
}

// A catalog made with the new list of one server equals the one that is built of all lists, and
// does not change the catalog that it was made from.
func TestWithIsBuilt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &sender{T: t}
		text := s.rules()
		if s.chance(3) {
			text += "servers: [s, t, u]\n"
		}
		e, err := engine.Parse("rules.yaml", []byte(text), engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s.chance(4) {
			e, err = engine.New(e.File(), engine.Options{Include: []engine.Func{{Match: func(tool expr.Tool, r expr.Request) (bool, error) {
				return tool.Info().Name != r.Values().Runner, nil
			}}}})
			if err != nil {
				t.Fatal(err)
			}
		}
		requests := []engine.Request{drawRequest(t, "one"), drawRequest(t, "two")}
		servers := []engine.Server{s.server("s"), s.server("t")}
		catalog, err := e.BuildCatalog(servers)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			changed := s.server(s.pick("s", "t", "u"))
			shown := string(catalog.View(requests[0]).AppendToolsJSON(nil))
			before := slices.Clone(servers)
			at := slices.IndexFunc(servers, func(old engine.Server) bool { return old.ID == changed.ID })
			if at < 0 {
				at, servers = len(servers), append(servers, engine.Server{})
			}
			servers[at] = changed
			want, err := e.BuildCatalog(servers)
			if err != nil {
				t.Fatal(err)
			}
			next, err := catalog.With(changed)
			if err != nil {
				t.Fatal(err)
			}
			report := next.Report()
			checkSame(t, next, want, report, requests)
			if now := string(catalog.View(requests[0]).AppendToolsJSON(nil)); now != shown {
				t.Fatalf("the catalog before shows %s; it has shown %s for %d servers", now, shown, len(before))
			}
			catalog = next
		}
	})
}

// A Live whose lists and rules have changed any number of times, one by one and together, has the
// catalog that is built of what there is in the end.
func TestLiveIsBuilt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rules.yaml")
	rapid.Check(t, func(t *rapid.T) {
		s := &sender{T: t}
		text := s.rules()
		write := func() {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write()
		w, err := engine.Watch(context.Background(), path, engine.WatchOptions{Quiet: never})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		servers := []engine.Server{s.server("s"), {ID: "t"}}
		live, err := w.Bind(servers)
		if err != nil {
			t.Fatal(err)
		}
		requests := []engine.Request{drawRequest(t, "one"), drawRequest(t, "two")}
		for range 8 {
			switch what := s.pick("list", "list", "list", "gone", "all", "rules"); what {
			case "all":
				servers = []engine.Server{s.server("t"), s.server("u"), s.server("s")}
				_, err = live.SetServers(servers)
			case "rules":
				text = s.rules()
				write()
				err = w.Reload(context.Background())
			default:
				changed := s.server(s.pick("s", "t", "u"))
				if what == "gone" {
					changed = engine.Server{ID: changed.ID}
				}
				servers = slices.Clone(servers)
				if at := slices.IndexFunc(servers, func(old engine.Server) bool { return old.ID == changed.ID }); at >= 0 {
					servers[at] = changed
				} else {
					servers = append(servers, changed)
				}
				_, err = live.SetServer(changed)
			}
			if err != nil {
				t.Fatal(err)
			}
			e, err := engine.Parse(path, []byte(text), engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want, err := e.BuildCatalog(servers)
			if err != nil {
				t.Fatal(err)
			}
			checkSame(t, live.Catalog(), want, live.Catalog().Report(), requests)
		}
	})
}

func TestWithRefuses(t *testing.T) {
	one := tools("s", `[{"name":"a"}]`)
	catalog := catalogOf(t, parse(t, "{version: 1, servers: [s, t]}"), one)
	alone := catalogOf(t, parse(t, "{version: 1, naming: {namespace: false}}"), one)
	for _, c := range []struct {
		name, id, want string
		catalog        *engine.Catalog
	}{
		{"not in the rule file", "u", "unknown_server servers[1]", catalog},
		{"an illegal id", "T", "invalid_server_id servers[1]", catalogOf(t, parse(t, "version: 1"), one)},
		{"a second one without namespace", "t", "namespace_needs_one_server naming/namespace", alone},
		{"the zero catalog", "s", "no_rules catalog", new(engine.Catalog)},
	} {
		t.Run(c.name, func(t *testing.T) {
			next, err := c.catalog.With(tools(c.id, "[]"))
			report := next.Report()
			if got := places(t, err); len(got) == 0 || got[0] != c.want || next != nil || report != nil {
				t.Errorf("got %q, %v, %v; want %s", got, next, report, c.want)
			}
		})
	}
	if got := names(catalog.View(engine.Request{})); fmt.Sprint(got) != "[s__a]" {
		t.Errorf("got %v", got)
	}
}

// Rules that fail for every request, and patterns that match nothing, are reported whether or not
// the list of their server has changed.
func TestWithReports(t *testing.T) {
	e := parse(t, `
version: 1
filter: {exclude: [{when: 'tool.title == "y"'}, x, t/one, t/T-wo]}
descriptions: [{tools: [s/one, s/two, 'u/*'], description: D}, {tools: t/one, arguments: {a: A}}]
`)
	broken := tools("s", `[{"name":"one","title":"`+strings.Repeat("x", cond.MaxToolString+1)+`"},{"name":"a b"}]`)
	first := catalogOf(t, e, broken, tools("t", `[{"name":"one"}]`))
	next, err := first.With(tools("t", `[{"name":"t.wo"}]`))
	if err != nil {
		t.Fatal(err)
	}
	report := next.Report()
	want := catalogOf(t, e, broken, tools("t", `[{"name":"t.wo"}]`)).Report()
	if diff := cmp.Diff(want, report); diff != "" || next.Report() != report {
		t.Errorf("(-built +with)\n%s", diff)
	}
	var unmatched []string
	for _, u := range report.Unmatched {
		unmatched = append(unmatched, u.Pattern)
	}
	if !slices.Equal(unmatched, []string{"x", "t/one", "s/two", "u/*", "t/one"}) || len(report.Failures) != 1 || len(report.Rejected) != 1 {
		t.Errorf("%d failures, %d rejected, unmatched %q", len(report.Failures), len(report.Rejected), unmatched)
	}
	if len(first.Report().Places) != 1 || len(report.Places) != 0 {
		t.Errorf("places: %v, then %v", first.Report().Places, report.Places)
	}
}
