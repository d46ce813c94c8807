package engine

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// If the system has no more watches, polling finds the changes.
func TestFollowWithoutSystem(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rules.yaml")
	writeFile(t, path, "version: 1")
	none := func() (*fsnotify.Watcher, error) { return nil, errors.New("too many open files") }
	changes := make(chan Change, 9)
	opts := WatchOptions{OnChange: func(c Change) { changes <- c }}
	w, err := watch(t.Context(), path, opts, pace{quiet: 50 * time.Millisecond, poll: 20 * time.Millisecond}, none)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, path+".new", "version: 1\nnaming: {prefix: b_}")
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	if c := <-changes; c.Problems != nil || c.Engine.scheme.Prefix != "b_" {
		t.Errorf("got %+v", c)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// Polling finds changes that the system did not report, for example because its queue was full.
func TestFollowLostEvents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rules.yaml")
	errs := make(chan error)
	f := &follower{
		path: path, poll: time.Hour, notices: make(chan notice), lost: make(chan struct{}, 1), fence: newFence(nil),
		stop: make(chan struct{}), stopped: make(chan struct{}),
	}
	go f.drain(errs)
	go f.run()
	for range 3 { // nobody has to take a notice for the errors to be taken
		errs <- fsnotify.ErrEventOverflow
	}
	if n := <-f.notices; n.kind != written {
		t.Errorf("got %v", n)
	}
	close(errs)
	if err := f.close(); err != nil {
		t.Error(err)
	}
}

// A file is reported as replaced only if nobody can have written to it since.
func TestFollowFence(t *testing.T) {
	const (
		swap  = "swap"  // the symlink is made anew
		write = "write" // the file that it leads to is written to
		birth = "birth" // and created
		chmod = "chmod" // and something about it that is not its content changes
		other = "other" // another file is written to
		fence = "fence" // the fence is passed
	)
	tests := []struct {
		name   string
		events []string
		want   []noticeKind
	}{
		{"a swap", []string{swap}, nil},
		{"a swap, and nothing else", []string{swap, fence}, []noticeKind{replaced}},
		{"a swap, and another file", []string{swap, other, chmod, fence}, []noticeKind{replaced}},
		{"a swap, and a write on its heels", []string{swap, write, fence}, []noticeKind{written}},
		{"a swap, and a later write", []string{swap, fence, write}, []noticeKind{replaced, written}},
		{"a write, and a swap", []string{write, swap, fence}, []noticeKind{written, replaced}},
		{"a file is born", []string{birth, fence}, []noticeKind{written}},
		{"two swaps", []string{swap, swap, fence}, nil}, // the fence was raised before the second
		{"two swaps, and two fences", []string{swap, swap, fence, fence}, []noticeKind{replaced}},
		{"two swaps, and a write", []string{swap, swap, fence, write, fence}, []noticeKind{written}},
		{"two swaps, and a write between", []string{swap, write, swap, fence, fence}, []noticeKind{written, replaced}},
		{"a fence that nobody waits for", []string{fence, swap, write, fence, fence}, []noticeKind{written}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			path, target := filepath.Join(dir, "rules.yaml"), filepath.Join(dir, "target.yaml")
			writeFile(t, target, "version: 1")
			if err := os.Symlink("target.yaml", path); err != nil {
				t.Skip(err)
			}
			f := &follower{path: path, notices: make(chan notice, 9)}
			f.fence = newFence(nil)
			f.fence.path = "fence"
			if f.fence.file, err = os.Create(filepath.Join(dir, "fence")); err != nil {
				t.Fatal(err)
			}
			f.watch()
			events := map[string]fsnotify.Event{
				swap: {Name: path, Op: fsnotify.Create}, write: {Name: target, Op: fsnotify.Write}, birth: {Name: target, Op: fsnotify.Create},
				chmod: {Name: target, Op: fsnotify.Chmod}, other: {Name: target + "2", Op: fsnotify.Write}, fence: {Name: "fence", Op: fsnotify.Write},
			}
			for _, e := range test.events {
				f.event(events[e])
			}
			if err := f.fence.close(); err != nil {
				t.Error(err)
			}
			var got []noticeKind
			for len(f.notices) > 0 {
				n := <-f.notices
				got = append(got, n.kind)
				if n.kind == replaced && !n.stamp.same(stampOf(path)) {
					t.Error("a notice of another file")
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// Without a fence, the follower waits for a short time, as on systems other than Linux.
func TestFenceOfTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, begin := newFence(nil), time.Now()
		f.raise()
		<-f.timer.C
		if waited := time.Since(begin); waited != settle {
			t.Errorf("it took %v", waited)
		}
		if f.passed(fsnotify.Event{}) {
			t.Error("it is passed by an event")
		}
	})
}

// The behavior of fsnotify that movedIn depends on.
func TestMovedIn(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "windows" {
		t.Skip("a rename can't be told from the creation of a file on this system")
	}
	dir := t.TempDir()
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	w, err := fsnotify.NewWatcher()
	if err != nil {
		t.Skip(err)
	}
	defer w.Close()
	if err := w.Add(dir); err != nil {
		t.Fatal(err)
	}
	create := func(path string) {
		t.Helper()
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	create(at("a"))                      // a file is born
	rename(at("a"), at("b"))             // and renamed
	create(at(`c" ← "c`))                // a name made to look like a rename
	create(elsewhere)                    //
	rename(elsewhere, at("d"))           // out of nowhere: can't be told from a birth
	rename(at("b"), elsewhere)           // gone for good,
	create(at("b"))                      // so this is not a rename
	rename(at(`c" ← "c`), at(`e" ← "e`)) // a rename in spite of its names
	want := []string{"b", `e" ← "e`}

	var got []string
	for last := ""; last != `e" ← "e`; {
		select {
		case e := <-w.Events:
			if e.Has(fsnotify.Create) {
				last = filepath.Base(e.Name)
			}
			if movedIn(e) {
				got = append(got, filepath.Base(e.Name))
			}
		case <-time.After(10 * time.Second):
			t.Fatal("an event is missing")
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("renames were %q, want %q", got, want)
	}
}
