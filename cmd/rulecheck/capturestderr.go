package main

import (
	"regexp"
	"strings"
	"sync"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/internal/visible"
)

// A stderrExcerpt keeps the beginning and the end of what a server writes to its standard error. It
// may be
// written to by one goroutine and read by another.
type stderrExcerpt struct {
	mu    sync.Mutex
	first []byte
	last  []byte // what follows, as much as fits
	cut   bool   // something between the two is lost
}

const (
	maxSaid    = 8 << 10 // bytes that are kept of the beginning, and of the end
	firstLines = 6
	lastLines  = 4
)

// Write implements [io.Writer]. It never fails.
func (s *stderrExcerpt) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(p)
	room := min(maxSaid-len(s.first), len(p))
	s.first, p = append(s.first, p[:room]...), p[room:]
	s.last = append(s.last, p...)
	if extra := len(s.last) - maxSaid; extra > 0 {
		s.last, s.cut = append(s.last[:0], s.last[extra:]...), true
	}
	return n, nil
}

// lines returns the first lines that mean something to people, and the last ones where there are
// more, with hidden characters escaped. Where a program crashes, its first lines say why more often
// than its last ones, which are the stack.
func (s *stderrExcerpt) lines() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := string(s.first) + string(s.last)
	if s.cut {
		text = string(s.first) + "\n" + string(s.last)
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, "\r \t")
		if line != "" && !noise.MatchString(line) {
			lines = append(lines, visible.Clip(visible.Text(line), 2*terminal.DescriptionWidth))
		}
	}
	if len(lines) <= firstLines+lastLines {
		return lines
	}
	return append(append(lines[:firstLines:firstLines], "…"), lines[len(lines)-lastLines:]...)
}

// noise matches lines of a stack trace, of Node.js, Python, Go, Rust and Java, that do not say what
// went wrong.
var noise = regexp.MustCompile(`^\s+at |^\s*[\^~]+$|^\s*throw |^node:internal|^\s+File "|` +
	`^Traceback \(most recent call last\):$|^\s{4,}\S|^\t|^goroutine \d+ |^(npm|npm warn|npm WARN|npm notice)$`)
