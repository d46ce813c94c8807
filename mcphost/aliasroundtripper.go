package mcphost

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// Headers that mirror a message's body (MCP 2026-07-28, streamable HTTP).
const (
	headerMethod = "Mcp-Method"
	headerName   = "Mcp-Name"
)

var errMessageTooLarge = errors.New("the server sent a message that is too large")

// An aliasRoundTripper is the HTTP transport beneath the SDK's. It replaces aliases by real method
// names, hides codes that the SDK would treat as its own, adds the headers of an upstream, and
// enforces limits that the SDK does not have.
type aliasRoundTripper struct {
	base          http.RoundTripper
	origin        *url.URL      // of the server
	header        http.Header   // added to each request to origin, but not to redirects elsewhere
	limit         int           // bytes of a response that is not a stream
	streamTimeout time.Duration // for a stream to start
	params        func(tool string, arguments json.RawMessage) http.Header

	maxBackoff time.Duration // between two attempts to reopen a stream
	logger     *slog.Logger

	responses atomic.Int64    // being sent to the server
	broken    context.Context // done when the connection is given up
	abort     context.CancelFunc
}

func (rt *aliasRoundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	if rt.broken.Err() != nil {
		return nil, errTooManyRequests
	}
	ctx, end := context.WithCancel(req.Context())
	stop := context.AfterFunc(rt.broken, end)
	cancel := func() { stop(); end() }
	out := req.Clone(ctx)
	rt.addHeaders(out)
	resp, err := rt.exchange(req.Context(), out, cancel)
	if err != nil {
		cancel()
		return nil, err
	}
	body := &boundedBody{ReadCloser: resp.Body, cancel: cancel, left: -1}
	if isStream(resp) && isListen(req) {
		body.ReadCloser = rt.listening(ctx, out, resp.Body)
	}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		resp.Body = hidingEvents(body, rt.limit)
	} else {
		body.left = rt.limit
		resp.Body = hidingMessage(body)
	}
	return resp, nil
}

func (rt *aliasRoundTripper) addHeaders(req *http.Request) {
	if rt.origin == nil || req.URL.Scheme != rt.origin.Scheme || req.URL.Host != rt.origin.Host {
		return
	}
	for name, values := range rt.header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
}

// exchange sends a request, which cancel cancels, for a caller that waits until ctx ends.
func (rt *aliasRoundTripper) exchange(ctx context.Context, req *http.Request, cancel func()) (*http.Response, error) {
	isResponse, err := rt.rename(req)
	if err != nil {
		return nil, err
	}
	if isResponse {
		defer rt.responses.Add(-1)
		if rt.responses.Add(1) > maxUnanswered {
			rt.abort()
			return nil, errTooManyRequests
		}
	}
	if req.Method != http.MethodGet && !isListen(req) {
		return rt.send(req)
	}
	late := time.AfterFunc(rt.streamTimeout, cancel)
	resp, err := rt.send(req)
	if late.Stop() || ctx.Err() != nil {
		return resp, err
	}
	// The SDK waits for a stream to start, without a limit. A server that does not start one has
	// none.
	if err == nil {
		resp.Body.Close()
	}
	return &http.Response{
		StatusCode: http.StatusMethodNotAllowed, Status: "405 Method Not Allowed",
		Header: http.Header{}, Body: http.NoBody, Request: req,
	}, nil
}

func isListen(req *http.Request) bool { return req.Header.Get(headerMethod) == methodListen }

// send calls base, which may be the host's own code.
func (rt *aliasRoundTripper) send(req *http.Request) (resp *http.Response, err error) {
	defer errPanic(&err, "the HTTP client")
	return rt.base.RoundTrip(req)
}

// rename replaces the method in a request's body, and the headers that mirror it, by their real
// names. It reports whether the body is a response to a request of the server.
func (rt *aliasRoundTripper) rename(req *http.Request) (isResponse bool, err error) {
	if req.Body == nil {
		return false, nil
	}
	data, err := io.ReadAll(req.Body)
	req.Body.Close()
	if err != nil {
		return false, err
	}
	if bytes.Contains(data, []byte(aliasPrefix)) {
		if data, err = rt.renameMessage(data, req.Header); err != nil {
			return false, err
		}
	}
	req.Body = io.NopCloser(bytes.NewReader(data))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	req.ContentLength = int64(len(data))
	return isResponseMessage(data), nil
}

func isResponseMessage(data []byte) bool {
	outline, err := jsontree.Outline(data, 0, len(data))
	return err == nil && outline.Kind == jsontree.Object && outline.Get("method") == nil
}

func (rt *aliasRoundTripper) renameMessage(data []byte, header http.Header) ([]byte, error) {
	msg, err := jsonrpc.DecodeMessage(data)
	if err != nil {
		return nil, err
	}
	req, ok := msg.(*jsonrpc.Request)
	if !ok {
		return data, nil
	}
	method, ok := strings.CutPrefix(req.Method, aliasPrefix)
	if !ok {
		return data, nil
	}
	req.Method = method
	if header.Get(headerMethod) != "" { // depends on the protocol version
		header.Set(headerMethod, method)
		if method == methodCall {
			var params callParams
			if err := json.Unmarshal(req.Params, &params); err != nil {
				return nil, err
			}
			header.Set(headerName, params.Name)
			for name, values := range rt.params(params.Name, params.Arguments) {
				header[name] = values
			}
		}
	}
	return jsonrpc.EncodeMessage(req)
}

// A boundedBody returns an error for bytes beyond a limit. A negative limit means none.
type boundedBody struct {
	io.ReadCloser
	cancel context.CancelFunc
	left   int
}

func (b *boundedBody) Read(p []byte) (n int, err error) {
	defer errPanic(&err, "the HTTP client")
	if b.left < 0 {
		return b.ReadCloser.Read(p)
	}
	if len(p) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err = b.ReadCloser.Read(p)
	if n > b.left {
		b.left = 0
		return 0, errMessageTooLarge
	}
	b.left -= n
	return n, err
}

func (b *boundedBody) Close() (err error) {
	defer errPanic(&err, "the HTTP client")
	defer b.cancel()
	return b.ReadCloser.Close()
}
