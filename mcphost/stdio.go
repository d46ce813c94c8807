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

// How long a command gets to end after its standard input was closed, and again after it was asked to, before it is killed.
const endPatience = 2 * time.Second

// A commandTransport runs a server as a command and talks to it over standard input and output. Unlike the SDK's it skips what
// is no message, since many servers log to standard output, and takes the command's children along when it ends.
type commandTransport struct {
	cmd     *exec.Cmd // not started
	limit   int       // bytes of a message
	lenient bool      // a message may follow other text on its line
	logger  *slog.Logger
}

// Connect starts the command.
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
	t.cmd.WaitDelay = endPatience / 4 // for children that hold its standard error open
	ownGroup(t.cmd)
	if err := t.cmd.Start(); err != nil {
		inWrite.Close()
		outRead.Close()
		return nil, fmt.Errorf("start the server: %w", err)
	}
	p := &process{cmd: t.cmd, stdin: inWrite, stdout: outRead, exited: make(chan struct{})}
	go p.wait()
	return newLineConnection(outRead, p, t), nil
}

// A process is a command that runs.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.Closer

	exited chan struct{} // closed when the command has ended
	err    error         // how it ended; readable then

	closeOnce sync.Once
}

// wait waits for the end of the command. What its children still hold open is read for a moment and then no more.
func (p *process) wait() {
	p.err = p.cmd.Wait()
	if lines, ok := p.cmd.Stderr.(*stderrLines); ok {
		lines.end()
	}
	close(p.exited)
	time.AfterFunc(endPatience/4, func() { p.stdout.Close() })
}

// Write sends bytes to the command.
func (p *process) Write(data []byte) (int, error) { return p.stdin.Write(data) }

// Close ends the command: by the end of its input, or by a signal, or by force (MCP 2025-11-25, lifecycle, shutdown).
func (p *process) Close() error {
	p.closeOnce.Do(func() {
		p.stdin.Close()
		if !p.gone() {
			endGroup(p.cmd)
			if !p.gone() {
				killGroup(p.cmd)
				<-p.exited
			}
		}
		killGroup(p.cmd) // its children, if any are left
		p.stdout.Close()
	})
	return nil
}

func (p *process) gone() bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(endPatience):
		return false
	}
}

// How many requests of its own a server may have open: it has no reason for many, as nothing but pings is answered with a result.
const maxUnanswered = 64

var errTooManyRequests = errors.New("the server sends requests and does not take the answers")

// A lineConnection reads and writes messages as lines of JSON.
type lineConnection struct {
	writeMu sync.Mutex
	w       io.WriteCloser // closing it ends everything
	lines   chan line
	closed  chan struct{}
	once    sync.Once
	lenient bool
	logger  *slog.Logger

	// unanswered has one for each request of the server's that is not answered yet. The SDK has no bound of its own.
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

// scan reads lines until there are no more, the connection is closed, or one can't be used.
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

// decode reads the message of a line. There may be none.
func (c *lineConnection) decode(data []byte) (jsonrpc.Message, error) {
	data = bytes.TrimSpace(data)
	msg, err := decodeLine(data)
	if msg == nil && err == nil && c.lenient {
		msg = decodeEnd(data)
	}
	switch {
	case msg != nil:
		return msg, nil
	case err != nil && isBrokenAnswer(data): // nobody will ever answer in its place
		return nil, err
	case err != nil:
		c.logger.Warn("the server wrote what looks like a message and is none; it is skipped", "text", string(data[:min(len(data), 200)]))
	default:
		c.logger.Debug("the server wrote what is no message", "text", string(data[:min(len(data), 200)]))
	}
	return nil, nil
}

// isBrokenAnswer says whether a line that can't be read was to be an answer.
func isBrokenAnswer(data []byte) bool {
	return bytes.Contains(data, []byte(`"id"`)) && (bytes.Contains(data, []byte(`"result"`)) || bytes.Contains(data, []byte(`"error"`)))
}

// decodeEnd finds a message behind other text: a prompt that has no end of line.
func decodeEnd(data []byte) jsonrpc.Message {
	const starts = 8 // braces that are tried
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

// decodeLine reads a message. There is none in a line that is no JSON object or does not claim to be JSON-RPC, as a log's.
func decodeLine(data []byte) (jsonrpc.Message, error) {
	data = bytes.TrimSpace(data)
	if !bytes.HasPrefix(data, []byte("{")) || !bytes.Contains(data, []byte(`"jsonrpc"`)) {
		return nil, nil
	}
	msg, err := jsonrpc.DecodeMessage(data)
	if err != nil {
		return nil, fmt.Errorf("the server sent a broken message: %w", err)
	}
	return msg, nil
}

// Read implements [mcp.Connection].
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

// admit waits until there is room for another request of the server's. A server that asks and asks, and does not take what it is
// answered, gets no more.
func (c *lineConnection) admit(ctx context.Context) error {
	late := time.NewTimer(endPatience)
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

// answered makes room.
func (c *lineConnection) answered() {
	select {
	case <-c.unanswered:
	default:
	}
}

// Write implements [mcp.Connection].
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
		case <-time.After(endPatience): // the server does not read: nothing will ever get through to it
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

// Close implements [mcp.Connection].
func (c *lineConnection) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.w.Close()
}

// SessionID implements [mcp.Connection]. There is none.
func (c *lineConnection) SessionID() string { return "" }
