package mcphost

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// methodListen opens the stream on which a server of MCP 2026-07-28 says that its tools have changed.
// The SDK's client opens it once, and does not notice when it ends: servers and proxies end streams
// after some minutes. So the stream that the SDK reads is opened anew beneath it, and never ends
// before its request does.
const methodListen = "subscriptions/listen"

// listChanged is what the SDK reads after each attempt to open the stream anew: something may have
// changed in between, and while the stream can't be opened nothing else would show that the server is gone.
const listChanged = `data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n\n"

var (
	errNoListen = errors.New("the server refuses to be listened to")
	errNoStream = errors.New("the server opens no stream")
)

// A listenBody is the body of the answer to a listen request.
type listenBody struct {
	ctx    context.Context // of the request
	reopen func(context.Context) (io.ReadCloser, error)
	limit  int           // bytes of an event
	most   time.Duration // between two attempts
	logger *slog.Logger

	body   io.ReadCloser
	next   func() ([]byte, error) // event of body
	rest   []byte                 // of the event that is being read
	opened time.Time
	pause  time.Duration // before the next attempt
}

// start begins to read a stream that has been opened.
func (b *listenBody) start(body io.ReadCloser) {
	b.body, b.next, b.opened = body, events(body, b.limit), time.Now()
}

// Read implements [io.Reader].
func (b *listenBody) Read(p []byte) (int, error) {
	for len(b.rest) == 0 {
		event, err := b.next()
		if message, _ := eventMessage(event); err == nil && !isFinal(message) {
			b.rest = event
			continue
		}
		if err := b.again(); err != nil {
			return 0, err
		}
		b.rest = []byte(listChanged)
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// isFinal reports whether a message is the answer to the listen request, after which nothing follows.
func isFinal(message []byte) bool {
	if len(message) == 0 {
		return false
	}
	outline, err := jsontree.Outline(message, 0, len(message))
	return err == nil && outline.Kind == jsontree.Object && outline.Get("method") == nil
}

// again tries to open the stream anew, after longer and longer pauses while it can't be opened or soon
// ends. It returns an error once there is no hope.
func (b *listenBody) again() error {
	b.body.Close()
	if time.Since(b.opened) > 10*b.pause {
		b.pause = minBackoff
	}
	select {
	case <-b.ctx.Done():
		return b.ctx.Err()
	case <-time.After(b.pause):
	}
	b.pause = min(2*b.pause, b.most)
	body, err := b.reopen(b.ctx)
	switch {
	case err == nil:
		b.logger.Debug("the server is listened to again")
		b.start(body)
	case b.ctx.Err() != nil:
		return b.ctx.Err()
	case err == errNoListen:
		b.logger.Debug("the server refuses to be listened to again")
		return io.EOF
	default:
		b.start(http.NoBody)
	}
	return nil
}

// Close implements [io.Closer].
func (b *listenBody) Close() error { return b.body.Close() }

// listening returns a response whose stream is opened anew whenever it ends, by sending the request
// again.
func (rt *aliasRoundTripper) listening(ctx context.Context, req *http.Request, first io.ReadCloser) io.ReadCloser {
	b := &listenBody{ctx: ctx, limit: rt.limit, most: rt.maxBackoff, logger: rt.logger, pause: minBackoff}
	b.reopen = func(ctx context.Context) (io.ReadCloser, error) { return rt.reopen(ctx, req) }
	b.start(first)
	return b
}

// reopen sends a listen request again.
func (rt *aliasRoundTripper) reopen(ctx context.Context, req *http.Request) (io.ReadCloser, error) {
	ctx, cancel := context.WithCancel(ctx)
	late := time.AfterFunc(rt.patient, cancel)
	again := req.Clone(ctx)
	body, err := req.GetBody()
	if err != nil {
		cancel()
		return nil, err
	}
	again.Body = body
	resp, err := rt.send(again)
	if err == nil && late.Stop() && isStream(resp) {
		return &boundedBody{ReadCloser: resp.Body, cancel: cancel, left: -1}, nil
	}
	if err == nil {
		if resp.Body.Close(); isRefusal(resp.StatusCode) {
			err = errNoListen
		} else {
			err = errNoStream
		}
	}
	late.Stop()
	cancel()
	return nil, err
}

func isStream(resp *http.Response) bool {
	return resp.StatusCode == http.StatusOK && strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")
}

// isRefusal reports whether the same request would get the same answer later.
func isRefusal(status int) bool {
	return 400 <= status && status < 500 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests
}
