package ruleset

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/fault"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// FaultProblem returns the problem of an error in the string at a pointer. If the error is a
// [fault.Error], the code of the problem is prefixed with the given one, as in pattern_open_brace.
func FaultProblem(pointer string, prefix rules.Code, err error) *rules.Problem {
	p := &rules.Problem{Code: prefix, Pointer: pointer, Offset: -1, Message: err.Error(), Err: err}
	if e, ok := errors.AsType[*fault.Error](err); ok {
		p.Code, p.Offset, p.Message, p.Hint = prefix+"_"+rules.Code(e.Code), e.Offset, e.Message, e.Hint
	}
	return p
}

// parsePattern reads the pattern at pointer.
func parsePattern(pointer, text string) (*pattern.Pattern, *rules.Problem) {
	if problem := conditionIn(pointer, text); problem != nil {
		return nil, problem
	}
	if problem := cmp.Or(negated(pointer, text), hiddenIn(pointer, text)); problem != nil {
		return nil, problem
	}
	p, err := pattern.Parse(text)
	if err != nil {
		problem := FaultProblem(pointer, rules.CodePattern, err)
		problem.Hint = cmp.Or(variableHint(text), commentHint(text), nextItemHint(text), problem.Hint)
		return nil, problem
	}
	return p, nil
}

// matchesLoosely reports whether the pattern, folded, is for one of the servers.
func matchesLoosely(p *pattern.Pattern, servers []string) bool {
	return slices.ContainsFunc(servers, func(id string) bool { return p.MatchServerFolded(pattern.Fold(id)) })
}

// unknownServer returns the problem of a pattern, or of a name, whose server is not in the list of
// servers.
func unknownServer(pointer, text string, servers []string) *rules.Problem {
	p := &rules.Problem{
		Code: rules.CodeUnknownServer, Pointer: pointer, Offset: 0,
		Message: fmt.Sprintf("%q is for no server that there is", text),
		Hint:    "the servers are " + suggest.List(servers),
	}
	server, _, _ := strings.Cut(text, "/")
	near, ok := suggest.Nearest(server, servers)
	if id, legal := naming.SuggestServerID(server); legal && slices.Contains(servers, id) {
		near, ok = id, true
	}
	if mended, literal := pattern.WithServer(text, near); ok && literal {
		p.Hint = "write " + mended
	} else if ok {
		p.Hint = fmt.Sprintf("did you mean the server %s?", near)
	}
	return p
}

// doubts returns the warnings about a valid pattern that is probably not what its author meant. The
// servers are all servers; an empty list means that they are unknown. A warning that adds nothing
// to another one, or to unfit, is left out; unfit is the problem of the pattern's server, or nil.
func doubts(pointer, text string, servers []string, unfit *rules.Problem) (ps rules.Problems) {
	mended, lacksSlash := pattern.MissingSlash(text, servers)
	odd := cmp.Or(variableIn(pointer, text), regexInPattern(pointer, text), oddCharacter(pointer, text))
	if odd != nil && odd.Code == rules.CodeRegexInPattern && unfit != nil &&
		odd.Offset < max(strings.IndexByte(text, '/'), 1) {
		unfit.Hint = odd.Hint
	}
	if odd != nil && odd.Code == rules.CodeRegexInPattern && lacksSlash {
		odd = nil // a backslash between a server and a tool
	}
	if odd != nil && odd.Hint == "" && (lacksSlash || unfit != nil && odd.Offset < strings.IndexByte(text, '/')) {
		odd = nil
	}
	if odd != nil && (unfit == nil || odd.Hint != unfit.Hint) {
		ps = append(ps, odd)
	}
	if lacksSlash {
		p := &rules.Problem{
			Code: rules.CodeMissingSlash, Severity: rules.SeverityWarning, Pointer: pointer, Offset: 0,
			Message: fmt.Sprintf("%q is the name of a tool of any server, and starts with the name of a server", text),
			Hint:    fmt.Sprintf("write %s, or */%s for tools of that name", mended, text),
		}
		if strings.Contains(text, `\`) {
			p.Hint = "write " + mended
		}
		ps = append(ps, p)
	}
	return ps
}
