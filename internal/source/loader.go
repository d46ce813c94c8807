package source

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// A loader reads one file and gathers its problems.
type loader struct {
	*File
	problems []Problem
	scalars  []*Node // every YAML scalar, keys included, in file order
	readable []byte  // the YAML file as the library gets it: with comments in the place of directives
}

// unreadable finds what keeps a file from being read at all, before anything is parsed. size is that of the file as it was
// handed in.
func (l *loader) unreadable(size int) (Problem, bool) {
	switch data := l.text.data; {
	case size > MaxBytes:
		return l.alone(0, CodeTooLarge, fmt.Sprintf("the file has %d bytes; at most %d are read", size, MaxBytes), ""), true
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return l.alone(0, CodeNotUTF8, "the file is UTF-16", "save it as UTF-8"), true
	case !utf8.Valid(data):
		at := firstInvalid(data)
		return l.alone(at, CodeNotUTF8, fmt.Sprintf("the byte 0x%02x is not valid UTF-8 here", data[at]), "save the file as UTF-8"), true
	case l.json:
		return Problem{}, false // JSON has its own rules for characters
	}
	return l.badCharacter()
}

// alone makes the one problem of a file that can't be read.
func (l *loader) alone(at int, code, message, hint string) Problem {
	pos := l.text.position(at)
	return Problem{Code: code, Line: pos.Line, Column: pos.Column, Message: message, Hint: hint}
}

func firstInvalid(data []byte) int {
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return len(data)
}

// badCharacter finds the first character that YAML does not allow, and those that YAML 1.1 reads as line breaks and YAML 1.2
// as text: whoever reviews the file would see other lines than the parser does.
func (l *loader) badCharacter() (Problem, bool) {
	for at, r := range string(l.text.data) {
		switch {
		case r == 0:
			return l.alone(at, CodeBadCharacter, "the file holds zero bytes", "save it as UTF-8, if it is UTF-16"), true
		case r == '\uFEFF':
			return l.alone(at, CodeBadCharacter, "a byte order mark stands in the middle of the file", "leave it out"), true
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == '\uFFFE', r == '\uFFFF':
			return l.alone(at, CodeBadCharacter, fmt.Sprintf("the character U+%04X is not allowed in YAML", r),
				"leave it out, or write it as an escape in double quotes"), true
		case r == '\u0085', r == '\u2028', r == '\u2029':
			return l.alone(at, CodeBadCharacter, fmt.Sprintf("some YAML readers take the character U+%04X for a line break", r),
				fmt.Sprintf(`leave it out, or write it as \u%04x in double quotes`, r)), true
		}
	}
	return Problem{}, false
}
