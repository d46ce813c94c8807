package mcphost

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/toolrules/toolrules/internal/visible"
)

// maxStderrLine is how many bytes of standard error make a line although no line ends.
const maxStderrLine = 8 << 10

// A stderrLines is the standard error of a command. It writes line by line, each in one call and
// with the server's id before it. Nothing in a line can pass for another server's: what a terminal
// would not show is escaped.
type stderrLines struct {
	out    io.Writer
	prefix string

	mu   sync.Mutex
	line []byte // that has not ended yet
}

// stderrOf returns what a command writes its standard error to; nil means that nobody reads it.
func stderrOf(u *Upstream) io.Writer {
	if file, ok := u.Stderr.(*os.File); u.Stderr == nil || ok && file == nil {
		return nil
	}
	return &stderrLines{out: calmWriter{u.Stderr}, prefix: "[" + u.ID + "] "}
}

// Write implements [io.Writer].
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

// end writes what no end of line has followed.
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
	_, _ = s.out.Write([]byte(s.prefix + visible.Text(text) + "\n")) // a server is not to notice
}
