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

// An aliasRoundTripper stands between the SDK's HTTP transport and the network. It gives methods of our own their real names, hides
// codes that the SDK takes for its own, adds what a caller sets for a server, and bounds what the SDK does not bound.
type aliasRoundTripper struct {
	base    http.RoundTripper
	origin  *url.URL      // where the server is
	header  http.Header   // added to each request that goes there: not to where a redirect leads
	limit   int           // bytes of an answer that is no stream
	patient time.Duration // how long a stream may take to start
	params  func(tool string, arguments json.RawMessage) http.Header

	maxBackoff time.Duration // between two attempts to open a stream anew
	logger     *slog.Logger

	answers  atomic.Int64    // that are on their way to the server
	broken   context.Context // done when nothing goes to the server, or comes from it, any more
	breakOff context.CancelFunc
}

// RoundTrip implements [http.RoundTripper].
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

// exchange sends a request, which cancel takes back, for somebody who waits as long as ctx says.
func (rt *aliasRoundTripper) exchange(ctx context.Context, req *http.Request, cancel func()) (*http.Response, error) {
	answer, err := rt.rename(req)
	if err != nil {
		return nil, err
	}
	if answer {
		defer rt.answers.Add(-1)
		if rt.answers.Add(1) > maxUnanswered {
			rt.breakOff()
			return nil, errTooManyRequests
		}
	}
	if req.Method != http.MethodGet && !isListen(req) {
		return rt.send(req)
	}
	late := time.AfterFunc(rt.patient, cancel)
	resp, err := rt.send(req)
	if late.Stop() || ctx.Err() != nil {
		return resp, err
	}
	// The SDK waits for a stream to start, however long that takes. A server that does not start one has none.
	if err == nil {
		resp.Body.Close()
	}
	return noStream(req), nil
}

func isListen(req *http.Request) bool { return req.Header.Get(headerMethod) == methodListen }

// send uses what may be the host's own.
func (rt *aliasRoundTripper) send(req *http.Request) (resp *http.Response, err error) {
	defer errPanic(&err, "the HTTP client")
	return rt.base.RoundTrip(req)
}

// rename gives the method in a request's body, and the headers that mirror it, their real names. It says whether the body is an
// answer to a request of the server's.
func (rt *aliasRoundTripper) rename(req *http.Request) (answer bool, err error) {
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
	return isAnswer(data), nil
}

func isAnswer(data []byte) bool {
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
	method, ok := realName(req.Method)
	if !ok {
		return data, nil
	}
	req.Method = method
	if header.Get(headerMethod) != "" { // the protocol has such headers
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

// noStream is what a server answers that has no stream of its own.
func noStream(req *http.Request) *http.Response {
	return &http.Response{
		StatusCode: http.StatusMethodNotAllowed, Status: "405 Method Not Allowed",
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: http.NoBody, Request: req,
	}
}

// A boundedBody gives an error for what comes after so many bytes. Negative means that there is no bound.
type boundedBody struct {
	io.ReadCloser
	cancel context.CancelFunc
	left   int
}

// Read implements [io.Reader].
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

// Close implements [io.Closer].
func (b *boundedBody) Close() (err error) {
	defer errPanic(&err, "the HTTP client")
	defer b.cancel()
	return b.ReadCloser.Close()
}
