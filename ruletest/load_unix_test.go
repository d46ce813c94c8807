//go:build unix

package ruletest_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// loaders are the functions that load files.
var loaders = map[string]func(path string) error{
	"rules":    func(path string) error { _, err := rules.Load(path); return err },
	"engine":   func(path string) error { _, err := engine.Load(path, engine.Options{}); return err },
	"ruletest": func(path string) error { _, err := ruletest.Load(path); return err },
}

// TestLoadRejectsPipes loads a pipe without a writer.
func TestLoadRejectsPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, load := range loaders {
		done := make(chan error, 1)
		go func() { done <- load(pipe) }()
		select {
		case err := <-done:
			ps, ok := err.(rules.Problems)
			if !ok || len(ps) != 1 || ps[0].Code != rules.CodeUnreadable || ps[0].File != pipe {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s blocks", name)
		}
	}
}

// TestLoadIsBounded loads a file that is much too large.
func TestLoadIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sparse.yaml")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(6<<30), f.Close()); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, load := range loaders {
		ps, ok := load(path).(rules.Problems)
		if !ok || len(ps) != 1 || ps[0].Code != "too_large" {
			t.Errorf("%s: %v", name, ps)
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 32<<20 {
		t.Errorf("%d bytes are allocated", n)
	}
}
