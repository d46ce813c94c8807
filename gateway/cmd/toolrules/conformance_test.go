package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The folders of packages from npm, as pinned in their package-lock.json.
const (
	suiteFolder  = "../../../mcphost/testdata/npm" // the official conformance suites and some servers
	clientFolder = "testdata/npm"                  // clients and more servers
)

// nodeScript returns the path of a script of an npm package. It skips the test if the package is
// not installed.
func nodeScript(t *testing.T, folder string, path ...string) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("skipped: there is no node; the test uses packages from npm")
	}
	script, err := filepath.Abs(filepath.Join(append([]string{folder, "node_modules"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(script); err != nil {
		t.Skipf("skipped: %s is not installed; run npm ci in %s", path[0], folder)
	}
	return script
}

// absent matches checks of features that the gateway declares absent, and one of a notification
// about a list that is the same as before.
var absent = regexp.MustCompile(`^server-(completion|prompts|resources)-|resources-read|resource-not-found|resources-(templates-)?list-caching|^server-elicitation|non-tool|-prompts-` +
	`|tools-call-(elicitation|sampling|with-logging)|logging-set-level|sends-tools-list-changed-on-subscription`)

// TestConformance runs the official conformance suites against the SDK's own conformance server,
// and against the same server behind the gateway. The second must pass each check that the first
// passes, except those of features that the gateway does not have.
func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it runs for half a minute")
	}
	for _, suite := range []struct {
		name, pkg, config string
		stateless         bool
		args              []string
		checks, passed    int // that the gateway passes at least; fewer mean that the suite did not run in whole
	}{
		{"2025-11-25 with sessions", "conformance-stateful", "sessions: true\nisolate: {by: [session]}\n", false,
			[]string{"--suite", "all"}, 44, 19},
		{"2026-07-28 without sessions", "conformance-stateless", "sessions: false\n", true, []string{"--suite", "all",
			"--spec-version", "2026-07-28"}, 153, 133},
	} {
		t.Run(suite.name, func(t *testing.T) {
			script := nodeScript(t, suiteFolder, suite.pkg, "dist", "index.js")
			plain := startConformanceServer(t, suite.stateless)
			s := newSetup(t, map[string]string{
				"mcp.json":         `{"mcpServers": {"everything": {"url": "` + plain + `"}}}`,
				"tools.rules.yaml": "version: 1\nnaming: {servers: {everything: {as: ''}}}\n",
				"gateway.yaml":     suite.config + "audit: {file: /dev/null}\n",
			})
			g := s.start("--config", s.path("gateway.yaml"))
			g.awaitLog("connected to the server")
			args := append([]string{script, "server"}, suite.args...)
			before, after := runConformance(t, plain, args), runConformance(t, g.url, args)
			passed, exempt := 0, 0
			for _, outcome := range after {
				if outcome.passed {
					passed++
				}
			}
			for check, outcome := range before {
				switch got, ok := after[check]; {
				case !outcome.passed || ok && got.passed:
				case absent.MatchString(check):
					exempt++
				default:
					t.Errorf("%s fails only behind the gateway: %s", check, got.reason)
				}
			}
			t.Logf("%d checks of the plain server; behind the gateway %d pass and %d are of absent features",
				len(before), passed, exempt)
			if len(before) != suite.checks || passed < suite.passed {
				t.Errorf("the suite made %d checks and %d pass, want %d and %d", len(before), passed, suite.checks,
					suite.passed)
			}
		})
	}
}

// startConformanceServer builds and starts the SDK's own conformance server.
func startConformanceServer(t *testing.T, stateless bool) (url string) {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "everything.exe")
	build := exec.Command("go", "build", "-o", binary,
		"github.com/modelcontextprotocol/go-sdk/conformance/everything-server")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	cmd := exec.Command(binary, "-http", address, fmt.Sprintf("-stateless=%t", stateless))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			return "http://" + address + "/"
		}
		if time.Now().After(end) {
			t.Fatal("the conformance server does not listen")
		}
	}
}

type conformanceOutcome struct {
	passed bool
	reason string
}

// conformanceFolder matches the folder of a scenario: its name and the time.
var conformanceFolder = regexp.MustCompile(`^(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$`)

// runConformance runs a suite and returns the checks by scenario, ID and number.
func runConformance(t *testing.T, url string, args []string) map[string]conformanceOutcome {
	t.Helper()
	out := t.TempDir()
	shim, err := filepath.Abs(filepath.Join(suiteFolder, "globsync.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	args = append([]string{"--import", shim}, append(args, "--url", url, "--output-dir", out)...)
	said, err := exec.CommandContext(ctx, "node", args...).CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && (!failed || ctx.Err() != nil) { // it fails if a check does
		t.Fatalf("%v\n%s", err, said)
	}
	files, _ := filepath.Glob(filepath.Join(out, "*", "checks.json"))
	outcomes := map[string]conformanceOutcome{}
	for _, file := range files {
		folder := conformanceFolder.FindStringSubmatch(filepath.Base(filepath.Dir(file)))
		data, err := os.ReadFile(file)
		if err != nil || folder == nil {
			t.Fatalf("%s: %v", file, err)
		}
		var checks []struct{ ID, Status, ErrorMessage string }
		if err := json.Unmarshal(data, &checks); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		count := map[string]int{}
		for _, c := range checks {
			if c.Status == "SUCCESS" || c.Status == "FAILURE" { // others are remarks
				count[c.ID]++
				outcomes[fmt.Sprintf("%s: %s %d", folder[1], c.ID, count[c.ID])] =
					conformanceOutcome{c.Status == "SUCCESS", strings.TrimSpace(c.ErrorMessage)}
			}
		}
	}
	return outcomes
}
