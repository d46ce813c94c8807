package mcphost

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// endTimeout is how long a command may take to exit after its standard input is closed, and again
// after it is terminated, before it is killed.
const endTimeout = 2 * time.Second

// A commandTransport runs a server as a command and connects to its standard input and output.
// Unlike the SDK's, it skips output that is not a message, since many servers log to standard
// output, and terminates the command's children too.
type commandTransport struct {
	cmd     *exec.Cmd // not started
	limit   int       // bytes of a message
	lenient bool      // a message may follow other text on its line
	logger  *slog.Logger
}

// Connect starts the command. It implements [mcp.Transport].
func (t *commandTransport) Connect(context.Context) (mcp.Connection, error) {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer inRead.Close()
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		inWrite.Close()
		return nil, err
	}
	defer outWrite.Close()
	t.cmd.Stdin, t.cmd.Stdout = inRead, outWrite
	t.cmd.WaitDelay = endTimeout / 4 // for children that hold its standard error open
	newGroup(t.cmd)
	if err := t.cmd.Start(); err != nil {
		inWrite.Close()
		outRead.Close()
		return nil, fmt.Errorf("start the server: %w", err)
	}
	p := &process{cmd: t.cmd, stdin: inWrite, stdout: outRead, exited: make(chan struct{})}
	go p.wait()
	return newLineConnection(outRead, p, t), nil
}

type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.Closer

	exited chan struct{} // closed when the command has exited
	err    error         // of exec.Cmd.Wait; set when exited is closed

	closeOnce sync.Once
}

// wait waits until the command exits. Output that its children still hold open is read for a moment
// longer.
func (p *process) wait() {
	p.err = p.cmd.Wait()
	if lines, ok := p.cmd.Stderr.(*stderrLines); ok {
		lines.end()
	}
	close(p.exited)
	time.AfterFunc(endTimeout/4, func() { p.stdout.Close() })
}

// Write writes to the command's standard input.
func (p *process) Write(data []byte) (int, error) { return p.stdin.Write(data) }

// Close makes the command exit: it closes its input, then terminates it, then kills it (MCP
// 2025-11-25, lifecycle, shutdown).
func (p *process) Close() error {
	p.closeOnce.Do(func() {
		p.stdin.Close()
		if !p.gone() {
			terminateGroup(p.cmd)
			if !p.gone() {
				killGroup(p.cmd)
				<-p.exited
			}
		}
		killGroup(p.cmd) // remaining children
		p.stdout.Close()
	})
	return nil
}

func (p *process) gone() bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(endTimeout):
		return false
	}
}

// maxUnanswered is the maximum number of open requests of a server. It needs few, since only pings
// are answered with a result.
const maxUnanswered = 64

var errTooManyRequests = errors.New("the server sends requests but does not read the responses")

// A lineConnection reads and writes messages as lines of JSON.
type lineConnection struct {
	writeMu sync.Mutex
	w       io.WriteCloser // closing it closes the connection
	lines   chan line
	closed  chan struct{}
	once    sync.Once
	lenient bool
	logger  *slog.Logger

	// unanswered holds an element for each request of the server that is not answered yet. The SDK
	// has no limit.
	unanswered chan struct{}
}

type line struct {
	msg jsonrpc.Message
	err error
}

func newLineConnection(r io.Reader, w io.WriteCloser, t *commandTransport) *lineConnection {
	c := &lineConnection{
		w: w, lines: make(chan line), closed: make(chan struct{}), unanswered: make(chan struct{}, maxUnanswered),
		lenient: t.lenient, logger: t.logger,
	}
	go c.scan(bufio.NewReaderSize(r, 64<<10), t.limit)
	return c
}

// scan reads lines until the end, until the connection is closed, or until an error.
func (c *lineConnection) scan(r *bufio.Reader, limit int) {
	for {
		data, err := readLine(r, limit)
		next := line{err: err}
		if err == nil {
			if next.msg, next.err = c.decode(data); next.msg == nil && next.err == nil {
				continue
			}
		}
		select {
		case c.lines <- next:
		case <-c.closed:
			return
		}
		if next.err != nil {
			return
		}
	}
}

// decode returns the message in a line; nil if there is none.
func (c *lineConnection) decode(data []byte) (jsonrpc.Message, error) {
	data = bytes.TrimSpace(data)
	msg, err := decodeLine(data)
	if msg == nil && err == nil && c.lenient {
		msg = decodeEnd(data)
	}
	switch {
	case msg != nil:
		return msg, nil
	case err != nil && isMalformedResponse(data): // the call would never end
		return nil, err
	case err != nil:
		c.logger.Warn("skipped a malformed message from the server", "text", string(data[:min(len(data), 200)]))
	default:
		c.logger.Debug("skipped output of the server that is not a message", "text", string(data[:min(len(data), 200)]))
	}
	return nil, nil
}

// isMalformedResponse reports whether a line that is not valid was probably a response.
func isMalformedResponse(data []byte) bool {
	has := func(key string) bool { return bytes.Contains(data, []byte(key)) }
	return has(`"id"`) && (has(`"result"`) || has(`"error"`))
}

// decodeEnd finds a message after other text, such as a prompt without a line break.
func decodeEnd(data []byte) jsonrpc.Message {
	const starts = 8 // maximum number of braces to try
	for range starts {
		at := bytes.IndexByte(data, '{')
		if at < 0 {
			return nil
		}
		if msg, err := decodeLine(data[at:]); err == nil && msg != nil {
			return msg
		}
		data = data[at+1:]
	}
	return nil
}

// readLine reads a line of at most limit bytes.
func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	var data []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(data)+len(part) > limit {
			return nil, errMessageTooLarge
		}
		data = append(data, part...)
		switch {
		case err == nil, err == io.EOF && len(data) > 0:
			return data, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// decodeLine decodes a message. It returns nil for a line that is not a JSON object or not
// JSON-RPC, such as a log entry.
func decodeLine(data []byte) (jsonrpc.Message, error) {
	data = bytes.TrimSpace(data)
	if !bytes.HasPrefix(data, []byte("{")) || !bytes.Contains(data, []byte(`"jsonrpc"`)) {
		return nil, nil
	}
	msg, err := jsonrpc.DecodeMessage(data)
	if err != nil {
		return nil, fmt.Errorf("the server sent a malformed message: %w", err)
	}
	return msg, nil
}

func (c *lineConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.closed:
		return nil, io.EOF
	case l := <-c.lines:
		if req, ok := l.msg.(*jsonrpc.Request); ok && req.IsCall() {
			return l.msg, c.admit(ctx)
		}
		return l.msg, l.err
	}
}

// admit waits until another request of the server is allowed. A server that sends requests but does
// not read the responses is disconnected.
func (c *lineConnection) admit(ctx context.Context) error {
	late := time.NewTimer(endTimeout)
	defer late.Stop()
	select {
	case c.unanswered <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-c.closed:
		return io.EOF
	case <-late.C:
		_ = c.Close()
		return errTooManyRequests
	}
}

// answered allows another request of the server.
func (c *lineConnection) answered() {
	select {
	case <-c.unanswered:
	default:
	}
}

func (c *lineConnection) Write(ctx context.Context, msg jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	written := make(chan struct{})
	defer close(written)
	defer context.AfterFunc(ctx, func() {
		select {
		case <-written:
		case <-time.After(endTimeout): // the server does not read its input
			_ = c.Close()
		}
	})()
	if _, ok := msg.(*jsonrpc.Response); ok {
		defer c.answered()
	}
	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	_, err = c.w.Write(append(data, '\n'))
	return err
}

func (c *lineConnection) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.w.Close()
}

// SessionID implements [mcp.Connection]. It returns the empty string.
func (c *lineConnection) SessionID() string { return "" }
