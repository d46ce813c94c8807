//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestReadConfigRejectsOtherFiles reads a pipe without a writer, and a file that is too large.
func TestReadConfigRejectsOtherFiles(t *testing.T) {
	pipe, sparse := filepath.Join(t.TempDir(), "pipe"), filepath.Join(t.TempDir(), "sparse")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(sparse)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(6<<30), f.Close()); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, sparse} {
		done := make(chan error, 1)
		go func() { _, err := readConfig(path); done <- err }()
		select {
		case err := <-done:
			if err == nil || !strings.Contains(err.Error(), "not a regular file of at most") {
				t.Errorf("%s: %v", path, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("reading %s blocks", path)
		}
	}
}
