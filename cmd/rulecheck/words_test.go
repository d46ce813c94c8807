package main

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
			if got := fold(c.in, 8); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestEnumerateAndCount(t *testing.T) {
	for got, want := range map[string]string{
		enumerate(nil): "", enumerate([]string{"a"}): "a", enumerate([]string{"a", "b", "c"}): "a, b and c",
		count(1, "tool"): "1 tool", count(0, "tool"): "0 tools", count(1234567, "byte"): "1,234,567 bytes", thousands(999): "999",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		part, all int
		want      string
	}{{0, 0, "100 %"}, {3, 3, "100 %"}, {0, 3, "0 %"}, {2, 3, "67 %"}, {1, 3, "33 %"}, {3, 8, "38 %"}, {1, 1000, "1 %"}, {999, 1000, "99 %"}} {
		if got := percent(c.part, c.all); got != c.want {
			t.Errorf("%d of %d is %s, not %s", c.part, c.all, got, c.want)
		}
	}
}
