package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
)

// open counts goroutines and lists the targets of descriptors. The first call makes the runtime
// open the descriptors that it keeps.
func open(t *testing.T) (goroutines int, descriptors []string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	w.Close()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if target, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil {
			descriptors = append(descriptors, e.Name()+" "+target)
		}
	}
	return runtime.NumGoroutine(), descriptors
}

// closed waits until no more is open than before, since a goroutine may need a moment to end.
func closed(t *testing.T, goroutines int, descriptors []string) {
	t.Helper()
	var g int
	var d []string
	for range 200 {
		if g, d = open(t); g <= goroutines && len(d) <= len(descriptors) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stack := make([]byte, 1<<16)
	t.Errorf("%d goroutines of %d before, and %q of %q\n%s", g, goroutines, d, descriptors, stack[:runtime.Stack(stack, true)])
}

func TestWatchLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "tools.yaml")
	tests := []struct {
		name string
		run  func(t *testing.T)
	}{
		{"closed", func(t *testing.T) {
			w := watchPlainly(t, t.Context(), path)
			for range 3 {
				if err := w.Close(); err != nil {
					t.Error(err)
				}
			}
			if err := w.Reload(t.Context()); err != engine.ErrClosed {
				t.Errorf("a reload after the end: %v", err)
			}
		}},
		{"closed while it waits for quiet", func(t *testing.T) {
			w := watchPlainly(t, t.Context(), path)
			put(t, path, ruleText("b"))
			time.Sleep(20 * time.Millisecond)
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}},
		{"the context ends", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			watchPlainly(t, ctx, path)
			cancel()
		}},
		{"never started", func(t *testing.T) {
			put(t, path, "version: 2")
			if _, err := engine.Watch(t.Context(), path, engine.WatchOptions{}); err == nil {
				t.Error("no error")
			}
		}},
		{"a folder that is not there", func(t *testing.T) {
			if _, err := engine.Watch(t.Context(), filepath.Join(dir, "no", "tools.yaml"), engine.WatchOptions{}); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("got %v", err)
			}
		}},
		{"its folder is gone", func(t *testing.T) {
			gone := filepath.Join(dir, "gone")
			mkdir(t, gone)
			put(t, filepath.Join(gone, "tools.yaml"), ruleText("a"))
			w := watchPlainly(t, t.Context(), filepath.Join(gone, "tools.yaml"))
			if err := os.Rename(gone, gone+"2"); err != nil {
				t.Error(err)
			}
			if err := os.RemoveAll(gone + "2"); err != nil {
				t.Error(err)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			put(t, path, ruleText("a"))
			goroutines, descriptors := open(t)
			for range 10 {
				put(t, path, ruleText("a"))
				test.run(t)
			}
			closed(t, goroutines, descriptors)
		})
	}
}

func watchPlainly(t *testing.T, ctx context.Context, path string) *engine.Watcher {
	t.Helper()
	w, err := engine.Watch(ctx, path, engine.WatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Catalogs that were in force when the watch ended stay in force, and accept new lists.
func TestWatchAfterTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tools.yaml")
	put(t, path, ruleText("a"))
	w := watchPlainly(t, t.Context(), path)
	live, err := w.Bind(bank())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want(t, names(live.Catalog().View(engine.Request{})), "a_bank__balance")
	if _, err := live.SetServer(tools("bank", `[{"name":"rates"}]`)); err != nil {
		t.Fatal(err)
	}
	want(t, names(live.Catalog().View(engine.Request{})), "a_bank__rates")
}
