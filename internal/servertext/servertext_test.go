package servertext_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/servertext"
)

func TestFirstSentence(t *testing.T) {
	x := strings.Repeat("x", 199)
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"white space alone", " \t\n", ""},
		{"one sentence", "Gets it.", "Gets it."},
		{"two", "Gets it. Then more.", "Gets it."},
		{"without an end", "Gets it", "Gets it"},
		{"white space around", "  Gets it. ", "Gets it."},
		{"a dot inside a word", "Reads v1.2 of a.b. More", "Reads v1.2 of a.b."},
		{"a question", "What? That.", "What?"},
		{"several marks", "Stop!? Now.", "Stop!?"},
		{"a mark before a bracket", "Gets (it.) Then", "Gets (it.) Then"},
		{"Chinese", "读取文件。然后写入", "读取文件。"},
		{"full width, without white space after it", "Ja！Nein", "Ja！"},
		{"a line feed", "Gets it\nThen", "Gets it"},
		{"a carriage return", "Gets it \r\nThen", "Gets it"},
		{"an empty first line", "\n\nGets it\nThen", "Gets it"},
		{"a no-break space is white space", "Gets it.\u00a0Then", "Gets it."},
		{"200 characters", x + "y", x + "y"},
		{"200 with the dot", x + ".", x + "."},
		{"201", x + "yz", x + "y"},
		{"200 and a blank", x + "y z", x + "y"},
		{"cut at the last blank", "a b " + x, "a b"},
		{"characters, not bytes", strings.Repeat("é", 201), strings.Repeat("é", 200)},
	} {
		if got := servertext.FirstSentence(c.in); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

const tool = `{ "title" : "T. U" , "name":"x", "description": "D. E",
  "annotations": {"title": "A. B", "readOnlyHint": true },
  "inputSchema": {"type": "object", "title":"R. S", "description": "I", "properties": {
    "description": {"description": "P. Q", "enum": ["a. b"], "default": "c. d", "examples": ["e. f"], "markdownDescription": "M. N"},
    "title": {"$comment": "C.\nD"}}, "x": {"description": "X. Y"}}}`

func TestAppend(t *testing.T) {
	for _, c := range []struct {
		name   string
		change servertext.Change
		want   string
	}{
		{"keep", servertext.Change{}, tool},
		{"nothing to strip", servertext.Change{Strip: true}, tool},
		{"first sentence", servertext.Change{Mode: servertext.Sentence}, `{ "title" : "T." , "name":"x", "description": "D.",
  "annotations": {"title": "A.", "readOnlyHint": true },
  "inputSchema": {"type": "object", "title":"R.", "description": "I", "properties": {
    "description": {"description": "P.", "enum": ["a. b"], "default": "c. d", "examples": ["e. f"], "markdownDescription": "M. N"},
    "title": {"$comment": "C."}}, "x": {"description": "X. Y"}}}`},
		{"remove", servertext.Change{Mode: servertext.Remove}, `{ "name":"x",
  "annotations": { "readOnlyHint": true },
  "inputSchema": {"type": "object", "properties": {
    "description": { "enum": ["a. b"], "default": "c. d"},
    "title": {}}, "x": {"description": "X. Y"}}}`},
	} {
		if got := apply(t, c.change, tool); got != c.want {
			t.Errorf("%s: got %s", c.name, got)
		}
	}
	for _, c := range []struct {
		name, in, want string
		change         servertext.Change
	}{
		{"strip", `{"name":"x","title":"a\u200bb","inputSchema":{"title":"\u200b","enum":["\u200b"]}}`,
			`{"name":"x","title":"ab","inputSchema":{"enum":["\u200b"]}}`, servertext.Change{Strip: true}},
		{"what a $ref uses", `{"name":"x","inputSchema":{"properties":{"a":{"$ref":"#/more/b"}},"more":{"b":{"title":"T"},"c":{"title":"T"}}}}`,
			`{"name":"x","inputSchema":{"properties":{"a":{"$ref":"#/more/b"}},"more":{"b":{},"c":{"title":"T"}}}}`, servertext.Change{Mode: servertext.Remove}},
		{"an empty text stays", `{"name":"x","title":""}`, `{"name":"x","title":""}`, servertext.Change{Mode: servertext.Sentence}},
		{"what is not a string", `{"name":"x","title":1,"description":["D. E"]}`, `{"name":"x"}`, servertext.Change{Mode: servertext.Remove}},
		{"it has no sentence", `{"name":"x","title":1,"description":["D. E"]}`, `{"name":"x","title":1,"description":["D. E"]}`, servertext.Change{Mode: servertext.Sentence}},
	} {
		if got := apply(t, c.change, c.in); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func apply(t *testing.T, c servertext.Change, in string) string {
	t.Helper()
	root, err := jsontree.Parse([]byte(in), jsontree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := string(c.Append(nil, []byte(in), &root))
	if !json.Valid([]byte(out)) {
		t.Fatalf("not JSON: %s", out)
	}
	return out
}

// TestAppendAnywhere tests every way to write the members of an object, whichever of them go.
func TestAppendAnywhere(t *testing.T) {
	space := rapid.SampledFrom([]string{"", " ", "\n  ", "\t"})
	member := rapid.SampledFrom([]string{`"title"`, `"description"`, `"x"`, `"$comment"`, `"examples"`})
	rapid.Check(t, func(rt *rapid.T) {
		var kept, all []string
		for _, name := range rapid.SliceOfNDistinct(member, 0, 5, rapid.ID).Draw(rt, "members") {
			m := space.Draw(rt, "s") + name + space.Draw(rt, "s") + ":" + space.Draw(rt, "s") + `"v, } w"` + space.Draw(rt, "s")
			all = append(all, m)
			if name == `"x"` {
				kept = append(kept, m)
			}
		}
		in := `{"name":"n","inputSchema":{` + strings.Join(all, ",") + "}}"
		want := `{"name":"n","inputSchema":{` + strings.Join(kept, ",") + "}}"
		if got := apply(t, servertext.Change{Mode: servertext.Remove}, in); got != want {
			rt.Fatalf("%s: got %s", in, got)
		}
	})
}

func TestFirstHidden(t *testing.T) {
	for in, want := range map[string]string{
		`{"name":"x","a":["b"]}`:         "",
		`{"name":"x","a":["b\u200b"]}`:   "/a/0",
		`{"name":"x","a":{"c\u200b":1}}`: "/a",
		"{\"name\":\"\u202e\"}":          "/name",
		`{"a":"\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f"}`: "",
	} {
		root, err := jsontree.Parse([]byte(in), jsontree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if at, _, found := servertext.FirstHidden([]byte(in), &root); at != want || found != (want != "") {
			t.Errorf("%s: %q, %t", in, at, found)
		}
	}
}
