package schema_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/internal/test/spectest"
)

// A pathCase is a line of argument_paths.jsonl.
type pathCase struct {
	ID     string          `json:"id"`
	Schema json.RawMessage `json:"schema"`
	Path   string          `json:"path"`

	Places    []string `json:"places"`
	Shared    []string `json:"shared"`
	Boolean   []string `json:"boolean"`
	NotString []string `json:"not_text"`
	Missing   bool     `json:"missing"`
	NotSchema bool     `json:"not_schema"`

	Text   *string         `json:"text"`
	Result json.RawMessage `json:"result"`

	Error  string `json:"error"`
	Offset int    `json:"offset"`
}

func TestSpecArgumentPaths(t *testing.T) {
	spectest.Each(t, "argument_paths.jsonl", func(t *testing.T, _ string, c pathCase) {
		path, err := schema.ParsePath(c.Path)
		if c.Error != "" {
			if e, ok := errors.AsType[*schema.Error](err); !ok || string(e.Code) != c.Error || e.Offset != c.Offset {
				t.Errorf("ParsePath(%q) = %v; want %s at %d", c.Path, err, c.Error, c.Offset)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		found := newSchema(t, c.Schema).Locate(path)
		got := pathCase{
			ID: c.ID, Schema: c.Schema, Path: c.Path, Text: c.Text, Result: c.Result,
			Places: pointers(found), Boolean: found.Boolean, NotString: found.NotString, Missing: found.Missing,
			NotSchema: found.NotSchema,
		}
		for _, s := range found.Shared {
			got.Shared = append(got.Shared, s.Pointer)
		}
		if diff := cmp.Diff(c, got); diff != "" {
			t.Errorf("got +, want -\n%s", diff)
		}
		if c.Text == nil {
			return
		}
		if got := describeAll(t, c.Schema, found, *c.Text); got != string(c.Result) {
			t.Errorf("got  %s\nwant %s", got, c.Result)
		}
	})
}

func newSchema(t failer, data []byte) *schema.Schema {
	t.Helper()
	root, err := jsontree.Parse(data, jsontree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.New(data, &root)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parsePath(t failer, text string) schema.Path {
	t.Helper()
	p, err := schema.ParsePath(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func pointers(r schema.Result) []string {
	var list []string
	for _, p := range r.Places {
		list = append(list, p.Pointer)
	}
	return list
}

// describeAll returns the document with the text at every place.
func describeAll(t failer, data []byte, r schema.Result, text string) string {
	t.Helper()
	var edits []schema.Edit
	for _, p := range r.Places {
		if e, ok := p.Describe(text); ok {
			edits = append(edits, e)
		}
	}
	out, err := schema.Apply(nil, data, edits)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// A failer is a test of package testing or of rapid.
type failer interface {
	Helper()
	Fatal(args ...any)
}
