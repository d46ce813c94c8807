package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A running gateway is one on standard input and output, whose rule file a test replaces.
type running struct {
	t       *testing.T
	session *mcp.ClientSession
	rules   string        // the file
	changes chan struct{} // one for each notification that the tools have changed
	log     *lockedText
}

// A lockedText is what a process has written so far.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func startGateway(t *testing.T) *running {
	config := writeConfig(t)
	r := &running{t: t, rules: filepath.Join(filepath.Dir(config), "tools.rules.yaml"),
		changes: make(chan struct{}, 100), log: &lockedText{}}
	cmd := exec.Command(os.Args[0], "-config", config)
	cmd.Env = append(os.Environ(), roleVariable+"=gateway")
	cmd.Stderr = r.log
	client := mcp.NewClient(&mcp.Implementation{Name: "c"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { r.changes <- struct{}{} },
	})
	cs, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cs.Close() })
	r.session = cs
	awaitTools(t, cs, "fs__read_text_file")
	for len(r.changes) > 0 { // of the start
		<-r.changes
	}
	return r
}

// replace replaces the rule file.
func (r *running) replace(text string) {
	r.t.Helper()
	if err := os.WriteFile(r.rules+".new", []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	if err := os.Rename(r.rules+".new", r.rules); err != nil {
		r.t.Fatal(err)
	}
}

// awaitLog waits until the gateway has logged a text so many times.
func (r *running) awaitLog(text string, times int) {
	r.t.Helper()
	for end := time.Now().Add(30 * time.Second); strings.Count(r.log.String(),
		text) < times; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			r.t.Fatalf("it did not log %q %d times: %s", text, times, r.log)
		}
	}
}

const reportRules = "version: 1\nservers: [fs, memory]\ncontext: {user: {role: admin | guest}}\n"

// Callers are notified when only the rules change, and after an invalid version the last valid one
// remains in force.
func TestReport106_RulesChange(t *testing.T) {
	r := startGateway(t)
	r.replace(reportRules + "filter: {include: ['fs/*', memory/read_graph], exclude: [fs/write_file]}\n")
	select {
	case <-r.changes:
	case <-time.After(30 * time.Second):
		t.Fatal("the client was not told")
	}
	const want = "fs__read_text_file memory__read_graph"
	awaitTools(t, r.session, want)
	r.awaitLog("new rules are in force", 1)
	_, hidden := r.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "fs__write_file"})
	_, unknown := r.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "fs__no_such_tool"})
	if hidden == nil || unknown == nil || strings.ReplaceAll(hidden.Error(), "write_file",
		"no_such_tool") != unknown.Error() {
		t.Errorf("a hidden tool gives %v, an unknown one %v", hidden, unknown)
	}
	for i, broken := range []string{"version: 1\nfilter: {exlude: ['*']}\n", ""} {
		r.replace(broken)
		r.awaitLog("the new rules are refused", i+1)
		awaitTools(t, r.session, want)
	}
	if err := os.Remove(r.rules); err != nil {
		t.Fatal(err)
	}
	r.awaitLog("the new rules are refused", 3)
	awaitTools(t, r.session, want)
}

// What is rejected at the start, since it contradicts the configuration, is rejected at a reload
// with the same message.
func TestReport107_RulesThatDoNotGoWithTheConfiguration(t *testing.T) {
	r := startGateway(t)
	const other = "version: 1\nservers: [fs, memory]\n" +
		"context: {caller: {role: admin | guest}}\nfilter: {include: ['*/*']}\n"
	r.replace(other)
	r.awaitLog("the new rules are refused", 1)
	awaitTools(t, r.session, "fs__read_text_file")

	config := filepath.Join(filepath.Dir(r.rules), "gateway.json")
	err := run(t.Context(), config, "127.0.0.1:0")
	if err == nil {
		t.Fatal("it started")
	}
	for _, message := range []string{
		"X-User-Role: header sets \"user.role\"",
		"user: every request has this attribute",
	} {
		if !strings.Contains(err.Error(), message) {
			t.Errorf("the start says %v, not %s", err, message)
		}
		quoted, err := json.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		if escaped := strings.Trim(string(quoted), `"`); !strings.Contains(r.log.String(), escaped) {
			t.Errorf("the log has no %s: %s", escaped, r.log)
		}
	}
}
