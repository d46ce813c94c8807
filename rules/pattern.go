package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
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
