package source_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/internal/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// brokenFiles are the usual mistakes, each in a file that is fine apart from it.
var brokenFiles = []string{
	"when: \"a\" in x\n",
	"- {tools: x, when: \"support\" in ctx.user.groups, id: y}\n",
	"x: 'a'y\n",
	"title: 'it's here'\n",
	"a: [\n  b,\n  \"x\" in y,\n]\nc: d\n",
	"x: Open: an issue\n",
	"title: é: ü\n",
	"- {a,b}/x\n- c\n",
	"- [v]ersion\n",
	"a: {b: x/{c,d}, e: f}\n",
	"a: {\n  b: x/{c,d}\n}\n",
	"{a,b}/x: y\n",
	"- */é\n",
	"- */{a,b}\n",
	"- [*/{a,b}, c]\n",
	"- &é x\n",
	"- !<\n",
	"- %a\n- b\n",
	"when: @a\n",
	"- `a`\n",
	"when: >= 3\nid: x\n",
	"when: | a\nid: x\n",
	"a: - b\n",
	"re: \"^\\d+$\"\nid: x\n",
	"re: \"\\d \\\" x\"\n",
	"re: \"\\d\n",
	"a: \"\\ud83d\\ude00\"\n",
	"a: \"\\ud83d\"\n",
	"name: 'it\nid: x\n",
	"name: \"it\n\nid: 'x'\n",
	"name: \"x\\\"\n",
	"- [a, b\n- c\n",
	"a: [b, 'c\nd: e\n",
	"levels: {0: a, 5,8: b, c: {}\n",
	"a: [\n  b,\n  c\nd: e\n",
	"a: [\n",
	"{\n",
	"\"",
	"a:\n\tb: c\n",
	"a:\n  - b\n  \t- c\n",
	"%YAML 1.2\n---\na: b\n",
	"%a: b\n",
	"when:x\nid: y\n",
	"a:\n- b\n-c\n",
	"filter\n  include: a\n",
	"a: b\n c: d\n",
	"filter:\n  exclude:\n    - a\n   - b\n  include: []\n",
	"a: |\n  b\n c\n",
	"- a: b\n  - c\n",
	"- a\nb: c\n",
	"a: b\n- c\n",
	"description: Fix #12\n  and more\nid: x\n",
	"a: ]\n",
	"a: \"b\" c\n" + strings.Repeat("d: [", 10),
}

func TestSyntax(t *testing.T) {
	var b strings.Builder
	for _, doc := range brokenFiles {
		f, problems := source.Parse("a.yaml", []byte(doc))
		if len(problems) != 1 || problems[0].Code != source.CodeSyntax || f.Root() != nil || f.Comments() != nil {
			t.Errorf("%q: want one syntax error and nothing else, got %+v", doc, problems)
			continue
		}
		p := problems[0]
		fmt.Fprintf(&b, "%s\n%s^ %d:%d %s\n", f.Line(p.Line), strings.Repeat(" ", p.Column-1), p.Line, p.Column, p.Message)
		if p.Hint != "" {
			fmt.Fprintf(&b, "%s  %s\n", strings.Repeat(" ", p.Column-1), p.Hint)
		}
		fmt.Fprintln(&b)
	}
	compareGolden(t, "testdata/syntax.golden", b.String())
}

func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}
