package engine

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long to wait for events that are late, where there is no fence.
const settle = 50 * time.Millisecond

// A fence tells when every event has arrived that was there before it was raised. Without one, a write in place on the heels of a
// rename could be taken for part of what was renamed: events reach a busy process late.
//
// Inotify keeps the events of all that an fsnotify.Watcher watches in one queue. So the fence is a file that is watched as
// well, and that nobody but us can write to: it has no name. Where that can't be had, a fence is a moment of waiting.
type fence struct {
	file  *os.File // nil if there is none
	path  string   // by which it is watched
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

// raise lets the fence be passed after all that has happened until now: by an event for which [fence.passed] is true, or else
// when the timer ends.
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
