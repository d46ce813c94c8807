package rules

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/toolrules/toolrules/expr"
)

// compileRegex compiles the regular expression at pointer, with the same limit as the language of expressions has.
func compileRegex(pointer, src string) (*regexp.Regexp, *Problem) {
	tree, err := syntax.Parse(src, syntax.Perl)
	if err != nil {
		return nil, badRegex(pointer, src, err)
	}
	if !smallEnough(tree) {
		return nil, &Problem{Code: CodeRegexTooLarge, Pointer: pointer, Offset: -1,
			Message: fmt.Sprintf("the regular expression compiles to more than %d instructions", expr.MaxRegexInstructions),
			Hint:    "write a simpler one, or several entries"}
	}
	compiled, err := regexp.Compile(src)
	if err != nil {
		return nil, badRegex(pointer, src, err)
	}
	return compiled, nil
}

// smallEnough counts instructions, at first without compiling: what a few counted repetitions stand for may take seconds.
func smallEnough(tree *syntax.Regexp) bool {
	if atLeast(tree) > expr.MaxRegexInstructions {
		return false
	}
	program, err := syntax.Compile(tree.Simplify())
	return err == nil && len(program.Inst) <= expr.MaxRegexInstructions
}

// atLeast gives a number of instructions that the compiled expression can't be below, or one above the limit.
func atLeast(tree *syntax.Regexp) int {
	n := 0
	for _, sub := range tree.Sub {
		n = min(n+atLeast(sub), expr.MaxRegexInstructions+1)
	}
	switch tree.Op {
	case syntax.OpLiteral:
		n = len(tree.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		n = 1
	case syntax.OpRepeat:
		n *= max(tree.Min, tree.Max)
	}
	return min(n, expr.MaxRegexInstructions+1)
}

func badRegex(pointer, src string, err error) *Problem {
	p := &Problem{Code: CodeBadRegex, Pointer: pointer, Offset: -1, Message: err.Error(), Err: err}
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		p.Message = fmt.Sprintf("bad regular expression: %s: %q", e.Code, e.Expr)
		p.Offset = regexFault(src, e)
	}
	if strings.Contains(src, "(?=") || strings.Contains(src, "(?!") || strings.Contains(src, "(?<") {
		p.Hint = "RE2 has no lookaround; write an include and an exclude entry"
	}
	return p
}

// regexFault gives the byte at which an expression is wrong. The library says what is wrong and not where; where that is can be
// told by what the library says of the beginnings of the expression.
func regexFault(src string, e *syntax.Error) int {
	const longest = 4096 // each beginning is parsed anew
	if len(src) > longest {
		return 0
	}
	switch e.Code {
	case syntax.ErrMissingParen: // the last "(" in front of which nothing is open
		for i := len(src) - 1; i > 0; i-- {
			if src[i] == '(' && regexError(src[:i]) == nil {
				return i
			}
		}
		return 0
	case syntax.ErrUnexpectedParen: // the first ")" that is too much
		for i := range len(src) {
			if err := regexError(src[:i+1]); err != nil && err.Code == e.Code {
				return i
			}
		}
		return 0
	}
	for i := 0; i+len(e.Expr) <= len(src); i++ {
		if err := regexError(src[:i+len(e.Expr)]); err != nil && *err == *e {
			return i
		}
	}
	return 0
}

func regexError(src string) *syntax.Error {
	_, err := syntax.Parse(src, syntax.Perl)
	e, _ := errors.AsType[*syntax.Error](err)
	return e
}
