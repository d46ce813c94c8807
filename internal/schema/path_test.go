package schema_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/schema"
)

func TestPathString(t *testing.T) {
	for _, c := range []struct {
		text    string
		pointer bool
	}{
		{"body", false},
		{"labels[].name", false},
		{"a/b", false},
		{"/properties/a~1b", true},
		{"/", true},
	} {
		p := parsePath(t, c.text)
		if p.String() != c.text || p.IsPointer() != c.pointer {
			t.Errorf("%q: %q, pointer %t", c.text, p.String(), p.IsPointer())
		}
	}
}

func TestTheLongestPath(t *testing.T) {
	if _, err := schema.ParsePath(strings.Repeat("a", schema.MaxPathBytes)); err != nil {
		t.Error(err)
	}
}

// TestPathsOutsideUTF8 tests what a line of a corpus can't contain.
func TestPathsOutsideUTF8(t *testing.T) {
	for _, text := range []string{"ab\xff", "ab\xffc", "ab\xe2\x82"} {
		_, err := schema.ParsePath(text)
		if e, ok := errors.AsType[*schema.Error](err); !ok || e.Code != schema.CodeBadCharacter || e.Offset != 2 {
			t.Errorf("ParsePath(%q): %v", text, err)
		}
	}
	if _, err := schema.ParsePath("a\uFFFD"); err != nil {
		t.Errorf("the replacement character itself: %v", err)
	}
}

func FuzzParsePath(f *testing.F) {
	for _, text := range []string{"a", "a.b", "labels[].name", "a[][]", "/properties/a~1b", "a..b", "a[0]", "\xff",
		"a.\u00a0b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := schema.ParsePath(text)
		if err != nil {
			e, ok := errors.AsType[*schema.Error](err)
			if !ok || e.Offset < 0 || e.Offset > len(text) || e.Code == "" {
				t.Fatalf("ParsePath(%q): %#v", text, err)
			}
			return
		}
		if p.String() != text || p.IsPointer() != (text == "" || text[0] == '/') {
			t.Fatalf("ParsePath(%q): %q, pointer %t", text, p.String(), p.IsPointer())
		}
	})
}
