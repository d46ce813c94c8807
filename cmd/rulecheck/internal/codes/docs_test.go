package codes_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/codes"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/internal/source"
)

var update = flag.Bool("update", false, "update docs/codes.md")

const intro = `# Codes

Every problem that rulecheck reports has a code. Codes are stable; messages may change.

- An error keeps a rule file from being used.
- A warning means that the file can be used, but probably does not do what its author wants.
- A note is useful to know.

A comment "# rulecheck:ignore CODE" in a rule file or a test file silences a warning or a note on its line. Above everything else in
the file, it silences them in the whole file.

A good example shows only the files that differ from the bad one.

This page is generated from cmd/rulecheck/internal/codes/entries by "go test ./cmd/rulecheck/internal/codes -update".
`

// TestDocs checks that docs/codes.md is up to date.
func TestDocs(t *testing.T) {
	var b strings.Builder
	b.WriteString(intro)
	for _, g := range codes.Groups() {
		fmt.Fprintf(&b, "\n## %s\n", g.Title)
		for _, e := range g.Entries {
			b.WriteString("\n" + e.Markdown(reported(t, e.Bad)))
		}
	}
	path := filepath.Join("..", "..", "..", "..", "docs", "codes.md")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(page), b.String()); diff != "" {
		t.Errorf("docs/codes.md is out of date; run go test ./cmd/rulecheck/internal/codes -update: %s", diff)
	}
}

// reported returns what the command reports for an example.
func reported(t *testing.T, x codes.Example) string {
	t.Helper()
	name, data := x.Name, x.Rules
	if x.Tests != "" {
		name, data = codes.TestsName, x.Tests
	}
	file, _ := source.Parse(name, []byte(data))
	text := report.Text{Line: func(of string, n int) (string, bool) { return file.Line(n), of == name }}
	var out []byte
	for _, p := range problemsOf(t, x) {
		out = text.Append(out, p)
	}
	return string(out)
}
