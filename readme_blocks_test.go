package toolrules_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A block is a fenced block of a Markdown page.
type block struct {
	language string
	line     int // of its first line, from 1
	text     string
}

func (b block) name() string { return fmt.Sprintf("line %d %s", b.line, b.language) }

// fencedBlocks returns the fenced blocks of a page. Their indent, as in a list, is left out.
func fencedBlocks(page string) ([]block, error) {
	const fence = "```"
	var blocks []block
	var open *block
	indent := ""
	for i, line := range strings.Split(page, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		switch {
		case open == nil && strings.HasPrefix(trimmed, fence):
			indent = line[:len(line)-len(trimmed)]
			open = &block{language: strings.TrimSpace(strings.TrimPrefix(trimmed, fence)), line: i + 2}
		case open != nil && strings.TrimSpace(line) == fence:
			blocks = append(blocks, *open)
			open = nil
		case open != nil:
			open.text += strings.TrimPrefix(line, indent) + "\n"
		}
	}
	if open != nil {
		return nil, fmt.Errorf("%d: the block that starts here has no end", open.line-1)
	}
	return blocks, nil
}

// A command is a line that a reader types, as it is run and as it is written in the page, with its
// output.
type command struct{ line, typed, output string }

// commands returns the commands of a console block. A line that ends in a backslash continues in
// the next one.
func (b block) commands() []command {
	var list []command
	more := false
	for _, line := range lines(b.text) {
		rest, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case more:
			list[len(list)-1].line += line
			list[len(list)-1].typed += line + "\n"
		case isCommand:
			list = append(list, command{line: rest, typed: line + "\n"})
		case len(list) > 0:
			list[len(list)-1].output += line + "\n"
		}
		if len(list) == 0 || !isCommand && !more {
			continue
		}
		last := &list[len(list)-1]
		last.line, more = strings.CutSuffix(last.line, `\`)
	}
	return list
}

// output returns the output that the comment at the end of a program states.
func (b block) output() (string, bool) {
	_, comment, found := strings.Cut(b.text, "// Output:")
	if !found {
		return "", false
	}
	var printed []string
	for _, line := range lines(comment) {
		line, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !ok && len(printed) > 0 {
			break
		}
		printed = append(printed, strings.TrimPrefix(line, " "))
	}
	return strings.TrimSpace(strings.Join(printed, "\n")), true
}

// lines returns the lines of a text, without the empty ones at its end.
func lines(text string) []string {
	text = strings.TrimRight(text, "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// matches reports whether lines match the expected lines, in which "..." matches any number of
// lines.
func matches(got, want []string) bool {
	switch {
	case len(want) == 0:
		return len(got) == 0
	case want[0] == "...":
		for skip := 0; skip <= len(got); skip++ {
			if matches(got[skip:], want[1:]) {
				return true
			}
		}
		return false
	}
	return len(got) > 0 && strings.TrimRight(got[0], " ") == strings.TrimRight(want[0], " ") && matches(got[1:], want[1:])
}

// unindented returns the lines of a text without their indentation.
func unindented(text string) []string {
	list := lines(text)
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// contains reports whether all lines of part occur in whole, in sequence.
func contains(whole, part []string) bool {
	for i := 0; i+len(part) <= len(whole); i++ {
		if strings.Join(whole[i:i+len(part)], "\n") == strings.Join(part, "\n") {
			return true
		}
	}
	return false
}

// examples returns the lines of all Example functions, and of the files under examples.
func examples(t *testing.T) (all [][]string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case filepath.Ext(path) != ".go":
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if strings.HasPrefix(filepath.ToSlash(path), "examples/") {
			all = append(all, unindented(string(data)))
			return nil
		}
		if strings.HasSuffix(path, "_test.go") {
			all = append(all, exampleFunctions(t, path, data)...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// exampleFunctions returns the lines of the Example functions of a file.
func exampleFunctions(t *testing.T, path string, data []byte) (all [][]string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, data, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if ok && f.Body != nil && strings.HasPrefix(f.Name.Name, "Example") {
			all = append(all, unindented(string(data[files.Position(f.Body.Lbrace).Offset+1:files.Position(f.Body.Rbrace).Offset])))
		}
	}
	return all
}

func TestFencedBlocks(t *testing.T) {
	page := "# A\n\n```console\n$ rulecheck a \\\n  --b\nx\n\ny\n$ go get z\n```\n\n- b\n\n  ```yaml\n  a:\n    b\n  ```\n"
	got, err := fencedBlocks(page)
	want := []block{{"console", 4, "$ rulecheck a \\\n  --b\nx\n\ny\n$ go get z\n"}, {"yaml", 15, "a:\n  b\n"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(block{})); err != nil || diff != "" {
		t.Fatal(err, diff)
	}
	commands := []command{{"rulecheck a   --b", "$ rulecheck a \\\n  --b\n", "x\n\ny\n"}, {"go get z", "$ go get z\n", ""}}
	if diff := cmp.Diff(commands, got[0].commands(), cmp.AllowUnexported(command{})); diff != "" {
		t.Error(diff)
	}
	if _, err := fencedBlocks("```go\n"); err == nil {
		t.Error("a block without an end is one")
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		got, want string
		match     bool
	}{
		{"a\nb", "a\nb", true}, {"a\nb", "a", false}, {"a", "a\nb", false}, {"", "", true}, {"a", "", false},
		{"a\nb\nc", "a\n...\nc", true}, {"a\nc", "a\n...\nc", true}, {"a\nb\nc", "...", true}, {"a\nb\nc", "...\nb", false},
	} {
		if matches(lines(c.got), lines(c.want)) != c.match {
			t.Errorf("%q against %q is not %v", c.got, c.want, c.match)
		}
	}
}

func TestOutputOfAProgram(t *testing.T) {
	b := block{text: "package main\n\nfunc main() {\n\tprintln()\n\t// Output:\n\t// a\n\t//   b\n}\n"}
	if got, ok := b.output(); !ok || got != "a\n  b" {
		t.Errorf("%q, %v", got, ok)
	}
}
