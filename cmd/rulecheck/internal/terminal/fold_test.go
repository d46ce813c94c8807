package terminal

import "testing"

func TestFold(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"one line", "a b", "a b"},
		{"read on", "aa bb\ncc dd", "aa bb cc\ndd"},
		{"paragraphs", "aa\nbb\n\ncc", "aa bb\n\ncc"},
		{"an indent", "aa\n\n  bb cc dd ee\n\nff", "aa\n\n  bb cc dd ee\n\nff"},
		{"a long word", "a bbbbbbbbbbbb c", "a\nbbbbbbbbbbbb\nc"},
		{"characters, not bytes", "éé éé éé", "éé éé éé"},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Fold(c.in, 8); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
