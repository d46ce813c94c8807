package engine_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

const closedServers = "version: 1\nservers: [bank, fs]\nfilter: {exclude: [bank/wire_*]}\n"

func TestLiveServers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.yaml")
	put(t, path, closedServers)
	w := watchFile(t, path, engine.WatchOptions{Quiet: never})
	live, err := w.Bind([]engine.Server{{ID: "fs"}, {ID: "bank"}})
	if err != nil {
		t.Fatal(err)
	}
	shows := func(names_ ...string) {
		t.Helper()
		want(t, names(live.Catalog().View(engine.Request{})), names_...)
	}
	set := func(s engine.Server) engine.CatalogChange {
		t.Helper()
		before := live.Catalog()
		change, err := live.SetServer(s)
		if err != nil {
			t.Fatal(err)
		}
		if change.Live != live || change.Before != before || change.After != live.Catalog() || change.After == before {
			t.Errorf("got %+v", change)
		}
		return change
	}
	shows()
	set(tools("bank", `[{"name":"balance"},{"name":"wire_out"}]`))
	shows("bank__balance")
	set(tools("fs", `[{"name":"read"}]`)) // keeps its place
	shows("fs__read", "bank__balance")
	before := live.Catalog().View(engine.Request{})
	if d := set(engine.Server{ID: "bank"}).Diff(); len(d.Hidden) != 1 || d.Hidden[0] != (engine.Key{Server: "bank", Tool: "balance"}) {
		t.Errorf("got %+v", d)
	}
	shows("fs__read")
	want(t, names(before), "fs__read", "bank__balance") // a view that a request has taken does not change

	for name, servers := range map[string][]engine.Server{
		"not in the rule file": {{ID: "fs"}, {ID: "mail"}},
		"twice":                {{ID: "fs"}, {ID: "fs"}},
	} {
		catalog := live.Catalog()
		if _, err := live.SetServers(servers); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := w.Bind(servers); err == nil {
			t.Errorf("bind, %s: no error", name)
		}
		if live.Catalog() != catalog {
			t.Errorf("%s: the catalog has changed", name)
		}
	}
	if _, err := live.SetServers([]engine.Server{tools("bank", `[{"name":"rates"}]`)}); err != nil {
		t.Fatal(err)
	}
	shows("bank__rates")
	w.quiet(0) // who sets servers is told by the call
}

// The caller may reuse its slice.
func TestLiveKeepsItsOwnList(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.yaml")
	put(t, path, "version: 1")
	w := watchFile(t, path, engine.WatchOptions{Quiet: never})
	servers := bank()
	live, err := w.Bind(servers)
	if err != nil {
		t.Fatal(err)
	}
	servers[0] = engine.Server{ID: "other"}
	if err := w.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	want(t, names(live.Catalog().View(engine.Request{})), "bank__balance", "bank__wire_out")
}

func TestLiveClose(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.yaml")
	put(t, path, ruleText("a"))
	w := watchFile(t, path, engine.WatchOptions{Quiet: never})
	live, err := w.Bind(bank())
	if err != nil {
		t.Fatal(err)
	}
	live.Close()
	live.Close()
	put(t, path, ruleText("b"))
	if err := w.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	want(t, names(live.Catalog().View(engine.Request{})), "a_bank__balance")
	if _, err := live.SetServers(bank()); err != engine.ErrClosed {
		t.Errorf("got %v", err)
	}
	if c := w.next(); len(c.Catalogs) != 1 || c.Catalogs[0].Live == live {
		t.Errorf("a closed catalog was replaced: %+v", c)
	}
}

// A version of the file with which some bound catalog can't be built is refused for all catalogs,
// and accepted when that catalog is closed.
func TestWatchWaitsForCatalogs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		giveIn func(*testing.T, *engine.Live)
	}{
		{"other servers", func(t *testing.T, l *engine.Live) {
			if _, err := l.SetServers([]engine.Server{tools("fs", `[{"name":"read"}]`)}); err != nil {
				t.Error(err)
			}
		}},
		{"closed", func(_ *testing.T, l *engine.Live) { l.Close() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "tools.yaml")
			put(t, path, "version: 1\n")
			w := watchFile(t, path, engine.WatchOptions{Quiet: 200 * time.Millisecond})
			other, err := w.Bind([]engine.Server{tools("fs", `[{"name":"read"}]`), tools("mail", `[{"name":"send"}]`)})
			if err != nil {
				t.Fatal(err)
			}
			catalog := other.Catalog()
			put(t, path, "version: 1\nservers: [bank, fs]\nnaming: {prefix: b_}\nfilter: {exclude: [bank/wire_*]}\n")
			p := w.refused(engine.CodeCatalog).Problems[0]
			var cause *engine.Error
			if p.File != path || p.Line != 2 || p.Column != 10 || p.Pointer != "/servers" || !errors.As(p, &cause) || cause.Where != "servers[1]" {
				t.Errorf("got %+v, %+v", p, cause)
			}
			if other.Catalog() != catalog {
				t.Error("a refused version has changed another catalog")
			}
			if _, err := w.live.SetServers(bank()); err != nil { // changes nothing about the reason: not told again
				t.Fatal(err)
			}
			w.quiet(500 * time.Millisecond)
			test.giveIn(t, other)
			w.took("b")
		})
	}
}

func TestWatchCheck(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.yaml")
	put(t, path, ruleText("a"))
	var seen [][]*engine.Catalog
	var verdict error
	check := func(_ context.Context, e *engine.Engine, catalogs []*engine.Catalog) error {
		seen = append(seen, catalogs)
		for _, c := range catalogs {
			if c.Engine() != e {
				t.Error("a catalog of another engine")
			}
		}
		return verdict
	}
	w := watchFile(t, path, engine.WatchOptions{Check: check, Quiet: never})
	second, err := w.Bind([]engine.Server{tools("fs", `[{"name":"read"}]`)})
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) != 1 || len(seen[0]) != 0 {
		t.Errorf("checks so far: %v, want one without catalogs", seen)
	}
	put(t, path, ruleText("b"))
	if err := w.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.took("b")
	if got := seen[1]; len(got) != 2 || got[0] != w.live.Catalog() || got[1] != second.Catalog() {
		t.Error("the check did not get the catalogs in the order of Bind")
	}
	verdict = errors.New("a test of the rules fails")
	put(t, path, ruleText("c"))
	if err := w.Reload(t.Context()); !errors.Is(err, verdict) {
		t.Errorf("got %v", err)
	}
	w.refused(engine.CodeCheck)
	want(t, names(second.Catalog().View(engine.Request{})), "b_fs__read")
}

// While Check runs, servers can be set, and catalogs can be bound and closed.
func TestWatchServersSetDuringCheck(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		servers []engine.Server
		shown   []string // in the end
		code    rules.Code
	}{
		{"and the new version has them", []engine.Server{tools("bank", `[{"name":"rates"}]`)}, []string{"b_bank__rates"}, ""},
		{"and the new version can't have them", []engine.Server{tools("mail", `[{"name":"send"}]`)}, []string{"a_mail__send"}, engine.CodeCatalog},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "tools.yaml")
			put(t, path, ruleText("a"))
			busy, proceed := make(chan bool), make(chan bool)
			slow := false
			check := func(context.Context, *engine.Engine, []*engine.Catalog) error {
				if slow {
					busy <- true
					<-proceed
				}
				return nil
			}
			w := watchFile(t, path, engine.WatchOptions{Check: check, Quiet: never})
			gone, err := w.Bind(bank())
			if err != nil {
				t.Fatal(err)
			}
			put(t, path, "version: 1\nservers: [bank, fs]\nnaming: {prefix: b_}\n")
			slow = true
			reloaded := make(chan error)
			go func() { reloaded <- w.Reload(context.Background()) }()
			<-busy
			if _, err := w.live.SetServers(test.servers); err != nil {
				t.Fatal(err)
			}
			late, err := w.Bind(bank())
			if err != nil {
				t.Fatal(err)
			}
			gone.Close()
			want(t, names(late.Catalog().View(engine.Request{})), "a_bank__balance")
			proceed <- true

			err = <-reloaded
			want(t, names(w.live.Catalog().View(engine.Request{})), test.shown...)
			c := w.next()
			if test.code != "" {
				if err == nil || len(c.Problems) == 0 || c.Problems[0].Code != test.code {
					t.Errorf("got %v and %v, want %s", err, c.Problems, test.code)
				}
				return
			}
			if err != nil || len(c.Catalogs) != 2 || c.Catalogs[1].Live != late {
				t.Errorf("got %v and %+v, want two catalogs, the late one last", err, c.Catalogs)
			}
			want(t, names(late.Catalog().View(engine.Request{})), "b_bank__balance", "b_bank__wire_out")
		})
	}
}
