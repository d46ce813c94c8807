package toolrules_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAuthoring runs every step of docs/authoring.md, in a folder with the catalogs of the
// quickstart. A fenced block is
//
//   - yaml with a comment in its first line that names a file: the file, which is written;
//   - console: commands and their output, as in TestReadme. cp and rulecheck are run.
//     "go test . -run TestAuthoring -update" updates the output;
//   - text: ignored.
func TestAuthoring(t *testing.T) {
	const name = "docs/authoring.md"
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := fencedBlocks(string(page))
	if err != nil {
		t.Fatalf("%s:%v", name, err)
	}
	w := newWorkplace(t)
	catalogs := os.DirFS(filepath.Join(w.dir, "examples", "quickstart", "catalogs"))
	w.dir = t.TempDir()
	if err := os.CopyFS(filepath.Join(w.dir, "catalogs"), catalogs); err != nil {
		t.Fatal(err)
	}
	var printed []replacement
	for _, b := range blocks {
		switch b.language {
		case "yaml":
			if err := w.writeFile(b); err != nil {
				t.Errorf("%s: %v", b.name(), err)
			}
		case "console":
			now := w.take(t, b)
			printed = append(printed, replacement{b, now})
			if diff := cmp.Diff(b.text, now); diff != "" && !*update {
				t.Errorf("%s (-page +printed)\n%s", b.name(), diff)
			}
		case "text":
		default:
			t.Errorf("%s: see TestAuthoring for what blocks there are", b.name())
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(replace(string(page), printed)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A replacement is the new content of a block of a page.
type replacement struct {
	block block
	text  string
}

// replace replaces the content of blocks, which are in the order of the page.
func replace(page string, with []replacement) string {
	list := strings.SplitAfter(page, "\n")
	text, at := "", 0
	for _, r := range with {
		text += strings.Join(list[at:r.block.line-1], "") + r.text
		at = r.block.line - 1 + strings.Count(r.block.text, "\n")
	}
	return text + strings.Join(list[at:], "")
}

// writeFile writes the file that the first line of a block names.
func (w *workplace) writeFile(b block) error {
	first, rest, _ := strings.Cut(b.text, "\n")
	name, ok := strings.CutPrefix(first, "# ")
	if !ok || !filepath.IsLocal(name) {
		return errors.New("the first line names no file")
	}
	path := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(rest), 0o600)
}

// take runs the commands of a block, and returns its expected content. A "..." in the page stays if
// it matches the output.
func (w *workplace) take(t *testing.T, b block) string {
	t.Helper()
	text := ""
	for _, c := range b.commands() {
		if name, _, _ := strings.Cut(c.line, " "); name != "rulecheck" && name != "cp" {
			t.Errorf("%q is not run: see TestAuthoring for what is", c.line)
			return b.text
		}
		got := w.shell(t, c.line)
		if matches(lines(got), lines(c.output)) {
			got = c.output
		}
		text += c.typed + strings.Join(append(lines(got), ""), "\n")
	}
	return text
}
