package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

// A token is a token of a JSON document as encoding/json finds it: its bytes, the bytes between it
// and the token before it, and the pointer of the value that it belongs to.
type token struct{ pointer, raw, lead string }

// An openValue is an array or object that the reader of tokens is in.
type openValue struct {
	pointer string
	object  bool
	name    *string // the member whose value comes next
	index   int
}

func tokensOf(data []byte) []token {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var open []openValue
	var tokens []token
	for end := 0; ; {
		t, err := d.Token()
		if err != nil {
			return tokens
		}
		last := end
		end = int(d.InputOffset())
		start := last
		for strings.IndexByte(" \t\r\n,:", data[start]) >= 0 {
			start++
		}
		pointer := ""
		if top := len(open) - 1; top >= 0 {
			pointer = open[top].next(t)
			if t == json.Delim('}') || t == json.Delim(']') {
				open = open[:top]
			}
		}
		if t == json.Delim('{') || t == json.Delim('[') {
			open = append(open, openValue{pointer: pointer, object: t == json.Delim('{')})
		}
		tokens = append(tokens, token{pointer, string(data[start:end]), string(data[last:start])})
	}
}

// next returns the pointer of the value that the next token in an array or object belongs to.
func (v *openValue) next(t json.Token) string {
	switch {
	case t == json.Delim('}') || t == json.Delim(']'):
		return v.pointer
	case !v.object:
		v.index++
		return fmt.Sprintf("%s/%d", v.pointer, v.index-1)
	case v.name == nil:
		name := t.(string)
		v.name = &name
		return v.pointer + "/" + oracleEscape(name)
	}
	name := *v.name
	v.name = nil
	return v.pointer + "/" + oracleEscape(name)
}

// checkDescribed fails unless only the descriptions of the places have changed in a document, by
// tokens and by the white space between them.
func checkDescribed(t failer, before, after []byte, places []string, text string) {
	t.Helper()
	if !json.Valid(after) {
		t.Fatal(fmt.Sprintf("%s became %s, which is not JSON", before, after))
	}
	was, is := tokensOf(before), tokensOf(after)
	described := map[string]bool{}
	for _, p := range places {
		described[p] = true
	}
	kept, got := withoutDescriptions(was, described), withoutDescriptions(is, described)
	if !slices.Equal(kept, got) {
		t.Fatal(fmt.Sprintf("%s became %s\nwas %q\nis  %q", before, after, kept, got))
	}
	said := valuesOf(is)
	for _, p := range places {
		values := said[p+"/description"]
		want := 1
		if text == "" {
			want = 0
		}
		if len(values) != want {
			t.Fatal(fmt.Sprintf("%s has %d descriptions in %s", p, len(values), after))
		}
		for _, raw := range values {
			var got string
			if err := json.Unmarshal([]byte(raw), &got); err != nil || got != replacedBytes(text) {
				t.Fatal(fmt.Sprintf("%s has %q instead of %q", p, got, text))
			}
		}
	}
}

// replacedBytes replaces each byte that is not valid UTF-8 by U+FFFD.
func replacedBytes(text string) string { return string([]rune(text)) }

// withoutDescriptions removes the descriptions of the places. The token after a description that
// was the first member gets the white space before it, and the end of an object that held nothing
// else loses its own; commas don't count.
func withoutDescriptions(tokens []token, places map[string]bool) []token {
	var kept []token
	gone := func(pointer string) bool {
		at, ok := strings.CutSuffix(pointer, "/description")
		return ok && places[at]
	}
	var inherited *string
	for i, tok := range tokens {
		if gone(tok.pointer) {
			if i > 0 && tokens[i-1].raw == "{" {
				inherited = &tokens[i].lead
			}
			continue
		}
		tok.lead = strings.ReplaceAll(tok.lead, ",", "")
		if inherited != nil {
			tok.lead, inherited = *inherited, nil
		}
		if tok.raw == "}" && len(kept) > 0 && kept[len(kept)-1].raw == "{" && places[tok.pointer] {
			tok.lead = ""
		}
		kept = append(kept, tok)
	}
	return kept
}

// valuesOf returns the values of all members by their pointers.
func valuesOf(tokens []token) map[string][]string {
	values := map[string][]string{}
	for i := 1; i < len(tokens); i++ {
		if p := tokens[i].pointer; tokens[i-1].pointer == p && strings.Contains(tokens[i].lead, ":") {
			values[p] = append(values[p], tokens[i].raw)
		}
	}
	return values
}

func FuzzDescribe(f *testing.F) {
	for _, seed := range []struct{ doc, path, text string }{
		{`{"properties":{"a":{"type":"string","description":"old"}}}`, "a", "new"},
		{`{ "properties" : { "a" : { "description" : "old" , "type" : "string" } } }`, "a", ""},
		{`{"properties":{"a":{ }}}`, "a", "new"},
		{`{"properties":{"a":{"description":"\ud83e\udd9b"}}}`, "a", ""},
		{`{"properties":{"a":{"items":[{"description":"1"},{},true]}}}`, "a[]", "q\"\\\n\u2028\xff"},
		{`{"anyOf":[{"properties":{"a":{"$ref":"#/x"}}},{"properties":{"a":{"properties":{"a":{}}}}}],"x":{}}`, "a",
			"new"},
		{`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#"}}}`, "a.a", "new"},
		{`{"properties":{"description":{"description":"old"}}}`, "/properties/description", ""},
	} {
		f.Add([]byte(seed.doc), seed.path, seed.text)
	}
	f.Fuzz(func(t *testing.T, doc []byte, pathText, text string) {
		doc = bytes.TrimPrefix(doc, []byte("\uFEFF")) // which encoding/json does not know
		path, err := schema.ParsePath(pathText)
		if err != nil {
			return
		}
		root, err := jsontree.Parse(doc, jsontree.Options{})
		if err != nil {
			return
		}
		s, err := schema.New(doc, &root)
		if err != nil {
			return
		}
		found := s.Locate(path)
		after := describeAll(t, doc, found, text)
		checkDescribed(t, doc, []byte(after), pointers(found), text)
	})
}

// A catalogTool is what a test needs of a tool of testdata/catalogs.
type catalogTool struct {
	server, name string
	schemas      map[string]json.RawMessage
}

func catalogTools(t *testing.T) []catalogTool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "catalogs", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var tools []catalogTool
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var catalog struct {
			Tools []struct {
				Name         string
				InputSchema  json.RawMessage
				OutputSchema json.RawMessage
			}
		}
		if err := json.Unmarshal(data, &catalog); err != nil {
			t.Fatal(file, err)
		}
		for _, tool := range catalog.Tools {
			c := catalogTool{filepath.Base(file), tool.Name, map[string]json.RawMessage{}}
			for member, raw := range map[string]json.RawMessage{"inputSchema": tool.InputSchema,
				"outputSchema": tool.OutputSchema} {
				if raw != nil {
					c.schemas[member] = raw
				}
			}
			tools = append(tools, c)
		}
	}
	if len(tools) == 0 {
		t.Fatal("no catalogs")
	}
	return tools
}

// TestCatalogs describes every property of every tool of real servers by the path that a person
// would write. Each path must select something, nothing but descriptions may change, and removing
// new descriptions must restore the old bytes.
func TestCatalogs(t *testing.T) {
	var tools, paths, places, shared int
	for _, tool := range catalogTools(t) {
		tools++
		for member, raw := range tool.schemas {
			t.Run(tool.server+"/"+tool.name+"/"+member, func(t *testing.T) {
				texts := pathsOf(raw)
				all, sharing := locateAll(t, raw, texts)
				after := describeAll(t, raw, all, "New.")
				checkDescribed(t, raw, []byte(after), pointers(all), "New.")
				again, _ := locateAll(t, []byte(after), texts)
				back := describeAll(t, []byte(after), again, "")
				checkDescribed(t, []byte(after), []byte(back), pointers(again), "")
				if !hasDescription(all) && back != string(raw) {
					t.Errorf("%s came back as %s", raw, back)
				}
				paths, places, shared = paths+len(texts), places+len(all.Places), shared+sharing
			})
		}
	}
	t.Logf("%d tools, %d paths: %d places, %d shared", tools, paths, places, shared)
	if places == 0 || shared == 0 {
		t.Errorf("%d places and %d shared: the catalogs test too little", places, shared)
	}
}

// locateAll returns every place that the paths select, once, and the number of shared ones.
func locateAll(t *testing.T, raw []byte, paths []string) (all schema.Result, shared int) {
	t.Helper()
	s := newSchema(t, raw)
	seen := map[string]bool{}
	for _, text := range paths {
		found := s.Locate(parsePath(t, text))
		if found.Missing || found.NotSchema || found.TooLong > 0 {
			t.Errorf("%s is missing, or %d of its places are too long", text, found.TooLong)
		}
		shared += len(found.Shared)
		for _, p := range found.Places {
			if !seen[p.Pointer] {
				seen[p.Pointer] = true
				all.Places = append(all.Places, p)
			}
		}
	}
	return all, shared
}

func hasDescription(r schema.Result) bool {
	return slices.ContainsFunc(r.Places, func(p schema.Place) bool { return p.Description() != nil })
}

// pathsOf returns the path to every property in a schema, without following references, or its JSON
// Pointer if a path can't have its name.
func pathsOf(raw []byte) []string {
	var paths []string
	var walk func(v any, pointer, path string)
	walk = func(v any, pointer, path string) {
		m, _ := v.(map[string]any)
		properties, _ := m["properties"].(map[string]any)
		for name, v := range properties {
			at, below := pointer+"/properties/"+oracleEscape(name), strings.TrimPrefix(path+"."+name, ".")
			if strings.ContainsAny(name, ".[]\\") || name == "" || name[0] == '/' || strings.HasPrefix(path, "/") {
				below = at
			}
			paths = append(paths, below)
			walk(v, at, below)
		}
		if v, ok := m["items"].(map[string]any); ok && path != "" && path[0] != '/' {
			paths = append(paths, path+"[]")
			walk(v, pointer+"/items", path+"[]")
		}
		for _, key := range []string{"allOf", "anyOf", "oneOf"} {
			branches, _ := m[key].([]any)
			for i, v := range branches {
				walk(v, fmt.Sprintf("%s/%s/%d", pointer, key, i), path)
			}
		}
	}
	var root any
	if json.Unmarshal(raw, &root) == nil {
		walk(root, "", "")
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
