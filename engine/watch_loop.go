package engine

import (
	"bytes"
	"context"
	"time"

	"github.com/toolrules/toolrules/rules"
)

// A notice says that something has happened to the file.
type notice struct {
	kind  noticeKind
	stamp stamp // of a replaced file: what has taken its place
}

type noticeKind uint8

const (
	written  noticeKind = iota // there may be more to come
	replaced                   // another file has taken its place as a whole
)

// A pace says how long to wait for what.
type pace struct {
	quiet time.Duration // from the last sign of a write to the read
	poll  time.Duration // between two looks at the file that nothing called for
}

func paceOf(quiet time.Duration) pace {
	if quiet <= 0 {
		quiet = time.Second
	}
	return pace{quiet: quiet, poll: time.Second}
}

// A loop waits for versions of the file and takes them, one at a time. All of it runs in one goroutine.
type loop struct {
	watcher *Watcher
	pace    pace
	notices <-chan notice

	timer   *time.Timer // runs while the file has to be left alone
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
			l.notice(ctx, n)
		case <-l.timer.C:
			l.rested(ctx)
		case <-l.watcher.rebound:
			// What was refused may do now. It is not read before the quiet time, in case somebody writes.
			if l.refused != nil {
				l.wait()
			}
		case reply := <-l.watcher.requests:
			reply <- l.reload(ctx)
		}
	}
}

func (l *loop) notice(ctx context.Context, n notice) {
	if n.kind == replaced {
		l.look(ctx, n.stamp)
		return
	}
	l.wait()
}

// wait lets the quiet time begin.
func (l *loop) wait() {
	l.expect = stampOf(l.watcher.path)
	l.timer.Reset(l.pace.quiet)
}

// rested looks at the file when the quiet time is over, unless there is a notice of a write.
func (l *loop) rested(ctx context.Context) {
	select {
	case n := <-l.notices:
		l.notice(ctx, n)
	default:
		l.look(ctx, l.expect)
	}
}

// look reads the file, which should be as the stamp says. If it is not, somebody writes to it.
func (l *loop) look(ctx context.Context, expect stamp) {
	v := readVersion(l.watcher.path)
	if v.torn || !v.stamp.same(expect) {
		l.wait()
		return
	}
	before := l.refused
	if before == nil && v.err == nil && bytes.Equal(v.data, l.inForce) {
		return // nothing new
	}
	change, refused := l.take(ctx, v)
	if refused == nil || before == nil || !refused.same(before) {
		l.tell(ctx, change)
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
	data     []byte // the version; nil if it could not be read
	problems rules.Problems
}

// same says whether a host that has been told of one need not be told of the other.
func (r *refusal) same(other *refusal) bool {
	return bytes.Equal(r.data, other.data) && r.problems.Error() == other.problems.Error()
}
