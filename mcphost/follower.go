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

// A follower keeps one upstream connected, and the catalog up to date with its tools. Only its run and the end of a grace period
// change anything.
type follower struct {
	gateway  *Gateway
	upstream Upstream
	logger   *slog.Logger
	progress progressDesk

	link atomic.Pointer[link] // nil while there is none
	met  bool                 // it has been connected before

	mu    sync.Mutex  // held to publish
	lists [][]byte    // what the catalog has of the upstream
	grace *time.Timer // ends the grace period of a lost upstream; nil if it was never lost

	wake      chan struct{} // holds one: something may have changed
	tried     chan struct{} // closed when the first attempt is over
	triedOnce sync.Once
}

const (
	minBackoff = 250 * time.Millisecond
	minPause   = 20 * time.Millisecond // between two lists; nine times as long as a list takes if that is more
)

var errGone = errors.New("the connection is closed")

func newFollower(g *Gateway, u Upstream) *follower {
	return &follower{
		gateway: g, upstream: u, logger: g.opts.Logger.With("server", u.ID),
		wake: make(chan struct{}, 1), tried: make(chan struct{}),
	}
}

// nudge makes the follower look at its upstream soon.
func (f *follower) nudge() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// run connects, and connects again, until the context ends.
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
		if time.Since(began) > f.gateway.opts.MaxBackoff { // it has worked for a while
			backoff = minBackoff
		}
		what := "the server can't be used"
		if lost {
			what = "the server is lost"
		}
		f.logger.Warn(what, "error", briefError(err), "retry", backoff)
		select {
		case <-ctx.Done():
			return
		case <-f.wake:
		case <-time.After(backoff):
		}
		backoff = min(2*backoff, f.gateway.opts.MaxBackoff)
	}
}

// connected connects and follows until something goes wrong, which it returns. It reports whether there was a connection to lose.
func (f *follower) connected(ctx context.Context) (lost bool, err error) {
	defer errPanic(&err, "what follows the server") // in what the host handed in
	d := dialer{
		impl: f.gateway.opts.Implementation, limits: f.gateway.opts.Limits,
		connect: f.gateway.opts.ConnectTimeout, maxBackoff: f.gateway.opts.MaxBackoff, logger: f.logger,
	}
	l, err := d.dial(ctx, &f.upstream, mcp.ClientOptions{
		ToolListChangedHandler:      func(context.Context, *mcp.ToolListChangedRequest) { f.nudge() },
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { f.progress.pass(r.Params) },
	})
	if err != nil {
		return false, err
	}
	defer l.close()
	defer f.startGrace() // before anything else
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
		rest := max(minPause, 9*time.Since(began))
		if err := f.idle(ctx, gone, rest, nil); err != nil {
			return lost, err
		}
		if err := f.idle(ctx, gone, f.gateway.opts.PollInterval, f.wake); err != nil {
			return lost, err
		}
	}
}

// welcome logs that the upstream is there.
func (f *follower) welcome(tools int) {
	what := "the server is connected"
	if f.met {
		what = "the server is back"
	}
	f.met = true
	f.logger.Info(what, "tools", tools)
}

// idle waits until it is time, there is a reason not to wait longer, or the connection is over, which is an error.
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

// refresh lists the tools, puts them into the catalog, and returns how many the upstream has.
func (f *follower) refresh(ctx context.Context, l *link) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, f.gateway.opts.ListTimeout)
	defer cancel()
	lists, err := l.list(ctx, f.gateway.opts.Limits)
	if err != nil {
		return 0, err
	}
	count := 0
	for _, list := range lists {
		tools, _ := toolsOf(list)
		count += len(tools)
	}
	f.link.Store(l) // before anybody can see its tools
	f.publish(lists)
	return count, nil
}

// startGrace makes calls of the upstream's tools fail at once, and takes the tools away after the grace period, unless the upstream
// is back by then. An attempt to connect that has come to nothing does not prolong it.
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

// stopGrace is called with f.mu held.
func (f *follower) stopGrace() {
	if f.grace != nil {
		f.grace.Stop()
	}
}

// withdraw takes the tools of an upstream away that is not connected.
func (f *follower) withdraw() {
	defer func() { // in the host's catalogs
		if p := recover(); p != nil {
			f.logger.Error("the tools can't be taken out of the catalog", "panic", p)
		}
	}()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stopGrace()
	if f.link.Load() == nil {
		f.publishLocked(nil)
	}
}

// publish makes lists those of the upstream.
func (f *follower) publish(lists [][]byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.publishLocked(lists)
}

// publishLocked is publish with f.mu held. None takes the upstream's tools away.
func (f *follower) publishLocked(lists [][]byte) {
	if slices.EqualFunc(lists, f.lists, bytes.Equal) {
		return
	}
	f.leaveTasksOut(lists)
	change, err := f.gateway.catalogs.SetServer(engine.Server{
		ID: f.upstream.ID, Lists: lists, Tags: f.upstream.Tags, KeepNonconforming: f.gateway.opts.KeepNonconforming,
	})
	if err != nil {
		f.logger.Error("the tools can't be put into the catalog", "error", err)
		return
	}
	f.lists = lists
	f.report(change.After)
	f.gateway.NotifyToolsChanged()
}

// maxNoted is how many things of one kind are logged of what one server has wrong. There may be a million.
const maxNoted = 20

// report logs what is wrong with the upstream's tools.
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
			f.logger.Warn("a tool can't be used as it was sent", "fault", brief(fault.String()))
		}
	}
	for _, one := range r.Rejected {
		if one.Key.Server == f.upstream.ID && note("") {
			f.logger.Warn("a tool gets no name", "tool", brief(one.Key.Tool), "reason", one.Reason)
		}
	}
	if more > 0 {
		f.logger.Warn("more is wrong with the server's tools", "times", more)
	}
}
