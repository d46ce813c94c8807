// Package web protects an HTTP listener: it checks hosts and limits the size and time of requests.
package web

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

// Limits of requests.
const (
	maxHeader   = 64 << 10
	maxBody     = 4 << 20
	headerTime  = 10 * time.Second
	idleTime    = 2 * time.Minute
	bodyTimeout = 30 * time.Second
)

// NewServer returns a server with limits on headers and idle connections. Bodies are limited by
// [Bodies].
func NewServer(handler http.Handler) *http.Server {
	return &http.Server{Handler: handler, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHeader}
}

// Loopback are the hosts of a listener on the loopback interface.
var Loopback = []string{"localhost", "127.0.0.1", "[::1]"}

// IsLoopback reports whether an address to listen at is on the loopback interface.
func IsLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Hosts returns a handler that answers requests for other hosts with status 403. A host without a
// port allows each port. So a page of another site cannot use the server after it has changed the
// address that its own name resolves to.
func Hosts(next http.Handler, hosts []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		allowed := slices.ContainsFunc(hosts, func(host string) bool {
			return strings.EqualFold(host, r.Host) || strings.EqualFold(host, withoutPort(r.Host))
		})
		if !allowed {
			http.Error(w, "the host is not allowed", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func withoutPort(host string) string {
	at := strings.LastIndexByte(host, ':')
	if at < 0 || strings.HasSuffix(host, "]") || strings.Trim(host[at+1:], "0123456789") != "" {
		return host
	}
	return host[:at]
}

// Origins returns a handler that answers requests of any method with status 403 if they come from a
// page of an origin that is neither the request's own host nor allowed.
func Origins(next http.Handler, origins []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, origin := range r.Header.Values("Origin") {
			_, host, _ := strings.Cut(origin, "://")
			allowed := slices.ContainsFunc(origins, func(o string) bool { return strings.EqualFold(o, origin) })
			if !allowed && !strings.EqualFold(host, r.Host) {
				http.Error(w, "the origin is not allowed", http.StatusForbidden)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// Bodies returns a handler that reads the body of each request before it calls next: at most 4 MiB
// in at most 30 seconds.
func Bodies(next http.Handler) http.Handler {
	return bodies(next, bodyTimeout)
}

func bodies(next http.Handler, timeout time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		control := http.NewResponseController(w)
		_ = control.SetReadDeadline(time.Now().Add(timeout))
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
			http.Error(w, "the message is too large", http.StatusRequestEntityTooLarge)
			return
		}
		if err != nil {
			w.Header().Set("Connection", "close")
			status := http.StatusBadRequest
			if errors.Is(err, os.ErrDeadlineExceeded) {
				status = http.StatusRequestTimeout
			}
			http.Error(w, "cannot read the message", status)
			return
		}
		_ = control.SetReadDeadline(time.Time{})
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		next.ServeHTTP(w, r)
	})
}
