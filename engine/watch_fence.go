package engine

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long to wait for late events if there is no fence.
const settle = 50 * time.Millisecond

// A fence is passed when every event has arrived that occurred before it was raised. Events reach a
// busy process late; without a fence, a write in place soon after a rename could be taken for a
// part of the rename.
//
// Inotify queues the events of everything that an fsnotify.Watcher watches in one queue. The fence
// is therefore a watched file that nobody else can write to, since it has no name. Where that is
// not possible, a fence is a short wait.
type fence struct {
	file  *os.File // nil if there is none
	path  string   // the watched path
	timer *time.Timer
}

func newFence(system *fsnotify.Watcher) *fence {
	f := &fence{timer: time.NewTimer(settle)}
	f.timer.Stop()
	if system == nil || runtime.GOOS != "linux" {
		return f
	}
	file, err := os.CreateTemp("", "toolrules-fence-*")
	if err != nil {
		return f
	}
	path := fmt.Sprintf("/proc/self/fd/%d", file.Fd())
	if os.Remove(file.Name()) != nil || system.Add(path) != nil {
		_ = file.Close()
		return f
	}
	f.file, f.path = file, path
	return f
}

// raise makes the fence pass after all earlier events: with an event for which [fence.passed] is
// true, or when the timer ends.
func (f *fence) raise() {
	if f.file != nil {
		if _, err := f.file.WriteAt([]byte{0}, 0); err == nil {
			return
		}
	}
	f.timer.Reset(settle)
}

func (f *fence) passed(e fsnotify.Event) bool {
	return f.file != nil && e.Name == f.path
}

func (f *fence) close() error {
	f.timer.Stop()
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
