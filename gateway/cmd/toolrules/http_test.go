package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const simpleRules = "version: 1\nfilter: {exclude: ['*/delete']}\n"

func startSimple(t *testing.T, args ...string) *gateway {
	return newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": simpleRules}).start(args...)
}

const listRequest = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// send sends a request with headers, names and values alternating; Host is one of them.
func send(t *testing.T, method, url, body string, headers ...string) (status int, text string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	data, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(data)
}

// Requests for another host and from other sites' pages are refused, whatever their method.
func TestHostAndOrigin(t *testing.T) {
	g := startSimple(t)
	port := g.url[strings.LastIndex(g.url, ":"):]
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete, http.MethodOptions,
		http.MethodPut} {
		for _, tt := range []struct {
			host, origin string
			refused      bool
		}{
			{"", "", false},
			{"localhost" + port, "", false},
			{"LOCALHOST", "", false},
			{"[::1]" + port, "", false},
			{"evil.example", "", true},
			{"evil.example" + port, "", true},
			{"127.0.0.1.evil.example" + port, "", true},
			{"localhost.", "", true},
			{"", "https://evil.example", true},
			{"", "null", true},
			{"", g.url, false},
			{"", "http://localhost:1", true},
			{"evil.example", "http://evil.example", true},
		} {
			var headers []string
			if tt.host != "" {
				headers = append(headers, "Host", tt.host)
			}
			if tt.origin != "" {
				headers = append(headers, "Origin", tt.origin)
			}
			for _, path := range []string{"/", "/mcp", "/metrics", "/readyz"} {
				status, text := send(t, method, g.url+path, listRequest, headers...)
				if refused := status == http.StatusForbidden; refused != tt.refused {
					t.Errorf("%s %s from host %q, origin %q: %d %s", method, path, tt.host, tt.origin, status, text)
				}
			}
		}
	}
}

func TestLimits(t *testing.T) {
	g := startSimple(t)
	body := listRequest[:len(listRequest)-1] + `,"params":{"cursor":"` + strings.Repeat("x", 5<<20) + `"}}`
	if status, text := send(t, http.MethodPost, g.url,
		body); status != http.StatusRequestEntityTooLarge && status != 0 {
		t.Errorf("a body of 5 MB: %d %s", status, text)
	}
	if status, text := send(t, http.MethodPost, g.url, listRequest, "X-Long", strings.Repeat("x",
		100<<10)); status != http.StatusRequestHeaderFieldsTooLarge && status != 0 {
		t.Errorf("a header of 100 KB: %d %s", status, text)
	}
	// Connections that send nothing, or only a part of a request, do not block others.
	address := strings.TrimPrefix(g.url, "http://")
	var idle []net.Conn
	for i := range 1000 {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		idle = append(idle, conn)
		if i%2 == 0 {
			fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n")
		}
	}
	began := time.Now()
	if status, text := send(t, http.MethodPost, g.url,
		listRequest); status != http.StatusOK || time.Since(began) > 5*time.Second {
		t.Errorf("with idle connections: %d %s after %v", status, text, time.Since(began))
	}
	// The gateway closes them after ten seconds.
	for _, i := range []int{0, 1, 998, 999} {
		_ = idle[i].SetReadDeadline(time.Now().Add(30 * time.Second))
		if _, err := bufio.NewReader(idle[i]).ReadByte(); err == nil {
			continue // an error response
		} else if e, ok := err.(net.Error); ok && e.Timeout() {
			t.Errorf("connection %d stays open", i)
		}
	}
}

// Other machines reach the gateway only with authentication and TLS, or if somebody says so.
func TestLoopbackRule(t *testing.T) {
	const tokens = "tokens: [{name: a, sha256: " + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" + "}]\n"
	for name, tt := range map[string]struct {
		config string
		args   []string
		want   string
	}{
		"nothing":            {"", nil, "list the names"},
		"hosts":              {"hosts: [x.example]\n", nil, "configure tls, and tokens or oidc"},
		"tokens without TLS": {"hosts: [x.example]\n" + tokens, nil, "configure tls, and tokens or oidc"},
		"TLS without callers": {"hosts: [x.example]\ntls: {cert: c.pem, key: k.pem}\n", nil,
			"configure tls, and tokens or oidc"},
		"insecure, no hosts":   {tokens, []string{"--insecure"}, "list the names"},
		"TLS without its file": {"hosts: [x.example]\ntls: {cert: c.pem, key: k.pem}\n" + tokens, nil, "c.pem"},
		"an unknown key":       {"host: [x.example]\n", nil, "gateway.yaml:1:1"},
		"no port":              {"", []string{"--http", "8080"}, "expected an address with a port, such as 127.0.0.1:8080"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": simpleRules,
				"gateway.yaml": tt.config})
			args := append([]string{"--http", "0.0.0.0:0"}, tt.args...)
			if tt.config != "" {
				args = append(args, "--config", s.path("gateway.yaml"))
			}
			out, err := s.command(args...).CombinedOutput()
			if err == nil || !strings.Contains(string(out), tt.want) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	s := newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": simpleRules,
		"gateway.yaml": "hosts: [x.example]\n"})
	g := s.run(s.command("--http", "0.0.0.0:0", "--insecure", "--config", s.path("gateway.yaml")))
	port := g.url[strings.LastIndex(g.url, ":"):]
	for host, want := range map[string]int{"x.example": 200, "X.example:1": 200, "127.0.0.1": 403, "localhost": 403} {
		if status, text := send(t, http.MethodPost, "http://127.0.0.1"+port, listRequest, "Host",
			host); status != want {
			t.Errorf("host %s: %d %s", host, status, text)
		}
	}
}

func TestProbes(t *testing.T) {
	g := startSimple(t, "--admin", "127.0.0.1:0")
	awaitTools(t, g.connect(), "fs__read fs__write memory_server__read_graph")
	if _, err := g.connect().CallTool(t.Context(), &mcp.CallToolParams{Name: "fs__read"}); err != nil {
		t.Error(err)
	}
	for _, base := range []string{g.url, g.admin} {
		if status, text := send(t, http.MethodGet, base+"/healthz", ""); status != 200 || text != "ok\n" {
			t.Errorf("/healthz: %d %s", status, text)
		}
		status, text := send(t, http.MethodGet, base+"/readyz", "")
		if status != 200 || !strings.Contains(text,
			`{"id":"fs","connected":true,"tools":2}`) || !strings.Contains(text, `"revision":"`) {
			t.Errorf("/readyz: %d %s", status, text)
		}
		status, text = send(t, http.MethodGet, base+"/metrics", "")
		for _, want := range []string{`toolrules_calls_total{outcome="ok",server="fs"} 1`,
			`toolrules_server_connected{server="memory_server"} 1`,
			`toolrules_rules_info{revision="`, "toolrules_audit_failures_total 0"} {
			if status != 200 || !strings.Contains(text, want) {
				t.Errorf("/metrics: %d, no %s in\n%s", status, want, text)
			}
		}
	}
}

// With authentication, the main listener shows nothing but whether it is ready.
func TestProbesWithCallers(t *testing.T) {
	s := newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": simpleRules,
		"gateway.yaml": "tokens: [{name: a, sha256: " + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" + "}]\n"})
	g := s.start("--config", s.path("gateway.yaml"))
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		status, text := send(t, http.MethodGet, g.url+"/readyz", "")
		if status == 200 && text == "{\"ready\":true}\n" {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("/readyz: %d %s", status, text)
		}
	}
	for _, path := range []string{"/metrics", "/", "/mcp"} {
		if status, text := send(t, http.MethodGet, g.url+path, ""); status != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
}
