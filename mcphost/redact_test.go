package mcphost_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

func TestErrorRedactsURLs(t *testing.T) {
	for text, want := range map[string]string{
		"nothing to hide": "nothing to hide",
		`Post "https://u:pw@host:1/mcp?key=s#f": EOF`:     `Post "https://host:1/mcp": EOF`,
		"see https://u:pw@host/mcp?key=s, please":         "see https://host/mcp please",
		"http://host?key=s":                               "http://host",
		"http://host#f":                                   "http://host",
		"http://u@host":                                   "http://host",
		"http://host/a@b":                                 "http://host/a@b",
		"http://u:p@w@host/":                              "http://host/",
		"ws+x://u:pw@host/ and wss://host/x?token=s":      "ws+x://host/ and wss://host/x",
		`Get "http://ho st/?key=s": bad`:                  `Get "http://ho st/": bad`,
		`Get "http://u:p\"w@host/?key=\"s": bad`:          `Get "http://host/": bad`,
		`"Get \"http://h/p\": not http://u:pw@h/?key=s"`:  `"Get \"http://h/p\": not http://h/"`,
		"<http://host/?key=s> `http://host/?key=s`":       "<http://host/> `http://host/`",
		"redirect http://a/?x=s to http://u:pw@b/p?y=s\n": "redirect http://a/ to http://b/p\n",
		"://": "://",
	} {
		err := &mcphost.Error{Code: mcphost.CodeConnect, Subject: "a", Message: text}
		if got := err.Error(); got != "mcphost: a: "+want+" [connect]" {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// Logs and errors never contain the secrets in URLs.
func TestGatewayRedactsURLs(t *testing.T) {
	redirecting := serveHTTP(t, func(w http.ResponseWriter, r *http.Request, _ request) bool {
		http.Redirect(w, r, "http://user:s3cret@127.0.0.1:1/there?key=s3cret", http.StatusTemporaryRedirect)
		return true
	})
	refusing := serveHTTP(t, func(w http.ResponseWriter, _ *http.Request, _ request) bool {
		w.WriteHeader(http.StatusForbidden)
		return true
	})
	malformed := serveHTTP(t, func(w http.ResponseWriter, _ *http.Request, _ request) bool {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte("data: {\n\n"))
		return true
	})
	secret := func(url string) string {
		return strings.Replace(url, "http://", "http://user:s3cret@", 1) + "/mcp?key=s3cret"
	}
	var log lockedBuffer
	opts := mcphost.GatewayOptions{ConnectTimeout: 2 * time.Second, MaxBackoff: 10 * time.Millisecond,
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	urls := []string{secret("http://127.0.0.1:1"), secret("http://no.such.host.invalid"), secret(redirecting), secret(refusing), secret(malformed)}
	var upstreams []mcphost.Upstream
	for i, url := range urls {
		upstreams = append(upstreams, mcphost.Upstream{ID: fmt.Sprintf("s%d", i), URL: url})
		_, err := mcphost.Capture(testContext(t), mcphost.Upstream{ID: "c", URL: url}, mcphost.CaptureOptions{ConnectTimeout: 2 * time.Second})
		if err == nil || strings.Contains(err.Error(), "s3cret") || strings.Contains(errors.Unwrap(err).Error(), "s3cret") {
			t.Errorf("Capture returned %v", err)
		}
	}
	g := gateway(t, "version: 1\n", opts, upstreams...)
	time.Sleep(100 * time.Millisecond)
	g.Close()
	text := log.String()
	for i := range urls {
		if !strings.Contains(text, fmt.Sprintf("server=s%d", i)) {
			t.Errorf("the log does not mention s%d", i)
		}
	}
	if at := strings.Index(text, "s3cret"); at >= 0 {
		t.Errorf("the log has %s", text[max(0, at-300):at+10])
	}
	for _, url := range []string{"http://user:s3/cret@host/", "http://host:s3cret/", "localhost:8080/?key=s3cret", "ftp://u:s3cret@h/", "/mcp?s3cret", "http:?s3cret"} {
		u := mcphost.Upstream{ID: "a", URL: url}
		if err := u.Check(); codes(err) != "server_way a" || strings.Contains(err.Error(), "s3") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// The host's own errors are logged without the secrets in URLs, however they are passed to the
// logger.
func TestMiddlewareRedactsURLs(t *testing.T) {
	var log lockedBuffer
	s := echoServer("read")
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, "version: 1\n", `[]`)), mcphost.Options{
		Request: func(context.Context, mcphost.Caller) (req engine.Request, err error) {
			return req, errors.New("ask http://u:s3cret@host/?key=s3cret")
		},
		Logger: logger,
	}))
	if _, err := dial(t, s, "c", "2025-11-25").ListTools(testContext(t), nil); err == nil || strings.Contains(err.Error(), "host") {
		t.Errorf("the caller gets %v", err)
	}
	if text := log.String(); !strings.Contains(text, "ask http://host/") || strings.Contains(text, "s3cret") {
		t.Errorf("the log has %s", text)
	}
}
