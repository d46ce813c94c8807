package engine_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// A replaced file is read at once, without the quiet time, which never ends in this test.
func TestWatchAtOnce(t *testing.T) {
	t.Parallel()
	link := func(t *testing.T, target, path string) {
		t.Helper()
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
	}
	swap := func(t *testing.T, target, path string) {
		t.Helper()
		link(t, target, path+"_tmp")
		if err := os.Rename(path+"_tmp", path); err != nil {
			t.Fatal(err)
		}
	}
	layouts := []struct {
		name   string
		create func(t *testing.T, dir string) (path string)
		update func(t *testing.T, dir, prefix string)
	}{
		{
			"a rename over the file",
			func(t *testing.T, dir string) string { return filepath.Join(dir, "tools.yaml") },
			func(t *testing.T, dir, prefix string) { replace(t, filepath.Join(dir, "tools.yaml"), ruleText(prefix)) },
		}, {
			"a rename after the old file is gone",
			func(t *testing.T, dir string) string { return filepath.Join(dir, "tools.yaml") },
			func(t *testing.T, dir, prefix string) {
				path := filepath.Join(dir, "tools.yaml")
				_ = os.Rename(path, path+"~")
				replace(t, path, ruleText(prefix))
			},
		}, {
			"a mounted ConfigMap",
			func(t *testing.T, dir string) string {
				link(t, "..data/tools.yaml", filepath.Join(dir, "tools.yaml"))
				return filepath.Join(dir, "tools.yaml")
			},
			func(t *testing.T, dir, prefix string) {
				old, _ := os.Readlink(filepath.Join(dir, "..data"))
				mkdir(t, filepath.Join(dir, "..2026_"+prefix))
				put(t, filepath.Join(dir, "..2026_"+prefix, "tools.yaml"), ruleText(prefix))
				swap(t, "..2026_"+prefix, filepath.Join(dir, "..data"))
				if old != "" {
					_ = os.RemoveAll(filepath.Join(dir, old))
				}
			},
		}, {
			"a folder that is a link to a release",
			func(t *testing.T, dir string) string {
				mkdir(t, filepath.Join(dir, "releases"))
				return filepath.Join(dir, "current", "conf", "tools.yaml")
			},
			func(t *testing.T, dir, prefix string) {
				conf := filepath.Join(dir, "releases", prefix, "conf")
				if err := os.MkdirAll(conf, 0o700); err != nil {
					t.Fatal(err)
				}
				put(t, filepath.Join(conf, "tools.yaml"), ruleText(prefix))
				swap(t, filepath.Join(dir, "releases", prefix), filepath.Join(dir, "current"))
			},
		}, {
			"a link that is made anew, to a file above",
			func(t *testing.T, dir string) string {
				mkdir(t, filepath.Join(dir, "a"))
				mkdir(t, filepath.Join(dir, "a", "b"))
				return filepath.Join(dir, "a", "b", "tools.yaml")
			},
			func(t *testing.T, dir, prefix string) {
				put(t, filepath.Join(dir, prefix+".yaml"), ruleText(prefix))
				path := filepath.Join(dir, "a", "b", "tools.yaml")
				_ = os.Remove(path)
				link(t, "../.././a/../"+prefix+".yaml", path)
			},
		}, {
			"a rename over the file that a link leads to",
			func(t *testing.T, dir string) string {
				mkdir(t, filepath.Join(dir, "real"))
				link(t, "real/tools.yaml", filepath.Join(dir, "tools.yaml"))
				return filepath.Join(dir, "tools.yaml")
			},
			func(t *testing.T, dir, prefix string) {
				replace(t, filepath.Join(dir, "real", "tools.yaml"), ruleText(prefix))
			},
		},
	}
	for _, layout := range layouts {
		t.Run(layout.name, func(t *testing.T) {
			dir := t.TempDir()
			path := layout.create(t, dir)
			layout.update(t, dir, "a")
			w := watchFile(t, path, engine.WatchOptions{Quiet: never})
			for _, prefix := range []string{"b", "c", "d"} {
				layout.update(t, dir, prefix)
				w.took(prefix)
			}
			w.quiet(100 * time.Millisecond)
		})
	}
}

// A write to the target of a swapped symlink is noticed, wherever the target is.
func TestWatchFollowsLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "tools.yaml")
	for _, name := range []string{"one", "two"} {
		mkdir(t, filepath.Join(dir, name))
		put(t, filepath.Join(dir, name, "tools.yaml"), ruleText(name))
	}
	if err := os.Symlink("one/tools.yaml", path); err != nil {
		t.Fatal(err)
	}
	w := watchFile(t, path, engine.WatchOptions{Quiet: 200 * time.Millisecond})
	put(t, filepath.Join(dir, "one", "tools.yaml"), ruleText("more"))
	w.took("more")
	if err := os.Symlink("two/tools.yaml", path+".new"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	w.took("two")
	replace(t, filepath.Join(dir, "one", "tools.yaml"), ruleText("lost"))
	w.quiet(400 * time.Millisecond)
	put(t, filepath.Join(dir, "two", "tools.yaml"), ruleText("yet"))
	w.took("yet")
}

// An editor that moves the old file away and writes a new one does not signal the end of the write.
func TestWatchNewFileInOldPlace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.yaml")
	put(t, path, ruleText("a"))
	w := watchFile(t, path, engine.WatchOptions{Quiet: 500 * time.Millisecond})
	if err := os.Rename(path, path+"~"); err != nil {
		t.Fatal(err)
	}
	put(t, path, "version: 1\n")
	w.quiet(200 * time.Millisecond)
	put(t, path, ruleText("b"))
	w.took("b")
}

// Reading a pipe would never end.
func TestWatchPipe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.yaml")
	put(t, path, ruleText("a"))
	w := watchFile(t, path, engine.WatchOptions{Quiet: 200 * time.Millisecond})
	if err := syscall.Mkfifo(path+".pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".pipe", path); err != nil {
		t.Fatal(err)
	}
	w.refused(rules.CodeUnreadable)
	if _, err := engine.Watch(t.Context(), path, engine.WatchOptions{}); err == nil {
		t.Error("a pipe was taken for a rule file")
	}
}
