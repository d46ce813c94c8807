package engine

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A notifySource returns a watcher of folders. If it fails, the follower only polls.
type notifySource func() (*fsnotify.Watcher, error)

// notifyBySystem is the source outside of tests.
func notifyBySystem() (*fsnotify.Watcher, error) { return fsnotify.NewWatcher() }

// A follower sends notices of changes to the file at a path, and to the symlinks on the path. It
// watches folders instead of the file, since a watch on a file stays with the old file when that is
// replaced.
type follower struct {
	path    string
	poll    time.Duration
	notices chan notice
	system  *fsnotify.Watcher // nil if there is none
	fence   *fence
	events  <-chan fsnotify.Event
	lost    chan struct{} // buffered: the system has lost events

	links []link // the links of path
	seen  stamp  // the file when last checked

	// State of a replaced file, until it is certain that it has not been written to since.
	held   bool  // a notice is held back
	whole  stamp // the file of the notice
	raised bool  // the fence is up
	again  bool  // the fence has to be raised again, since the file was replaced again

	stop, stopped chan struct{}
}

// follow returns a running follower of an absolute path.
func follow(path string, poll time.Duration, notify notifySource) *follower {
	f := &follower{
		path: path, poll: poll, notices: make(chan notice), lost: make(chan struct{}, 1),
		stop: make(chan struct{}), stopped: make(chan struct{}),
	}
	if system, err := notify(); err == nil {
		f.system, f.events = system, system.Events
		go f.drain(system.Errors)
	}
	f.fence = newFence(f.system)
	f.seen = stampOf(path)
	f.watch()
	go f.run()
	return f
}

// close stops everything that follow started.
func (f *follower) close() error {
	close(f.stop)
	<-f.stopped
	err := f.fence.close()
	if f.system == nil {
		return err
	}
	return errors.Join(err, f.system.Close())
}

// drain reads errors of the system. It has a goroutine of its own: fsnotify may hold a lock while
// it sends an error, and would deadlock if the receiver waits for that lock.
func (f *follower) drain(errs <-chan error) {
	for range errs {
		select {
		case f.lost <- struct{}{}:
		default:
		}
	}
}

func (f *follower) run() {
	defer close(f.stopped)
	ticker := time.NewTicker(f.poll)
	defer ticker.Stop()
	for {
		select {
		case <-f.stop:
			return
		case e := <-f.events:
			f.event(e)
		case <-f.fence.timer.C:
			f.passed()
		case <-f.lost:
			f.written()
		case <-ticker.C:
			f.watch()
			if !f.seen.same(stampOf(f.path)) {
				f.written()
			}
		}
	}
}

func (f *follower) event(e fsnotify.Event) {
	if f.fence.passed(e) {
		f.passed()
		return
	}
	switch kind, ok := f.read(e); {
	case !ok:
	case kind == replaced:
		f.replaced()
	default:
		f.written()
	}
}

// written sends a notice of a write, which replaces a notice held back.
func (f *follower) written() {
	f.held, f.again = false, false
	f.watch()
	f.seen = stampOf(f.path)
	f.tell(notice{kind: written})
}

// replaced holds the notice back until the fence is passed.
func (f *follower) replaced() {
	f.watch()
	f.held = true
	if f.raised {
		f.again = true
		return
	}
	f.raise()
}

func (f *follower) raise() {
	f.raised, f.again = true, false
	f.whole = stampOf(f.path)
	f.seen = f.whole
	f.fence.raise()
}

// passed sends the notice that was held back: every write before the fence has been reported by
// now.
func (f *follower) passed() {
	f.raised = false
	switch {
	case f.again:
		f.raise()
	case f.held:
		f.held = false
		f.tell(notice{kind: replaced, stamp: f.whole})
	}
}

func (f *follower) tell(n notice) {
	select {
	case f.notices <- n:
	case <-f.stop:
	}
}

// read returns what an event means for the file, and reports whether it means anything.
func (f *follower) read(e fsnotify.Event) (noticeKind, bool) {
	name := filepath.Clean(e.Name)
	if !slices.ContainsFunc(f.links, func(l link) bool { return l.path() == name }) {
		return 0, false
	}
	switch {
	case e.Has(fsnotify.Create) && (movedIn(e) || isSymlink(name)):
		return replaced, true
	case e.Has(fsnotify.Create | fsnotify.Write | fsnotify.Remove | fsnotify.Rename):
		return written, true
	}
	return 0, false // only attributes: if they matter, polling finds the change
}

// movedIn reports whether a Create event is the end of a rename rather than the creation of a file.
// fsnotify knows this if both ends are watched, but exposes it only in the result of String.
func movedIn(e fsnotify.Event) bool {
	return strings.Contains(e.String(), `" ← "`)
}

func isSymlink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}

// watch watches the folders that the path currently leads through, and no others. A folder that
// can't be watched is polled, and watching it is tried again.
func (f *follower) watch() {
	f.links = linksOf(f.path)
	if f.system == nil {
		return
	}
	var dirs []string
	for _, l := range f.links {
		if !slices.Contains(dirs, l.dir) {
			dirs = append(dirs, l.dir)
			_ = f.system.Add(l.dir)
		}
	}
	for _, dir := range f.system.WatchList() {
		if !slices.Contains(dirs, dir) && dir != f.fence.path {
			_ = f.system.Remove(dir)
		}
	}
}
