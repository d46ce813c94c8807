// Package audit writes the audit log: one line of JSON for each call and for each request that is
// refused. docs/operations.md defines the fields. A line never has arguments, results or
// credentials.
package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/visible"
)

// A Line is one line of the log.
type Line struct {
	Time     string  `json:"time"`        // RFC 3339, UTC, with milliseconds
	Event    string  `json:"event"`       // "call", or "refused" before there is a call
	Subject  string  `json:"subject"`     // the caller; empty if unknown
	Name     string  `json:"name"`        // of the tool, as the caller sent it
	Server   string  `json:"server"`      // empty if no tool has the name
	Tool     string  `json:"tool"`        // the server's own name of the tool
	Outcome  string  `json:"outcome"`     // see mcphost.CallRecord; "unauthenticated" for refused requests
	Reason   string  `json:"reason"`      // why a request was refused
	Rule     string  `json:"rule"`        // the position of the rule that decided; empty if none did
	RuleID   string  `json:"rule_id"`     // its id, if it has one
	Revision string  `json:"revision"`    // the SHA-256 of the rule file
	Duration float64 `json:"duration_ms"` // of the call
}

// maxText is the number of bytes of a name or subject in a line.
const maxText = 128

// A Log is an audit log. It is safe for concurrent use.
type Log struct {
	out    io.Writer
	failed func() // called for each line that cannot be written
	now    func() time.Time

	mu      sync.Mutex
	pending []byte // the line that could not be written; empty if there is none
}

// Open returns a log that appends to a file, or that writes to standard error if path is empty.
// Failed is called for each line that cannot be written.
func Open(path string, failed func()) (*Log, error) {
	if path == "" {
		return New(os.Stderr, failed), nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	return New(file, failed), nil
}

// New returns a log that writes each line in one call of out.
func New(out io.Writer, failed func()) *Log { return &Log{out: out, failed: failed, now: time.Now} }

// Write adds a line. It sets the time, and shortens what callers and servers have chosen. Invisible
// characters are escaped.
func (l *Log) Write(line Line) {
	line.Time = l.now().UTC().Format("2006-01-02T15:04:05.000Z")
	for _, text := range []*string{&line.Subject, &line.Name, &line.Server, &line.Tool} {
		*text = shorten(*text)
	}
	data, err := json.Marshal(line)
	if err != nil { // a duration that is not a number
		data, _ = json.Marshal(Line{Time: line.Time, Event: line.Event, Outcome: "unknown"})
	}
	data = append(visible.JSON(data), '\n')
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.flush() != nil {
		l.failed()
		return
	}
	l.pending = data
	_ = l.flush()
}

// flush writes the pending line. l.mu is held.
func (l *Log) flush() error {
	if len(l.pending) == 0 {
		return nil
	}
	n, err := l.out.Write(l.pending)
	l.pending = l.pending[n:]
	if err != nil {
		l.failed()
	}
	return err
}

// Check returns an error if the last line could not be written and still cannot be.
func (l *Log) Check() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.flush() != nil {
		return errors.New("the audit log cannot be written")
	}
	return nil
}

// shorten returns at most maxText bytes of text, without half of a character.
func shorten(text string) string {
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
