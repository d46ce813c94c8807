package cond

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/parser/lexer"
)

// parse returns expr-lang's tree of the source.
func parse(s *source) (root ast.Node, errs Errors) {
	if errs := s.refuse(); len(errs) > 0 {
		return nil, errs
	}
	defer func() {
		if r := recover(); r != nil {
			root, errs = nil, Errors{{Code: Syntax, Message: "the expression can't be parsed", Err: fmt.Errorf("parser: %v", r)}}
		}
	}()
	tree, err := parser.Parse(s.text)
	if err != nil {
		return nil, Errors{s.parseError(err)}
	}
	return tree.Node, nil
}

// refuse reports tokens that leave no trace in the tree, or one whose position is hard to
// determine.
func (s *source) refuse() (errs Errors) {
	for i, t := range s.tokens {
		if t.kind != lexer.Operator || i > 0 && s.tokens[i-1].is(".", "?.") {
			continue
		}
		if hint, refused := refusedTokens[t.text]; refused {
			errs = append(errs, &Error{Code: NotAllowed, Offset: t.lo, Message: fmt.Sprintf("%q is not supported", t.text), Hint: hint})
		}
	}
	return errs
}

// lexError returns a lexer error in the words of this package.
func (s *source) lexError(err error) *Error {
	e := &Error{Code: Syntax, Message: "the expression can't be read", Err: err}
	var at *file.Error
	if !errors.As(err, &at) {
		return e
	}
	e.Offset = s.byteAt(at.From)
	switch {
	case at.Message == "literal not terminated":
		e.Offset = s.afterTokens("'\"`")
		e.Message, e.Hint = "the string has no closing quote", "write quotes inside a string as \\\""
	case at.Message == "unclosed comment":
		e.Offset = s.afterTokens("/")
		e.Message, e.Hint = "the comment is not closed", "close it with */"
		if glob.MatchString(s.text) {
			e.Hint = "this is a pattern, but a condition is expected: write tools: " + strings.TrimSpace(s.text)
		}
	case strings.Contains(at.Message, "escape"):
		e.Message, e.Hint = "unknown escape sequence in a string", "write a backslash as \\\\; strings in backquotes need no escapes"
	case strings.HasPrefix(at.Message, "bad number"):
		e.Offset = s.afterTokens("0123456789.")
		e.Message = "the number is invalid"
	case strings.HasPrefix(at.Message, "unrecognized character"):
		r := []rune(s.text[e.Offset:])[0]
		e.Message, e.Hint = fmt.Sprintf("unexpected %q", r), strayRunes[r]
	}
	return e
}

// glob matches a tool pattern that would start a comment.
var glob = regexp.MustCompile(`^\s*[\w*?-]+/\*[\w*?-]*\s*$`)

// afterTokens returns the offset of the first of the characters after the last readable token.
func (s *source) afterTokens(chars string) int {
	lo := 0
	if len(s.tokens) > 0 {
		lo = s.tokens[len(s.tokens)-1].hi
	}
	if i := strings.IndexAny(s.text[lo:], chars); i >= 0 {
		return lo + i
	}
	return lo
}

// parseError returns a parser error in the words of this package.
func (s *source) parseError(err error) *Error {
	e := &Error{Code: Syntax, Message: "the expression can't be parsed", Err: err}
	var at *file.Error
	if !errors.As(err, &at) {
		return e
	}
	i := s.tokenAt(s.byteAt(at.From))
	if strings.HasPrefix(at.Message, "invalid ") && i > 0 { // the parser is already after the number
		return s.numberError(e, i)
	}
	if i >= len(s.tokens) || strings.Contains(at.Message, "EOF") {
		return s.endError(e)
	}
	if i > 0 && s.tokens[i-1].is("NOT", "Not") {
		i--
	}
	t := s.tokens[i]
	e.Offset = t.lo
	e.Message = "unexpected " + s.text[t.lo:t.hi]
	switch {
	case strings.HasPrefix(at.Message, "Operator ("):
		e.Message, e.Hint = "?? and "+t.text+" can't be combined without brackets", "put brackets around ?? and its operands: (a ?? b) "+t.text+" c"
	case strings.HasPrefix(at.Message, "expected at least"):
		e.Code, e.Message, e.Hint = WrongArguments, "an argument is missing", `write for example any(tool.tags, # == "x")`
	default:
		e.Hint = s.syntaxHint(i)
	}
	return e
}

// numberError returns the error for a number that is too large or incomplete: the token before i,
// or the last one.
func (s *source) numberError(e *Error, i int) *Error {
	for i = min(i, len(s.tokens)-1); i > 0 && s.tokens[i].kind != lexer.Number; {
		i--
	}
	e.Offset, e.Message = s.tokens[i].lo, s.tokens[i].text+" does not fit into 64 bits"
	return e
}

// endError returns the error for an expression that ends too early.
func (s *source) endError(e *Error) *Error {
	e.Offset, e.Message = len(s.text), "the expression ends too early"
	if lo, bracket, ok := s.unclosed(); ok {
		e.Offset, e.Message = lo, bracket+" is not closed"
	}
	return e
}

// syntaxHint returns the hint for a syntax error at the token i, or "".
func (s *source) syntaxHint(i int) string {
	t := s.tokens[i]
	before := token{}
	if i > 0 {
		before = s.tokens[i-1]
	}
	switch {
	case before.is("-", "=") && t.is(">"), t.is("=") && i+1 < len(s.tokens) && s.tokens[i+1].is(">"):
		return `# is the element: write any(list, # == "x")`
	case before.is("==", "!=") && t.is("="):
		return "write " + before.text
	case before.is("<") && t.is(">"):
		return "write !="
	case t.is("contains", "startsWith", "endsWith", "matches", "in"):
		return fmt.Sprintf("write %s between its operands: a %s b", t.text, t.text)
	case t.is(")", "]", "}") && s.partner[i] < 0:
		return "the bracket closes nothing"
	case t.is(",") && s.inside(i, "("), s.inside(i, "{"):
		return "write a list as [a, b]"
	case t.is(",") && !s.inside(i, "[") && !s.inside(i, "("):
		return "join two conditions with and, or with or"
	}
	return syntaxHints[t.text]
}

// inside reports whether the innermost bracket that is open at the token i is the given one.
func (s *source) inside(i int, bracket string) bool {
	for i--; i >= 0; i-- {
		if s.tokens[i].kind != lexer.Bracket {
			continue
		}
		if p := s.partner[i]; p >= 0 && p < i {
			i = p
			continue
		}
		return s.tokens[i].text == bracket
	}
	return false
}
