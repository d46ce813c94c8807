package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func callTool(t testing.TB, cs *mcp.ClientSession, name string, args map[string]any) (string, error) {
	t.Helper()
	res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		return "", err
	}
	return res.Content[0].(*mcp.TextContent).Text, nil
}

// Calls in progress on SIGTERM still get their answers, over each transport.
func TestShutdown(t *testing.T) {
	files := map[string]string{"mcp.json": twoServers, "tools.rules.yaml": simpleRules}
	for name, start := range map[string]func(s *setup) (cs *mcp.ClientSession, process *os.Process, ended func() error){
		"HTTP": func(s *setup) (*mcp.ClientSession, *os.Process, func() error) {
			g := s.start()
			return g.connect(), g.cmd.Process, g.wait
		},
		"sessions": func(s *setup) (*mcp.ClientSession, *os.Process, func() error) {
			s.write("gateway.yaml", "sessions: true\n")
			g := s.start("--config", s.path("gateway.yaml"))
			return g.connect(), g.cmd.Process, g.wait // whose stream of notifications stays open
		},
		"stdio": func(s *setup) (*mcp.ClientSession, *os.Process, func() error) {
			cmd := s.command()
			return connect(t, &mcp.CommandTransport{Command: cmd}), cmd.Process, func() error {
				for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
					if cmd.Process.Signal(syscall.Signal(0)) != nil || cmd.ProcessState != nil {
						return nil
					}
				}
				return errors.New("it does not end")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			cs, process, ended := start(newSetup(t, files))
			awaitTools(t, cs, "fs__read fs__write memory_server__read_graph")
			var calls sync.WaitGroup
			for range 8 {
				calls.Go(func() {
					if got, err := callTool(t, cs, "fs__write",
						map[string]any{"wait": true}); err != nil || got != "write" {
						t.Errorf("the call returned %q, %v", got, err)
					}
				})
			}
			time.Sleep(waitTime / 2) // the calls have reached their server
			if err := process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			calls.Wait()
			if name == "stdio" {
				_ = cs.Close() // waits for the process
			}
			if err := ended(); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it ended after %v", took)
			}
		})
	}
}

// The end of a server costs only its own calls.
func TestKilledServer(t *testing.T) {
	s := newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": simpleRules})
	g := s.start()
	cs := g.connect()
	const all = "fs__read fs__write memory_server__read_graph"
	awaitTools(t, cs, all)
	var failed atomic.Int64
	done := make(chan struct{})
	var clients sync.WaitGroup
	for range 4 {
		other := g.connect()
		clients.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if got, err := callTool(t, other, "memory_server__read_graph", nil); err != nil || got != "read_graph" {
					t.Errorf("a call of the other server returned %q, %v", got, err)
				}
				if got := names(t, other); got != all { // during the grace period
					t.Errorf("it lists %s", got)
				}
				if _, err := callTool(t, other, "fs__read", nil); err != nil {
					failed.Add(1)
					if !strings.Contains(err.Error(), "unavailable") {
						t.Errorf("a call of the killed server: %v", err)
					}
				}
			}
		})
	}
	for range 3 {
		pid := childOf(t, g.cmd.Process.Pid, "read,write")
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) { // it comes back
			if _, err := callTool(t, cs, "fs__read", nil); err == nil && childOf(t, g.cmd.Process.Pid,
				"read,write") != pid {
				break
			}
			if time.Now().After(end) {
				t.Fatal("the server does not come back")
			}
		}
	}
	close(done)
	clients.Wait()
	g.awaitLog("lost the connection to the server")
	g.awaitLog("reconnected to the server")
}

// childOf returns the process of a server of a gateway.
func childOf(t *testing.T, parent int, role string) int {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		out, _ := exec.Command("pgrep", "-P", strconv.Itoa(parent)).Output()
		for pid := range strings.FieldsSeq(string(out)) {
			env, _ := os.ReadFile("/proc/" + pid + "/environ")
			if n, err := strconv.Atoi(pid); err == nil && strings.Contains(string(env), roleVariable+"="+role) {
				return n
			}
		}
	}
	t.Skip("skipped: it needs pgrep and /proc")
	return 0
}

// Rules and servers change while clients list and call. No request fails, and each list is of one
// version of the rules.
func TestSwaps(t *testing.T) {
	ruleSwaps, serverSwaps := 1000, 100
	if testing.Short() {
		ruleSwaps, serverSwaps = 20, 4
	}
	rulesOf := func(n int) string {
		return fmt.Sprintf("version: 1\nnaming: {prefix: v%d_}\nfilter: {exclude: ['*/delete']}\n", n)
	}
	serversOf := func(n int) string {
		extra := ""
		if n%2 == 1 {
			extra = `,"extra": {"command": "$SELF", "env": {"TOOLRULES_TEST_ROLE": "more"}}`
		}
		return `{"mcpServers": {"fs": {"command": "$SELF", "env": {"TOOLRULES_TEST_ROLE": "read,write"}}` + extra + `}}`
	}
	s := newSetup(t, map[string]string{"mcp.json": serversOf(0), "tools.rules.yaml": rulesOf(0)})
	g := s.start("--config", func() string {
		s.write("gateway.yaml",
			"audit: {file: /dev/null}\n")
		return s.path("gateway.yaml")
	}())
	awaitTools(t, g.connect(), "v0_fs__read v0_fs__write")
	done := make(chan struct{})
	var clients sync.WaitGroup
	var lists, calls, renamed atomic.Int64
	for range 8 {
		cs := g.connect()
		clients.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				got := strings.Fields(names(t, cs))
				lists.Add(1)
				version, _, _ := strings.Cut(got[0], "_")
				for i, name := range got {
					if !strings.HasPrefix(name, version+"_") {
						t.Errorf("a list has tools of two versions: %s", got)
					}
					if i < 2 && name != version+[]string{"_fs__read", "_fs__write"}[i] {
						t.Errorf("it lists %s", got)
					}
				}
				result, err := callTool(t, cs, got[0], nil)
				switch {
				case err != nil && strings.Contains(err.Error(),
					"unknown tool"): // the rules have changed since the list
					renamed.Add(1)
				case err != nil || result != "read":
					t.Errorf("a call of %s returned %q, %v", got[0], result, err)
				}
				calls.Add(1)
			}
		})
	}
	for i := 1; i <= ruleSwaps; i++ {
		s.write("tools.rules.yaml", rulesOf(i))
		if i%(ruleSwaps/serverSwaps) == 0 {
			s.write("mcp.json", serversOf(i/(ruleSwaps/serverSwaps)))
		}
		if err := g.cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	awaitTools(t, g.connect(), fmt.Sprintf("v%d_fs__read v%[1]d_fs__write", ruleSwaps))
	close(done)
	clients.Wait()
	// A file that is replaced while it is read is read again.
	log := g.log.String()
	refused := strings.Count(log, "are refused") - strings.Count(log, "it changed while it was read")
	t.Logf("%d lists and %d calls, %d of them after a change of names; %d versions of the rules and %d of the servers came into force",
		lists.Load(), calls.Load(), renamed.Load(), strings.Count(log, "new rules are in force"), strings.Count(log,
			"new servers are in force"))
	if refused > 0 || strings.Count(log, "lost the connection") > 0 {
		t.Error("a version was refused, or a server was lost")
	}
	if renamed.Load() == calls.Load() {
		t.Error("no call succeeded")
	}
}

// Callers have processes of their own.
func TestIsolate(t *testing.T) {
	s := newSetup(t,
		map[string]string{"mcp.json": `{"mcpServers": {"fs": {"command": "$SELF", "env": {"TOOLRULES_TEST_ROLE": "pid"}}}}`,
			"tools.rules.yaml": "version: 1\ncontext: {user: {id?: string}}\n",
			"gateway.yaml": `trusted_headers: {proxies: ["127.0.0.1"], headers: {X-User: user.id}, subject: X-User}
isolate: {by: [user.id], max: 2}
`})
	g := s.start("--config", s.path("gateway.yaml"))
	pids := map[string]string{}
	for _, user := range []string{"ada", "bob", "ada", "bob"} {
		pid, err := callTool(t, g.connect("X-User", user), "fs__pid", nil)
		if err != nil {
			t.Fatal(err)
		}
		if pids[user] != "" && pids[user] != pid {
			t.Errorf("%s was served by %s, then by %s", user, pids[user], pid)
		}
		pids[user] = pid
	}
	if pids["ada"] == pids["bob"] {
		t.Error("two users share a process")
	}
	for _, user := range []string{"eve", ""} {
		if _, err := callTool(t, g.connect("X-User", user), "fs__pid",
			nil); err == nil || !strings.Contains(err.Error(), "cannot be used") {
			t.Errorf("%q: %v", user, err)
		}
	}
	for name, tt := range map[string]struct{ config, want string }{
		"not verified": {"headers: {X-User: user.id}\nisolate: {by: [user.id]}\n", "not verified"},
		"no sessions":  {"isolate: {by: [session]}\n", "needs sessions: true"},
	} {
		s.write("gateway.yaml", tt.config)
		out, err := s.command("--http", "127.0.0.1:0", "--config", s.path("gateway.yaml")).CombinedOutput()
		if err == nil || !strings.Contains(string(out), tt.want) {
			t.Errorf("%s: %v %s", name, err, out)
		}
	}
}
