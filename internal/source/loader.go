package source

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// A loader parses one file and collects its problems.
type loader struct {
	*File
	problems []Problem
	scalars  []*Node // every YAML scalar, keys included, in file order
	readable []byte  // the YAML file with comments instead of directives
	spent    *int    // number of bytes that have been parsed to find fixes
}

// unreadable reports what prevents parsing the file, and returns true if there is such a problem.
// size is the original size of the file.
func (l *loader) unreadable(size int) bool {
	switch data := l.text.data; {
	case size > MaxBytes:
		l.report(0, Problem{Code: CodeTooLarge, Message: fmt.Sprintf("the file is larger than %d bytes", MaxBytes)})
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		l.report(0, Problem{Code: CodeNotUTF8, Message: "the file is UTF-16", Hint: "save it as UTF-8"})
	case !utf8.Valid(data):
		at := firstInvalid(data)
		l.report(at, Problem{Code: CodeNotUTF8, Hint: "save the file as UTF-8",
			Message: fmt.Sprintf("invalid UTF-8: byte 0x%02x", data[at])})
	case l.json:
		return false // JSON has its own rules for characters
	default:
		return l.badCharacter()
	}
	return true
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

// badCharacter reports the first character that YAML does not allow, or that YAML 1.1 reads as a
// line break and YAML 1.2 as text: a reviewer of the file would see other lines than the parser.
// Returns true if there is one.
func (l *loader) badCharacter() bool {
	for at, r := range string(l.text.data) {
		p := Problem{Code: CodeBadCharacter}
		switch {
		case r == 0:
			p.Message, p.Hint = "the file contains zero bytes", "save it as UTF-8, if it is UTF-16"
		case r == '\uFEFF':
			p.Message, p.Hint = "byte order mark inside the file", "remove it"
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == '\uFFFE', r == '\uFFFF':
			p.Message = fmt.Sprintf("the character U+%04X is not allowed in YAML", r)
			p.Hint = "remove it, or write it as an escape in double quotes"
		case r == '\u0085', r == '\u2028', r == '\u2029':
			p.Message = fmt.Sprintf("some YAML parsers treat the character U+%04X as a line break", r)
			p.Hint = fmt.Sprintf(`remove it, or write it as \u%04x in double quotes`, r)
		default:
			continue
		}
		l.report(at, p)
		return true
	}
	return false
}
