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

// Codes of the [rules.Problems] of a rule file that compiles but cannot come into force.
const (
	CodeOptions rules.Code = "host_options" // the host's Options conflict with the file
	CodeCatalog rules.Code = "catalog"      // a bound catalog can't be built with the file
	CodeCheck   rules.Code = "check"        // the host's Check refuses the file
	CodePanic   rules.Code = "panic"        // something panicked meanwhile
)

// ErrClosed is the error of a [Watcher] or [Live] that has been closed.
var ErrClosed = errors.New("engine: the watcher is closed")

// WatchOptions are what a host adds to watching a rule file. The zero value adds nothing.
type WatchOptions struct {
	// Engine is what the host adds to every version of the rule file.
	Engine Options

	// Check is called for each version of the file that compiles and with which every bound catalog
	// builds. If it returns an error or panics, the version is refused. Use it to run the tests of
	// a rule file. The catalogs are those that the version would put in force, in the order of
	// Bind; there are none yet when Watch calls it. The context is canceled when the Watcher ends.
	// New lists of servers are not checked, since they can't be refused. Nil accepts every version.
	Check func(ctx context.Context, e *Engine, catalogs []*Catalog) error

	// OnChange is called for every version of the rule file that comes into force after the first,
	// and for every version that is refused. Calls are made in order and one at a time, in a
	// goroutine of the Watcher that holds no lock. OnChange may bind catalogs and set servers. It
	// must not call Reload or Close, which wait for it. If it is nil, changes are not reported.
	OnChange func(Change)

	// Quiet is how long a file that is written in place must be unchanged before it is read. If it
	// is zero or negative, one second is used.
	Quiet time.Duration
}

// A Watcher keeps an [Engine], and the catalogs bound to it, up to date with a rule file. It is
// made by [Watch] and safe for concurrent use; the zero Watcher is not usable. Requests never wait
// for it: [Watcher.Engine] and [Live.Catalog] are one atomic load.
type Watcher struct {
	file string // as given by the host, for messages
	path string // the absolute path
	opts WatchOptions

	state atomic.Pointer[state] // the version in force; stored under mu

	mu    sync.Mutex
	lives []*Live // in the order of Bind

	end      context.CancelFunc
	ended    chan struct{}     // closed when all goroutines of the Watcher have ended
	endErr   error             // valid once ended is closed
	requests chan chan<- error // each is the reply channel of a Reload
	rebound  chan struct{}     // buffered: servers have changed since the loop last read from it
}

// A state is one version of the rule file with everything made from it. It is immutable and
// replaced as a whole.
type state struct {
	engine   *Engine
	catalogs map[*Live]*Catalog
}

// Watch compiles the rule file at path and keeps the result up to date until the context ends or
// [Watcher.Close] is called. The error is a [rules.Problems] that describes why the first version
// can't be used; the Watcher is then nil.
//
// A new version comes into force as a whole, after it compiles, every bound catalog builds with it,
// and Check accepts it. Otherwise the last good version stays in force, and OnChange gets the
// problems. A file whose bytes are in force already is not a new version. A version that was
// refused is tried again when servers change, and by [Watcher.Reload].
//
// # When the file is read
//
// A file that is replaced is read at once: by a rename from a watched folder, as editors and
// deployment tools do it, or by a new symlink anywhere on the path, as Kubernetes does it for a
// mounted ConfigMap. The watched folders are that of the file and those of the symlinks that lead
// to it. A file that is written in place, created, removed, or renamed from elsewhere is read after
// one second without further changes, so a file that is missing for less than that causes no error.
//
// A write in place that pauses for more than one second cannot be distinguished from a complete
// one, and the first half of a rule file can be a valid rule file with half of its excludes.
// Therefore never write to a watched rule file in place: write a new file beside it, and rename it
// over the old one.
//
// The file is also checked once a second, and a change found this way counts as a write in place.
// This covers changes that the system does not announce: renamed folders, network file systems, and
// machines that have run out of inotify instances or watches. A Watcher works there too, with a
// delay of one or two seconds. On systems other than Linux and Windows every new file counts as
// written in place, since these systems do not distinguish renames from the creation of files.
//
// A Watcher uses four goroutines and, on Linux, an inotify instance and an unnamed file in the
// temporary folder.
func Watch(ctx context.Context, path string, opts WatchOptions) (*Watcher, error) {
	return watch(ctx, path, opts, paceOf(opts.Quiet), notifyBySystem)
}

func watch(ctx context.Context, path string, opts WatchOptions, p pace, notify notifySource) (*Watcher, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	f := follow(abs, p.poll, notify) // before the first read, so that no change is missed
	w, err := start(ctx, path, abs, opts, p, f.notices, f.close)
	if err != nil {
		_ = f.close() // it has reported nothing yet
		return nil, err
	}
	return w, nil
}

// start reads the first version and starts the loop that waits for notices of further versions.
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

// Engine returns the engine that is in force. It costs one atomic load.
func (w *Watcher) Engine() *Engine { return w.state.Load().engine }

// Reload reads the file now, even if it was just written, and puts it in force unless it is
// refused. It is for SIGHUP and the like. OnChange is called as for any other version, even if the
// file has not changed, since the result of Check may differ.
//
// The error is a [rules.Problems] if the version is refused, and [ErrClosed] if the Watcher has
// ended. If the context ends first, Reload returns its error without waiting; the reload still
// completes.
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

// Close ends the watch, and returns when all goroutines have ended and all descriptors are closed.
// What is in force stays in force: catalogs still serve requests and accept new lists of servers.
// Close may be called more than once and concurrently, but not by OnChange or Check, since it waits
// for them.
func (w *Watcher) Close() error {
	w.end()
	<-w.ended
	return w.endErr
}
