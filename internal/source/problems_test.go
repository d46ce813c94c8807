package source_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/internal/source"
)

// places returns line, column, code and pointer of each problem.
func places(problems []source.Problem) []string {
	var list []string
	for _, p := range problems {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%d:%d %s %s", p.Line, p.Column, p.Code, p.Pointer)))
	}
	return list
}

func TestProblems(t *testing.T) {
	for _, c := range []struct {
		name, file, doc string
		want            []string
	}{
		{"none", "a.yaml", "version: 1\n", nil},
		{"byte order mark", "a.yaml", "\uFEFFa: b\na: c\n", []string{"2:1 duplicate_key /a"}},
		{"byte order mark in JSON", "a.json", "\uFEFF{\"a\": 1, \"a\": 2}", []string{"1:10 duplicate_key /a"}},
		{"empty", "a.yaml", "", []string{"1:1 empty_file"}},
		{"only comments", "a.yaml", "# x\n\n", []string{"1:1 empty_file"}},
		{"only a document mark", "a.yaml", "---\n", []string{"1:1 empty_file"}},
		{"empty JSON", "a.json", " \n", []string{"1:1 empty_file"}},
		{"null is not empty", "a.yaml", "null\n", nil},
		{"document mark in front", "a.yaml", "---\na: b\n...\n", nil},
		{"second document", "a.yaml", "a: b\n--- # x\na: c\n", []string{"2:1 second_document"}},
		{"second document that is empty", "a.yaml", "a: b\n---\n", []string{"2:1 second_document"}},
		{"second document behind an empty one", "a.yaml", "---\n---\na: b\n", []string{"2:1 second_document"}},
		{"directives", "a.yaml", "# x\n%YAML 1.2\n%TAG ! y\n---\na: b\na: c\n",
			[]string{"2:1 directive", "3:1 directive", "6:1 duplicate_key /a"}},
		{"directive that nothing follows", "a.yaml", "%a: b\n", []string{"1:1 directive", "1:1 empty_file"}},
		{"per cent sign in a text", "a.yaml", "a: |\n  b\n%c\n", []string{"3:1 syntax"}},
		{"anchor", "a.yaml", "a: &x b\nc: &y\n  d: e\n", []string{"1:4 anchor /a", "2:4 anchor /c"}},
		{"anchor of a key", "a.yaml", "&x a: b\n", []string{"1:1 anchor /a"}},
		{"alias", "a.yaml", "a: &x b\nc: *x\n", []string{"1:4 anchor /a", "2:4 alias /c"}},
		{"patterns that read as aliases", "a.yaml", "- */delete_*\n- */*drop*\n- [*a, */b]\n",
			[]string{"1:3 alias /0", "2:3 alias /1", "3:4 alias /2/0", "3:8 alias /2/1"}},
		{"alias as a key", "a.yaml", "*/x: a\n", []string{"1:1 alias /*~1x"}},
		{"merge key", "a.yaml", "a:\n  <<: {b: c}\n", []string{"2:3 merge_key /a/<<"}},
		{"merge key in quotes is a key", "a.yaml", "'<<': {b: c}\n", nil},
		{"merge sign as a value is a text", "a.yaml", "a: <<\n", nil},
		{"expressions that read as tags", "a.yaml", "- !tool.readOnly\n- !(a && b)\n- when: !bank/x y\n",
			[]string{"1:3 tag /0", "2:3 tag /1", "3:9 tag /2/when"}},
		{"tags of YAML", "a.yaml", "a: !!str 5\nb: !!map {c: d}\nc: !!int '1'\n",
			[]string{"1:4 tag /a", "2:4 tag /b", "3:4 tag /c"}},
		{"tag that says nothing", "a.yaml", "a: ! b\n", []string{"1:4 tag /a"}},
		{"tag of a list", "a.yaml", "a: !x [b]\n", []string{"1:4 tag /a"}},
		{"duplicate keys", "a.yaml", "a: 1\nb: {a: 2, \"a\": 3}\na: 4\n'a': 5\n",
			[]string{"2:11 duplicate_key /b/a", "3:1 duplicate_key /a", "4:1 duplicate_key /a"}},
		{"a number and its text are one key", "a.yaml", "3: a\n\"3\": b\n03: c\n", []string{"2:1 duplicate_key /3"}},
		{"duplicate names in JSON", "a.json", "{\"a\": {\"b\": 1, \"\\u0062\": 2},\n \"a\": 3}",
			[]string{"1:16 duplicate_key /a/b", "2:2 duplicate_key /a"}},
		{"list as a key", "a.yaml", "a: b\n? [c]\n: d\n{{ x }}: e\n", []string{"2:3 complex_key", "4:1 complex_key"}},
		{"all at once", "a.yaml", "a: &x b\na: *x\nc: !y z\n<<: {}\nd: e #1\n---\n", []string{
			"1:4 anchor /a", "2:1 duplicate_key /a", "2:4 alias /a", "3:4 tag /c", "4:1 merge_key /<<",
			"5:6 cut_by_comment /d",
			"6:1 second_document"}},

		{"invalid UTF-8", "a.yaml", "a: b\né: x\xff\n", []string{"2:5 not_utf8"}},
		{"invalid UTF-8 in a comment", "a.yaml", "a: b # \xe4\n", []string{"1:8 not_utf8"}},
		{"invalid UTF-8 in JSON", "a.json", "{\"é\xc3\": 1}", []string{"1:4 not_utf8"}},
		{"surrogate in UTF-8", "a.yaml", "a: \xed\xa0\x80", []string{"1:4 not_utf8"}},
		{"UTF-16", "a.yaml", "\xff\xfea\x00", []string{"1:1 not_utf8"}},
		{"UTF-16 without a mark", "a.yaml", "a\x00:\x00", []string{"1:2 bad_character"}},
		{"control character", "a.yaml", "a: b\nc: \x1b[0m\n", []string{"2:4 bad_character"}},
		{"line separator", "a.yaml", "a: 'b\u2028c'\n", []string{"1:6 bad_character"}},
		{"byte order mark in the middle", "a.yaml", "a: b\n\uFEFFc: d\n", []string{"2:1 bad_character"}},
		{"next line", "a.yaml", "# x\u0085a: b\n", []string{"1:4 bad_character"}},
		{"line separator in JSON is text", "a.json", "{\"a\": \"b\u2028c\"}", nil},
		{"hidden characters", "a.yaml", "a: \u200b\nb: \"\\u200b\"\nc: x\u202e\u202e # \U000e0041\n# \u0080\n",
			[]string{"1:4 hidden_character", "3:5 hidden_character", "4:3 hidden_character"}},
		{"hidden characters on many lines", "a.json", "[" + strings.Repeat("\"\u200b\",\n", 200) + "1]",
			hiddenLines(100)},
		{"too large", "a.yaml", "# " + strings.Repeat("x", source.MaxBytes), []string{"1:1 too_large"}},
		{"too large JSON", "a.json", "{}" + strings.Repeat(" ", source.MaxBytes), []string{"1:1 too_large"}},
		{"as large as allowed", "a.yaml", "# " + strings.Repeat("x", source.MaxBytes-7) + "\na: b", nil},

		{"too deep in brackets", "a.yaml", strings.Repeat("[", 65) + strings.Repeat("]", 65),
			[]string{"1:65 too_deep"}},
		{"too deep in blocks", "a.yaml", strings.Repeat("- ", 65) + "a", []string{"1:129 too_deep"}},
		{"too deep in both", "a.yaml", strings.Repeat("- ", 40) + strings.Repeat("[", 25) + strings.Repeat("]", 25),
			[]string{"1:105 too_deep " + strings.Repeat("/0", 64)}},
		{"far too deep in both", "a.yaml", strings.Repeat("- ", 40) + strings.Repeat("[", 40) + strings.Repeat("]", 40),
			[]string{"1:105 too_deep " + strings.Repeat("/0", 64)}},
		{"too deep JSON", "a.json", strings.Repeat("[", 65) + strings.Repeat("]", 65),
			[]string{"1:65 too_deep " + strings.Repeat("/0", 64)}},
		{"as deep as allowed", "a.yaml", strings.Repeat("- ", 40) + strings.Repeat("[", 24) + strings.Repeat("]", 24),
			nil},
		{"JSON as deep as allowed", "a.json", strings.Repeat("[", 64) + strings.Repeat("]", 64), nil},

		{"text cut by a comment", "a.yaml", "title: Fix issue #12\n", []string{"1:18 cut_by_comment /title"}},
		{"item cut by a comment", "a.yaml", "- é #12\n- channel #general\n",
			[]string{"1:5 cut_by_comment /0", "2:11 cut_by_comment /1"}},
		{"item that is a comment", "a.yaml", "- #x\n- a\n", []string{"1:3 cut_by_comment /0"}},
		{"value that is a comment", "a.yaml", "title: #12\nb: c\n", []string{"1:8 cut_by_comment /title"}},
		{"text in brackets cut by a comment", "a.yaml", "a: [b #1\n, c]\n", []string{"1:7 cut_by_comment /a/0"}},
		{"text over two lines cut by a comment", "a.yaml", "a: b\n  c #1\n", []string{"2:5 cut_by_comment /a"}},
		{"ordinary comments", "a.yaml",
			strings.Join([]string{"a: b # c", "c: d  #e", "e: f\t#g", "g: h #-- i", "i: j #", "k: 1 #l", "m: #n",
				"  - o", "p: \"q\" #r",
				"s: [t] #u", "#v", "w: x #rulecheck:ignore y", "z: a#b"}, "\n"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, problems := source.Parse(c.file, []byte(c.doc))
			if diff := cmp.Diff(c.want, places(problems)); diff != "" {
				t.Error(diff)
			}
			for _, p := range problems {
				if p.Message == "" {
					t.Errorf("%s has no message", p.Code)
				}
				if p.Warning != (p.Code == source.CodeCutByComment || p.Code == source.CodeHiddenCharacter) {
					t.Errorf("%s: warning is %t", p.Code, p.Warning)
				}
			}
			if f == nil || f.Name() != c.file {
				t.Error("no file")
			}
		})
	}
}

// hiddenLines returns the positions of hidden characters in the lines of a list, the first of which
// starts with a bracket.
func hiddenLines(n int) []string {
	list := []string{"1:3 hidden_character"}
	for line := 2; line <= n; line++ {
		list = append(list, fmt.Sprintf("%d:2 hidden_character", line))
	}
	return list
}

func TestJSONSyntax(t *testing.T) {
	for _, c := range []struct {
		name, doc, want string
	}{
		{"trailing comma", "{\"a\": 1,\n}", "1:8 syntax"},
		{"comment", "{\n  // x\n}", "2:3 syntax"},
		{"single quotes", "{'a': 1}", "1:2 syntax"},
		{"open", "{\"a\":\n", "2:1 syntax /a"},
		{"second value", "{}\n{}", "2:1 syntax"},
		{"half a pair", "{\"é\": \"é\\ud800\"}", "1:9 syntax /é"},
		{"YAML", "a: b", "1:1 syntax"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, problems := source.Parse("a.json", []byte(c.doc))
			if diff := cmp.Diff([]string{c.want}, places(problems)); diff != "" {
				t.Error(diff)
			}
			if f.Root() != nil {
				t.Error("a root despite broken syntax")
			}
		})
	}
}

// The cost of every file is proportional to its size: fixes are tried by parsing, and columns are
// counted from the start of a line.
func TestHostileFiles(t *testing.T) {
	for _, c := range [][3]string{
		{"", "[", ""}, {"", "- ", ""}, {"", "? ", ""}, {"", "{", ""}, {"", "#\n", ""}, {"", "- a\n", ""},
		{"", "- a #b\n", ""},
		{"[", "{},", "]"}, {"[", "é,", "]"}, {"", "a: ", ""},
		{"[", "\"a\" b, ", "]"}, {"a: x", " #a", ""}, {"", "- a: b\n", "- \"a\" b\n"}, {"", "- *a\n", ""},
		{"", "a: b\n", ""},
		{"", "! ", ""}, {"", "&a ", ""}, {"x: |\n", "  y #\n", ""},
		{"x: ", "y\n  ", "z"}, {"", "'", ""}, {"\"", "\\\"", ""}, {"", "%a\n", ""}, {"", "\t", ""},
		{"", "\"a\": b\n", "c"},
		{"", "---\n", ""}, {"a: é", "\\xe9", "\""},
	} {
		doc := c[0] + strings.Repeat(c[1], 200_000/len(c[1])) + c[2]
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		source.Parse("a.yaml", []byte(doc))
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		if perByte := (after.TotalAlloc - before.TotalAlloc) / uint64(len(doc)); perByte > 5000 || took > time.Minute {
			t.Errorf("%q, many times %q, and %q take %v and %d bytes for each byte of the file", c[0], c[1], c[2], took,
				perByte)
		}
	}
}

// A rule file with problems still has the values that its author meant, so that its rules can be
// checked too.
func TestIntent(t *testing.T) {
	f, _ := source.Parse("a.yaml",
		[]byte("a: */delete_* # x\nb: !tool.readOnly\nc: [*x, !y]\nd: &e f\ng: 1\ng: 2\n<<: {h: i}\n"+
			"*/j: k\n!!str l: m\n"))
	for pointer, want := range map[string]string{
		"/a": "*/delete_*", "/b": "!tool.readOnly", "/c/0": "*x", "/c/1": "!y", "/d": "f", "/g": "1", "/*~1j": "k",
		"/l": "m",
	} {
		if n := f.Find(pointer); n == nil || n.Text != want {
			t.Errorf("%s: got %+v, want %q", pointer, n, want)
		}
	}
	if n := f.Find("/a"); n.Kind != source.String || !n.Plain {
		t.Errorf("got %+v", n)
	}
	if f.Find("/<<") != nil {
		t.Error("a merge key is in the tree")
	}
}
