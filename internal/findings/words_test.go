package findings_test

import (
	"testing"

	"github.com/toolrules/toolrules/internal/findings"
)

func TestWords(t *testing.T) {
	abc := []string{"a", "b", "c"}
	for _, c := range []struct{ name, got, want string }{
		{"nothing", findings.Enumerate(nil), ""},
		{"one", findings.Enumerate(abc[:1]), "a"},
		{"two", findings.Enumerate(abc[:2]), "a and b"},
		{"three", findings.Enumerate(abc), "a, b and c"},
		{"one of none", findings.Alternatives(nil), ""},
		{"one of two, with an and", findings.Alternatives([]string{"fs/read and write", "fs/b"}), "fs/read and write or fs/b"},
		{"one of three", findings.Alternatives(abc), "a, b or c"},
		{"the first of none", findings.EnumerateFirst(nil, 2), ""},
		{"one more than a few", findings.EnumerateFirst(abc, 2), "a, b and c"},
		{"two more", findings.EnumerateFirst(append(abc, "d"), 2), "a, b and 2 more"},
		{"many more", findings.EnumerateFirst(make([]string, 1002), 2), ",  and 1,000 more"},
		{"1", findings.Plural(1, "tool"), "1 tool"},
		{"0", findings.Plural(0, "tool"), "0 tools"},
		{"a million", findings.Plural(1234567, "byte"), "1,234,567 bytes"},
		{"no thousands", findings.Number(999), "999"},
		{"a plain word", findings.ShellWord("id=./a_b-c/Ünï.json"), "id=./a_b-c/Ünï.json"},
		{"a word with a blank", findings.ShellWord("my rules.yaml"), "'my rules.yaml'"},
		{"a word with a quote", findings.ShellWord("it's"), `'it'\''s'`},
		{"a word that a shell expands", findings.ShellWord("~/$a*"), "'~/$a*'"},
		{"a word with a line break", findings.ShellWord("a\nb"), "'a\nb'"},
		{"an empty word", findings.ShellWord(""), "''"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, not %q", c.name, c.got, c.want)
		}
	}
}
