package source_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/internal/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// brokenFiles are common errors, each in an otherwise valid file.
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
	"x:\n  %a: b\n",
	"when:x\nid: y\n",
	"a:\n- b\n-c\n",
	"filter\n  include: a\n",
	"a: b\n c: d\n",
	"filter:\n  exclude:\n    - a\n   - b\n  include: []\n",
	"filter:\n  exclude:\n    - tools: a\n    when: b\n",
	"filter:\n  exclude:\n    - tools: a\n       when: b\n",
	"filter:\n  exclude:\n    - tools: a\n     when: b\n    - c\n",
	"filter:\n  include:\n    - tools: a\n   exclude:\n    - b\n",
	"filter:\n  include:\n  - - a: b\n      # c\n\n     d: e\n",
	"- {tools: fs/{a,b}_*, when: ctx.role in [\"c\"]}\n",
	"- {id: a, tools: fs/{a,b}_*, when: b in [\"c\"], reason: d {e} f}\n- g\n",
	"a:\n  -b: c\n   d: e\n",
	"- {tools: [fs/{a,b}, c], when: d in [\"e\"]}\n",
	"a: [fs/{b,c}_*, d, fs/{e, f}_*]\ng: h\n",
	"a: [b,\n  fs/{b,c}_*, fs/{d,e}_*]\n",
	"a: {b: {c,d} e, f {g,h} i}\n",
	"- {tools: fs/*, when: any(a, # == \"b\")}\n- c\n",
	"- tools: fs/*, when: a == \"b\"\n- c\n",
	"- tools: fs/*\n  reason: A, note: b\n",
	"- {tools: [a, b] when: c}\n",
	"- {tools: a; when: c, id: d}\n",
	"- fs/*\n  when: a\n- c\n",
	"a: |\n  b\n c\n",
	"- a: b\n  - c\n",
	"- a\nb: c\n",
	"a: b\n- c\n",
	"description: Fix #12\n  and more\nid: x\n",
	"a: ]\n",
	"a: \"b\" c\n" + strings.Repeat("d: [", 10),
}

// faultyFiles can be parsed, but are not valid rule files.
var faultyFiles = []string{
	"- [*x\n  , y]\n",
	"- */delete_*\n- [*x, !y]\n- */a: b\n  c: */d # e\n",
	"- !tool.readOnly\n- !(a && b)\n- !!str 5\n- {!a b: c}\n",
	"- &x 1\n- &y\n  a: b\n- &z\n",
	"a: {<<: b}\nc: d\nc: e\n{f}: g\n---\n",
	"%YAML 1.2\n---\ntitle: Fix issue #12 now\nid: #1\n",
	"# nothing\n",
	"a: \uFEFFb\n",
	"a: b\u2028c\n",
	"a: \x01\n",
	"a\x00",
	"a: \xff\n",
	"\xfe\xff",
	strings.Repeat("[", 65),
}

func TestMessages(t *testing.T) {
	var b strings.Builder
	for _, doc := range brokenFiles {
		f, problems := source.Parse("a.yaml", []byte(doc))
		other := func(p source.Problem) bool { return p.Code != source.CodeSyntax }
		if len(problems) == 0 || slices.ContainsFunc(problems, other) || f.Root() != nil || f.Comments() != nil {
			t.Errorf("%q: want syntax errors and nothing else, got %+v", doc, problems)
		}
		show(&b, f, problems)
	}
	for _, doc := range faultyFiles {
		f, problems := source.Parse("a.yaml", []byte(doc))
		show(&b, f, problems)
	}
	compareGolden(t, "testdata/messages.golden", b.String())
}

// show formats problems like a command.
func show(b *strings.Builder, f *source.File, problems []source.Problem) {
	for _, p := range problems {
		line, blanks := strings.ToValidUTF8(f.Line(p.Line), "?"), strings.Repeat(" ", p.Column-1)
		fmt.Fprintf(b, "%s\n%s^ %d:%d %s\n", line, blanks, p.Line, p.Column, p.Message)
		if p.Hint != "" {
			fmt.Fprintf(b, "%s  %s\n", blanks, p.Hint)
		}
		fmt.Fprintln(b)
	}
}

// Fixes are found despite a directive, which is reported separately.
func TestSyntaxAfterADirective(t *testing.T) {
	_, problems := source.Parse("a.yaml", []byte("%YAML 1.2\n---\nx: Open: an issue\n"))
	if len(problems) != 2 || problems[1].Hint != `write "Open: an issue"` {
		t.Errorf("got %+v", problems)
	}
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
