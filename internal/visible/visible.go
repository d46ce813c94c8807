// Package visible makes untrusted text safe to show on a terminal, and measures its width.
//
// # Guarantees
//
//   - A reader sees every character. Control characters, line breaks, blanks other than the space,
//     format and bidirectional controls, variation selectors, fillers, private and unassigned code
//     points, and invalid UTF-8 are escaped: \n, \t, \r, \xff, \u202e, \U000e0041.
//   - What CI systems treat as a command in a log (##[, ##vso[, and :: at the start of a line) is
//     broken up by an escape.
//   - Everything else is unchanged, including backslashes, so that the result can't be decoded.
//   - Widths are columns of a terminal: East Asian wide characters and emoji have two, combining
//     marks none.
package visible

import (
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s on one line, with invisible characters escaped.
func Text(s string) string {
	if clean(s) {
		return s
	}
	var b strings.Builder
	for c := range Characters(s) {
		b.WriteString(c)
	}
	return b.String()
}

// Lines is like [Text], but keeps line feeds and tabs.
func Lines(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexAny(s, "\n\t")
		if i < 0 {
			return b.String() + Text(s)
		}
		b.WriteString(Text(s[:i]) + s[i:i+1])
		s = s[i+1:]
	}
}

// clean reports whether Text has nothing to escape, as far as the bytes show.
func clean(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '#' && isCommand(s[i:]) {
			return false
		}
	}
	return !isLineCommand(s)
}

// isLineCommand reports whether the line at the start of s is a command of GitHub Actions: two
// colons after any number of blanks.
func isLineCommand(s string) bool { return strings.HasPrefix(strings.TrimLeft(s, " "), "::") }

// Characters returns what [Text] shows for s, character by character.
func Characters(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		colon := isLineCommand(s) // the first of two colons has not been seen
		broken := -1              // offset of the second # of a command
		for i := 0; i < len(s); {
			r, size := utf8.DecodeRuneInString(s[i:])
			shown := character(r, s[i:i+size])
			switch {
			case r == ':' && colon:
				shown, colon = `\u003a`, false
			case i == broken:
				shown = `\u0023`
			}
			if isCommand(s[i:]) {
				broken = i + 1
			}
			if !yield(shown) {
				return
			}
			i += size
		}
	}
}

// character returns what is shown for one character, given its code point and its bytes.
func character(r rune, bytes string) string {
	switch {
	case r == utf8.RuneError && len(bytes) == 1:
		return fmt.Sprintf(`\x%02x`, bytes[0])
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case !unseen(r):
		return bytes
	case r > 0xFFFF:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Seen reports whether a reader recognizes the character: [Text] does not escape it.
func Seen(r rune) bool { return !unseen(r) }

// unseen reports whether a reader would not see the character, or not recognize it.
func unseen(r rune) bool {
	switch {
	case r == ' ':
		return false
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return true
	case r == '\u2800': // the blank braille pattern
		return true
	case unicode.Is(unicode.M, r):
		return false
	}
	// letters, numbers, punctuation and symbols are printable; the only blank among them is the
	// space
	return !unicode.IsPrint(r)
}

// FirstLine returns the first line of s that is not blank, without surrounding blanks.
func FirstLine(s string) string {
	for line := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}
