package rules

import (
	"errors"
	"regexp"
	"strings"

	"github.com/toolrules/toolrules/expr"
)

// compileRegex compiles the regular expression at pointer, under the limits of those in expressions.
func compileRegex(pointer, src string) (*regexp.Regexp, *Problem) {
	compiled, err := expr.CompileRegexp(src)
	if err == nil {
		return compiled, nil
	}
	p := &Problem{Code: CodeBadRegex, Pointer: pointer, Offset: -1, Message: err.Error(), Err: err}
	if e, ok := errors.AsType[*expr.Error](err); ok {
		p.Offset, p.Message, p.Hint = e.Offset, e.Message, e.Hint
		if e.Code == expr.RegexTooLarge {
			p.Code = CodeRegexTooLarge
		}
	}
	if p.Code == CodeBadRegex && looksAround(src) {
		p.Hint = "RE2 can't look ahead or back; write an include and an exclude entry"
	}
	return nil, p
}

// looksAround says whether an expression has what other dialects have and RE2 does not.
func looksAround(src string) bool {
	for _, lookaround := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.Contains(src, lookaround) {
			return true
		}
	}
	return false
}
