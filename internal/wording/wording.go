// Package wording holds the words with which messages count and list things.
package wording

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Number returns a number that is not negative with commas between thousands: "1,024".
func Number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Plural returns a count of things: "1 tool", "2,000 tools". The singular is what, and the plural
// adds an s.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Number(n) + " " + what + "s"
}

// Enumerate joins words: "a, b and c". Returns "" if there are none.
func Enumerate(words []string) string { return join(words, " and ") }

// Alternatives joins words: "a, b or c". Returns "" if there are none.
func Alternatives(words []string) string { return join(words, " or ") }

func join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + last + words[n]
}

// EnumerateFirst is [Enumerate] for lists of any length: it returns the first few words and the
// number of the rest. It never returns "1 more", but the word itself.
func EnumerateFirst(words []string, few int) string {
	if len(words) <= few+1 {
		return Enumerate(words)
	}
	return fmt.Sprintf("%s and %s more", strings.Join(words[:few], ", "), Number(len(words)-few))
}

// ShellWord returns a word as it is written in a shell: in single quotes if a shell would not read
// it as one word.
func ShellWord(word string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-+=./:,@%", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
