package visible_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/visible"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "Get an issue.", "Get an issue."},
		{"empty", "", ""},
		{"letters of the world", "Straße 検索 поиск بحث हिन्दी", "Straße 検索 поиск بحث हिन्दी"},
		{"emoji", "ok ✅ 🔍", "ok ✅ 🔍"},
		{"combining mark", "e\u0301", "e\u0301"},
		{"backslash", `a\nb`, `a\nb`},
		{"line breaks", "a\nb\r\nc\td", `a\nb\r\nc\td`},
		{"terminal escape", "\x1b[31mred\x1b[0m", `\u001b[31mred\u001b[0m`},
		{"bell, delete, NEL", "\a\x7f\u0085", `\u0007\u007f\u0085`},
		{"right-to-left override", "a\u202eb", `a\u202eb`},
		{"isolates", "\u2066a\u2069", `\u2066a\u2069`},
		{"zero width", "a\u200bb\u200cc\u200dd\ufeffe", `a\u200bb\u200cc\u200dd\ufeffe`},
		{"soft hyphen", "a\u00adb", `a\u00adb`},
		{"blanks that are no space", "a\u00a0b\u3000c\u2003d", `a\u00a0b\u3000c\u2003d`},
		{"line and paragraph separators", "a\u2028b\u2029c", `a\u2028b\u2029c`},
		{"variation selectors", "a\ufe0fb\U000e0101", `a\ufe0fb\U000e0101`},
		{"tags", "\U000e0041\U000e007f", `\U000e0041\U000e007f`},
		{"fillers", "\u3164\u115f\uffa0\u2800", `\u3164\u115f\uffa0\u2800`},
		{"grapheme joiner", "a\u034fb", `a\u034fb`},
		{"private use", "\ue000", `\ue000`},
		{"unassigned", "\u0378", `\u0378`},
		{"invalid UTF-8", "a\xffb\xc3", `a\xffb\xc3`},
		{"replacement character", "a\ufffdb", "a\ufffdb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := visible.Text(c.in); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestEveryCharacter compares the guarantees for a reader with the categories of Unicode.
func TestEveryCharacter(t *testing.T) {
	unseen := []*unicode.RangeTable{unicode.C, unicode.Z, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point}
	seen := []*unicode.RangeTable{unicode.L, unicode.M, unicode.N, unicode.P, unicode.S}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		shown := visible.Text(string(r))
		kept := shown == string(r)
		if kept && r != ' ' && (unicode.In(r, unseen...) || !unicode.In(r, seen...)) {
			t.Errorf("U+%04X is shown as it is", r)
		}
		if !kept && (!strings.HasPrefix(shown, `\`) || visible.Text(shown) != shown) {
			t.Errorf("U+%04X is shown as %q", r, shown)
		}
		if !kept && unicode.In(r, seen...) && !unicode.In(r, unseen...) && r != '\u2800' {
			t.Errorf("U+%04X can be seen, and is shown as %q", r, shown)
		}
	}
}

func TestFirstLine(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a": "a", "a\nb": "a", "\n\n  a  \r\nb": "a", " \n\t\n": "", "a\rb": "a",
	} {
		if got := visible.FirstLine(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestWidth(t *testing.T) {
	for in, want := range map[string]int{
		"": 0, "abc": 3, "é": 1, "e\u0301": 1, "検索": 4, "한글": 4, "ｆｕｌｌ": 8, "✅": 2, "🔍a": 3, "⏰": 2, "⚽": 2, "…": 1,
		"हिन्दी": 3,
	} {
		if got := visible.Width(in); got != want {
			t.Errorf("%q: got %d, want %d", in, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"ab d", 4, "ab d"}, {"ab de", 4, "ab…"}, {"検索する", 5, "検索…"},
		{"検索する", 4, "検…"},
		{"abc", 1, "…"}, {"abc", 0, ""}, {"", 0, ""}, {"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
		{"e" + strings.Repeat("\u0301", 100), 2, "e" + strings.Repeat("\u0301", 6) + "…"},
	} {
		got := visible.Clip(c.in, c.width)
		if got != c.want || visible.Width(got) > c.width {
			t.Errorf("%q in %d: got %q, want %q", c.in, c.width, got, c.want)
		}
	}
}
