package ruleset

import (
	"errors"
	"regexp"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// slashed matches a regular expression as JavaScript and others write it. Only a tool with two
// slashes in its name would match.
var slashed = regexp.MustCompile(`^/(.+)/([a-z]*)$`)

// compileRegex compiles the regular expression at pointer, under the limits of those in
// expressions.
func compileRegex(pointer, src string) (*regexp.Regexp, *rules.Problem) {
	if p := hiddenIn(pointer, src); p != nil {
		return nil, p
	}
	if m := slashed.FindStringSubmatch(src); m != nil {
		hint := "write " + source.Quote(m[1])
		if m[2] == "i" {
			hint = "write " + source.Quote("(?i)"+m[1])
		}
		return nil, &rules.Problem{Code: rules.CodeBadRegex, Pointer: pointer, Offset: 0, Hint: hint,
			Message: "the regular expression has slashes around it, and no tool has one in its name"}
	}
	compiled, err := cond.CompileRegexp(src)
	if err == nil {
		return compiled, nil
	}
	p := FaultProblem(pointer, rules.CodeBadRegex, err)
	p.Code = rules.CodeBadRegex
	if e, ok := errors.AsType[*cond.Error](err); ok && e.Code == cond.RegexTooLarge {
		p.Code = rules.CodeRegexTooLarge
	}
	return nil, p
}
