package main

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const reportRules = "version: 1\ncontext: {user: {role: admin | guest}}\n"

// Callers are notified when only the rules change, and after an invalid version the last valid one
// remains in force.
func TestReport106_RulesChange(t *testing.T) {
	s := newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": reportRules})
	log, changes := &lockedText{}, make(chan struct{}, 100)
	cmd := s.command()
	cmd.Stderr = log
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "c"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changes <- struct{}{} },
	}).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer cs.Close()
	awaitTools(t, cs, "fs__read fs__write memory_server__delete memory_server__read_graph")
	for len(changes) > 0 { // of the start
		<-changes
	}
	s.write("tools.rules.yaml", reportRules+"filter: {include: ['fs/*'], exclude: [fs/write]}\n")
	select {
	case <-changes:
	case <-time.After(30 * time.Second):
		t.Fatal("the client was not notified")
	}
	awaitTools(t, cs, "fs__read")
	_, hidden := callTool(t, cs, "fs__write", nil)
	_, unknown := callTool(t, cs, "fs__other", nil)
	if hidden == nil || unknown == nil || strings.ReplaceAll(hidden.Error(), "write", "other") != unknown.Error() {
		t.Errorf("a hidden tool returns %v, an unknown one %v", hidden, unknown)
	}
	refused := func(times int) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); strings.Count(log.String(),
			"the new rules are refused") < times; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d versions are not refused: %s", times, log)
			}
		}
		awaitTools(t, cs, "fs__read")
	}
	s.write("tools.rules.yaml", "version: 1\nfilter: {exlude: ['*']}\n")
	refused(1)
	s.write("tools.rules.yaml", "")
	refused(2)
	if err := os.Remove(s.path("tools.rules.yaml")); err != nil {
		t.Fatal(err)
	}
	refused(3)
}

// What is rejected at the start, since it contradicts the configuration, is rejected at a reload
// with the same message.
func TestReport107_RulesThatDoNotGoWithTheConfiguration(t *testing.T) {
	s := newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": reportRules,
		"gateway.yaml": "headers: {X-User-Role: user.role}\nattributes: {user: {role: guest}}\n"})
	g := s.start("--config", s.path("gateway.yaml"))
	awaitTools(t, g.connect(), "fs__read fs__write memory_server__delete memory_server__read_graph")
	s.write("tools.rules.yaml", "version: 1\ncontext: {caller: {role: admin | guest}}\nfilter: {include: ['*/*']}\n")
	g.awaitLog("the new rules are refused")
	out, err := s.command("--config", s.path("gateway.yaml")).CombinedOutput()
	if err == nil {
		t.Fatal("it started")
	}
	for _, message := range []string{"gateway.yaml contradicts the rules",
		`X-User-Role: header sets "user.role"`, "user: every request has this attribute"} {
		if !strings.Contains(string(out), message) {
			t.Errorf("the start reports %s, not %s", out, message)
		}
		if log := strings.ReplaceAll(g.log.String(), `\"`, `"`); !strings.Contains(log, message) {
			t.Errorf("the log has no %s: %s", message, log)
		}
	}
}
