package engine

import (
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
	lost    chan struct{}     // holds one: the system has not told everything

	links []link // what path leads through
	seen  stamp  // the file at the last look

	stop, stopped chan struct{}
}

// follow starts to follow an absolute path.
func follow(path string, poll time.Duration, notify notifySource) *follower {
	f := &follower{
		path: path, poll: poll, notices: make(chan notice), lost: make(chan struct{}, 1),
		stop: make(chan struct{}), stopped: make(chan struct{}),
	}
	if system, err := notify(); err == nil {
		f.system = system
		go f.drain(system.Errors)
	}
	f.seen = stampOf(path)
	f.watch()
	go f.run()
	return f
}

// close ends all that follow started.
func (f *follower) close() error {
	close(f.stop)
	<-f.stopped
	if f.system == nil {
		return nil
	}
	return f.system.Close()
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
	var events <-chan fsnotify.Event
	if f.system != nil {
		events = f.system.Events
	}
	for {
		select {
		case <-f.stop:
			return
		case e := <-events:
			if n, ok := f.read(e); ok {
				f.tell(n)
			}
		case <-f.lost:
			f.tell(written)
		case <-ticker.C:
			f.watch()
			if !f.seen.same(stampOf(f.path)) {
				f.tell(written)
			}
		}
	}
}

// tell gives a notice, when the folders are watched through which the path leads now.
func (f *follower) tell(n notice) {
	f.watch()
	f.seen = stampOf(f.path)
	select {
	case f.notices <- n:
	case <-f.stop:
	}
}

// read says what an event means for the file, and whether it means anything.
func (f *follower) read(e fsnotify.Event) (notice, bool) {
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
		if !slices.Contains(dirs, dir) {
			_ = f.system.Remove(dir)
		}
	}
}
