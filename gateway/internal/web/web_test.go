package web

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A body that arrives too slowly is refused; a handler may take longer than that.
func TestBodies(t *testing.T) {
	const timeout = 200 * time.Millisecond
	server := httptest.NewServer(bodies(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		time.Sleep(2 * timeout)
		if r.Context().Err() != nil {
			t.Error("the request was canceled")
		}
		_, _ = w.Write(body)
	}), timeout))
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n")
	go func() {
		for range 20 {
			time.Sleep(timeout / 4)
			if _, err := conn.Write([]byte("x")); err != nil {
				return
			}
		}
	}()
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || res.StatusCode != http.StatusRequestTimeout {
		t.Errorf("a slow body: %v, %v", res, err)
	}
	res, err = http.Post(server.URL, "text/plain", strings.NewReader("fast"))
	if err != nil {
		t.Fatal(err)
	}
	if body, _ := io.ReadAll(res.Body); string(body) != "fast" {
		t.Errorf("the response is %q", body)
	}
	res, err = http.Post(server.URL, "text/plain", strings.NewReader(strings.Repeat("x", maxBody+1)))
	if err == nil && res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: %d", res.StatusCode)
	}
}

func TestIsLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:1": true, "localhost:1": true, "[::1]:1": true, "127.1.2.3:0": true,
		":80": false, "0.0.0.0:80": false, "[::]:80": false, "192.0.2.1:80": false, "localhost.example:80": false, "127.0.0.1": false, "": false,
	} {
		if got := IsLoopback(address); got != want {
			t.Errorf("%q: %t", address, got)
		}
	}
}
