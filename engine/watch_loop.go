package engine

import (
	"bytes"
	"context"
	"time"

	"github.com/toolrules/toolrules/rules"
)

// A notice says that something has happened to the file.
type notice uint8

const (
	written  notice = iota // there may be more to come
	replaced               // another file, or none, has taken its place as a whole
)

// A pace says how long to wait for what.
type pace struct {
	quiet  time.Duration // from the last sign of a write to the read
	settle time.Duration // from a replacement to the read
	poll   time.Duration // between two looks at the file that nothing called for
}

// paceOf gives the pace for the quiet time that a host asks for. A replaced file could be read right away, but for a write in
// place that follows on its heels: the system may be a moment late to tell of it.
func paceOf(quiet time.Duration) pace {
	if quiet <= 0 {
		quiet = time.Second
	}
	return pace{quiet: quiet, settle: min(quiet, 50*time.Millisecond), poll: time.Second}
}

func (p pace) after(n notice) time.Duration {
	if n == replaced {
		return p.settle
	}
	return p.quiet
}

// A loop waits for versions of the file and takes them, one at a time. All of it runs in one goroutine.
type loop struct {
	watcher *Watcher
	pace    pace
	notices <-chan notice

	timer   *time.Timer // runs while the file has to settle
	expect  stamp       // the file as it was when the timer was set
	inForce []byte      // what the engine in force was compiled from
	refused *refusal    // of the version that was read last; nil if it is in force
}

func (l *loop) run(ctx context.Context) {
	l.timer = time.NewTimer(l.pace.quiet)
	l.timer.Stop()
	defer l.timer.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case n := <-l.notices:
			l.wait(n)
		case <-l.timer.C:
			l.settled(ctx)
		case <-l.watcher.rebound:
			// What was refused for a catalog's sake may do now. It is not read before the quiet time, in case somebody writes.
			if l.refused != nil && l.refused.byCatalog {
				l.wait(written)
			}
		case reply := <-l.watcher.requests:
			reply <- l.reload(ctx)
		}
	}
}

// wait lets the file settle, from now on.
func (l *loop) wait(n notice) {
	l.expect = stampOf(l.watcher.path)
	l.timer.Reset(l.pace.after(n))
}

// settled reads the file, unless it turns out that it has changed since the timer was set.
func (l *loop) settled(ctx context.Context) {
	select {
	case n := <-l.notices:
		l.wait(n)
		return
	default:
	}
	v := readVersion(l.watcher.path)
	switch before := l.refused; {
	case v.torn || !v.stamp.same(l.expect):
		l.wait(written)
	case before == nil && v.err == nil && bytes.Equal(v.data, l.inForce):
		// nothing new
	default:
		change, refused := l.take(ctx, v)
		if refused == nil || before == nil || !refused.same(before) {
			l.tell(ctx, change)
		}
	}
}

// reload reads the file because the host says so.
func (l *loop) reload(ctx context.Context) error {
	change, refused := l.take(ctx, readVersion(l.watcher.path))
	l.tell(ctx, change)
	switch {
	case ctx.Err() != nil:
		return ErrClosed
	case refused != nil:
		return refused.problems
	}
	return nil
}

// take puts a version in force if nothing is wrong with it.
func (l *loop) take(ctx context.Context, v version) (Change, *refusal) {
	change, refused := l.watcher.replace(ctx, v)
	l.refused = refused
	if refused == nil {
		l.inForce = v.data
	}
	return change, refused
}

// tell tells the host, unless the Watcher has ended meanwhile: a check that is cut short says nothing about the file.
func (l *loop) tell(ctx context.Context, change Change) {
	if l.watcher.opts.OnChange != nil && ctx.Err() == nil {
		l.watcher.opts.OnChange(change)
	}
}

// A refusal says why a version is not in force.
type refusal struct {
	data      []byte // the version; nil if it could not be read
	problems  rules.Problems
	byCatalog bool // it would do but for a bound catalog
}

// same says whether a host that has been told of one need not be told of the other.
func (r *refusal) same(other *refusal) bool {
	return bytes.Equal(r.data, other.data) && r.problems.Error() == other.problems.Error()
}
