// Package visible makes text from elsewhere safe to show on a terminal, and measures it.
//
// # The law
//
//   - What a reader can't see can't be hidden from him: control characters, line breaks, blanks other than the space, format and
//     bidirectional controls, variation selectors, fillers, private and unassigned code points, and bytes that are no valid UTF-8
//     are shown as \n, \t, \r, \xff, \u202e or \U000e0041.
//   - Everything else is shown as it is. A backslash is too, so the result is for people and can't be read back.
//   - Widths are columns of a terminal: East Asian wide characters and emoji take two, combining marks none.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text gives s on one line, with what can't be seen escaped.
func Text(s string) string {
	if clean(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		b.WriteString(Rune(r, s[i:i+size]))
		i += size
	}
	return b.String()
}

func clean(s string) bool {
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// Rune gives how [Text] shows one character, given its code point and the bytes that it was decoded from.
func Rune(r rune, bytes string) string {
	switch {
	case r == utf8.RuneError && len(bytes) == 1:
		return fmt.Sprintf(`\x%02x`, bytes[0])
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case !hidden(r):
		return bytes
	case r > 0xFFFF:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// hidden says whether a reader would not see the character, or not for what it is.
func hidden(r rune) bool {
	switch {
	case r == ' ':
		return false
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return true
	case r == '\u2800': // the braille pattern without a dot
		return true
	case unicode.Is(unicode.M, r):
		return false
	}
	return !unicode.IsPrint(r) // letters, numbers, punctuation and symbols are printable; the only blank among them is the space
}

// FirstLine gives the first line of s that is more than blanks, without the blanks around it.
func FirstLine(s string) string {
	for line := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}
