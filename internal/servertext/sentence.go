package servertext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSentence is the maximum length of a first sentence, in characters.
const maxSentence = 200

// FirstSentence returns the first sentence of a text, without white space around it. It ends with
// '.', '!' or '?' before white space or the end of the text, with '。', '！' or '？', or before a line
// feed or carriage return. If it is longer than 200 characters, it ends before the last white space
// that at most 200 characters precede, or after 200 characters if there is none.
func FirstSentence(text string) string {
	text = strings.TrimSpace(text)
	count, blank := 0, -1 // blank is the offset of the last white space
	for at, r := range text {
		if unicode.IsSpace(r) {
			if r == '\n' || r == '\r' {
				return strings.TrimRightFunc(text[:at], unicode.IsSpace)
			}
			blank = at
		}
		if count == maxSentence {
			if blank < 0 {
				blank = at
			}
			return strings.TrimRightFunc(text[:blank], unicode.IsSpace)
		}
		count++
		if end := at + utf8.RuneLen(r); endsSentence(r, text[end:]) {
			return text[:end]
		}
	}
	return text
}

// endsSentence reports whether a character ends a sentence before the rest of the text.
func endsSentence(r rune, rest string) bool {
	switch r {
	case '。', '！', '？':
		return true
	case '.', '!', '?':
		next, _ := utf8.DecodeRuneInString(rest)
		return rest == "" || unicode.IsSpace(next)
	}
	return false
}
