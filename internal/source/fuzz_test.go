package source_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/internal/source"
)

// FuzzParse checks that nothing panics, that every position is in the file, that exact positions
// are those of their characters, and that the values of a file without errors can be found.
func FuzzParse(f *testing.F) {
	for _, doc := range brokenFiles {
		f.Add("a.yaml", []byte(doc))
	}
	for _, doc := range []string{
		"a: &x b\na: *x\nc: !y z\n<<: {}\nd: e #1\n---\n",
		"a: \"\\u00e9\\\n  b\" # c\nd: 'e''f'\ng: |2-\n\n   h\n  i\nj: >\n  k\n",
		"\uFEFF- ? a\n  : b\n- [c, {d: e}]\r\n- 5.40\r",
		"%YAML 1.2\n---\n", "a: |\n\n# b\n", "? |\n  a\n: b\n", "[\n#a\n]", "a: #1\nb: c #2\n  d\n",
	} {
		f.Add("a.yaml", []byte(doc))
	}
	f.Add("a.json", []byte(`{"a\u00e9": ["\ud83d\ude00\n", 1.0, null, true], "b": {}, "b": "x"}`))
	f.Add("a.json", []byte("[1,]"))
	f.Add("-", []byte("\uFEFF {"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		file, problems := source.Parse(name, data)
		lines := 1 + strings.Count(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data)), "\n")
		check := func(p source.Position) {
			if p.Line < 1 || p.Line > lines || p.Column < 1 || p.Column > utf8.RuneCountInString(file.Line(p.Line))+1 {
				t.Fatalf("%v is not in the file", p)
			}
		}
		for i, p := range problems {
			check(source.Position{Line: p.Line, Column: p.Column})
			if p.Code == "" || p.Message == "" {
				t.Fatalf("unusable problem %+v", p)
			}
			if i > 0 && (p.Line < problems[i-1].Line || p.Line == problems[i-1].Line &&
				p.Column < problems[i-1].Column) {
				t.Fatalf("%+v comes after %+v", p, problems[i-1])
			}
		}
		for _, c := range file.Comments() {
			check(source.Position{Line: c.Line, Column: c.Column})
			if !strings.HasPrefix(at(file, source.Position{Line: c.Line, Column: c.Column}), "#") {
				t.Fatalf("no comment at %d:%d", c.Line, c.Column)
			}
		}
		if file.Root() == nil && !slices.ContainsFunc(problems, func(p source.Problem) bool { return !p.Warning }) {
			t.Fatal("no root and no error")
		}
		checkNode(t, file, file.Root(), "", check)
	})
}

func checkNode(t *testing.T, f *source.File, n *source.Node, pointer string, check func(source.Position)) {
	t.Helper()
	if n == nil {
		return
	}
	if n.Pointer != pointer || f.Find(pointer) != n {
		t.Fatalf("%+v is not at %q", n, pointer)
	}
	checkExact(t, f, n, check)
	for i, item := range n.Items {
		checkNode(t, f, item, pointer+"/"+strconv.Itoa(i), check)
	}
	seen := map[string]bool{}
	for _, e := range n.Entries {
		if seen[e.Key.Text] {
			t.Fatalf("two keys %q", e.Key.Text)
		}
		seen[e.Key.Text] = true
		checkExact(t, f, e.Key, check)
		checkNode(t, f, e.Value, pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(e.Key.Text), check)
	}
}

// checkExact checks the positions inside a string.
func checkExact(t *testing.T, f *source.File, n *source.Node, check func(source.Position)) {
	t.Helper()
	start := f.Position(n, -1)
	check(start)
	for offset, r := range n.Text[:min(len(n.Text), 200)] {
		p := f.Position(n, offset)
		check(p)
		if p == start {
			continue
		}
		switch shown := []rune(at(f, p) + "\n")[0]; {
		case shown == r, shown == '\\' && !n.Plain:
		default:
			t.Fatalf("%q of %q is at %v, where the file has %q", r, n.Text, p, shown)
		}
	}
	check(f.Position(n, len(n.Text)))
}

// FuzzJSON compares JSON files with encoding/json, and with the same text parsed as YAML, which
// includes JSON.
func FuzzJSON(f *testing.F) {
	for _, doc := range []string{`{"a":[1,-2.50e3,true,null,"x\u00e9\n",{"":[]}]}`, `"a"`, `{"a":1,"a":2}`, `["\/"]`,
		`[ ]`, `{"true":null}`} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, problems := source.Parse("a.json", data)
		if len(problems) > 0 {
			return
		}
		d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\uFEFF"))))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, plainValue(file.Root())); diff != "" {
			t.Fatal(diff)
		}
		if bytes.ContainsAny(data, "\t\r\\\x7f") || !isPlain(data) {
			return // the two differ
		}
		again, problems := source.Parse("a.yaml", data)
		if len(problems) > 0 {
			return // YAML requires more: keys of at most 1024 bytes, a blank after a colon
		}
		if diff := cmp.Diff(want, plainValue(again.Root())); diff != "" {
			t.Fatal(diff)
		}
	})
}

func isPlain(data []byte) bool {
	return !bytes.ContainsFunc(data, func(r rune) bool { return r >= 0x80 })
}

// plainValue converts a tree to what encoding/json decodes from its text.
func plainValue(n *source.Node) any {
	switch n.Kind {
	case source.Null:
		return nil
	case source.Bool:
		return n.Text == "true"
	case source.Int, source.Float:
		return json.Number(n.Text)
	case source.String:
		return n.Text
	case source.List:
		list := []any{}
		for _, item := range n.Items {
			list = append(list, plainValue(item))
		}
		return list
	}
	object := map[string]any{}
	for _, e := range n.Entries {
		object[e.Key.Text] = plainValue(e.Value)
	}
	return object
}

// FuzzQuote checks that a quoted string is parsed as itself in any location.
func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", "5.40", `it's "a"`, `\d+`, "a\nb", "é\u2028😀\x00", " a ", "# a: b", "\uFEFF",
		"\u0085", "\u3164\U000e0101"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		q := source.Quote(s)
		file, problems := source.Parse("a.yaml", []byte("- "+q+"\n- [a, "+q+"]\n- {"+q+": b}\n- a: "+q+" # c\n"))
		if len(problems) > 0 {
			if len(q) > 1000 {
				return // too long for a key
			}
			t.Fatalf("%s: %+v", q, problems)
		}
		for _, pointer := range []string{"/0", "/1/1", "/3/a"} {
			if n := file.Find(pointer); n.Text != s || n.Plain {
				t.Fatalf("%s reads as %+v", q, n)
			}
		}
		if key := file.Find("/2").Entries[0].Key; key.Text != s {
			t.Fatalf("%s reads as the key %+v", q, key)
		}
		j := parse(t, "a.json", "[]").Quote(s)
		if n := parse(t, "a.json", "["+j+"]").Find("/0"); n.Text != s {
			t.Fatalf("%s reads as %+v", j, n)
		}
	})
}
