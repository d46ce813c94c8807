package source_test

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/source"
)

// at returns the text at a position.
func at(f *source.File, p source.Position) string {
	line := []rune(f.Line(p.Line))
	if p.Column > len(line) {
		return ""
	}
	return string(line[p.Column-1:])
}

func TestPosition(t *testing.T) {
	for _, c := range []struct {
		name, file, doc, pointer string
		find                     string // in the text of the value; "" is the value itself, "$" the end of the text
		want                     source.Position
	}{
		{"plain", "a.yaml", "a:\n  - é: x == nmae\n", "/a/0/é", "nmae", source.Position{Line: 2, Column: 13}},
		{"plain, itself", "a.yaml", "a:\n  - é: x == nmae\n", "/a/0/é", "", source.Position{Line: 2, Column: 8}},
		{"plain, end", "a.yaml", "a: xé # y\n", "/a", "$", source.Position{Line: 1, Column: 6}},
		{"plain in brackets", "a.yaml", "a: {b: c, d: [e, x y]}\n", "/a/d/1", "y",
			source.Position{Line: 1, Column: 20}},
		{"plain over two lines", "a.yaml", "a: x and\n  y\n", "/a", "y", source.Position{Line: 1, Column: 4}},
		{"plain behind a byte order mark", "a.yaml", "\uFEFFa: x y\n", "/a", "y", source.Position{Line: 1, Column: 6}},
		{"plain on a line of its own", "a.yaml", "a:\r\n  x y\r\n", "/a", "y", source.Position{Line: 2, Column: 5}},
		{"single quotes", "a.yaml", "a: 'it''s ''é'' y'\n", "/a", "y", source.Position{Line: 1, Column: 17}},
		{"single quotes, at a doubled quote", "a.yaml", "a: 'it''s'\n", "/a", "'", source.Position{Line: 1, Column: 7}},
		{"single quotes, end", "a.yaml", "a: 'b'\n", "/a", "$", source.Position{Line: 1, Column: 6}},
		{"single quotes over two lines", "a.yaml", "a: 'b\n  c'\n", "/a", "c", source.Position{Line: 1, Column: 4}},
		{"double quotes", "a.yaml", `a: "\"x\" \x41 \u00e9 \U0001F600 \t\_\ y"`, "/a", "y",
			source.Position{Line: 1, Column: 40}},
		{"double quotes, at an escape", "a.yaml", `a: "x\u00e9"`, "/a", "é", source.Position{Line: 1, Column: 6}},
		{"double quotes over two lines", "a.yaml", "a: \"b\\\n  c\"\n", "/a", "c", source.Position{Line: 1, Column: 4}},
		{"block", "a.yaml", "a: |\n  x and\n    é.y\n", "/a", "y", source.Position{Line: 3, Column: 7}},
		{"block with an indent of its own", "a.yaml", "a: |2-\n\n    x\n  y\n", "/a", "y",
			source.Position{Line: 4, Column: 3}},
		{"block, at a blank of the text", "a.yaml", "a: |2-\n\n    x\n  y\n", "/a", " ",
			source.Position{Line: 3, Column: 3}},
		{"block, at a line break", "a.yaml", "a: |\n  x\n  y\n", "/a", "\n", source.Position{Line: 2, Column: 4}},
		{"block, end", "a.yaml", "a: |+\n  x\n  y\n\n\nb: c\n", "/a", "$", source.Position{Line: 3, Column: 4}},
		{"block with CR LF", "a.yaml", "a: |\r\n  x\r\n  y\r\n", "/a", "y", source.Position{Line: 3, Column: 3}},
		{"block with blank lines", "a.yaml", "- |\n\n  x\n \n\n  y\n", "/0", "y", source.Position{Line: 6, Column: 3}},
		{"block without text", "a.yaml", "a: |\nb: c\n", "/a", "$", source.Position{Line: 1, Column: 4}},
		{"folded block", "a.yaml", "a: >\n  x\n  y\n", "/a", "y", source.Position{Line: 1, Column: 4}},
		{"left out", "a.yaml", "a:\n  b:\nc: d\n", "/a/b", "", source.Position{Line: 2, Column: 5}},
		{"list", "a.yaml", "a:\n  - b\n", "/a", "", source.Position{Line: 2, Column: 3}},
		{"mapping", "a.yaml", "a:\n  b: c\n", "/a", "", source.Position{Line: 2, Column: 3}},
		{"mapping in brackets", "a.yaml", "a: {b: c}\n", "/a", "", source.Position{Line: 1, Column: 4}},
		{"alias", "a.yaml", "é: */x_y # z\n", "/é", "y", source.Position{Line: 1, Column: 8}},
		{"JSON", "a.json", "{\"a\":\n [\"x \\\"\\u00e9\\n\\ud83d\\ude00 y\"]}", "/a/0", "y",
			source.Position{Line: 2, Column: 29}},
		{"JSON, at a pair", "a.json", `["\ud83d\ude00"]`, "/0", "😀", source.Position{Line: 1, Column: 3}},
		{"JSON, end", "a.json", `["é"]`, "/0", "$", source.Position{Line: 1, Column: 4}},
		{"JSON number", "a.json", `[5.40]`, "/0", "40", source.Position{Line: 1, Column: 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, _ := source.Parse(c.file, []byte(c.doc))
			n := f.Find(c.pointer)
			if n == nil {
				t.Fatal("no such value")
			}
			offset := strings.Index(n.Text, c.find)
			switch c.find {
			case "":
				offset = -1
			case "$":
				offset = len(n.Text)
			}
			if got := f.Position(n, offset); got != c.want {
				t.Errorf("got %v, where %q stands; want %v, where %q stands", got, at(f, got), c.want, at(f, c.want))
			}
			if f.Position(n, len(n.Text)+1) != f.Position(n, -1) {
				t.Error("a position after the text is not the value itself")
			}
		})
	}
}

func TestPositionInsideACharacter(t *testing.T) {
	for name, doc := range map[string]string{
		"a.yaml": "[x😀y]", "b.yaml": "['x😀y']", "c.yaml": `["x\U0001F600y"]`, "d.json": `["x\ud83d\ude00y"]`,
	} {
		f := parse(t, name, doc)
		n := f.Find("/0")
		for offset := 2; offset < 5; offset++ {
			if f.Position(n, offset) != f.Position(n, 1) {
				t.Errorf("%s: byte %d stands at %v, its character at %v", name, offset, f.Position(n, offset),
					f.Position(n, 1))
			}
		}
	}
}

func TestKeyPosition(t *testing.T) {
	for _, c := range []struct {
		file, doc   string
		key, inside source.Position
	}{
		{"a.yaml", "é: {x: y, 'it''s': z}", source.Position{Line: 1, Column: 11}, source.Position{Line: 1, Column: 16}},
		{"a.json", `{"é": {"x": 1,"it's":2}}`, source.Position{Line: 1, Column: 15},
			source.Position{Line: 1, Column: 19}},
	} {
		f := parse(t, c.file, c.doc)
		e := f.Find("/é").Entries[1]
		if got := f.KeyPosition(e); got != c.key {
			t.Errorf("%s: the key stands at %v, want %v", c.file, got, c.key)
		}
		if got := f.Position(e.Key, len("it'")); got != c.inside {
			t.Errorf("%s: the s stands at %v, want %v", c.file, got, c.inside)
		}
	}
}

func TestPositionOfNothing(t *testing.T) {
	f, _ := source.Parse("a.yaml", nil)
	if got := f.Position(nil, 3); got != (source.Position{Line: 1, Column: 1}) {
		t.Errorf("got %v", got)
	}
}
