package jsontree_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/internal/jsontree"
)

var seeds = []string{
	`{"a":[1,-2.50e3,true,null,"x\u00e9\ud83d\ude00\n"],"b":{"":{}}}`, `[]`, `"a"`, ` 1 `, `{"a":1,"a":2}`,
	`{"a":{"b":1,"\u0062":2}}`,
	`["\ud800"]`, "[\"\xff\"]",
	`[1,]`, `{"a":1}x`, "\uFEFF[1]", `[[[[[[]]]]]]`, `{"tools":[{"name":"a"},{"a":1,"a":2},5,{"name":"b"}]}`, `[1,,2]`,
	`[{"a]":"\\\""},tru]`,
}

const fuzzDepth = 5

// FuzzParse compares the tree with encoding/json: what is accepted, what is rejected and why, and
// the content of every range.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root, err := jsontree.Parse(data, jsontree.Options{MaxDepth: fuzzDepth})
		if err != nil {
			checkRejection(t, data, err)
			return
		}
		plain := bytes.TrimPrefix(data, []byte("\uFEFF"))
		if !json.Valid(plain) || !utf8.Valid(plain) {
			t.Fatal("accepted invalid JSON")
		}
		if name, ok := duplicate(plain); ok {
			t.Fatalf("accepted the name %q twice", name)
		}
		if nesting(plain) > fuzzDepth {
			t.Fatal("accepted too deep a document")
		}
		if diff := cmp.Diff(decode(t, plain), value(&root, data)); diff != "" {
			t.Fatal(diff)
		}
		checkNode(t, data, &root, &root, "")
	})
}

var surrogate = regexp.MustCompile(`(?i)\\u[d][89a-f]`)

// checkRejection fails the test unless the error is right for the document.
func checkRejection(t *testing.T, data []byte, err error) {
	t.Helper()
	e, ok := errors.AsType[*jsontree.Error](err)
	if !ok || e.Offset < 0 || e.Offset > len(data) || e.Message == "" {
		t.Fatalf("unusable error %#v", err)
	}
	if _, ok := jsontree.SplitPointer(e.Path); !ok {
		t.Fatalf("%q is not a JSON Pointer", e.Path)
	}
	plain := bytes.TrimPrefix(data, []byte("\uFEFF"))
	deserved := false
	switch e.Code {
	case jsontree.CodeSyntax, jsontree.CodeTrailingData:
		deserved = !json.Valid(plain)
	case jsontree.CodeDuplicateKey:
		_, deserved = duplicate(plain)
		deserved = deserved && data[e.Offset] == '"'
	case jsontree.CodeNotUTF8:
		r, size := utf8.DecodeRune(data[e.Offset:])
		deserved = r == utf8.RuneError && size == 1
	case jsontree.CodeLoneSurrogate:
		deserved = surrogate.Match(data[e.Offset : e.Offset+6])
	case jsontree.CodeTooDeep:
		deserved = nesting(data[:e.Offset+1]) > fuzzDepth
	}
	if !deserved {
		t.Fatalf("rejected without reason: %s %v", e.Code, e)
	}
}

// checkNode fails the test unless the range of each node parses to the same value, only JSON's own
// punctuation and white space lies between ranges, and pointers lead to the nodes.
func checkNode(t *testing.T, data []byte, root, n *jsontree.Node, pointer string) {
	t.Helper()
	raw := n.Raw(data)
	if diff := cmp.Diff(decode(t, raw), value(n, data)); diff != "" {
		t.Fatalf("%q: %s", raw, diff)
	}
	if jsontree.Find(root, pointer) != n {
		t.Fatalf("%q leads elsewhere", pointer)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		t.Fatal(err)
	}
	if n.CompactSize() != compact.Len() {
		t.Fatalf("%q: compact size %d, want %d", raw, n.CompactSize(), compact.Len())
	}
	at := n.Start
	gap := func(to int) {
		if strings.Trim(string(data[at:to]), " \t\r\n[]{},:") != "" {
			t.Fatalf("%q lies between values", data[at:to])
		}
	}
	for i := range n.Items {
		item := &n.Items[i]
		gap(item.Start)
		checkNode(t, data, root, item, jsontree.AppendIndex(pointer, i))
		at = item.End
	}
	for i := range n.Members {
		m := &n.Members[i]
		gap(m.Key.Start)
		if got := decode(t, data[m.Key.Start:m.Key.End]); got != m.Name {
			t.Fatalf("the name %q is at %q", m.Name, got)
		}
		at = m.Key.End
		gap(m.Value.Start)
		checkNode(t, data, root, &m.Value, jsontree.AppendToken(pointer, m.Name))
		at = m.Value.End
	}
	if n.Kind == jsontree.Array || n.Kind == jsontree.Object {
		gap(n.End)
	}
}

// value converts a tree to the result of encoding/json for its document.
func value(n *jsontree.Node, data []byte) any {
	switch n.Kind {
	case jsontree.Null:
		return nil
	case jsontree.Bool:
		return n.True(data)
	case jsontree.Number:
		return json.Number(n.Text(data))
	case jsontree.String:
		return n.Text(data)
	case jsontree.Array:
		list := []any{}
		for i := range n.Items {
			list = append(list, value(&n.Items[i], data))
		}
		return list
	}
	object := map[string]any{}
	for i := range n.Members {
		object[n.Members[i].Name] = value(&n.Members[i].Value, data)
	}
	return object
}

func decode(t *testing.T, data []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	return v
}

// duplicate returns a name that occurs twice in one object, as far as the document can be parsed.
func duplicate(data []byte) (string, bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	type level struct {
		names map[string]bool // nil in an array
		value bool            // a value comes next, rather than a name
	}
	levels := []*level{{}}
	for {
		token, err := d.Token()
		if err != nil {
			return "", false
		}
		top := levels[len(levels)-1]
		name, isString := token.(string)
		switch {
		case token == json.Delim('}') || token == json.Delim(']'):
			levels = levels[:len(levels)-1]
			continue
		case top.names != nil && !top.value && isString:
			if top.names[name] {
				return name, true
			}
			top.names[name], top.value = true, true
			continue
		}
		top.value = false
		switch token {
		case json.Delim('{'):
			levels = append(levels, &level{names: map[string]bool{}})
		case json.Delim('['):
			levels = append(levels, &level{})
		}
	}
}

// nesting returns the depth of a document, as far as it can be parsed.
func nesting(data []byte) int {
	d := json.NewDecoder(bytes.NewReader(data))
	depth, deepest := 0, 0
	for {
		switch token, err := d.Token(); {
		case err == io.EOF, err != nil:
			return deepest
		case token == json.Delim('{'), token == json.Delim('['):
			depth++
			deepest = max(deepest, depth)
		case token == json.Delim('}'), token == json.Delim(']'):
			depth--
		}
	}
}

// FuzzOutline compares outlines with whole trees, and checks that the ranges for a malformed
// document are in bounds and in order.
func FuzzOutline(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		outline, err := jsontree.Outline(data, 0, len(data))
		whole, parseErr := jsontree.Parse(data, jsontree.Options{})
		if err != nil {
			if parseErr == nil {
				t.Fatalf("rejected a valid document: %v", err)
			}
			if e, ok := errors.AsType[*jsontree.Error](err); !ok || e.Offset < 0 || e.Offset > len(data) {
				t.Fatalf("unusable error %#v", err)
			}
			return
		}
		checkOutline(t, data, outline)
		if parseErr != nil {
			return
		}
		if outline.Kind != whole.Kind || outline.Start != whole.Start || outline.End != whole.End {
			t.Fatalf("outline %v, tree %v", outline, whole)
		}
		for i := range outline.Items {
			item := &outline.Items[i]
			read, err := jsontree.ParseRange(data, item.Start, item.End, jsontree.Options{})
			if diff := cmp.Diff(whole.Items[i], read); err != nil || diff != "" {
				t.Fatal(err, diff)
			}
		}
		for i := range outline.Members {
			m := &outline.Members[i]
			var err error
			m.Value, err = jsontree.ParseRange(data, m.Value.Start, m.Value.End, jsontree.Options{})
			if diff := cmp.Diff(whole.Members[i], *m); err != nil || diff != "" {
				t.Fatal(err, diff)
			}
		}
	})
}

func checkOutline(t *testing.T, data []byte, n jsontree.Node) {
	t.Helper()
	at := n.Start
	next := func(start, end int) {
		if start < at || end < start || end > n.End {
			t.Fatalf("%d to %d starts before %d", start, end, at)
		}
		at = end
	}
	for _, item := range n.Items {
		next(item.Start, item.End)
	}
	for _, m := range n.Members {
		next(m.Key.Start, m.Key.End)
		next(m.Value.Start, m.Value.End)
	}
	if n.End < at || n.End > len(data) {
		t.Fatalf("the whole ends at %d", n.End)
	}
}

func FuzzAppendString(f *testing.F) {
	f.Add("a<&>\"\\\n\x00é\u2028😀\xff")
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		if err := json.Unmarshal(jsontree.AppendString(nil, s), &back); err != nil {
			t.Fatal(err)
		}
		if want := string([]rune(s)); back != want {
			t.Fatalf("got %q, want %q", back, want)
		}
	})
}
