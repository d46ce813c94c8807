package mcphost

import (
	"errors"
	"io"
	"testing"
)

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestSafeWriter checks that a writer's panics are recovered and its results returned.
func TestSafeWriter(t *testing.T) {
	full := errors.New("disk full")
	for _, c := range []struct {
		name string
		out  io.Writer
		n    int
		err  error
	}{
		{"an error", writerFunc(func([]byte) (int, error) { return 2, full }), 2, full},
		{"success", writerFunc(func(p []byte) (int, error) { return len(p), nil }), 4, nil},
		{"a panic", writerFunc(func([]byte) (int, error) { panic("write") }), 4, nil},
	} {
		n, err := safeWriter{c.out}.Write([]byte("text"))
		if n != c.n || !errors.Is(err, c.err) {
			t.Errorf("%s: got %d, %v; want %d, %v", c.name, n, err, c.n, c.err)
		}
	}
}
