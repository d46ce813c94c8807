package visible

import (
	"strings"
	"unicode"
	"unicode/utf8"
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
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// wide are the blocks whose characters have the East Asian Width W or F (Unicode Standard Annex
// 11), and the emoji blocks.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115F, 1}, {0x231A, 0x231B, 1}, {0x23E9, 0x23EC, 1}, {0x25FD, 0x25FE, 1}, {0x2614, 0x2615, 1}, {0x26A1, 0x26A1, 1},
		{0x26D4, 0x26D4, 1}, {0x2705, 0x2705, 1}, {0x270A, 0x270B, 1}, {0x2728, 0x2728, 1}, {0x274C, 0x274C, 1}, {0x274E, 0x274E, 1},
		{0x2753, 0x2755, 1}, {0x2757, 0x2757, 1}, {0x2795, 0x2797, 1}, {0x2B1B, 0x2B1C, 1}, {0x2B50, 0x2B50, 1}, {0x2B55, 0x2B55, 1},
		{0x2E80, 0x303E, 1}, {0x3041, 0xA4CF, 1}, {0xA960, 0xA97C, 1}, {0xAC00, 0xD7A3, 1}, {0xF900, 0xFAFF, 1}, {0xFE10, 0xFE19, 1},
		{0xFE30, 0xFE6F, 1}, {0xFF01, 0xFF60, 1}, {0xFFE0, 0xFFE6, 1},
	},
	R32: []unicode.Range32{
		{0x16FE0, 0x18CFF, 1}, {0x1AFF0, 0x1B2FB, 1}, {0x1F004, 0x1F004, 1}, {0x1F0CF, 0x1F0CF, 1}, {0x1F18E, 0x1F18E, 1},
		{0x1F191, 0x1F19A, 1}, {0x1F200, 0x1F320, 1}, {0x1F32D, 0x1F335, 1}, {0x1F337, 0x1F37C, 1}, {0x1F37E, 0x1F393, 1},
		{0x1F3A0, 0x1F3CA, 1}, {0x1F3CF, 0x1F3D3, 1}, {0x1F3E0, 0x1F3F0, 1}, {0x1F3F4, 0x1F3F4, 1}, {0x1F3F8, 0x1F43E, 1},
		{0x1F440, 0x1F440, 1}, {0x1F442, 0x1F4FC, 1}, {0x1F4FF, 0x1F53D, 1}, {0x1F54B, 0x1F54E, 1}, {0x1F550, 0x1F567, 1},
		{0x1F57A, 0x1F57A, 1}, {0x1F595, 0x1F596, 1}, {0x1F5A4, 0x1F5A4, 1}, {0x1F5FB, 0x1F64F, 1}, {0x1F680, 0x1F6C5, 1},
		{0x1F6CC, 0x1F6CC, 1}, {0x1F6D0, 0x1F6D2, 1}, {0x1F6D5, 0x1F6DF, 1}, {0x1F6EB, 0x1F6EC, 1}, {0x1F6F4, 0x1F6FC, 1},
		{0x1F7E0, 0x1F7EB, 1}, {0x1F90C, 0x1F93A, 1}, {0x1F93C, 0x1F945, 1}, {0x1F947, 0x1F9FF, 1}, {0x1FA70, 0x1FAFF, 1},
		{0x20000, 0x3FFFD, 1},
	},
}

// maxMarks is the largest average number of characters in a column of a clipped text: combining
// marks have no column, and a text may have any number of them.
const maxMarks = 4

// Clip returns s shortened to at most width columns, with an ellipsis in the last one. Returns ""
// for a width below 1.
func Clip(s string, width int) string {
	if Width(s) <= width && utf8.RuneCountInString(s) <= maxMarks*width {
		return s
	}
	if width < 1 {
		return ""
	}
	n, left := 0, maxMarks*width
	for i, r := range s {
		n += runeWidth(r)
		if left--; n > width-1 || left == 0 {
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}
