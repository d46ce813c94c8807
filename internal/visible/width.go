package visible

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Width returns the number of terminal columns of s, if [Text] would escape nothing in it.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.Is(unicode.M, r):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// maxMarks is the largest average number of characters in a column of a clipped text: combining
// marks have no column, and a text may have any number of them.
const maxMarks = 4

// Clip returns s shortened to at most that many columns, with an ellipsis in the last one. Returns
// "" if columns is below 1.
func Clip(s string, columns int) string {
	if Width(s) <= columns && utf8.RuneCountInString(s) <= maxMarks*columns {
		return s
	}
	if columns < 1 {
		return ""
	}
	n, left := 0, maxMarks*columns
	for i, r := range s {
		n += runeWidth(r)
		if left--; n > columns-1 || left == 0 {
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}
