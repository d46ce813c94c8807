package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/visible"
)

// hiddenIn returns the problem of a pattern, or of a regular expression, with a hidden character, however it is written; nil if it has
// none. No name that is matched has one, so that an exclude would hide nothing.
func hiddenIn(pointer, text string) *Problem {
	at := visible.FirstHidden(text)
	if at < 0 {
		return nil
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	return &Problem{Code: CodeHiddenCharacter, Pointer: pointer, Offset: at,
		Message: fmt.Sprintf("the pattern has the hidden character U+%04X in it, which is in no name of a tool, server or model", r),
		Hint:    "write " + source.Quote(strings.Map(withoutHidden, text))}
}

// withoutHidden drops hidden characters, for [strings.Map].
func withoutHidden(r rune) rune {
	if visible.IsHidden(r) {
		return -1
	}
	return r
}

// warnedOf reports whether p is a hidden character that the reader of the file has warned of, and makes the warning the problem.
func warnedOf(p *Problem, earlier Problems) bool {
	if p.Code != CodeHiddenCharacter {
		return false
	}
	for _, e := range earlier {
		if e.Code == p.Code && e.Line == p.Line && e.Column == p.Column {
			*e = *p
			return true
		}
	}
	return false
}
