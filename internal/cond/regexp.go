package cond

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// CompileRegexp compiles an RE2 pattern of at most [MaxRegexInstructions]. The error is an [*Error]
// with the position in pattern. The time is bounded for every pattern.
func CompileRegexp(pattern string) (*regexp.Regexp, error) {
	compiled, _, err := compileRegexp(pattern)
	return compiled, err
}

// compileRegexp is CompileRegexp and also returns the number of instructions.
func compileRegexp(pattern string) (compiled *regexp.Regexp, instructions int, err error) {
	if slow := checkRegexpCost(pattern); slow != nil {
		return nil, 0, slow
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, 0, &Error{Code: BadRegex, Offset: regexErrorOffset(pattern, err), Hint: regexHint(pattern), Err: err,
			Message: "the regular expression is invalid: " + regexErrorText(err)}
	}
	instructions = leastInstructions(parsed)
	if partsOf(parsed) > mostCompiled {
		instructions = MaxRegexInstructions + 1
	}
	if instructions <= MaxRegexInstructions {
		// The estimate prevents the compilation of patterns such as 2,000 letters in (…){1000},
		// which takes seconds.
		prog, err := syntax.Compile(parsed.Simplify())
		if err != nil {
			return nil, 0, &Error{Code: BadRegex, Message: "the regular expression is invalid", Err: err}
		}
		instructions = len(prog.Inst)
	}
	if instructions > MaxRegexInstructions {
		return nil, 0, &Error{Code: RegexTooLarge, Hint: "use smaller repeat counts",
			Message: fmt.Sprintf("the regular expression is too large: more than %d compiled instructions", MaxRegexInstructions)}
	}
	if compiled, err = regexp.Compile(pattern); err != nil {
		return nil, 0, &Error{Code: BadRegex, Message: "the regular expression is invalid", Err: err}
	}
	return compiled, instructions, nil
}

// regexHint returns what to write instead of a feature of other dialects that RE2 does not have, or
// "".
func regexHint(pattern string) string {
	for _, lookaround := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.Contains(pattern, lookaround) {
			return "RE2 has no lookahead or lookbehind: use two conditions, one with matches and one with not matches"
		}
	}
	if backReference.MatchString(pattern) {
		return "RE2 has no back references"
	}
	return ""
}

var backReference = regexp.MustCompile(`\\[1-9]`)

// regexErrorText returns the message without "error parsing regexp".
func regexErrorText(err error) string {
	var e *syntax.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("%s: %s", e.Code, e.Expr)
	}
	return err.Error()
}

// regexErrorOffset returns the offset of the part of the pattern that the error names.
func regexErrorOffset(pattern string, err error) int {
	var e *syntax.Error
	if errors.As(err, &e) {
		return max(0, strings.Index(pattern, e.Expr))
	}
	return 0
}
