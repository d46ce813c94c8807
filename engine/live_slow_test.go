package engine_test

import (
	"path/filepath"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// A slow is a tool whose reading blocks. Each read sends on started and then waits for release.
type slow struct {
	name             string
	started, release chan struct{}
}

func newSlow(name string) slow { return slow{name, make(chan struct{}, 8), make(chan struct{})} }

func (s slow) MarshalJSON() ([]byte, error) {
	s.started <- struct{}{}
	<-s.release
	return []byte(`{"name":"` + s.name + `","inputSchema":{"type":"object"}}`), nil
}

func (s slow) server(id string) engine.Server { return engine.Server{ID: id, Values: []any{s}} }

// TestASlowListDelaysNoOther sets a list of one server while that of another is read, which must
// not hold the lock of the watcher.
func TestASlowListDelaysNoOther(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.yaml")
	put(t, path, "version: 1")
	w := watchFile(t, path, engine.WatchOptions{Quiet: never})
	live, err := w.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	set := func(s engine.Server) <-chan error {
		done := make(chan error, 1)
		go func() { _, err := live.SetServer(s); done <- err }()
		return done
	}
	wait := func(done <-chan error) {
		t.Helper()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	shows := func(tools ...string) {
		t.Helper()
		want(t, names(live.Catalog().View(engine.Request{})), tools...)
	}

	first := newSlow("first")
	hostile := set(first.server("a"))
	<-first.started
	wait(set(tools("b", `[{"name":"quick"}]`)))
	shows("b__quick")

	// A later list of the same server waits for the earlier one, so the later one stays.
	later := set(tools("a", `[{"name":"later"}]`))

	// Rules that come into force meanwhile also apply to the list, which is read again for them.
	put(t, path, "version: 1\nnaming: {prefix: v2_}\nfilter: {exclude: [a/first]}\n")
	if err := w.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	shows("v2_b__quick")
	close(first.release)
	wait(hostile)
	wait(later)
	shows("v2_b__quick", "v2_a__later")
	if len(first.started) != 1 {
		t.Errorf("the list was read %d times, not again for the new rules", len(first.started)+1)
	}
}

// TestASlowReloadDelaysNoServer sets a list while a version of the rule file is built with another
// server's.
func TestASlowReloadDelaysNoServer(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.yaml")
	put(t, path, "version: 1")
	w := watchFile(t, path, engine.WatchOptions{Quiet: never})
	bound := newSlow("tool")
	go func() { bound.release <- struct{}{} }()
	live, err := w.Bind([]engine.Server{bound.server("a"), {ID: "b"}})
	if err != nil {
		t.Fatal(err)
	}
	<-bound.started
	put(t, path, "version: 1\nnaming: {prefix: v2_}\n")
	reloaded := make(chan error, 1)
	go func() { reloaded <- w.Reload(t.Context()) }()
	<-bound.started
	if _, err := live.SetServer(tools("b", `[{"name":"quick"}]`)); err != nil {
		t.Fatal(err)
	}
	want(t, names(live.Catalog().View(engine.Request{})), "a__tool", "b__quick")
	if _, err := w.Bind([]engine.Server{tools("c", `[{"name":"other"}]`)}); err != nil {
		t.Fatal(err)
	}
	close(bound.release)
	if err := <-reloaded; err != nil {
		t.Fatal(err)
	}
	want(t, names(live.Catalog().View(engine.Request{})), "v2_a__tool", "v2_b__quick")
}

// TestBindWithoutWatcher sets lists under rules that never change.
func TestBindWithoutWatcher(t *testing.T) {
	live, err := parse(t, "version: 1").Bind([]engine.Server{{ID: "a"}, {ID: "b"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"b", "a"} {
		if _, err := live.SetServer(tools(id, `[{"name":"tool"}]`)); err != nil {
			t.Fatal(err)
		}
	}
	want(t, names(live.Catalog().View(engine.Request{})), "a__tool", "b__tool")
	live.Close()
	if _, err := live.SetServer(engine.Server{ID: "a"}); err != engine.ErrClosed {
		t.Errorf("after Close: %v", err)
	}
}
