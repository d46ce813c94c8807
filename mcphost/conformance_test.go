package mcphost_test

import (
	"bytes"
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
)

// conformanceSuites are the official suites, as pinned in testdata/npm/package-lock.json.
var conformanceSuites = []struct {
	name, pkg string
	stateless bool
	args      []string
	checks    int // that the suite makes of a server; a smaller number means that it did not run in whole
}{
	{"2025-11-25 with sessions", "conformance-stateful", false, []string{"--suite", "all"}, 44},
	{"2026-07-28 without sessions", "conformance-stateless", true, []string{"--suite", "all", "--spec-version", "2026-07-28"}, 153},
}

// TestConformance runs the official conformance suites twice, against the SDK's own conformance
// server and against the same server with Middleware and Handler. The second must pass each check
// that the first passes.
func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds two servers and runs for half a minute")
	}
	for _, suite := range conformanceSuites {
		conformanceScript(t, suite.pkg) // before anything is built
	}
	plain, guarded := buildConformanceServers(t)
	for _, suite := range conformanceSuites {
		t.Run(suite.name, func(t *testing.T) {
			args := append([]string{conformanceScript(t, suite.pkg), "server"}, suite.args...)
			before := runConformance(t, plain, suite.stateless, args)
			after := runConformance(t, guarded, suite.stateless, args)
			failedBefore, failedAfter := 0, 0
			for check, outcome := range before {
				if !outcome.passed {
					failedBefore++
					continue
				}
				if got, ok := after[check]; !ok || !got.passed {
					t.Errorf("%s fails only with Middleware: %s", check, got.reason)
				}
			}
			for _, outcome := range after {
				if !outcome.passed {
					failedAfter++
				}
			}
			t.Logf("%d checks: the plain server passes %d, the server behind Middleware %d",
				len(before), len(before)-failedBefore, len(after)-failedAfter)
			if len(before) != suite.checks {
				t.Errorf("the suite made %d checks, want %d", len(before), suite.checks)
			}
		})
	}
}

// conformanceScript returns the path of a suite. It skips the test if the suite is not installed.
func conformanceScript(t *testing.T, pkg string) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("skipped: there is no node; the official conformance suites come from npm")
	}
	script, err := filepath.Abs(filepath.Join("testdata", "npm", "node_modules", pkg, "dist", "index.js"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(script); err != nil {
		t.Skipf("skipped: %s is not installed; run npm ci in mcphost/testdata/npm", pkg)
	}
	return script
}

// buildConformanceServers builds the SDK's conformance server, unchanged and with Middleware. Its
// main.go is compiled from the module cache, so that it matches the version of the SDK.
func buildConformanceServers(t *testing.T) (plain, guarded string) {
	t.Helper()
	const pkg = "github.com/modelcontextprotocol/go-sdk/conformance/everything-server"
	dir := t.TempDir()
	source := strings.TrimSpace(goCommand(t, "list", "-f", "{{.Dir}}", pkg))
	main, err := os.ReadFile(filepath.Join(source, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{"\tregisterPrompts(server)\n", "\tregisterPrompts(server)\n\tunderRules(server)\n"},
		{"http.ListenAndServe(*httpAddr, handler)", "http.ListenAndServe(*httpAddr, handlerOf(handler))"},
	} {
		if bytes.Count(main, []byte(change[0])) != 1 {
			t.Fatalf("the SDK's conformance server has changed: %q is not there once", change[0])
		}
		main = bytes.Replace(main, []byte(change[0]), []byte(change[1]), 1)
	}
	changed := filepath.Join(dir, "main.go")
	if err := os.WriteFile(changed, main, 0o600); err != nil {
		t.Fatal(err)
	}
	plain, guarded = filepath.Join(dir, "plain.exe"), filepath.Join(dir, "guarded.exe")
	goCommand(t, "build", "-o", plain, pkg)
	ours, err := os.ReadFile(filepath.Join("testdata", "conformance", "middleware.go"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "middleware.go"), ours, 0o600); err != nil {
		t.Fatal(err)
	}
	goCommand(t, "build", "-o", guarded, changed, filepath.Join(dir, "middleware.go"))
	return plain, guarded
}

// goCommand runs the go command and returns its output.
func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(testContext(t), "go", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	return string(out)
}

// A conformanceOutcome is the result of one check.
type conformanceOutcome struct {
	passed bool
	reason string
}

// runConformance starts a server, runs a suite against it, and returns the checks by scenario, ID
// and number, since a scenario may make a check several times.
func runConformance(t *testing.T, server string, stateless bool, args []string) map[string]conformanceOutcome {
	t.Helper()
	address := freeAddress(t)
	ctx, stop := context.WithCancel(testContext(t))
	defer stop()
	cmd := exec.CommandContext(ctx, server, "-http", address, fmt.Sprintf("-stateless=%t", stateless))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { stop(); _ = cmd.Wait() }()
	eventually(t, "the server listens", func() bool {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	out := t.TempDir()
	shim, err := filepath.Abs(filepath.Join("testdata", "npm", "globsync.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	args = append([]string{"--import", shim}, append(args, "--url", "http://"+address, "--output-dir", out)...)
	said, err := exec.CommandContext(ctx, "node", args...).CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && (!failed || ctx.Err() != nil) { // it fails if a check does
		t.Fatalf("%v\n%s", err, said)
	}
	checks := readConformance(t, out)
	if len(checks) == 0 {
		t.Fatalf("the suite made no checks: %s", said)
	}
	return checks
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// A suite writes the checks of a scenario to a directory named after it and the time.
var conformanceFolder = regexp.MustCompile(`^(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$`)

func readConformance(t *testing.T, dir string) map[string]conformanceOutcome {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
	if err != nil {
		t.Fatal(err)
	}
	outcomes := map[string]conformanceOutcome{}
	for _, file := range files {
		folder := conformanceFolder.FindStringSubmatch(filepath.Base(filepath.Dir(file)))
		if folder == nil {
			t.Fatalf("%s is not a folder of a scenario", filepath.Dir(file))
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var checks []struct{ ID, Status, ErrorMessage string }
		if err := json.Unmarshal(data, &checks); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		count := map[string]int{}
		for _, c := range checks {
			if c.Status == "SUCCESS" || c.Status == "FAILURE" { // others are remarks
				count[c.ID]++
				outcomes[fmt.Sprintf("%s: %s %d", folder[1], c.ID, count[c.ID])] = conformanceOutcome{c.Status == "SUCCESS", c.ErrorMessage}
			}
		}
	}
	return outcomes
}
