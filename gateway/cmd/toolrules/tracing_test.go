package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Traces are exported as the standard environment variables define, without arguments and secrets.
func TestTraces(t *testing.T) {
	var mu sync.Mutex
	var exported bytes.Buffer
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body io.Reader = r.Body
		if r.Header.Get("Content-Encoding") == "gzip" {
			body, _ = gzip.NewReader(r.Body)
		}
		mu.Lock()
		defer mu.Unlock()
		_, _ = io.Copy(&exported, body)
	}))
	defer collector.Close()
	s := newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": simpleRules})
	cmd := s.command("--http", "127.0.0.1:0")
	cmd.Env = append(cmd.Env, "OTEL_EXPORTER_OTLP_ENDPOINT="+collector.URL,
		"OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf", "OTEL_BSP_SCHEDULE_DELAY=50")
	g := s.run(cmd)
	g.url += "/?q=query-CANARY"
	cs := g.connect("Authorization", "Bearer header-CANARY", "X-Any", "header-CANARY")
	awaitTools(t, cs, "fs__read fs__write memory_server__read_graph")
	_, _ = cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "fs__read",
		Arguments: map[string]any{"key": "argument-CANARY"}})
	_, _ = cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "name-CANARY"})
	text := func() string { mu.Lock(); defer mu.Unlock(); return exported.String() }
	for end := time.Now().Add(20 * time.Second); !strings.Contains(text(),
		"denied"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no trace was exported: %q", text())
		}
	}
	for _, want := range []string{"tools/call", "toolrules.outcome", "gen_ai.tool.name", "read"} {
		if !strings.Contains(text(), want) {
			t.Errorf("the traces have no %s", want)
		}
	}
	if strings.Contains(text(), "CANARY") {
		at := strings.Index(text(), "CANARY")
		t.Errorf("the traces have a secret: %q", text()[max(0, at-80):at+6])
	}
}

func TestNoTracesOnStandardOutput(t *testing.T) {
	s := newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": simpleRules})
	cmd := s.command()
	cmd.Env = append(cmd.Env, "OTEL_TRACES_EXPORTER=console")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "standard output") {
		t.Errorf("%v: %s", err, out)
	}
}
