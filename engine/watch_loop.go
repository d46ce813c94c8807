package engine

import (
	"bytes"
	"context"
	"time"

	"github.com/toolrules/toolrules/rules"
)

// A notice reports a change of the file.
type notice struct {
	kind  noticeKind
	stamp stamp // of the new file, if the kind is replaced
}

type noticeKind uint8

const (
	written  noticeKind = iota // more writes may follow
	replaced                   // another file has replaced it as a whole
)

// A pace holds the waiting times.
type pace struct {
	quiet time.Duration // from the last write to the read
	poll  time.Duration // between two polls of the file
}

func paceOf(quiet time.Duration) pace {
	if quiet <= 0 {
		quiet = time.Second
	}
	return pace{quiet: quiet, poll: time.Second}
}

// A loop waits for versions of the file and puts them in force, one at a time. All of it runs in
// one goroutine.
type loop struct {
	watcher *Watcher
	pace    pace
	notices <-chan notice

	timer   *time.Timer // runs during the quiet time
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
			// A refused version may be accepted now. It is read after the quiet time, in case it is
			// being written.
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

// wait starts the quiet time.
func (l *loop) wait() {
	l.expect = stampOf(l.watcher.path)
	l.timer.Reset(l.pace.quiet)
}

// rested reads the file after the quiet time, unless there is a notice of a write.
func (l *loop) rested(ctx context.Context) {
	select {
	case n := <-l.notices:
		l.notice(ctx, n)
	default:
		l.look(ctx, l.expect)
	}
}

// look reads the file. If it does not match the stamp, it is being written, and look waits.
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

// reload reads the file on request of the host.
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

// take puts a version in force unless it is refused.
func (l *loop) take(ctx context.Context, v version) (Change, *refusal) {
	change, refused := l.watcher.replace(ctx, v)
	l.refused = refused
	if refused == nil {
		l.inForce = v.data
	}
	return change, refused
}

// tell calls OnChange, unless the Watcher has ended meanwhile: the result of a canceled check does
// not concern the file.
func (l *loop) tell(ctx context.Context, change Change) {
	if l.watcher.opts.OnChange != nil && ctx.Err() == nil {
		l.watcher.opts.OnChange(change)
	}
}

// A refusal is a version that is not in force, with the reasons.
type refusal struct {
	data     []byte // the version; nil if it could not be read
	problems rules.Problems
}

// same reports whether two refusals are equal to a host.
func (r *refusal) same(other *refusal) bool {
	return bytes.Equal(r.data, other.data) && r.problems.Error() == other.problems.Error()
}
