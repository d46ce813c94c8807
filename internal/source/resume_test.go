package source_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/internal/source"
)

// TestSyntaxErrors checks that every syntax error of a file is reported, and no consequences of
// another.
func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       []string // line:column and hint
	}{
		{"one in each line", "version: 1\ncontext:\n  tenant:string\n  user: {role: admin\n" +
			"filter:\n  exclude:\n    - @fs/x\n    - when: not: x\n    -fs/y\n",
			[]string{"3:10 write tenant: string", "4:9 write {role: admin}", `7:7 write "@fs/x"`,
				`8:16 write "not: x" if it is one string; otherwise, keys in one line need braces and commas`,
				"9:6 write - fs/y"}},
		{"one in each section", "servers: [a\nfilter:\n  include: \"y\n" +
			"descriptions:\n  - tools: a\n    title: Note: x\n",
			[]string{"1:10 write [a]", "3:12 ", `6:16 write "Note: x"`}},
		{"after one without a certain fix", "a: \"b\nc: 1\nd: %x\ne: {f: g\n",
			[]string{"1:4 ", `3:4 write "%x"`, "4:4 write {f: g}"}},
		{"in a list", "- a: %x\n- b\n- c: [d\n- e: f: g\n", []string{`1:6 write "%x"`, "3:6 write [d]",
			`4:7 write "f: g" if it is one string; otherwise, keys in one line need braces and commas`}},
		{"two in one line", "a: {b: %x, c: @y}\nd: %z\n", []string{`1:8 write "%x"`, `1:15 write "@y"`,
			`2:4 write "%z"`}},
		{"a wrong indentation, and one after it", "a:\n  b: c\n d: e\nf: %x\n",
			[]string{"3:2 indent this line like those that it belongs to", `4:4 write "%x"`}},
		{"a tab, and one after it", "a:\n\tb: c\nd: %x\n", []string{"2:1 indent with blanks", `3:4 write "%x"`}},
		{"characters of several bytes", "é: %ü\nà: @ö\n", []string{`1:4 write "%ü"`, `2:4 write "@ö"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, problems := source.Parse("a.yaml", []byte(c.file))
			var got []string
			for _, p := range problems {
				if p.Code != source.CodeSyntax || f.Root() != nil {
					t.Errorf("%+v", p)
				}
				got = append(got, fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Hint))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// However many syntax errors a file has, few are reported, in bounded time.
func TestManySyntaxErrors(t *testing.T) {
	for _, line := range []string{"- %x\n", "a: \"b\n", "a: {b: c\n", "- when: not: x\n", "\ta\n", "- [*a\n", "]\n"} {
		start := time.Now()
		_, problems := source.Parse("a.yaml", []byte(strings.Repeat(line, source.MaxBytes/len(line))))
		t.Logf("%q: %d problems in %v", line, len(problems), time.Since(start).Round(time.Millisecond))
		if len(problems) == 0 || len(problems) > 21 {
			t.Errorf("%q: %d problems", line, len(problems))
		}
	}
}
