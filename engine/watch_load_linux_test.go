package engine_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
)

var swaps = flag.Int("swaps", 300, "how often TestWatchUnderLoad replaces the rule file")

// A load is a rule file that changes all the time, and readers that search for inconsistencies.
// Version n of the file is recognizable in every name and description, and every complete version
// hides the tools that wire money and close accounts.
type load struct {
	t       *testing.T
	path    string
	watcher *engine.Watcher
	live    *engine.Live
	told    chan engine.Change
	random  *rand.Rand

	version  int          // written last
	broken   int          // how many more were written that can't be in force
	complete sync.Map     // the versions that may be in force
	slow     sync.Map     // how long writing took, of the versions that were written in place
	partial  sync.Map     // what a reader found wrong with one of those
	lists    atomic.Int64 // how often a reader has listed and resolved
	taken    int          // versions put in force
	refused  int
}

// text returns version n in two parts. The first part alone is a valid rule file that hides less.
func (l *load) text(n int) (half, rest string) {
	return fmt.Sprintf("version: 1\nnaming: {prefix: v%d_}\nfilter:\n  exclude:\n    - bank/wire_*\n", n),
		fmt.Sprintf("    - bank/close_*\ndescriptions:\n  - {tools: '*', description: v%d, title: v%d}\n", n, n)
}

func (l *load) next() (half, rest string) {
	l.version++
	l.complete.Store(l.version, true)
	return l.text(l.version)
}

// swap replaces the file, every third time by an invalid one.
func (l *load) swap(wait bool) {
	if l.random.IntN(3) == 0 {
		l.broken++
		half, _ := l.text(1<<20 + l.broken)
		replace(l.t, l.path, half+[]string{"    - 'bank/clo", "    - bank/[c]lose_*\n", "naming: {}\n", "    - {when: 'ctx.user.role == \"x\"'}\n"}[l.random.IntN(4)])
	} else {
		half, rest := l.next()
		replace(l.t, l.path, half+rest)
	}
	if wait {
		l.wait()
	}
}

// writeSlowly writes in place and pauses half-way. Under load, the pause may be longer.
func (l *load) writeSlowly(pause time.Duration) {
	half, rest := l.next()
	begin := time.Now()
	l.slow.Store(l.version, time.Duration(0))
	defer func() { l.slow.Store(l.version, time.Since(begin)) }()
	f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		l.t.Error(err)
		return
	}
	defer f.Close()
	for _, part := range []string{half, rest} {
		if _, err := f.WriteString(part); err != nil {
			l.t.Error(err)
		}
		if part == half {
			time.Sleep(pause)
		}
	}
}

// wrong reports what a reader found wrong with a version. That a part of a file was read counts
// unless it took longer to write than the watcher waits, see checkSlow.
func (l *load) wrong(version int, format string, args ...any) {
	if _, ok := l.slow.Load(version); ok {
		l.partial.Store(version, fmt.Sprintf(format, args...))
		return
	}
	l.t.Errorf(format, args...)
}

// checkSlow reports what was wrong with versions that took less than quiet to write.
func (l *load) checkSlow(quiet time.Duration) {
	quick := 0
	for version, took := range l.slow.Range {
		if took.(time.Duration) >= quiet {
			continue
		}
		quick++
		if message, ok := l.partial.Load(version); ok {
			l.t.Errorf("written in %v: %s", took, message)
		}
	}
	if quick == 0 {
		l.t.Log("the machine was too busy to write half a file and the rest in time")
	}
}

// wait waits for a call of OnChange, and counts it.
func (l *load) wait() {
	select {
	case c := <-l.told:
		l.count(c)
	case <-time.After(20 * time.Second):
		l.t.Error("the host was told of nothing")
	}
}

func (l *load) count(c engine.Change) {
	if c.Problems != nil {
		l.refused++
	} else {
		l.taken++
	}
}

// read lists and resolves until the context ends.
func (l *load) read(ctx context.Context) {
	last := 0
	for ctx.Err() == nil {
		view := l.live.Catalog().View(engine.Request{Runner: "codex"})
		version := 0
		for tool := range view.Tools() {
			var n int
			if _, err := fmt.Sscanf(tool.Name(), "v%d_", &n); err != nil || version != 0 && n != version {
				l.t.Errorf("%s stands beside tools of version %d", tool.Name(), version)
			}
			version = n
			if want := fmt.Sprint("v", n); tool.Description() != want || tool.Title() != want {
				l.wrong(n, "%s has the texts %q and %q", tool.Name(), tool.Title(), tool.Description())
			}
			if strings.HasPrefix(tool.Key().Tool, "wire_") || strings.HasPrefix(tool.Key().Tool, "close_") {
				l.wrong(n, "%s is shown", tool.Name())
			}
			if key, err := view.Resolve(tool.Name()); err != nil || key != tool.Key() {
				l.t.Errorf("%s is listed and resolves to %v, %v", tool.Name(), key, err)
			}
		}
		if _, ok := l.complete.Load(version); !ok || version < last {
			l.t.Errorf("version %d is in force, after version %d", version, last)
		}
		last = version
		for _, hidden := range []string{"wire_out", "close_account"} {
			if _, err := view.Resolve(fmt.Sprintf("v%d_bank__%s", version, hidden)); err != engine.ErrNotFound {
				l.wrong(version, "%s of version %d can be called", hidden, version)
			}
		}
		l.lists.Add(1)
		runtime.Gosched()
	}
}

// setServers sets new lists of the bank until the context ends.
func (l *load) setServers(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		list := `[{"name":"balance"},{"name":"wire_out"},{"name":"close_account"}]`
		if n%2 == 1 {
			list = `[{"name":"close_account"},{"name":"rates"},{"name":"wire_out"}]`
		}
		if _, err := l.live.SetServer(tools("bank", list)); err != nil {
			l.t.Error(err)
		}
		time.Sleep(time.Millisecond)
	}
}

// Readers never see a mix of two versions or a part of one, whatever happens to the file. At the
// end, nothing is left open.
func TestWatchUnderLoad(t *testing.T) {
	if testing.Short() {
		*swaps = min(*swaps, 50)
	}
	const quiet = 200 * time.Millisecond
	goroutines, descriptors := open(t)
	l := &load{
		t: t, path: filepath.Join(t.TempDir(), "tools.yaml"),
		told: make(chan engine.Change, 10000), random: rand.New(rand.NewPCG(1, 2)),
	}
	half, rest := l.next()
	put(t, l.path, half+rest)
	var err error
	opts := engine.WatchOptions{Quiet: quiet, OnChange: func(c engine.Change) { l.told <- c }}
	if l.watcher, err = engine.Watch(t.Context(), l.path, opts); err != nil {
		t.Fatal(err)
	}
	if l.live, err = l.watcher.Bind([]engine.Server{tools("fs", `[{"name":"read"},{"name":"write"}]`), {ID: "bank"}}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var load sync.WaitGroup
	for range 8 {
		load.Go(func() { l.read(ctx) })
	}
	load.Go(func() { l.setServers(ctx) })

	for n := 1; n <= *swaps; n++ {
		l.swap(n%10 == 0)
		if n%50 == 25 {
			l.writeSlowly(quiet / 2) // on the heels of a swap
		}
		if l.random.IntN(2) == 0 {
			time.Sleep(time.Duration(l.random.IntN(10)) * time.Millisecond)
		}
	}
	half, rest = l.next()
	replace(t, l.path, half+rest)
	last := fmt.Sprintf("v%d_", l.version)
	for l.watcher.Engine().Rules.Scheme().Prefix != last && !t.Failed() {
		l.wait()
	}
	stop()
	load.Wait()
	if err := l.watcher.Close(); err != nil {
		t.Error(err)
	}
	for len(l.told) > 0 {
		l.count(<-l.told)
	}
	l.checkSlow(quiet)
	t.Logf("%d versions, %d taken, %d refused, %d lists", l.version, l.taken, l.refused, l.lists.Load())
	if l.taken < *swaps/30 || l.refused < *swaps/60 {
		t.Errorf("of %d swaps, %d were taken and %d refused", *swaps, l.taken, l.refused)
	}
	closed(t, goroutines, descriptors)
}
