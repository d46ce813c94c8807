package jsontree_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/jsontree"
)

func TestParseErrors(t *testing.T) {
	deep := strings.Repeat("[", 3) + strings.Repeat("]", 3)
	for _, c := range []struct {
		name, doc string
		opts      jsontree.Options
		code      jsontree.Code
		offset    int
		pointer   string
	}{
		{name: "nothing", doc: "", code: jsontree.CodeSyntax, offset: 0},
		{name: "only white space", doc: " \n", code: jsontree.CodeSyntax, offset: 2},
		{name: "only a byte order mark", doc: "\uFEFF", code: jsontree.CodeSyntax, offset: 3},
		{name: "two byte order marks", doc: "\uFEFF\uFEFF1", code: jsontree.CodeSyntax, offset: 3},
		{name: "open object", doc: `{"a":`, code: jsontree.CodeSyntax, offset: 5, pointer: "/a"},
		{name: "open array", doc: `[1`, code: jsontree.CodeSyntax, offset: 2},
		{name: "open string", doc: `"abc`, code: jsontree.CodeSyntax, offset: 4},
		{name: "word", doc: `{"a":tru}`, code: jsontree.CodeSyntax, offset: 8, pointer: "/a"},
		{name: "trailing comma in an object", doc: `{"a":1,}`, code: jsontree.CodeSyntax, offset: 6},
		{name: "trailing comma in an array", doc: `[1,]`, code: jsontree.CodeSyntax, offset: 2},
		{name: "missing comma", doc: `[1 2]`, code: jsontree.CodeSyntax, offset: 3},
		{name: "missing colon", doc: `{"a" 1}`, code: jsontree.CodeSyntax, offset: 5, pointer: "/a"},
		{name: "name that is not a string", doc: `{1:2}`, code: jsontree.CodeSyntax, offset: 1},
		{name: "object instead of a name", doc: `{{"a":0,"a"0`, code: jsontree.CodeSyntax, offset: 1},
		{name: "wrong bracket", doc: `[{]`, code: jsontree.CodeSyntax, offset: 2, pointer: "/0"},
		{name: "leading zero", doc: `[01]`, code: jsontree.CodeSyntax, offset: 2},
		{name: "raw line feed in a string", doc: "[\"a\nb\"]", code: jsontree.CodeSyntax, offset: 3, pointer: "/0"},
		{name: "unknown escape", doc: `["\x"]`, code: jsontree.CodeSyntax, offset: 2, pointer: "/0"},
		{name: "second value", doc: `{} {}`, code: jsontree.CodeTrailingData, offset: 3},
		{name: "second bracket", doc: `[]]`, code: jsontree.CodeTrailingData, offset: 2},
		{name: "trailing comment", doc: `[1] // c`, code: jsontree.CodeTrailingData, offset: 4},
		{name: "trailing zero byte", doc: "1\x00", code: jsontree.CodeTrailingData, offset: 1},
		{name: "duplicate name", doc: `{"a":[1,{"b":1, "b" :2}]}`, code: jsontree.CodeDuplicateKey, offset: 16,
			pointer: "/a/1/b"},
		{name: "duplicate name by an escape", doc: `{"a/":1,"\u0061/":2}`, code: jsontree.CodeDuplicateKey, offset: 8,
			pointer: "/a~1"},
		{name: "invalid UTF-8 in a string", doc: "{\"a\":\"x\xff\"}", code: jsontree.CodeNotUTF8, offset: 7,
			pointer: "/a"},
		{name: "invalid UTF-8 in a name", doc: "{\"a\xff\":1}", code: jsontree.CodeNotUTF8, offset: 3},
		{name: "surrogate in UTF-8", doc: "\"\xed\xa0\x80\"", code: jsontree.CodeNotUTF8, offset: 1},
		{name: "unpaired high surrogate", doc: `["a\ud83d"]`, code: jsontree.CodeLoneSurrogate, offset: 3,
			pointer: "/0"},
		{name: "unpaired low surrogate", doc: `["\uDC00a"]`, code: jsontree.CodeLoneSurrogate, offset: 2,
			pointer: "/0"},
		{name: "two high surrogates", doc: `["\ud83d\ud83d"]`, code: jsontree.CodeLoneSurrogate, offset: 2,
			pointer: "/0"},
		{name: "truncated escape", doc: `["\ud8"]`, code: jsontree.CodeSyntax, offset: 2, pointer: "/0"},
		{name: "too deep in an array", doc: `[0, ` + deep + `]`, opts: jsontree.Options{MaxDepth: 3},
			code: jsontree.CodeTooDeep, offset: 6, pointer: "/1/0/0"},
		{name: "too deep in an object", doc: `{"a":1, "b/": {"c": {}}}`, opts: jsontree.Options{MaxDepth: 2},
			code: jsontree.CodeTooDeep, offset: 20, pointer: "/b~1/c"},
		{name: "too deep for the default", doc: strings.Repeat("[", 257),
			code: jsontree.CodeTooDeep, offset: 256, pointer: strings.Repeat("/0", 256)},
		{name: "too deep for the library", doc: strings.Repeat("[", 10_001), opts: jsontree.Options{MaxDepth: 1 << 30},
			code: jsontree.CodeTooDeep, offset: 10_000, pointer: strings.Repeat("/0", 10_000)},
		{name: "too large", doc: `[1, 2]`, opts: jsontree.Options{MaxBytes: 5}, code: jsontree.CodeTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, err := jsontree.Parse([]byte(c.doc), c.opts)
			e, ok := errors.AsType[*jsontree.Error](err)
			if !ok {
				t.Fatalf("got %+v, %v", n, err)
			}
			if e.Code != c.code || e.Offset != c.offset || e.Path != c.pointer {
				t.Errorf("got %s at %d %q: %s\nwant %s at %d %q", e.Code, e.Offset, e.Path, e.Message, c.code,
					c.offset, c.pointer)
			}
			if e.Message == "" {
				t.Error("no message")
			}
			if n.Kind != jsontree.Invalid {
				t.Errorf("a tree and an error: %+v", n)
			}
		})
	}
}

func TestError(t *testing.T) {
	_, err := jsontree.Parse([]byte(`[1, "a" 2]`), jsontree.Options{})
	if got := err.Error(); !strings.HasPrefix(got, "byte 8: ") {
		t.Errorf("without a pointer: %s", got)
	}
	_, err = jsontree.Parse([]byte(`{"a": x}`), jsontree.Options{})
	if got := err.Error(); !strings.HasPrefix(got, "byte 6, /a: ") {
		t.Errorf("with a pointer: %s", got)
	}
	if _, err = jsontree.Parse(nil, jsontree.Options{}); !errors.Is(err, io.EOF) {
		t.Errorf("the library's error is lost: %v", err)
	}
}

func TestParseAccepts(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		opts      jsontree.Options
	}{
		{"byte order mark", "\uFEFF{}", jsontree.Options{}},
		{"white space around", " \t\r\n[1 , 2]\n", jsontree.Options{}},
		{"as deep as the default allows", strings.Repeat("[", 256) + strings.Repeat("]", 256), jsontree.Options{}},
		{"as deep as the library allows", strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
			jsontree.Options{MaxDepth: 10_000}},
		{"as large as allowed", "[1, 2]", jsontree.Options{MaxBytes: 6}},
		{"names that differ in case", `{"a":1,"A":2}`, jsontree.Options{}},
		{"the same name in two objects", `[{"a":1},{"a":{"a":1}}]`, jsontree.Options{}},
		{"duplicate names if asked for", `{"a":1,"a":2}`, jsontree.Options{DuplicateNames: true}},
		{"large numbers", `[1e999, 123456789012345678901234567890]`, jsontree.Options{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := jsontree.Parse([]byte(c.doc), c.opts); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRanges(t *testing.T) {
	data := []byte("\uFEFF {\"a\" : [ null , true,-1.50e3, \"x\\n\\ud83d\\ude00/\" ],\n\t\"b\\u00e9\":{ }} ")
	root, err := jsontree.Parse(data, jsontree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pointer, raw, text string
		kind               jsontree.Kind
	}{
		{"", strings.Trim(string(data), "\uFEFF "), strings.Trim(string(data), "\uFEFF "), jsontree.Object},
		{"/a", `[ null , true,-1.50e3, "x\n\ud83d\ude00/" ]`, `[ null , true,-1.50e3, "x\n\ud83d\ude00/" ]`,
			jsontree.Array},
		{"/a/0", "null", "null", jsontree.Null},
		{"/a/1", "true", "true", jsontree.Bool},
		{"/a/2", "-1.50e3", "-1.50e3", jsontree.Number},
		{"/a/3", `"x\n\ud83d\ude00/"`, "x\n😀/", jsontree.String},
		{"/bé", "{ }", "{ }", jsontree.Object},
	} {
		n := jsontree.Find(&root, c.pointer)
		if n == nil {
			t.Errorf("%s: not found", c.pointer)
			continue
		}
		if n.Kind != c.kind || string(n.Raw(data)) != c.raw || n.Text(data) != c.text {
			t.Errorf("%s: got %s %s %q", c.pointer, n.Kind, n.Raw(data), n.Text(data))
		}
	}
	if empty := jsontree.Find(&root, "/bé"); empty.Members != nil || empty.Items != nil {
		t.Errorf("an empty object has lists: %#v", empty)
	}
	key := root.Members[1].Key
	if got := string(data[key.Start:key.End]); got != `"b\u00e9"` {
		t.Errorf("key is at %s", got)
	}
}

func TestNilNode(t *testing.T) {
	var n *jsontree.Node
	data := []byte("{}")
	if n.Get("a").Get("b") != nil || n.Raw(data) != nil || n.Text(data) != "" || n.True(data) || n.CompactSize() != 0 ||
		jsontree.Find(n, "/a") != nil {
		t.Error("a nil node is not treated like the zero node")
	}
}

func TestDuplicateNamesAreKept(t *testing.T) {
	data := []byte(`{"a":1,"a":2}`)
	root, err := jsontree.Parse(data, jsontree.Options{DuplicateNames: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(root.Members) != 2 || root.Get("a").Text(data) != "1" {
		t.Errorf("got %+v", root.Members)
	}
}

func TestParseRange(t *testing.T) {
	data := []byte(`garbage [ {"a": 1, "a": 2} ] more`)
	root, err := jsontree.ParseRange(data, 7, 28, jsontree.Options{DuplicateNames: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(root.Items[0].Members[1].Value.Raw(data)); got != "2" {
		t.Errorf("got %s", got)
	}
	_, err = jsontree.ParseRange(data, 7, 28, jsontree.Options{})
	if e, ok := errors.AsType[*jsontree.Error](err); !ok || e.Offset != 19 || e.Path != "/0/a" {
		t.Errorf("got %v", err)
	}
}

func TestPointers(t *testing.T) {
	for _, c := range []struct {
		pointer string
		tokens  []string // nil: not a pointer
	}{
		{"", []string{}},
		{"/", []string{""}},
		{"/a//b", []string{"a", "", "b"}},
		{"/~0~1/~01", []string{"~/", "~1"}},
		{"a", nil},
		{"/~", nil},
		{"/~2", nil},
		{"/a~/0", nil},
	} {
		tokens, ok := jsontree.SplitPointer(c.pointer)
		if ok != (c.tokens != nil) || strings.Join(tokens, "|") != strings.Join(c.tokens, "|") ||
			len(tokens) != len(c.tokens) {
			t.Errorf("%q: got %q, %t", c.pointer, tokens, ok)
		}
		joined := ""
		for _, token := range tokens {
			joined = jsontree.AppendToken(joined, token)
		}
		if ok && joined != c.pointer {
			t.Errorf("%q joins to %q", c.pointer, joined)
		}
	}
}

func TestFind(t *testing.T) {
	data := []byte(`{"": {"/": [10, {"~": 20}]}, "0": 30}`)
	root, err := jsontree.Parse(data, jsontree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{
		"//~1/0": "10", "//~1/1/~0": "20", "/0": "30",
		"//~1/2": "", "//~1/-": "", "//~1/00": "", "//~1/+0": "", "//~1/-1": "", "//~1/99999999999999999999": "",
		"/1": "", "0": "",
		"/0/0": "", "/~": "",
	} {
		if got := jsontree.Find(&root, pointer); got.Text(data) != want {
			t.Errorf("%q: got %q, want %q", pointer, got.Text(data), want)
		}
	}
}

func TestCompactSize(t *testing.T) {
	for doc, want := range map[string]int{
		`[ ]`: 2, `{ "a" : [ 1 , "  \" " ] }`: 17, `"a b"`: 5, ` 12 `: 2, `{"\\": " ", "\\\"": 1}`: 19,
		"[\t\"\\\\\"\r\n]": 6,
	} {
		n, err := jsontree.Parse([]byte(doc), jsontree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := n.CompactSize(); got != want {
			t.Errorf("%s: got %d, want %d", doc, got, want)
		}
	}
}

func TestAppendString(t *testing.T) {
	for s, want := range map[string]string{
		"": `""`, "a<&>'/é\u2028😀": "\"a<&>'/é\u2028😀\"", "\"\\": `"\"\\"`,
		"\n\t\x00\x1f\x7f": `"\n\t\u0000\u001f` + "\x7f\"",
		"a\xffb":           "\"a\uFFFDb\"",
	} {
		if got := string(jsontree.AppendString([]byte("x"), s)); got != "x"+want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
}

// A tree of ten thousand tools must need little more memory than the document.
func TestMemory(t *testing.T) {
	tool := `{"name":"create_issue","description":"` + strings.Repeat("Opens an issue. ", 20) + `",` +
		`"inputSchema":{"type":"object","properties":{` +
		`"title":{"type":"string","description":"The title."},"labels":{"type":"array",` +
		`"items":{"type":"string"}}},"required":["title"]}}`
	data := []byte(`{"tools":[` + strings.Repeat(tool+",", 10_000) + tool + `]}`)
	parse := func() {
		if _, err := jsontree.Parse(data, jsontree.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if perTool := testing.AllocsPerRun(1, parse) / 10_000; perTool > 8 {
		t.Errorf("%.1f allocations a tool", perTool)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	parse()
	runtime.ReadMemStats(&after)
	if perByte := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(data)); perByte > 6 {
		t.Errorf("%.1f bytes allocated for each byte of the document", perByte)
	}
}

func BenchmarkParse(b *testing.B) {
	tool := `{"name": "create_issue", "description": "Opens an issue.", ` +
		`"inputSchema": {"type": "object", "properties": {"title": {"type": "string"}}}}`
	data := []byte(`{"tools": [` + strings.Repeat(tool+", ", 1000) + tool + `]}`)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsontree.Parse(data, jsontree.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
