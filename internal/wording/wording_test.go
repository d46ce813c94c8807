package wording_test

import (
	"testing"

	"github.com/toolrules/toolrules/internal/wording"
)

func TestWords(t *testing.T) {
	abc := []string{"a", "b", "c"}
	for _, c := range []struct{ name, got, want string }{
		{"nothing", wording.Enumerate(nil), ""},
		{"one", wording.Enumerate(abc[:1]), "a"},
		{"two", wording.Enumerate(abc[:2]), "a and b"},
		{"three", wording.Enumerate(abc), "a, b and c"},
		{"one of none", wording.Alternatives(nil), ""},
		{"one of two, with an and", wording.Alternatives([]string{"fs/read and write", "fs/b"}),
			"fs/read and write or fs/b"},
		{"one of three", wording.Alternatives(abc), "a, b or c"},
		{"the first of none", wording.EnumerateFirst(nil, 2), ""},
		{"one more than a few", wording.EnumerateFirst(abc, 2), "a, b and c"},
		{"two more", wording.EnumerateFirst(append(abc, "d"), 2), "a, b and 2 more"},
		{"many more", wording.EnumerateFirst(make([]string, 1002), 2), ",  and 1,000 more"},
		{"1", wording.Plural(1, "tool"), "1 tool"},
		{"0", wording.Plural(0, "tool"), "0 tools"},
		{"a million", wording.Plural(1234567, "byte"), "1,234,567 bytes"},
		{"no thousands", wording.Number(999), "999"},
		{"a plain word", wording.ShellWord("id=./a_b-c/Ünï.json"), "id=./a_b-c/Ünï.json"},
		{"a word with a blank", wording.ShellWord("my rules.yaml"), "'my rules.yaml'"},
		{"a word with a quote", wording.ShellWord("it's"), `'it'\''s'`},
		{"a word that a shell expands", wording.ShellWord("~/$a*"), "'~/$a*'"},
		{"a word with a line break", wording.ShellWord("a\nb"), "'a\nb'"},
		{"an empty word", wording.ShellWord(""), "''"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, not %q", c.name, c.got, c.want)
		}
	}
}
