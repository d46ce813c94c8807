package mcphost

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
)

// A follower keeps one upstream connected and its tools in the catalog current. Only its run method
// and the end of a grace period change its state.
type follower struct {
	gateway  *Gateway
	upstream Upstream
	logger   *slog.Logger
	progress progressRouter

	pool  pool            // of an upstream that is isolated
	ctx   context.Context // of run
	end   context.CancelFunc
	calls sync.RWMutex // held for reading by each call, for writing once the upstream is removed

	link            atomic.Pointer[link] // nil if not connected
	tools           atomic.Int64         // in lists
	connectedBefore bool

	mu    sync.Mutex  // held to publish, before the gateway's upstreams.mu
	lists [][]byte    // of the upstream, as in the catalog; written with both held
	grace *time.Timer // ends the grace period; nil if the connection was never lost

	wake      chan struct{} // has capacity 1: something may have changed
	tried     chan struct{} // closed when the first attempt is over
	triedOnce sync.Once
}

const (
	minBackoff = 250 * time.Millisecond
	minPause   = 20 * time.Millisecond // between two lists; at least nine times as long as listing takes
)

var errGone = errors.New("the connection is closed")

// newFollower returns a follower that is not running. before is the follower of an upstream with
// the same ID that it replaces, or nil.
func newFollower(g *Gateway, u Upstream, before *follower) *follower {
	f := &follower{
		gateway: g, upstream: u, logger: g.opts.Logger.With("server", u.ID),
		wake: make(chan struct{}, 1), tried: make(chan struct{}),
	}
	f.ctx, f.end = context.WithCancel(g.ctx)
	f.pool.follower = f
	if before != nil && g.opts.Grace > 0 {
		f.lists = before.lists
		f.tools.Store(before.tools.Load())
	}
	return f
}

// server returns the upstream as a server of the catalog.
func (f *follower) server(lists [][]byte) engine.Server {
	return engine.Server{
		ID: f.upstream.ID, Lists: lists, Tags: f.upstream.Tags, KeepNonconforming: f.gateway.opts.KeepNonconforming,
	}
}

// start runs the follower until it ends.
func (f *follower) start() {
	f.mu.Lock()
	if f.lists != nil { // of the upstream that it replaces
		f.grace = time.AfterFunc(f.gateway.opts.Grace, f.withdraw)
	}
	f.mu.Unlock()
	f.run(f.ctx)
}

// drain ends the follower once its calls have finished, after timeout at most.
func (f *follower) drain(timeout time.Duration) {
	late := time.AfterFunc(timeout, f.end)
	defer late.Stop()
	stop := context.AfterFunc(f.gateway.ctx, f.end)
	defer stop()
	f.calls.Lock() // never unlocked: there are no more calls
	f.end()
}

// nudge makes the follower check its upstream soon.
func (f *follower) nudge() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// run connects, and reconnects, until the context ends.
func (f *follower) run(ctx context.Context) {
	defer f.withdraw()
	backoff := minBackoff
	for {
		began := time.Now()
		lost, err := f.connected(ctx)
		f.triedOnce.Do(func() { close(f.tried) })
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > f.gateway.opts.MaxBackoff { // it was connected for a while
			backoff = minBackoff
		}
		what := "cannot use the server"
		if lost {
			what = "lost the connection to the server"
		}
		f.logger.Warn(what, "error", truncate(err.Error()), "retry", backoff)
		select {
		case <-ctx.Done():
			return
		case <-f.wake:
		case <-time.After(backoff):
		}
		backoff = min(2*backoff, f.gateway.opts.MaxBackoff)
	}
}

// connected connects and follows the upstream until an error occurs, which it returns. It reports
// whether the connection had been established.
func (f *follower) connected(ctx context.Context) (lost bool, err error) {
	defer errPanic(&err, "the upstream's goroutine") // in code of the host
	l, err := f.dial(ctx, &f.upstream)
	if err != nil {
		return false, err
	}
	defer l.close()
	defer f.startGrace() // before l.close
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_ = l.session.Wait()
	}()
	for {
		began := time.Now()
		tools, err := f.refresh(ctx, l)
		if err != nil {
			return lost, err
		}
		if !lost {
			lost = true
			f.welcome(tools)
		}
		f.triedOnce.Do(func() { close(f.tried) })
		pause := max(minPause, 9*time.Since(began))
		if err := f.idle(ctx, gone, pause, nil); err != nil {
			return lost, err
		}
		if err := f.idle(ctx, gone, f.gateway.opts.PollInterval, f.wake); err != nil {
			return lost, err
		}
	}
}

// dial connects to the upstream, or to the same with other headers.
func (f *follower) dial(ctx context.Context, u *Upstream) (*link, error) {
	d := dialer{
		impl: f.gateway.opts.Implementation, limits: f.gateway.opts.Limits,
		connect: f.gateway.opts.ConnectTimeout, maxBackoff: f.gateway.opts.MaxBackoff, logger: f.logger,
	}
	return d.dial(ctx, u, mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { f.nudge() },
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			f.progress.pass(r.Params)
		},
	})
}

func (f *follower) welcome(tools int) {
	what := "connected to the server"
	if f.connectedBefore {
		what = "reconnected to the server"
	}
	f.connectedBefore = true
	f.logger.Info(what, "tools", tools)
}

// idle waits for d or until reason receives. It returns an error if the connection or the context
// ends.
func (f *follower) idle(ctx context.Context, gone <-chan struct{}, d time.Duration, reason <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-gone:
		return errGone
	case <-reason:
	case <-time.After(d):
	}
	return nil
}

// refresh lists the tools, updates the catalog, and returns the number of tools.
func (f *follower) refresh(ctx context.Context, l *link) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, f.gateway.opts.ListTimeout)
	defer cancel()
	lists, err := l.list(ctx, f.gateway.opts.Limits)
	if err != nil {
		return 0, err
	}
	f.link.Store(l) // before its tools are visible
	f.mu.Lock()
	defer f.mu.Unlock()
	f.publish(lists)
	return len(toolsIn(lists)), nil
}

func (f *follower) status() UpstreamStatus {
	s := UpstreamStatus{ID: f.upstream.ID, Connected: f.link.Load() != nil, Tools: int(f.tools.Load())}
	select {
	case <-f.tried:
		s.Tried = true
	default:
	}
	return s
}

// startGrace makes calls of the upstream's tools fail at once, and removes the tools after the
// grace period unless the upstream is connected by then. A failed attempt to connect does not
// extend the period.
func (f *follower) startGrace() {
	if f.link.Swap(nil) == nil {
		return
	}
	if f.gateway.opts.Grace == 0 {
		f.withdraw()
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stopGrace()
	f.grace = time.AfterFunc(f.gateway.opts.Grace, f.withdraw)
}

// stopGrace cancels the end of the grace period. f.mu is held.
func (f *follower) stopGrace() {
	if f.grace != nil {
		f.grace.Stop()
	}
}

// withdraw removes the tools of an upstream that is not connected.
func (f *follower) withdraw() {
	defer func() { // the host's catalogs may panic
		if p := recover(); p != nil {
			f.logger.Error("cannot remove the tools from the catalog", "panic", p)
		}
	}()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stopGrace()
	if f.link.Load() == nil {
		f.publish(nil)
	}
}

// publish sets the tools of the upstream in the catalog; nil removes them. f.mu is held. It does
// nothing once the upstream is removed.
func (f *follower) publish(lists [][]byte) {
	f.gateway.upstreams.mu.RLock()
	defer f.gateway.upstreams.mu.RUnlock()
	if f.gateway.upstreams.get(f.upstream.ID) != f || slices.EqualFunc(lists, f.lists, bytes.Equal) {
		return
	}
	f.leaveOutTaskTools(lists)
	change, err := f.gateway.catalogs.SetServer(f.server(lists))
	if err != nil {
		f.logger.Error("cannot update the tools in the catalog", "error", err)
		return
	}
	f.lists = lists
	f.tools.Store(int64(len(toolsIn(lists))))
	f.report(change.After)
	f.gateway.NotifyToolsChanged()
}

// maxNoted limits the log entries of one kind about the tools of one server. There may be a million
// faults.
const maxNoted = 20

// report logs the faults of the upstream's tools.
func (f *follower) report(cat *engine.Catalog) {
	r := cat.Report()
	noted, more := map[string]int{}, 0
	note := func(kind string) bool {
		if noted[kind]++; noted[kind] > maxNoted {
			more++
			return false
		}
		return true
	}
	for _, fault := range r.Faults {
		if fault.Key.Server == f.upstream.ID && note(string(fault.Code)) {
			f.logger.Warn("the server's tools have a fault", "fault", truncate(fault.String()))
		}
	}
	for _, one := range r.Rejected {
		if one.Key.Server == f.upstream.ID && note("") {
			f.logger.Warn("a tool has no exposed name", "tool", truncate(one.Key.Tool), "reason", one.Reason)
		}
	}
	if more > 0 {
		f.logger.Warn("the server's tools have more faults", "count", more)
	}
}
