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

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"abc", "", 3},
		{"delete", "delte", 1},
		{"history", "hisotry", 1},
		{"truncate", "translate", 3},
		{"read-only", "Read_Only", 0},
		{"ä", "a", 1},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
