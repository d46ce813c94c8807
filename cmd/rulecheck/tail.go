package main

import (
	"strings"
	"sync"

	"github.com/toolrules/toolrules/internal/visible"
)

// A tail keeps the end of what is written to it. It may be written to by one goroutine and read by another.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const (
	maxTail      = 4 << 10
	maxTailLines = 10
)

// Write implements [io.Writer]. It never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - maxTail; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

// lines gives the last lines that have something in them, with what can't be seen escaped.
func (t *tail) lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var lines []string
	for line := range strings.SplitSeq(string(t.text), "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, visible.Text(strings.TrimRight(line, "\r")))
		}
	}
	return lines[max(0, len(lines)-maxTailLines):]
}
