package source_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/internal/source"
)

// parse parses a file that must have no problems.
func parse(t *testing.T, name, doc string) *source.File {
	t.Helper()
	f, problems := source.Parse(name, []byte(doc))
	if len(problems) > 0 {
		t.Fatalf("%q: %+v", doc, problems)
	}
	return f
}

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		written string
		kind    source.Kind
		text    string
		plain   bool
	}{
		{"5.40", source.Float, "5.40", true},
		{"3E33333333", source.Float, "3E33333333", true},
		{"1e3", source.Float, "1e3", true},
		{".inf", source.Float, ".inf", true},
		{"99999999999999999999999", source.Float, "99999999999999999999999", true},
		{"010", source.Int, "010", true},
		{"0x1F", source.Int, "0x1F", true},
		{"0o7", source.Int, "0o7", true},
		{"1_000", source.Int, "1_000", true},
		{"-1", source.Int, "-1", true},
		{"true", source.Bool, "true", true},
		{"FALSE", source.Bool, "FALSE", true},
		{"null", source.Null, "null", true},
		{"~", source.Null, "~", true},
		{"", source.Null, "", true},
		{"no", source.String, "no", true},
		{"on", source.String, "on", true},
		{"y", source.String, "y", true},
		{"2024-11-20", source.String, "2024-11-20", true},
		{"12:30", source.String, "12:30", true},
		{"<<", source.String, "<<", true},
		{"5.4.1", source.String, "5.4.1", true},
		{"gpt-5*", source.String, "gpt-5*", true},
		{`"5.40"`, source.String, "5.40", false},
		{`'null'`, source.String, "null", false},
		{`""`, source.String, "", false},
		{"|\n  true\n", source.String, "true\n", false},
		{">-\n  1\n  2\n", source.String, "1 2", false},
		{"[]", source.List, "", false},
		{"{}", source.Map, "", false},
	} {
		n := parse(t, "a.yaml", "k: "+c.written).Find("/k")
		if n.Kind != c.kind || n.Text != c.text || n.Plain != c.plain {
			t.Errorf("%q: got %s %q, plain %t", c.written, n.Kind, n.Text, n.Plain)
		}
	}
}

func TestJSONKinds(t *testing.T) {
	for _, c := range []struct {
		written string
		kind    source.Kind
		text    string
		plain   bool
	}{
		{"5.40", source.Float, "5.40", true},
		{"1E3", source.Float, "1E3", true},
		{"-12", source.Int, "-12", true},
		{"true", source.Bool, "true", true},
		{"null", source.Null, "null", true},
		{`"5.40"`, source.String, "5.40", false},
		{`"\u00e9\ud83d\ude00\n"`, source.String, "é😀\n", false},
		{"[]", source.List, "", false},
		{"{}", source.Map, "", false},
	} {
		n := parse(t, "a.json", `{"k": `+c.written+`}`).Find("/k")
		if n.Kind != c.kind || n.Text != c.text || n.Plain != c.plain {
			t.Errorf("%q: got %s %q, plain %t", c.written, n.Kind, n.Text, n.Plain)
		}
	}
}

func TestFormat(t *testing.T) {
	const object = "{a: b}"
	for name, json := range map[string]bool{
		"a.yaml": false, "a.yml": false, "a.json": true, "A.JSON": true, "dir.json/a.yaml": false, "-": true, "": true,
		"dir.yaml/rules": true, "a.txt": false,
	} {
		_, problems := source.Parse(name, []byte(object))
		if got := len(problems) > 0; got != json {
			t.Errorf("%q is read as JSON: %t", name, got)
		}
	}
	if f := parse(t, "-", "\uFEFF\n {\"a\": 1}"); f.Find("/a") == nil {
		t.Error("standard input that starts with { is not JSON")
	}
	if f := parse(t, "-", "a: {b: c}"); f.Find("/a/b") == nil {
		t.Error("standard input that starts with a key is not YAML")
	}
}

func TestFind(t *testing.T) {
	f := parse(t, "a.yaml", "a/b: [x, {~: y}]\n\"\": z\n")
	for pointer, want := range map[string]string{"/a~1b/0": "x", "/a~1b/1/~0": "y", "/": "z"} {
		n := f.Find(pointer)
		if n == nil || n.Text != want || n.Pointer != pointer {
			t.Errorf("%s: got %+v", pointer, n)
		}
	}
	for _, pointer := range []string{"/a", "/a~1b/2", "/a~1b/00", "/a~1b/-", "a", "/~", "//x"} {
		if n := f.Find(pointer); n != nil {
			t.Errorf("%s: got %+v", pointer, n)
		}
	}
	if f.Find("") != f.Root() || f.Root().Get("a/b") != f.Find("/a~1b") || f.Root().Get("x").Get("y") != nil {
		t.Error("lookups disagree")
	}
	broken, _ := source.Parse("a.yaml", []byte("["))
	if broken.Find("") != nil || broken.Find("/a") != nil {
		t.Error("found something in a file that can't be read")
	}
}

func TestEntries(t *testing.T) {
	f := parse(t, "a.yaml", "b: 1\n\"a\": 2\n5.40: 3\n? c\n")
	var got []string
	for _, e := range f.Root().Entries {
		if e.Key.Pointer != e.Value.Pointer {
			t.Errorf("key %s, value %s", e.Key.Pointer, e.Value.Pointer)
		}
		got = append(got, e.Key.Text+"="+e.Value.Text)
	}
	if diff := cmp.Diff([]string{"b=1", "a=2", "5.40=3", "c="}, got); diff != "" {
		t.Error(diff)
	}
}

func TestLines(t *testing.T) {
	f, _ := source.Parse("a.yaml", []byte("\uFEFFa: b # é\r\n\tx\r\rlast"))
	for n, want := range map[int]string{-1: "", 0: "", 1: "a: b # é", 2: "\tx", 3: "", 4: "last", 5: ""} {
		if got := f.Line(n); got != want {
			t.Errorf("line %d is %q, want %q", n, got, want)
		}
	}
}

func TestComments(t *testing.T) {
	f := parse(t, "a.yaml", `# rulecheck:ignore a
é: b # rulecheck:ignore b, c #d
c: 'd # e'' # f' #	g
h: "i # \" # j
  # k" # l
m: | # n
  # o

  p # q
 # r
s: >2-  # t
     # u
  # v
# w
x: {y: z#, 'a': "b#" } # c
d: e'f # g'
z: it's "i" # j
? "k # l" # m
: [n, # o
  p] # q
r: |
# s
t: u
#`)
	want := []source.Comment{
		{Line: 1, Column: 1, Text: "rulecheck:ignore a"}, {Line: 2, Column: 6, Text: "rulecheck:ignore b, c #d"},
		{Line: 3, Column: 18, Text: "g"},
		{Line: 5, Column: 8, Text: "l"}, {Line: 6, Column: 6, Text: "n"}, {Line: 10, Column: 2, Text: "r"},
		{Line: 11, Column: 9, Text: "t"},
		{Line: 14, Column: 1, Text: "w"}, {Line: 15, Column: 24, Text: "c"}, {Line: 16, Column: 8, Text: "g'"},
		{Line: 17, Column: 13, Text: "j"},
		{Line: 18, Column: 11, Text: "m"}, {Line: 19, Column: 7, Text: "o"}, {Line: 20, Column: 6, Text: "q"},
		{Line: 22, Column: 1, Text: "s"}, {Line: 24, Column: 1},
	}
	var got []source.Comment
	for _, c := range f.Comments() {
		got = append(got, source.Comment{Line: c.Line, Column: c.Column, Text: c.Text})
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(source.Comment{})); diff != "" {
		t.Error(diff)
	}
	for name, doc := range map[string]string{
		"empty block": "a: |\n# x\nb: c\n", "block of blank lines": "a: |+\n\n\n# x\nb: c\n",
		"block of blanks":  "a: |1\n   \n# x\nb: c\n",
		"block at the end": "# x\na: |+\n\n",
		"block in a list":  "- |\n # y\n# x\n",
	} {
		if got := parse(t, "a.yaml", doc).Comments(); len(got) != 1 || got[0].Text != "x" {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := parse(t, "a.json", `{"a": "b # c"}`).Comments(); got != nil {
		t.Errorf("comments in JSON: %v", got)
	}
}

func TestQuote(t *testing.T) {
	for s, want := range map[string]string{
		"": `""`, "5.40": `"5.40"`, "it's": `"it's"`, `"a" in x`: `'"a" in x'`, `it's "a"`: `'it''s "a"'`,
		`^\d+$`:            `'^\d+$'`,
		"a\nb\t\"\\":       `"a\nb\t\"\\"`,
		"a ##[b] ##vso[c]": `"a #\u0023[b] #\u0023vso[c]"`, "## b": `"## b"`,
		"é😀": `"é😀"`, "\u200b\U000e0001": `"\u200b\U000e0001"`,
	} {
		if got := source.Quote(s); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
	yaml, json := parse(t, "a.yaml", "a: b"), parse(t, "a.json", "{}")
	if got := yaml.Quote(`"a"`); got != `'"a"'` {
		t.Errorf("in YAML: %s", got)
	}
	if got := json.Quote(`"a"`); got != `"\"a\""` {
		t.Errorf("in JSON: %s", got)
	}
}

func TestKindNames(t *testing.T) {
	for kind, want := range map[source.Kind]string{
		source.Null: "null", source.Bool: "a boolean", source.Int: "a number", source.Float: "a number",
		source.String: "a string", source.List: "a list", source.Map: "a mapping", source.Map + 1: "unknown",
	} {
		if got := kind.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
