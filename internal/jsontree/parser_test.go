package jsontree_test

import (
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// What a Parser has parsed before, malformed input included, does not affect later results, and
// results stay valid.
func TestParserParsesMany(t *testing.T) {
	documents := []string{
		`{"a":{"b":[1,2,{"c":null}]},"a\u0062":"x"}`, `[`, `{"a":1,"a":2}`, `[[[[1]]]]`, ``, `{"ab":[],"b":{}}`,
		`"x" y`, `{"a":[1,2,3`,
		`{"a":{"b":["\ud800"]}}`,
		"\uFEFF{\"b\":1}", `{"a":{"b":[1,2,{"c":null}]},"ab":"x"}`, `[{},[],{}]`, "\xff", `{"z":{"y":{"x":{}}}}`, `{}`,
	}
	var p jsontree.Parser
	var trees []jsontree.Node
	for range 3 {
		for _, d := range documents {
			opts := jsontree.Options{MaxDepth: 3, DuplicateNames: len(trees)%2 == 1}
			got, err := p.Parse([]byte(d), opts)
			want, wantErr := jsontree.Parse([]byte(d), opts)
			sameErr := (err == nil) == (wantErr == nil) && (err == nil || err.Error() == wantErr.Error())
			if diff := cmp.Diff(want, got); diff != "" || !sameErr {
				t.Errorf("%s: %v, want %v\n(-Parse +Parser)\n%s", d, err, wantErr, diff)
			}
			trees = append(trees, got)
		}
	}
	for i, tree := range trees {
		d := documents[i%len(documents)]
		opts := jsontree.Options{MaxDepth: 3, DuplicateNames: i%2 == 1}
		if want, _ := jsontree.Parse([]byte(d), opts); !cmp.Equal(want, tree) {
			t.Errorf("%s has changed", d)
		}
	}
}

func TestParserSharesNames(t *testing.T) {
	var p jsontree.Parser
	name := func() string {
		n, err := p.Parse([]byte(`{"name":1}`), jsontree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return n.Members[0].Name
	}
	if a, b := name(), name(); unsafe.StringData(a) != unsafe.StringData(b) {
		t.Error("two strings")
	}
}
