package ruleset

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
)

// hiddenIn returns the problem of a pattern, or of a regular expression, with a hidden character,
// in any notation; nil if it has none. No name that is matched has one, so an exclude would hide
// nothing.
func hiddenIn(pointer, text string) *rules.Problem {
	at := visible.FirstHidden(text)
	if at < 0 {
		return nil
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	return &rules.Problem{Code: rules.CodeHiddenCharacter, Pointer: pointer, Offset: at,
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
