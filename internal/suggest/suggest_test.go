package suggest

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"include", "exclude", "id", "when", "tools", "readOnly"}
	for _, c := range []struct{ name, want string }{
		{"incldue", "include"},
		{"exclud", "exclude"},
		{"Include", "include"},
		{"tool", "tools"},
		{"read_only", "readOnly"},
		{"wehn", "when"},
		{"zebra", ""},
		{"x", ""},
		{"", ""},
	} {
		got, ok := Nearest(c.name, known)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Nearest(%q) = %q, %t; want %q", c.name, got, ok, c.want)
		}
	}
}

func TestNearestLongWords(t *testing.T) {
	long := "a_very_long_word_that_is_known"
	if got, ok := Nearest("a_very_long_wrd_that_is_knwon", []string{"short", long}); !ok || got != long {
		t.Errorf("got %q, %t", got, ok)
	}
}
