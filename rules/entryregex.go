package rules

import (
	"errors"
	"regexp"

	"github.com/toolrules/toolrules/expr"
)

// compileRegex compiles the regular expression at pointer, under the limits of those in expressions.
func compileRegex(pointer, src string) (*regexp.Regexp, *Problem) {
	if p := hiddenIn(pointer, src); p != nil {
		return nil, p
	}
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
	return nil, p
}
