package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/suggest"
)

// patternProblem turns what package pattern says about the text at pointer into a problem. Its code is that of pattern behind
// "pattern_".
func patternProblem(pointer string, err error) *Problem {
	e, ok := errors.AsType[*pattern.Error](err)
	if !ok {
		return &Problem{Code: CodePattern, Pointer: pointer, Offset: -1, Message: err.Error(), Err: err}
	}
	return &Problem{
		Code: CodePattern + "_" + Code(e.Code), Pointer: pointer, Offset: e.Offset,
		Message: e.Message, Hint: e.Hint, Err: err,
	}
}

// anyServer says whether match takes one of the servers, each of which it sees as fold makes it.
func anyServer(servers []string, match func(string) bool, fold func(string) string) bool {
	return slices.ContainsFunc(servers, func(id string) bool { return match(fold(id)) })
}

// unknownServer is the problem of a pattern, or of a name, whose server is none of the servers.
func unknownServer(pointer, text string, servers []string) *Problem {
	p := &Problem{
		Code: CodeUnknownServer, Pointer: pointer, Offset: 0,
		Message: fmt.Sprintf("%q is for no server that there is", text),
		Hint:    "the servers are " + strings.Join(servers, ", "),
	}
	server, _, _ := strings.Cut(text, "/")
	if near, ok := suggest.Nearest(server, servers); ok {
		p.Hint = fmt.Sprintf("did you mean the server %s?", near)
	}
	return p
}

// oddCharacter warns of a blank or an invisible character in a pattern, which is there by accident more often than not: no tool
// with such a character in its name gets an exposed name, so an exclude with one hides nothing.
func oddCharacter(pointer, text string) *Problem {
	at := strings.IndexFunc(text, func(c rune) bool { return unicode.IsSpace(c) || !unicode.IsGraphic(c) })
	if at < 0 {
		return nil
	}
	c, _ := utf8.DecodeRuneInString(text[at:])
	p := &Problem{
		Code: CodeOddCharacter, Severity: Warning, Pointer: pointer, Offset: at,
		Message: fmt.Sprintf("the pattern has the character %q (%U) in it, which no tool that is shown has in its name", c, c),
	}
	if trimmed := strings.TrimSpace(text); trimmed != text && !strings.ContainsFunc(trimmed, unicode.IsSpace) {
		p.Hint = "write " + source.Quote(trimmed)
	}
	return p
}
