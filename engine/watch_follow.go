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

// A notifySource makes what tells of changes in folders. It may fail: then only polling is left.
type notifySource func() (*fsnotify.Watcher, error)

// notifyBySystem is the source outside of tests.
func notifyBySystem() (*fsnotify.Watcher, error) { return fsnotify.NewWatcher() }

// A follower gives notice of what happens to the file that a path leads to, and to the symlinks on the way. It watches folders
// rather than the file: a watch on a file stays with the old one when another takes its place.
type follower struct {
	path    string
	poll    time.Duration
	notices chan notice
	system  *fsnotify.Watcher // nil if there is none
	fence   *fence
	events  <-chan fsnotify.Event
	lost    chan struct{} // holds one: the system has not told everything

	links []link // what path leads through
	seen  stamp  // the file at the last look

	// Of a file that is replaced, until it is certain that nobody has written to it since.
	held   bool  // there is a notice to give
	whole  stamp // the file that it is about
	raised bool  // the fence is up
	again  bool  // and has to go up once more, since the file was replaced again

	stop, stopped chan struct{}
}

// follow starts to follow an absolute path.
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

// close ends all that follow started.
func (f *follower) close() error {
	close(f.stop)
	<-f.stopped
	err := f.fence.close()
	if f.system == nil {
		return err
	}
	return errors.Join(err, f.system.Close())
}

// drain takes what the system could not tell. It has a goroutine of its own, since fsnotify may hold a lock while it waits for
// somebody to take an error, and would wait for ever if that one waits for the lock.
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

// written gives notice of a write, and so of none of the replacement before it.
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

// passed gives the notice that was held back: every write before the fence would have been told of by now.
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

// read says what an event means for the file, and whether it means anything.
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
	return 0, false // attributes alone: if they matter, the next look at the file sees it
}

// movedIn says whether a Create event is the end of a rename rather than the birth of a file. fsnotify knows that if both ends
// are watched, and keeps it in a field that nothing but its String method shows.
func movedIn(e fsnotify.Event) bool {
	return strings.Contains(e.String(), `" ← "`)
}

func isSymlink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}

// watch watches the folders through which the path leads now, and no others. What can't be watched is left to polling, and
// tried again.
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
