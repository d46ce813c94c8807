package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// These tests of the loop provide the notices and control the time. The file is a real one.

// ms is a time in a test, in milliseconds from its start.
type ms = int

// A step is an event of the file at a time.
type step struct {
	at      ms
	write   string // the new content; "-" removes the file; empty leaves it as it is
	notices []noticeKind
}

func TestLoop(t *testing.T) {
	inPlace, whole, unannounced := []noticeKind{written}, []noticeKind{replaced}, []noticeKind(nil)
	version := func(prefix string) string { return fmt.Sprintf("version: 1\nnaming: {prefix: %s}\n", prefix) }
	tests := []struct {
		name  string
		steps []step
		want  []string // what the host is told, and when
	}{
		{"a replaced file is read at once", []step{{0, version("b_"), whole}}, []string{"0 b_"}},
		{"a written file is read after a second", []step{{0, version("b_"), inPlace}}, []string{"1000 b_"}},
		{"every write starts the second again", []step{
			{0, "version: 1\n", inPlace}, {900, "version: 1 # and\n", inPlace}, {1800, version("b_"), inPlace},
		}, []string{"2800 b_"}},
		{"a pause of a second is an end", []step{{0, version("long_"), inPlace}, {1500, version("b_"), inPlace}}, []string{"1000 long_", "2500 b_"}},
		{"a replacement ends the wait", []step{{0, "filter: {exclude: [", inPlace}, {400, version("b_"), whole}}, []string{"400 b_"}},
		{"a replacement that is written to after it was noticed", []step{{0, version("b_"), []noticeKind{replaced, written}}, {500, version("long_"), inPlace}},
			[]string{"0 b_", "1500 long_"}},
		{"replacements in a row", []step{{0, version("b_"), whole}, {1, version("long_"), whole}}, []string{"0 b_", "1 long_"}},
		{"a write that is not announced", []step{{0, version("b_"), inPlace}, {990, "version: 1\n", unannounced}, {1500, version("long_"), unannounced}},
			[]string{"3000 long_"}},
		{"removed for a moment", []step{{0, "-", inPlace}, {100, version("b_"), inPlace}}, []string{"1100 b_"}},
		{"removed", []step{{0, "-", inPlace}, {3000, "", inPlace}}, []string{"1000 unreadable"}},
		{"removed and back as it was", []step{{0, "-", inPlace}, {3000, version("a_"), inPlace}}, []string{"1000 unreadable", "4000 a_"}},
		{"touched", []step{{0, version("a_"), inPlace}, {2000, "", whole}}, nil},
		{"broken", []step{{0, "version: 2\n", whole}, {1000, "", inPlace}, {3000, version("a_"), whole}}, []string{"0 out_of_range", "3000 a_"}},
		{"broken in another way", []step{{0, "version: 2\n", whole}, {100, "version: 1\nfilters: {}\n", whole}}, []string{"0 out_of_range", "100 unknown_key"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "rules.yaml")
			writeFile(t, path, version("a_"))
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				var told []string
				opts := WatchOptions{OnChange: func(c Change) {
					what := c.Engine.scheme.Prefix
					if c.Problems != nil {
						what = string(c.Problems[0].Code)
					}
					told = append(told, fmt.Sprint(time.Since(begin).Milliseconds(), " ", what))
				}}
				notices := make(chan notice)
				w, err := start(t.Context(), path, path, opts, paceOf(0), notices, func() error { return nil })
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range test.steps {
					time.Sleep(time.Until(begin.Add(time.Duration(s.at) * time.Millisecond)))
					switch s.write {
					case "":
					case "-":
						if err := os.Remove(path); err != nil {
							t.Error(err)
						}
					default:
						writeFile(t, path, s.write)
					}
					for _, kind := range s.notices {
						notices <- notice{kind: kind, stamp: stampOf(path)}
					}
				}
				time.Sleep(10 * time.Second)
				if err := w.Close(); err != nil {
					t.Error(err)
				}
				if !slices.Equal(told, test.want) {
					t.Errorf("the host was told %q, want %q", told, test.want)
				}
			})
		})
	}
}

// A replaced file that differs from its state at the notice is being written to.
func TestLoopComparesStamps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rules.yaml")
	writeFile(t, path, "version: 1")
	synctest.Test(t, func(t *testing.T) {
		notices := make(chan notice)
		w, err := start(t.Context(), path, path, WatchOptions{}, paceOf(0), notices, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, "version: 1\nnaming: {prefix: whole_}")
		noticed := stampOf(path)
		writeFile(t, path, "version: 1\nnaming: {prefix: half_}")
		notices <- notice{kind: replaced, stamp: noticed}
		time.Sleep(900 * time.Millisecond)
		if got := w.Engine().scheme.Prefix; got != "" {
			t.Errorf("prefix %q is in force", got)
		}
		time.Sleep(200 * time.Millisecond)
		if got := w.Engine().scheme.Prefix; got != "half_" {
			t.Errorf("prefix %q is in force after a second of quiet", got)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A write that is reported when the quiet time ends counts as earlier.
func TestLoopTakesNoticesFirst(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rules.yaml")
	synctest.Test(t, func(t *testing.T) {
		for range 50 { // a select that has a choice takes either
			writeFile(t, path, "version: 1")
			busy := false
			check := func(context.Context, *Engine, []*Catalog) error {
				if busy {
					time.Sleep(2 * time.Second)
					return errors.New("no")
				}
				return nil
			}
			notices := make(chan notice)
			w, err := start(t.Context(), path, path, WatchOptions{Check: check}, paceOf(0), notices, func() error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			writeFile(t, path, "version: 1\nnaming: {prefix: half_}")
			notices <- notice{kind: written}
			busy = true
			go w.Reload(t.Context())
			synctest.Wait()
			busy = false
			go func() { notices <- notice{kind: written} }()
			time.Sleep(2500 * time.Millisecond)
			if w.Engine().scheme.Prefix != "" {
				t.Fatal("the file was read though a write was announced")
			}
			time.Sleep(time.Second)
			if w.Engine().scheme.Prefix != "half_" {
				t.Fatal("the file was not read after a second of quiet")
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// A reload that is waiting when the Watcher ends returns.
func TestReloadAndTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rules.yaml")
	writeFile(t, path, "version: 1")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		entered := make(chan struct{}, 9)
		check := func(ctx context.Context, _ *Engine, _ []*Catalog) error {
			entered <- struct{}{}
			if len(entered) > 1 {
				<-ctx.Done()
			}
			return ctx.Err()
		}
		told := 0
		opts := WatchOptions{Check: check, OnChange: func(Change) { told++ }}
		w, err := start(ctx, path, path, opts, paceOf(0), make(chan notice), func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		first, second := make(chan error), make(chan error)
		go func() { first <- w.Reload(context.Background()) }()
		synctest.Wait()
		go func() { second <- w.Reload(context.Background()) }()
		synctest.Wait()
		impatient, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		if err := w.Reload(impatient); err != context.DeadlineExceeded {
			t.Errorf("a reload whose context ends: %v", err)
		}
		cancel()
		for _, c := range []chan error{first, second} {
			if err := <-c; err != ErrClosed {
				t.Errorf("a reload cut short: %v", err)
			}
		}
		if told != 0 {
			t.Error("the host was told of a check that was cut short")
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Error(err)
	}
}
