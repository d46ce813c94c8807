package mcphost

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/toolrules/toolrules/internal/visible"
)

// maxStderrLine is the maximum number of bytes in a line of standard error; longer lines are split.
const maxStderrLine = 8 << 10

// A stderrLines is the standard error of a command. It writes line by line, each in one call and
// prefixed with the server ID. No line can look like another server's: characters that a terminal
// would not show are escaped.
type stderrLines struct {
	out    io.Writer
	prefix string

	mu   sync.Mutex
	line []byte // the incomplete last line
}

// stderrOf returns the standard error of an upstream's command; nil discards it. It is passed on
// unchanged if raw, and otherwise line by line.
func stderrOf(u *Upstream, raw bool) io.Writer {
	file, isFile := u.Stderr.(*os.File)
	switch {
	case u.Stderr == nil || isFile && file == nil:
		return nil
	case raw && isFile: // which the command gets itself
		return file
	case raw:
		return safeWriter{u.Stderr}
	}
	return &stderrLines{out: safeWriter{u.Stderr}, prefix: "[" + u.ID + "] "}
}

func (s *stderrLines) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for rest := p; len(rest) > 0; {
		n := min(len(rest), maxStderrLine-len(s.line))
		end := bytes.IndexByte(rest[:n], '\n')
		if end >= 0 {
			n = end + 1
		}
		s.line = append(s.line, rest[:n]...)
		rest = rest[n:]
		if end >= 0 || len(s.line) >= maxStderrLine {
			s.flush()
		}
	}
	return len(p), nil
}

// end writes the last line if it has no line break.
func (s *stderrLines) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.line) > 0 {
		s.flush()
	}
}

func (s *stderrLines) flush() {
	text := strings.ReplaceAll(strings.TrimRight(string(s.line), "\r\n"), "\t", "    ")
	s.line = s.line[:0]
	_, _ = s.out.Write([]byte(s.prefix + visible.Text(text) + "\n")) // the server must not notice
}
