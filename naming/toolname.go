package naming

import "slices"

// maxToolName is the length of the longest raw tool name that the Model Context Protocol allows.
const maxToolName = 128

// ValidToolName reports whether name is a tool name that the Model Context Protocol allows: 1 to
// 128 characters of A-Z a-z 0-9 _ . -.
func ValidToolName(name string) bool {
	return legal(name, classOf(name))
}

// legal is ValidToolName for a name whose class is known.
func legal(name string, c class) bool {
	return name != "" && len(name) <= maxToolName && c&illegal == 0
}

// isExposable reports whether c is allowed in an exposed name.
func isExposable(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// Sanitize returns name with each character outside A-Z a-z 0-9 _ - replaced by one underscore. In
// invalid UTF-8 a maximal ill-formed subsequence is one character.
func Sanitize(name string) string {
	if classOf(name)&^hyphen == 0 {
		return name
	}
	return string(appendSanitized(make([]byte, 0, len(name)), name))
}

func appendSanitized(dst []byte, name string) []byte {
	own := len(dst)
	dst = slices.Grow(dst, len(name))[:own+len(name)]
	if !sanitize(dst[own:], name) {
		return appendSanitizedWide(dst[:own], name)
	}
	return dst
}

// sanitize writes the sanitized name to dst, which has its length. It returns false if the name is
// not ASCII.
func sanitize(dst []byte, name string) bool {
	last := len(name) - wordLen
	if last < 0 {
		return sanitizeShort(dst, name)
	}
	wide := wordAt(name, last)
	wide.sanitized().put(dst[last:])
	for at := 0; at < last; at += wordLen {
		w := wordAt(name, at)
		w.sanitized().put(dst[at:])
		wide |= w
	}
	return !wide.isWide()
}

func sanitizeShort(dst []byte, name string) bool {
	var all class
	for i := range len(name) {
		c := characters[name[i]]
		dst[i] = c.sanitized
		all |= c.class
	}
	return all&wide == 0
}

func appendSanitizedWide(dst []byte, name string) []byte {
	for i := 0; i < len(name); {
		if c := name[i]; isExposable(c) {
			dst = append(dst, c)
			i++
			continue
		}
		dst = append(dst, '_')
		i += characterLen(name[i:])
	}
	return dst
}

// characterLen returns the length in bytes of the first character of s, which is not empty. It
// follows table 3-7 of the Unicode Standard, "Well-Formed UTF-8 Byte Sequences". Package utf8 is
// different: it counts each byte of an ill-formed subsequence as a character.
func characterLen(s string) int {
	length, low, high := leadByte(s[0])
	for i := 1; i < length; i++ {
		if i == len(s) || s[i] < low || s[i] > high {
			return i
		}
		low, high = 0x80, 0xBF
	}
	return length
}

// leadByte returns the length of the sequences that start with c, and the range of their second
// byte. The length is 1 for a byte that starts no sequence.
func leadByte(c byte) (length int, low, high byte) {
	switch {
	case c < 0xC2:
		return 1, 0, 0
	case c < 0xE0:
		return 2, 0x80, 0xBF
	case c == 0xE0:
		return 3, 0xA0, 0xBF
	case c == 0xED:
		return 3, 0x80, 0x9F
	case c < 0xF0:
		return 3, 0x80, 0xBF
	case c == 0xF0:
		return 4, 0x90, 0xBF
	case c < 0xF4:
		return 4, 0x80, 0xBF
	case c == 0xF4:
		return 4, 0x80, 0x8F
	}
	return 1, 0, 0
}
