package source_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/internal/source"
	"pgregory.net/rapid"
)

var (
	words     = rapid.StringMatching(`[a-zé😀]([a-zé😀0-9./*?$-]|:[a-z]|#)*[a-z😀]`)
	wordLists = rapid.SliceOfN(words, 2, 4)
	plainText = rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(words, 1, 4).Draw(t, "words"),
			" ")
	})
	lineText  = rapid.StringOf(rapid.SampledFrom([]rune(`aé😀 '"\/#:-{[,&*!|>%@` + "\t\u00a0")))
	anyText   = rapid.StringOf(rapid.SampledFrom([]rune(`aé😀 '"\/#:-{[,` + "\t\u00a0\n\u2028\x00\x1b")))
	blockText = rapid.StringOf(rapid.SampledFrom([]rune(`aé😀 '"\/#:-{[,` + "\u00a0\n\n"))).Filter(func(s string) bool {
		return strings.Trim(s, " \n") != ""
	})
)

// checkPlaces compares the positions of a string with where it was written.
func checkPlaces(t *rapid.T, f *source.File, n *source.Node, w written) {
	if n == nil || n.Text != w.text {
		t.Fatalf("wrote %q, read %+v", w.text, n)
	}
	if got := f.Position(n, -1); got != w.start {
		t.Fatalf("%q starts at %v, want %v", w.text, got, w.start)
	}
	i := 0
	for offset := range w.text + "$" {
		want := w.start
		if w.places != nil {
			want = w.places[i]
		}
		if got := f.Position(n, offset); got != want {
			t.Fatalf("byte %d of %q stands at %v, want %v", offset, w.text, got, want)
		}
		i++
	}
}

// scalar writes a string in one of the styles for one line.
func (p *page) scalar() written {
	switch p.pick("style", "plain", "single", "double") {
	case "plain":
		return p.plain(plainText.Draw(p.t, "text"))
	case "single":
		return p.single(lineText.Draw(p.t, "text"))
	}
	return p.double(anyText.Draw(p.t, "text"))
}

// yamlPlaces writes a YAML file with strings and comments, and checks that each is found where it
// was written.
func yamlPlaces(t *rapid.T) {
	p := newPage(t)
	var comments []source.Comment
	comment := func() {
		if rapid.Bool().Draw(t, "comment") {
			p.write(p.pick("gap", " ", "  "))
			comments = append(comments, source.Comment{Line: p.line, Column: p.column, Text: `é "#' x`})
			p.write(`# é "#' x`)
		}
		p.newline()
	}
	want := map[string]written{}
	pad := rapid.IntRange(0, 3).Draw(t, "pad")
	parent := ""
	if pad > 0 {
		parent = "/p"
		p.write("p:")
		comment()
	}
	for i := range rapid.IntRange(1, 4).Draw(t, "entries") {
		key := fmt.Sprintf("é%d", i)
		pointer := parent + "/" + key
		p.write(strings.Repeat(" ", pad) + key + ": ")
		switch p.pick("form", "scalar", "scalar", "block", "several", "brackets") {
		case "scalar":
			want[pointer] = p.scalar()
			comment()
		case "several":
			want[pointer] = p.several(wordLists.Draw(t, "words"), pad)
			if !strings.HasPrefix(p.b.String()[strings.LastIndex(p.b.String(), ": "):], ": >") {
				comment()
			} else {
				p.newline()
			}
		case "block":
			want[pointer] = p.block(blockText.Draw(t, "text"), pad)
		case "brackets":
			p.write("[")
			want[pointer+"/0"] = p.scalar()
			p.write(", {k: ")
			want[pointer+"/1/k"] = p.scalar()
			p.write("}]")
			comment()
		}
	}
	f, problems := source.Parse("a.yaml", []byte(p.b.String()))
	if len(problems) > 0 {
		t.Fatalf("%q: %+v", p.b.String(), problems)
	}
	for pointer, w := range want {
		checkPlaces(t, f, f.Find(pointer), w)
	}
	var got []source.Comment
	for _, c := range f.Comments() {
		got = append(got, source.Comment{Line: c.Line, Column: c.Column, Text: c.Text})
	}
	if diff := cmp.Diff(comments, got, cmp.AllowUnexported(source.Comment{})); diff != "" {
		t.Fatalf("%q: %s", p.b.String(), diff)
	}
}

// jsonPlaces does the same in JSON, keys included.
func jsonPlaces(t *rapid.T) {
	p := newPage(t)
	gap := func() {
		p.write(p.pick("gap", "", " "))
		if rapid.Bool().Draw(t, "line") {
			p.newline()
		}
	}
	p.write("{")
	gap()
	key := p.jsonString(anyText.Draw(t, "key"))
	gap()
	p.write(":")
	gap()
	p.write("[")
	value := p.jsonString(anyText.Draw(t, "value"))
	gap()
	p.write("]")
	p.write("}")
	f, problems := source.Parse("a.json", []byte(p.b.String()))
	if len(problems) > 0 {
		t.Fatalf("%q: %+v", p.b.String(), problems)
	}
	e := f.Root().Entries[0]
	checkPlaces(t, f, e.Key, key)
	checkPlaces(t, f, e.Value.Items[0], value)
}

func TestPlaces(t *testing.T) {
	t.Run("YAML", rapid.MakeCheck(yamlPlaces))
	t.Run("JSON", rapid.MakeCheck(jsonPlaces))
}

func FuzzYAMLPlaces(f *testing.F) { f.Fuzz(rapid.MakeFuzz(yamlPlaces)) }

func FuzzJSONPlaces(f *testing.F) { f.Fuzz(rapid.MakeFuzz(jsonPlaces)) }
