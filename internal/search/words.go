package search

import (
	"unicode"
	"unicode/utf8"
)

// eachWord calls yield for the start and end of each word of text until it returns false. A word is
// a run of letters and digits. It also ends where the case changes (camelCase, DNSRecords), but not
// before a plural s (URLs).
func eachWord(text string, yield func(start, end int) bool) {
	start := -1
	before, beforeThat := none, none
	for at := 0; at < len(text); {
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[at:])
		}
		kind := kindOf(r)
		switch {
		case kind == none:
			if start >= 0 && !yield(start, at) {
				return
			}
			start = -1
		case start < 0:
			start = at
		case (before == lower || before == digit) && kind == upper, isVersion(text[at:], before):
			if !yield(start, at) {
				return
			}
			start = at
		case beforeThat == upper && before == upper && kind == lower && !isPlural(text[at:]):
			_, last := utf8.DecodeLastRuneInString(text[:at])
			if at-last > start {
				if !yield(start, at-last) {
					return
				}
				start = at - last
			}
		}
		beforeThat, before = before, kind
		at += size
	}
	if start >= 0 {
		yield(start, len(text))
	}
}

// A kind is what eachWord distinguishes between characters.
type kind uint8

const (
	none  kind = iota // separates words
	lower             // lower case, or a letter without case
	upper
	digit
)

func kindOf(r rune) kind {
	switch {
	case 'a' <= r && r <= 'z':
		return lower
	case 'A' <= r && r <= 'Z':
		return upper
	case '0' <= r && r <= '9':
		return digit
	case r < utf8.RuneSelf:
		return none
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r), unicode.IsMark(r):
		return lower
	case unicode.IsDigit(r):
		return digit
	}
	return none
}

// isPlural reports whether text starts with an s that ends a word, as in URLs.
func isPlural(text string) bool {
	return text[0] == 's' && (len(text) == 1 || kindOf(rune(text[1])) != lower)
}

// isVersion reports whether text starts with a version such as V1 after an upper-case letter.
func isVersion(text string, before kind) bool {
	return before == upper && len(text) > 1 && text[0] == 'V' && kindOf(rune(text[1])) == digit
}
