//go:build unix

package regularfile_test

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toolrules/toolrules/internal/regularfile"
)

// read fails the test if reading a file blocks.
func read(t *testing.T, path string, limit int) ([]byte, error) {
	t.Helper()
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data, err := regularfile.Read(path, limit)
		done <- result{data, err}
	}()
	select {
	case r := <-done:
		return r.data, r.err
	case <-time.After(10 * time.Second):
		t.Fatalf("reading %s blocks", path)
		return nil, nil
	}
}

func TestReadRejectsWhatIsNotRegular(t *testing.T) {
	dir := t.TempDir()
	pipe, link, socket := filepath.Join(dir, "pipe"), filepath.Join(dir, "link"), filepath.Join(dir, "s")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(pipe, link); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, path := range []string{pipe, link, socket, "/dev/zero"} {
		_, err := read(t, path, 10)
		pathErr, ok := errors.AsType[*fs.PathError](err)
		if !errors.Is(err, regularfile.ErrNotRegular) || !ok || pathErr.Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := read(t, dir, 10); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := read(t, filepath.Join(dir, "none"), 10); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestReadNeverBlocksWhileFilesAreReplaced replaces a file by a pipe and back while it is read:
// what is rejected before it is opened can be there when it is opened.
func TestReadNeverBlocksWhileFilesAreReplaced(t *testing.T) {
	dir := t.TempDir()
	path, file, pipe := filepath.Join(dir, "path"), filepath.Join(dir, "file"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	next := filepath.Join(dir, "next")
	swap := func(target string) {
		if err := errors.Join(os.Link(target, next), os.Rename(next, path)); err != nil {
			t.Error(err)
		}
	}
	swap(file)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				swap(pipe)
				swap(file)
			}
		}
	}()
	defer func() { close(stop); <-stopped }()
	for range 5000 {
		data, err := read(t, path, 10)
		if err != nil && !errors.Is(err, regularfile.ErrNotRegular) || err == nil && string(data) != "text" {
			t.Fatalf("%q, %v", data, err)
		}
	}
}

func TestReadIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sparse")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(6<<30), f.Close()); err != nil {
		t.Fatal(err)
	}
	data, err := read(t, path, 1000)
	if err != nil || len(data) != 1001 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int]string{0: "t", 3: "text", 4: "text", 5: "text"} {
		if data, err := read(t, path, limit); err != nil || string(data) != want {
			t.Errorf("limit %d: %q, %v", limit, data, err)
		}
		if data, err := regularfile.ReadFrom(strings.NewReader("text"), limit); err != nil || string(data) != want {
			t.Errorf("limit %d, from a reader: %q, %v", limit, data, err)
		}
	}
}
