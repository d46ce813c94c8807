package visible

import (
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// concealed are the characters that make text look like other text, or like none, in any font:
// control characters, bidirectional controls (Unicode Standard Annex 9), invisible characters that
// no script needs, tags, variation selectors for ideographs, and Hangul fillers. Tab, line feed and
// carriage return are not in it, nor are U+200C, U+200D, U+FE0E and U+FE0F, which Persian, Indic
// scripts and emoji need.
var concealed = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0000, 0x0008, 1}, {0x000B, 0x000C, 1}, {0x000E, 0x001F, 1}, {0x007F, 0x009F, 1}, {0x061C, 0x061C, 1},
		{0x115F, 0x1160, 1},
		{0x200B, 0x200B, 1}, {0x200E, 0x200F, 1}, {0x202A, 0x202E, 1}, {0x2060, 0x2064, 1}, {0x2066, 0x2069, 1},
		{0x3164, 0x3164, 1},
		{0xFEFF, 0xFEFF, 1}, {0xFFA0, 0xFFA0, 1},
	},
	R32:         []unicode.Range32{{0xE0000, 0xE007F, 1}, {0xE0100, 0xE01EF, 1}},
	LatinOffset: 4,
}

// Hidden returns the hidden characters of s with their offsets: those that a reader can't see and
// no writer needs. The tags of an emoji flag are not hidden, see [flagTags]. This is the one
// definition of what rule files and servers are warned of; [Text] escapes more.
func Hidden(s string) iter.Seq2[int, rune] {
	return func(yield func(int, rune) bool) {
		for i := 0; i < len(s); {
			r, size := utf8.DecodeRuneInString(s[i:])
			if IsHidden(r) && !yield(i, r) {
				return
			}
			i += size
			if r == blackFlag {
				i += flagTags(s[i:])
			}
		}
	}
}

// IsHidden reports whether a character is hidden outside of an emoji flag.
func IsHidden(r rune) bool { return unicode.Is(concealed, r) }

// WithoutHidden returns s without its hidden characters.
func WithoutHidden(s string) string {
	var b strings.Builder
	done := 0
	for i, r := range Hidden(s) {
		b.WriteString(s[done:i])
		done = i + utf8.RuneLen(r)
	}
	return b.String() + s[done:]
}

// FirstHidden returns the offset of the first hidden character of s, or -1.
func FirstHidden(s string) int {
	for i := range Hidden(s) {
		return i
	}
	return -1
}

// The parts of the flag of a subdivision of a country (Unicode Technical Standard 51): the black
// flag, the code of the subdivision as tags, and a tag that ends it.
const (
	blackFlag = '\U0001F3F4'
	tagBase   = 0xE0000 // plus the ASCII code of a letter or digit
	endTag    = '\U000E007F'

	// gbsct; the country has two letters or three digits, the subdivision up to four of both
	minFlagTags, maxFlagTags = 3, 7
)

// flagTags returns the number of bytes of tags at the start of s, which follows a black flag, that
// form an emoji flag; 0 if they do not. Longer sequences of tags are not flags: they could hide any
// text.
func flagTags(s string) int {
	n := 0
	for i, r := range s {
		c := r - tagBase
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z':
			if n++; n > maxFlagTags {
				return 0
			}
		case r == endTag && n >= minFlagTags:
			return i + utf8.RuneLen(r)
		default:
			return 0
		}
	}
	return 0
}

// JSON returns JSON with \u escapes for hidden characters in its strings and for what a CI system
// would treat as a command. The value does not change. Returns data itself if there is nothing to
// escape.
func JSON(data []byte) []byte {
	var out []byte
	done := 0
	escape := func(at, size int, r rune) {
		out = append(out, data[done:at]...)
		if high, low := utf16.EncodeRune(r); r > 0xFFFF {
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		done = at + size
	}
	for i, r := range Hidden(string(data)) {
		escape(i, utf8.RuneLen(r), r)
	}
	data, out, done = append(out, data[done:]...), nil, 0
	for i := range data {
		if isCommand(data[i:]) {
			escape(i+1, 1, '#')
		}
	}
	return append(out, data[done:]...)
}

// isCommand reports whether s starts with what GitHub Actions and Azure Pipelines treat as a
// command anywhere in a line of a log: ##, letters or none, and a bracket.
func isCommand[T string | []byte](s T) bool {
	if len(s) < 3 || s[0] != '#' || s[1] != '#' {
		return false
	}
	i := 2
	for i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z') {
		i++
	}
	return i < len(s) && s[i] == '['
}
