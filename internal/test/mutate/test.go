package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The outcomes of a fault.
const (
	noticed    = "noticed"
	equivalent = "equivalent" // listed as one that changes nothing
	survived   = "SURVIVED"
	unbuilt    = "does not build" // and does not count
)

// by starts what is printed after the name of a fault.
const by = "   ["

// A tester tries faults, one after the other.
type tester struct {
	timeout    time.Duration
	skip       string
	short      bool
	then       []string
	equivalent map[string]bool
	out        io.Writer
	list       bool

	passed    map[string]bool // packages whose tests pass without a fault
	rows      []row
	survivors []fault
}

// A row counts what became of the faults of one group.
type row struct {
	name                        string
	tried, noticed, known, left int
}

// group tries the faults of one argument, at most one of a line, until its share is reached.
func (t *tester) group(g group) error {
	r := row{name: g.name}
	lines := map[string]bool{}
	for _, f := range g.faults {
		line := fmt.Sprintf("%s:%d", f.file, f.line)
		if r.tried == g.share {
			break
		}
		if lines[line] && g.share < len(g.faults) {
			continue
		}
		if t.list {
			r.tried++
			fmt.Fprintf(t.out, "%-28s %s\n", line, f.name)
			continue
		}
		outcome, test, err := t.try(f)
		if err != nil {
			return err
		}
		if outcome == unbuilt {
			continue
		}
		fmt.Fprintf(t.out, "%-10s %-28s %s%s%s]\n", outcome, line, f.name, by, test)
		lines[line] = true
		r.tried++
		switch outcome {
		case noticed:
			r.noticed++
		case equivalent:
			r.known++
		default:
			r.left++
			t.survivors = append(t.survivors, f)
		}
	}
	t.rows = append(t.rows, r)
	return nil
}

// try runs the tests of the fault's package, and then those of others.
func (t *tester) try(f fault) (outcome, by string, err error) {
	if t.equivalent[f.name] {
		return equivalent, "listed", nil
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := writeOverlay(dir, f)
	if err != nil {
		return "", "", err
	}
	for _, pkg := range append([]string{path.Dir(f.file)}, t.then...) {
		if err := t.passes(pkg); err != nil {
			return "", "", err
		}
		if outcome, by = t.goTest(overlay, pkg); outcome != survived {
			return outcome, pkg + " " + by, nil
		}
	}
	return survived, "", nil
}

// passes makes sure that the tests of a package pass without any fault. It runs them once.
func (t *tester) passes(pkg string) error {
	if t.passed[pkg] {
		return nil
	}
	if outcome, by := t.goTest("", pkg); outcome != survived {
		return fmt.Errorf("the tests of %s fail without any fault: %s", pkg, by)
	}
	t.passed[pkg] = true
	return nil
}

// writeOverlay writes the faulty file and what go test -overlay reads.
func writeOverlay(dir string, f fault) (string, error) {
	original, err := filepath.Abs(filepath.FromSlash(f.file))
	if err != nil {
		return "", err
	}
	faulty, overlay := filepath.Join(dir, "faulty.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(faulty, f.faulty(), 0o600); err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": {original: faulty}})
	if err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, data, 0o600)
}

// goTest runs the tests of a package, with an overlay if there is one.
func (t *tester) goTest(overlay, pkg string) (outcome, by string) {
	ctx, cancel := context.WithTimeout(context.Background(), t.timeout+time.Minute) // usually, go test ends earlier
	defer cancel()
	args := []string{"test", "-count=1", "-failfast", "-vet=off", "-timeout", t.timeout.String(), "-overlay", overlay, "-skip", t.skip}
	if t.short {
		args = append(args, "-short")
	}
	if args = append(args, "./"+pkg); usesRapid(pkg) {
		args = append(args, "-rapid.shrinktime=0s", "-rapid.nofailfile") // that a test fails is enough
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.WaitDelay = 10 * time.Second
	output, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return survived, ""
	case bytes.Contains(output, []byte("[build failed]")), bytes.Contains(output, []byte("[setup failed]")):
		return unbuilt, ""
	}
	return noticed, firstFailure(string(output))
}

// usesRapid reports whether tests of a package draw their cases by package rapid.
func usesRapid(pkg string) bool {
	files, err := filepath.Glob(filepath.Join(filepath.FromSlash(pkg), "*_test.go"))
	if err != nil {
		return false
	}
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && bytes.Contains(text, []byte(`"pgregory.net/rapid"`))
	})
}

// firstFailure returns the name of the test that failed first, or what ended the process.
func firstFailure(output string) string {
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "--- FAIL: "); ok {
			name, _, _ = strings.Cut(name, " ")
			return name
		}
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return line
		}
	}
	return "no test by name"
}

// summary prints how many faults were noticed.
func (t *tester) summary() {
	all := row{name: "all"}
	fmt.Fprintf(t.out, "\n%-24s %7s %8s %11s %9s\n", "", "faults", "noticed", "equivalent", "survived")
	for _, r := range t.rows {
		t.row(r)
		all.tried, all.noticed, all.known, all.left = all.tried+r.tried, all.noticed+r.noticed, all.known+r.known, all.left+r.left
	}
	t.row(all)
}

func (t *tester) row(r row) {
	fmt.Fprintf(t.out, "%-24s %7d %8d %11d %9d\n", r.name, r.tried, r.noticed, r.known, r.left)
}
