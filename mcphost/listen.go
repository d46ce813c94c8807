package mcphost

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// methodListen opens the stream on which a server of MCP 2026-07-28 reports that its tools have
// changed. The SDK's client opens it once and does not notice its end, but servers and proxies end
// streams after some minutes. So the stream that the SDK reads is reopened beneath it, and never
// ends before its request does.
const methodListen = "subscriptions/listen"

// listChanged is what the SDK reads after each attempt to reopen the stream: something may have
// changed meanwhile, and while the stream cannot be opened nothing else would show that the server
// is gone.
const listChanged = `data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n\n"

var (
	errNoListen = errors.New("the server refuses to open a stream")
	errNoStream = errors.New("the server does not open a stream")
)

// A listenBody is the body of the response to a listen request.
type listenBody struct {
	rt   *aliasRoundTripper
	ctx  context.Context // of req
	req  *http.Request
	body io.ReadCloser
	next func() ([]byte, error) // reads an event of body

	opened time.Time
	delay  time.Duration // before the next attempt to reopen
}

// start sets the stream to read from.
func (b *listenBody) start(body io.ReadCloser) {
	b.body, b.next, b.opened = body, events(body, b.rt.limit), time.Now()
}

// nextEvent returns the next event, reopening the stream if it has ended.
func (b *listenBody) nextEvent() ([]byte, error) {
	event, err := b.next()
	if message, _ := eventMessage(event); err == nil && !isFinal(message) {
		return event, nil
	}
	if err := b.again(); err != nil {
		return nil, err
	}
	return []byte(listChanged), nil
}

// isFinal reports whether a message is the response to the listen request, which ends the stream.
func isFinal(message []byte) bool {
	if len(message) == 0 {
		return false
	}
	outline, err := jsontree.Outline(message, 0, len(message))
	return err == nil && outline.Kind == jsontree.Object && outline.Get("method") == nil
}

// again tries to reopen the stream, after increasing delays while it cannot be opened or ends soon.
// It returns an error if retrying is pointless.
func (b *listenBody) again() error {
	b.body.Close()
	if time.Since(b.opened) > 10*b.delay {
		b.delay = minBackoff
	}
	select {
	case <-b.ctx.Done():
		return b.ctx.Err()
	case <-time.After(b.delay):
	}
	b.delay = min(2*b.delay, b.rt.maxBackoff)
	body, err := b.rt.reopen(b.ctx, b.req)
	switch {
	case err == nil:
		b.rt.logger.Debug("reopened the stream of notifications")
		b.start(body)
	case b.ctx.Err() != nil:
		return b.ctx.Err()
	case err == errNoListen:
		b.rt.logger.Debug("the server refuses to reopen the stream of notifications")
		return io.EOF
	default:
		b.start(http.NoBody)
	}
	return nil
}

func (b *listenBody) Close() error { return b.body.Close() }

// listening returns the body of a stream that is reopened, by sending the request again, whenever
// it ends.
func (rt *aliasRoundTripper) listening(ctx context.Context, req *http.Request, first io.ReadCloser) io.ReadCloser {
	b := &listenBody{rt: rt, ctx: ctx, req: req, delay: minBackoff}
	b.start(first)
	return &messageBody{Closer: b, next: b.nextEvent}
}

func (rt *aliasRoundTripper) reopen(ctx context.Context, req *http.Request) (io.ReadCloser, error) {
	ctx, cancel := context.WithCancel(ctx)
	late := time.AfterFunc(rt.streamTimeout, cancel)
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

// isRefusal reports whether the same request would get the same response later.
func isRefusal(status int) bool {
	return 400 <= status && status < 500 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests
}
