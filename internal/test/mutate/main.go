// Mutate tests the tests: it makes one small fault at a time in a copy of a source file, runs the
// tests with that copy in place of the file (go test -overlay), and reports the faults that no test
// notices. It changes no file of the module.
//
//	go run ./internal/test/mutate -n 60 -seed 2 rules internal/cond internal/plan
//
// Arguments are folders, or single files, whose faults are drawn; each gets an equal share of -n. A
// fault that survives the tests of its own package is tried with the packages of -then. What
// survives those as well needs a look: it is a fault that changes nothing, and belongs into
// equivalent.txt with the reason, or a test is missing. The exit code is 1 if there are survivors
// that are not listed there, and 2 if the tests can't be run.
//
// A fault is named by its file, its function and what it changes, not by its line, so that names
// survive changes elsewhere in a file:
//
//	internal/ruleset/pattern.go doubts: len(text) <= limit => len(text) < limit
//
// The sample depends on -seed and on the names alone: a change of one function does not draw other
// faults in all others.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

func main() {
	code, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	os.Exit(code)
}

func run(args []string, out io.Writer) (code int, err error) {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	var (
		n       = flags.Int("n", 60, "how many faults to try, in equal shares for the arguments")
		seed    = flags.Uint64("seed", 1, "selects the faults")
		then    = flags.String("then", "", "packages, with commas between, whose tests run for what survives the tests of its own package")
		known   = flags.String("equivalent", "internal/test/mutate/equivalent.txt", "the file that lists faults that change nothing")
		again   = flags.String("again", "", "the output of an earlier run: try what survived it, and no others")
		only    = flags.String("only", "", "try the faults whose name contains this text, and no others")
		skip    = flags.String("skip", "", "tests that are not run, as of go test: those that measure time fail for no reason on a busy machine")
		short   = flags.Bool("short", false, "run the tests with -short: cheap, and what survives has to be tried again without")
		list    = flags.Bool("list", false, "print the names of the faults, and run nothing")
		timeout = flags.Duration("timeout", 5*time.Minute, "of the tests of one package; a fault that takes longer is noticed")
	)
	if err := flags.Parse(args); err != nil {
		return 2, err
	}
	equivalent, err := readEquivalent(*known)
	if err != nil {
		return 2, err
	}
	wanted := func(name string) bool { return strings.Contains(name, *only) }
	if *again != "" {
		survivors, err := readSurvivors(*again)
		if err != nil {
			return 2, err
		}
		wanted = func(name string) bool { return survivors[name] }
	}
	groups, err := draw(flags.Args(), *n, *seed, wanted)
	if err != nil {
		return 2, err
	}
	if *again != "" || *only != "" { // all of them
		for i := range groups {
			groups[i].share = len(groups[i].faults)
		}
	}
	t := tester{timeout: *timeout, skip: *skip, short: *short, then: split(*then), equivalent: equivalent, out: out, list: *list, passed: map[string]bool{}}
	for _, g := range groups {
		if err := t.group(g); err != nil {
			return 2, err
		}
	}
	if *list {
		return 0, nil
	}
	t.summary()
	if len(t.survivors) > 0 {
		return 1, nil
	}
	return 0, nil
}

func split(s string) []string { return strings.FieldsFunc(s, func(r rune) bool { return r == ',' }) }

// readEquivalent reads the names of faults that change nothing. Each stands on a line of its own,
// before lines that are indented and say why. Empty lines and those that start with # are for
// people.
func readEquivalent(path string) (map[string]bool, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	names, reason := map[string]bool{}, true
	for i, line := range strings.Split(string(data), "\n") {
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case line[0] == ' ' || line[0] == '\t':
			reason = true
		case !reason:
			return nil, fmt.Errorf("%s:%d: the fault before this one has no reason", path, i)
		default:
			names[line], reason = true, false
		}
	}
	if !reason {
		return nil, fmt.Errorf("%s: the last fault has no reason", path)
	}
	return names, nil
}

// readSurvivors reads the names of the faults that survived an earlier run.
func readSurvivors(path string) (map[string]bool, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, survived); ok {
			_, name, _ := strings.Cut(strings.TrimSpace(rest), " ") // the first is the line
			name, _, _ = strings.Cut(strings.TrimSpace(name), by)
			names[name] = true
		}
	}
	return names, nil
}

// A group is the faults of one argument, in the order in which they are tried. Some may not build.
type group struct {
	name   string
	share  int
	faults []fault
}

// draw collects the faults of all arguments and shuffles those of each.
func draw(args []string, n int, seed uint64, wanted func(name string) bool) ([]group, error) {
	var groups []group
	for i, arg := range args {
		faults, err := faultsIn(arg)
		if err != nil {
			return nil, err
		}
		faults = slices.DeleteFunc(faults, func(f fault) bool { return !wanted(f.name) })
		slices.SortFunc(faults, func(a, b fault) int { return a.order(seed, b) })
		share := n / len(args)
		if i < n%len(args) {
			share++
		}
		groups = append(groups, group{arg, share, faults})
	}
	return groups, nil
}
