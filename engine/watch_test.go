package engine_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// never is longer than any of these tests takes, so an earlier event did not wait for a quiet time.
const never = time.Hour

// ruleText returns a rule file that is recognizable by its prefix.
func ruleText(prefix string) string {
	return fmt.Sprintf("version: 1\nnaming: {prefix: %s_}\nfilter: {exclude: [bank/wire_*]}\n", prefix)
}

func bank() []engine.Server {
	return []engine.Server{tools("bank", `[{"name":"balance"},{"name":"wire_out"}]`)}
}

// put writes a file in place.
func put(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Error(err)
	}
}

// replace renames a new file over an old one.
func replace(t testing.TB, path, content string) {
	t.Helper()
	put(t, path+".new", content)
	if err := os.Rename(path+".new", path); err != nil {
		t.Error(err)
	}
}

// A watched is a Watcher under test with one catalog, and the changes that its host receives.
type watched struct {
	*engine.Watcher
	t       *testing.T
	path    string
	live    *engine.Live
	changes chan engine.Change
}

func watchFile(t *testing.T, path string, opts engine.WatchOptions) *watched {
	t.Helper()
	w := &watched{t: t, path: path, changes: make(chan engine.Change, 1000)}
	opts.OnChange = func(c engine.Change) { w.changes <- c }
	var err error
	if w.Watcher, err = engine.Watch(t.Context(), path, opts); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	if w.live, err = w.Bind(bank()); err != nil {
		t.Fatal(err)
	}
	return w
}

// next returns the next change that the host receives.
func (w *watched) next() engine.Change {
	w.t.Helper()
	select {
	case c := <-w.changes:
		return c
	case <-time.After(20 * time.Second):
		w.t.Fatal("the host was told of nothing")
		return engine.Change{}
	}
}

// took checks that the next change is the version with the prefix, in force everywhere.
func (w *watched) took(prefix string) {
	w.t.Helper()
	c := w.next()
	if c.Problems != nil {
		w.t.Fatalf("refused: %v", c.Problems)
	}
	if got := c.Engine.Rules.Scheme().Prefix; got != prefix+"_" {
		w.t.Fatalf("prefix %q is in force, want %q", got, prefix+"_")
	}
	want(w.t, names(w.live.Catalog().View(engine.Request{})), prefix+"_bank__balance")
	if w.Engine() != c.Engine || w.live.Catalog().Engine() != c.Engine || len(c.Catalogs) == 0 || c.Catalogs[0].After != w.live.Catalog() {
		w.t.Error("what the host was told is not what is in force")
	}
}

// refused checks that the next change is a refusal that changes nothing, and returns it.
func (w *watched) refused(code rules.Code) engine.Change {
	w.t.Helper()
	e, catalog := w.Engine(), w.live.Catalog()
	c := w.next()
	if len(c.Problems) == 0 || c.Problems[0].Code != code {
		w.t.Fatalf("got %v, want %s", c.Problems, code)
	}
	if c.Engine != e || w.Engine() != e || w.live.Catalog() != catalog || c.Catalogs != nil {
		w.t.Error("a refused version has changed something")
	}
	return c
}

// quiet checks that the host receives nothing for a while.
func (w *watched) quiet(d time.Duration) {
	w.t.Helper()
	select {
	case c := <-w.changes:
		w.t.Errorf("the host was told of prefix %q, %v", c.Engine.Rules.Scheme().Prefix, c.Problems)
	case <-time.After(d):
	}
}

func TestWatchWriteInPlace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.rules.yaml")
	put(t, path, ruleText("a"))
	w := watchFile(t, path, engine.WatchOptions{Quiet: 500 * time.Millisecond})

	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	// Each part of the file, with the parts before it, is a valid rule file, and shows what the
	// whole file hides.
	for _, part := range []string{"version: 1\n", "naming: {prefix: b_}\n", "filter:\n  exclude:\n    - bank/close_*\n"} {
		if _, err := f.WriteString(part); err != nil {
			t.Fatal(err)
		}
		w.quiet(100 * time.Millisecond)
	}
	if _, err := f.WriteString("    - bank/wire_*\n"); err != nil {
		t.Fatal(err)
	}
	written := time.Now()
	w.took("b")
	if waited := time.Since(written); waited < 450*time.Millisecond {
		t.Errorf("it was taken %v after the last write", waited)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func TestWatchDeletedForAMoment(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.rules.yaml")
	put(t, path, ruleText("a"))
	w := watchFile(t, path, engine.WatchOptions{Quiet: 400 * time.Millisecond})
	for _, prefix := range []string{"b", "c"} {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		w.quiet(100 * time.Millisecond)
		put(t, path, ruleText(prefix))
		w.took(prefix)
	}
}

func TestWatchDeleted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.rules.yaml")
	put(t, path, ruleText("a"))
	w := watchFile(t, path, engine.WatchOptions{Quiet: 200 * time.Millisecond})
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if c := w.refused(rules.CodeUnreadable); !errors.Is(c.Problems, os.ErrNotExist) {
		t.Errorf("got %v", c.Problems)
	}
	put(t, path, ruleText("a")) // the bytes that are in force: the host has to learn that all is well again
	w.took("a")
}

func TestWatchFolderGone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "conf")
	path := filepath.Join(dir, "tools.rules.yaml")
	mkdir(t, dir)
	put(t, path, ruleText("a"))
	w := watchFile(t, path, engine.WatchOptions{Quiet: 200 * time.Millisecond})
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	w.refused(rules.CodeUnreadable)
	mkdir(t, dir)
	put(t, path, ruleText("b"))
	w.took("b")
	if err := os.Rename(dir, dir+".old"); err != nil {
		t.Fatal(err)
	}
	mkdir(t, dir+".new")
	put(t, filepath.Join(dir+".new", "tools.rules.yaml"), ruleText("c"))
	if err := os.Rename(dir+".new", dir); err != nil {
		t.Fatal(err)
	}
	for c := w.next(); c.Problems != nil; c = w.next() { // it may have been seen missing
	}
	want(t, names(w.live.Catalog().View(engine.Request{})), "c_bank__balance")
}

func TestWatchBroken(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.rules.yaml")
	put(t, path, ruleText("a"))
	w := watchFile(t, path, engine.WatchOptions{Quiet: 200 * time.Millisecond})
	put(t, path, "version: 1\nnaming:\n  prefx: b_\nfilter:\n  exclude: ['bank/[a-z]*']\n")
	got := w.refused(rules.CodeUnknownKey).Problems
	if len(got) != 2 || got[1].Code != rules.CodePatternBracket {
		t.Fatalf("got %v", got)
	}
	for i, at := range [][2]int{{3, 3}, {5, 19}} {
		if got[i].File != path || got[i].Line != at[0] || got[i].Column != at[1] {
			t.Errorf("%s:%d:%d, want %s:%d:%d", got[i].File, got[i].Line, got[i].Column, path, at[0], at[1])
		}
	}
	put(t, path, ruleText("b"))
	w.took("b")
}

func TestWatchWhatIsNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "tools.rules.yaml")
	put(t, path, ruleText("a"))
	w := watchFile(t, path, engine.WatchOptions{Quiet: 200 * time.Millisecond})
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	mkdir(t, path)
	w.refused(rules.CodeUnreadable)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	put(t, path, ruleText("b")+strings.Repeat("#", 600<<10))
	w.refused("too_large")
	put(t, path, ruleText("b"))
	w.took("b")
}

func TestWatchRefusesToStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.yaml")
	put(t, broken, "version: 1\nfilter: {}\n")
	good := filepath.Join(dir, "good.yaml")
	put(t, good, ruleText("a"))
	no := errors.New("no")
	tests := []struct {
		name, path string
		opts       engine.WatchOptions
		code       rules.Code
	}{
		{"missing", filepath.Join(dir, "missing.yaml"), engine.WatchOptions{}, rules.CodeUnreadable},
		{"a folder", dir, engine.WatchOptions{}, rules.CodeUnreadable},
		{"broken", broken, engine.WatchOptions{}, rules.CodeEmpty},
		{"options", good, engine.WatchOptions{Engine: engine.Options{Exclude: []engine.Func{{ID: "x"}}}}, engine.CodeOptions},
		{"check", good, engine.WatchOptions{Check: func(context.Context, *engine.Engine, []*engine.Catalog) error { return no }}, engine.CodeCheck},
		{"check panics", good, engine.WatchOptions{Check: func(context.Context, *engine.Engine, []*engine.Catalog) error { panic(no) }}, engine.CodePanic},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w, err := engine.Watch(t.Context(), test.path, test.opts)
			var ps rules.Problems
			if w != nil || !errors.As(err, &ps) || ps[0].Code != test.code || ps[0].File != test.path {
				t.Errorf("got %v, %v; want %s of %s", w, err, test.code, test.path)
			}
			if test.code == engine.CodeCheck && !errors.Is(err, no) {
				t.Error("the host's error is lost")
			}
		})
	}
}

func mkdir(t testing.TB, dir string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}
