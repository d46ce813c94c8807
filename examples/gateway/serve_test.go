package main

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// startHTTP runs the gateway over HTTP, and returns its address and a function that stops it.
func startHTTP(t *testing.T) (address string, end context.CancelFunc, ended <-chan error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = listener.Addr().String()
	listener.Close()
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	config := writeConfig(t)
	go func() { result <- run(ctx, config, address) }()
	for limit := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			return address, cancel, result
		}
		if time.Now().After(limit) {
			t.Fatal("it does not listen")
		}
	}
}

// A call in progress when the gateway is told to stop still gets its answer.
func TestShutdown(t *testing.T) {
	address, end, ended := startHTTP(t)
	admin := connect(t, &mcp.StreamableClientTransport{Endpoint: "http://" + address,
		HTTPClient: &http.Client{Transport: asAdmin{}}})
	awaitTools(t, admin, "fs__read_text_file fs__write_file memory__read_graph")
	answered := make(chan error, 1)
	go func() {
		_, err := admin.CallTool(t.Context(), &mcp.CallToolParams{Name: "fs__write_file",
			Arguments: map[string]any{"wait": true}})
		answered <- err
	}()
	time.Sleep(waitTime / 3) // the call has reached its server
	end()
	if err := <-answered; err != nil {
		t.Errorf("the call gave %v", err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the gateway ended with %v", err)
	}
	if conn, err := net.Dial("tcp", address); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
}

// Pages of other sites are rejected, whatever they send.
func TestForeignOrigin(t *testing.T) {
	address, end, ended := startHTTP(t)
	for method, origins := range map[string]map[string]bool{
		http.MethodGet:  {"https://evil.example": true, "http://" + address: false, "": false},
		http.MethodPost: {"https://evil.example": true, "http://" + address: false, "": false},
	} {
		for origin, refused := range origins {
			req, err := http.NewRequestWithContext(t.Context(), method, "http://"+address, strings.NewReader(""))
			if err != nil {
				t.Fatal(err)
			}
			if origin != "" {
				req.Header.Set("Origin", origin)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if got := res.StatusCode == http.StatusForbidden; got != refused {
				t.Errorf("%s from %q: %s", method, origin, res.Status)
			}
		}
	}
	end()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
