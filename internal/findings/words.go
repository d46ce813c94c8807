package findings

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Number writes a number that is not negative with commas between thousands: "1,024".
func Number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Plural writes a number of things: "1 tool", "2,000 tools". What names one of them, and has an s behind it where there are several.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Number(n) + " " + what + "s"
}

// Enumerate writes words as people do: "a, b and c"; nothing if there are none.
func Enumerate(words []string) string { return join(words, " and ") }

// Alternatives writes words of which one is meant: "a, b or c"; nothing if there are none.
func Alternatives(words []string) string { return join(words, " or ") }

func join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + last + words[n]
}

// EnumerateFirst is [Enumerate] for lists of any length: of many words it writes the first few, and the number of the rest. One more
// than these few is written as well, since it takes no more room than its number.
func EnumerateFirst(words []string, few int) string {
	if len(words) <= few+1 {
		return Enumerate(words)
	}
	return fmt.Sprintf("%s and %s more", strings.Join(words[:few], ", "), Number(len(words)-few))
}

// ShellWord gives a word of a command as people paste it into a shell: in single quotes where a shell would read it as anything but one
// word.
func ShellWord(word string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-+=./:,@%", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
