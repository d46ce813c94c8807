// Package toolrules_test checks the pages of the project as a whole.
package toolrules_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what the commands of the pages print anew")

// pages are the pages whose examples are run.
var pages = []string{"README.md", "docs/library.md", "docs/format.md", "docs/expressions.md", "docs/discovery.md"}

// TestReadme runs every example of README.md and of the other pages. A fenced block is
//
//   - console: lines that start with "$ " are commands. The lines after a command are its output,
//     standard output before standard error. A line of "..." matches any number of lines. Only
//     rulecheck and go run of a command of this module are run, in a folder with copies of examples
//     and testdata for the whole page. go get, install and test are allowed but not run. Nothing else
//     is allowed. "go test . -run TestReadme -update" updates the output.
//   - sh: the same commands without "$ " and without output.
//   - go: a program, which is built and run in that folder, and whose output must match its
//     "// Output:" comment if there is one; or lines that occur, with any indentation, in an Example
//     function or in a file under examples.
//   - yaml: a rule file without problems according to rulecheck check; "version: 1" may be omitted.
//     A go or yaml block with a comment in its first line that names a file is that file.
//   - json: a JSON value.
//   - text, mermaid: ignored.
func TestReadme(t *testing.T) {
	w := newWorkplace(t)
	for _, name := range pages {
		t.Run(name, func(t *testing.T) { w.checkPage(t, name) })
	}
}

func (w *workplace) checkPage(t *testing.T, name string) {
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := fencedBlocks(string(page))
	if err != nil {
		t.Fatalf("%s:%v", name, err)
	}
	text := string(page)
	for _, b := range blocks {
		t.Run(b.name(), func(t *testing.T) {
			if *update && b.language == "console" {
				text = strings.Replace(text, b.text, w.printed(t, b), 1)
				return
			}
			w.check(t, b)
		})
	}
	if *update && text != string(page) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A workplace is a folder in which the examples of a page run.
type workplace struct {
	dir string
	bin string // where the commands are built
	env []string
}

func newWorkplace(t *testing.T) *workplace {
	t.Helper()
	w := &workplace{dir: t.TempDir(), bin: t.TempDir()}
	w.build(t, "./cmd/rulecheck")
	for _, name := range []string{"examples", "testdata"} {
		if err := os.CopyFS(filepath.Join(w.dir, name), os.DirFS(name)); err != nil {
			t.Fatal(err)
		}
	}
	w.env = append(os.Environ(), "PATH="+w.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
	return w
}

// run runs a command that must succeed, and returns its standard output.
func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		t.Fatalf("%s: %v\n%s%s", name, err, out, exit.Stderr)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func (w *workplace) check(t *testing.T, b block) {
	switch b.language {
	case "console":
		w.checkConsole(t, b)
	case "sh":
		for _, line := range lines(b.text) {
			if _, ok := w.run(t, line); !ok {
				t.Errorf("%q is not run: see TestReadme for what is", line)
			}
		}
	case "go":
		checkFile(t, b, "// ")
		w.checkGo(t, b)
	case "yaml":
		checkFile(t, b, "# ")
		w.checkYAML(t, b)
	case "json":
		if !json.Valid([]byte(b.text)) {
			t.Error("it is not valid JSON")
		}
	case "text", "mermaid":
	default:
		t.Errorf("nobody checks blocks of %q: see TestReadme for what there is", b.language)
	}
}

func (w *workplace) checkConsole(t *testing.T, b block) {
	commands := b.commands()
	if len(commands) == 0 {
		t.Fatal(`no line starts with "$ "`)
	}
	for _, c := range commands {
		got, ok := w.run(t, c.line)
		switch {
		case !ok:
			t.Errorf("%q is not run: see TestReadme for what is", c.line)
		case !matches(lines(got), lines(c.output)):
			t.Errorf("$ %s (-page +printed)\n%s", c.line, cmp.Diff(lines(c.output), lines(got)))
		}
	}
}

// printed returns a console block with the current output of its commands.
func (w *workplace) printed(t *testing.T, b block) string {
	t.Helper()
	text := ""
	for _, c := range b.commands() {
		got, _ := w.run(t, c.line)
		if matches(lines(got), lines(c.output)) {
			got = c.output
		}
		text += c.typed + strings.Join(append(lines(got), ""), "\n")
	}
	return text
}

// run runs a command of the page, unless it is only allowed, and reports whether it is allowed.
func (w *workplace) run(t *testing.T, line string) (printed string, ok bool) {
	t.Helper()
	words := strings.Fields(line)
	switch {
	case len(words) > 0 && words[0] == "rulecheck":
		return w.shell(t, line), true
	case len(words) < 3 || words[0] != "go":
		return "", false
	case words[1] == "run" && strings.HasPrefix(words[2], "./"):
		_, args, _ := strings.Cut(line, words[2])
		return w.shell(t, w.build(t, words[2])+args), true
	}
	return "", slices.Contains([]string{"get", "install", "test"}, words[1])
}

// build builds a command of this module.
func (w *workplace) build(t *testing.T, folder string) string {
	t.Helper()
	name := filepath.Join(w.bin, filepath.Base(folder))
	if _, err := os.Stat(name); err != nil {
		run(t, ".", nil, "go", "build", "-o", name, folder)
	}
	return name
}

// shell runs a line, and returns standard output followed by standard error.
func (w *workplace) shell(t *testing.T, line string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = w.dir, w.env, &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if _, exited := err.(*exec.ExitError); !exited { // that it finds problems is often the point
			t.Fatal(err)
		}
	}
	return stdout.String() + stderr.String()
}

func (w *workplace) checkGo(t *testing.T, b block) {
	if !strings.Contains(b.text, "\npackage main\n") && !strings.HasPrefix(b.text, "package main\n") {
		if !slices.ContainsFunc(examples(t), func(e []string) bool { return contains(e, unindented(b.text)) }) {
			t.Error("it is no program, and stands in no Example function and in no file under examples")
		}
		return
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte(b.text), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "program")
	run(t, ".", nil, "go", "build", "-o", program, source)
	got := run(t, w.dir, w.env, program)
	if want, ok := b.output(); ok && strings.TrimSpace(got) != want {
		t.Errorf("(-page +printed)\n%s", cmp.Diff(want, strings.TrimSpace(got)))
	}
}

// checkFile compares a block that names a file in its first line with that file.
func checkFile(t *testing.T, b block, comment string) {
	t.Helper()
	first, rest, _ := strings.Cut(b.text, "\n")
	name, ok := strings.CutPrefix(first, comment)
	if !ok {
		return
	}
	data, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		return // a comment like any other
	}
	if diff := cmp.Diff(string(data), rest); diff != "" {
		t.Errorf("(-%s +page)\n%s", name, diff)
	}
}

// checkYAML checks a rule file with the command, which must report nothing.
func (w *workplace) checkYAML(t *testing.T, b block) {
	text := b.text
	if !strings.Contains("\n"+text, "\nversion:") {
		text = "version: 1\n" + text
	}
	path := filepath.Join(t.TempDir(), "README.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got := w.shell(t, "rulecheck check --format json "+path)
	var report struct{ Findings []any }
	if err := json.Unmarshal([]byte(got), &report); err != nil || len(report.Findings) > 0 {
		t.Errorf("rulecheck check reports (%v):\n%s", err, got)
	}
}
