package engine

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolrules/toolrules/rules"
)

// Codes of the [rules.Problems] that keep a rule file from being put in force though it compiles.
const (
	CodeOptions rules.Code = "host_options" // the host's Options do not go with the file
	CodeCatalog rules.Code = "catalog"      // a bound catalog can't be built with the file
	CodeCheck   rules.Code = "check"        // the host's Check refuses the file
	CodePanic   rules.Code = "panic"        // something panicked on the way
)

// ErrClosed is the answer of a [Watcher] that has ended.
var ErrClosed = errors.New("engine: the watcher is closed")

// WatchOptions are what a host adds to watching a rule file. The zero value adds nothing.
type WatchOptions struct {
	// Engine is what the host adds to every version of the rule file.
	Engine Options

	// Check has the last word on a version of the file that compiles and with which every bound catalog builds: if it returns
	// an error, or panics, the version is refused. It is the place for the tests of a rule file. The catalogs are those that
	// the version would put in force, in the order of Bind; there are none yet when Watch calls it. The context ends with the
	// Watcher. Servers' lists are not checked: a new list of a server is a fact and can't be refused. Nil checks nothing.
	Check func(ctx context.Context, e *Engine, catalogs []*Catalog) error

	// OnChange is told of every version of the rule file that is put in force after the first, and of every one that is
	// refused, in their order and one at a time, in a goroutine of the Watcher's; no lock is held. It may bind catalogs and set
	// servers. It must not call Reload or Close, which wait for it. Nil means that nobody is told.
	OnChange func(Change)

	// Quiet is how long a file that is written in place must be left alone before it is read. Zero, or less, is one second.
	Quiet time.Duration
}

// A Watcher keeps an [Engine], and the catalogs bound to it, current from a rule file. Make one with [Watch]. It is safe for
// concurrent use, and nothing that a request needs ever waits for it: [Watcher.Engine] and [Live.Catalog] are one atomic load.
type Watcher struct {
	file string // as the host has named it, for messages
	path string // the same from the root
	opts WatchOptions

	state atomic.Pointer[state] // what is in force; stored under mu

	mu    sync.Mutex
	lives []*Live // in the order of Bind

	end      context.CancelFunc
	ended    chan struct{}     // closed when nothing of the Watcher runs any more
	endErr   error             // readable once ended is closed
	requests chan chan<- error // each is a Reload, and takes its answer
	rebound  chan struct{}     // holds one: servers have changed since the loop last looked
}

// A state is one version of the rule file with all that was made from it. It never changes; the next one takes its place whole.
type state struct {
	engine   *Engine
	catalogs map[*Live]*Catalog
}

// Watch compiles the rule file at path and keeps what comes of it current until the context ends or [Watcher.Close] is called.
// The error is [rules.Problems]: why this first version can't be used. There is no Watcher then.
//
// A new version comes into force as a whole, once it compiles, every bound catalog builds with it, and Check agrees. Whatever
// goes wrong, the last good version stays, and OnChange is told of the problems. Bytes that are in force already are no new
// version. A version that was refused is tried again when servers change, and by [Watcher.Reload].
//
// # When the file is read
//
// A file that is replaced is read at once: by a rename from a folder that is watched, as editors and deployment tools do it,
// or by a new symlink anywhere on the path, as Kubernetes does it for a mounted ConfigMap. Watched are the folder of the file and
// those of the symlinks that lead to it. A file that is written in place, created anew, removed, or renamed from elsewhere is
// read after a second in which nothing happens to it, so that one that is missing for less than that is not missed.
//
// Nothing tells a write in place that pauses for longer than that second from one that is complete, and the first half of a
// rule file can well be a legal rule file with half of its excludes. So don't write to a rule file that is watched: write a new one
// beside it, and rename it over the old one.
//
// Besides, a look is taken at the file once a second, and a change that is found so counts as a write in place. That is for
// what the system does not announce: folders that are renamed, network file systems, and machines that have run out of
// inotify instances or watches; a Watcher works there too, and takes a second or two. On systems other than Linux and Windows
// every new file counts as written in place, since they don't tell renames from the creation of files.
//
// A Watcher keeps four goroutines and, on Linux, an inotify instance and a nameless file in the temporary folder.
func Watch(ctx context.Context, path string, opts WatchOptions) (*Watcher, error) {
	return watch(ctx, path, opts, paceOf(opts.Quiet), notifyBySystem)
}

func watch(ctx context.Context, path string, opts WatchOptions, p pace, notify notifySource) (*Watcher, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	f := follow(abs, p.poll, notify) // before the first read, so that no change slips in between
	w, err := start(ctx, path, abs, opts, p, f.notices, f.close)
	if err != nil {
		_ = f.close() // it has told of nothing yet
		return nil, err
	}
	return w, nil
}

// start reads the first version and starts the loop that waits for the next ones, as notices tell of them.
func start(ctx context.Context, file, abs string, opts WatchOptions, p pace, notices <-chan notice, stop func() error) (*Watcher, error) {
	w := &Watcher{
		file: file, path: abs, opts: opts,
		ended: make(chan struct{}), requests: make(chan chan<- error), rebound: make(chan struct{}, 1),
	}
	ctx, w.end = context.WithCancel(ctx)
	l := &loop{watcher: w, pace: p, notices: notices}
	first := readVersion(abs)
	if _, refused := w.replace(ctx, first); refused != nil {
		w.end()
		return nil, refused.problems
	}
	l.inForce = first.data
	go func() {
		defer close(w.ended)
		l.run(ctx)
		w.endErr = stop()
	}()
	return w, nil
}

// Engine gives the engine that is in force. It takes one atomic load.
func (w *Watcher) Engine() *Engine { return w.state.Load().engine }

// Reload reads the file now, however recently it was written, and puts it in force unless something is wrong with it; it is for
// SIGHUP and its like. OnChange is told as of any other version, and of one that differs in nothing as well, since what Check
// looks at may have changed.
//
// The error is [rules.Problems] if the version is refused, the context's if that ends first, which ends the wait but not the
// work, and [ErrClosed] if the Watcher has ended.
func (w *Watcher) Reload(ctx context.Context) error {
	reply := make(chan error, 1)
	select {
	case w.requests <- reply:
	case <-w.ended:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-reply:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends the watch and waits until nothing of it runs any more, and no descriptor is open. What was in force stays so:
// catalogs go on to answer, and to take new lists of servers. It may be called more than once, and concurrently, but not by
// OnChange and Check, for which it would wait.
func (w *Watcher) Close() error {
	w.end()
	<-w.ended
	return w.endErr
}
