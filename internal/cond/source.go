package cond

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
)

// A source is the source of an expression and its tokens. expr-lang counts in code points; this
// package counts in bytes.
type source struct {
	text    string
	bytes   []int // the byte offset of each code point, and of the end
	tokens  []token
	partner []int // by token: the index of a bracket's partner, otherwise -1
}

// A token is a token of expr-lang with its byte range.
type token struct {
	kind   lexer.Kind
	text   string // from expr-lang: the value of a string literal, the source of other tokens
	lo, hi int
}

func (t token) is(texts ...string) bool {
	if t.kind == lexer.String {
		return false
	}
	for _, text := range texts {
		if t.text == text {
			return true
		}
	}
	return false
}

// readSource splits text into tokens. It protects the parser, which recurses for each bracket, from
// input that is too long or nested too deeply.
func readSource(text string) (*source, *Error) {
	if len(text) > MaxBytes {
		return nil, &Error{Code: TooLong, Offset: MaxBytes, Hint: "split it into several rules",
			Message: fmt.Sprintf("the expression has %d bytes; at most %d are allowed", len(text), MaxBytes)}
	}
	if bad := invalidUTF8(text); bad >= 0 {
		return nil, &Error{Code: InvalidUTF8, Offset: bad, Message: "the expression is not valid UTF-8"}
	}
	s := &source{text: text}
	for i := range text {
		s.bytes = append(s.bytes, i)
	}
	s.bytes = append(s.bytes, len(text))
	if err := s.lex(); err != nil {
		return nil, err
	}
	if len(s.tokens) == 0 {
		return nil, &Error{Code: Empty, Message: "the expression is empty", Hint: "remove `when` if the rule has no condition"}
	}
	return s, s.pair()
}

// byteAt converts an offset in code points to a byte offset.
func (s *source) byteAt(n int) int {
	return s.bytes[min(max(n, 0), len(s.bytes)-1)]
}

func (s *source) lex() *Error {
	l := lexer.New()
	l.Reset(file.NewSource(s.text))
	for {
		t, err := l.Next()
		if errors.Is(err, io.EOF) || err == nil && t.Kind == lexer.EOF {
			return nil
		}
		if err != nil {
			return s.lexError(err)
		}
		s.tokens = append(s.tokens, token{kind: t.Kind, text: t.Value, lo: s.byteAt(t.From), hi: s.byteAt(t.To)})
	}
}

// pair sets the partner of each bracket and returns an error if brackets are nested too deeply. The
// parser reports unmatched brackets.
func (s *source) pair() *Error {
	s.partner = make([]int, len(s.tokens))
	var open []int
	for i, t := range s.tokens {
		s.partner[i] = -1
		if t.kind != lexer.Bracket {
			continue
		}
		if strings.Contains("([{", t.text) {
			open = append(open, i)
			if len(open) > MaxDepth {
				return &Error{Code: TooDeep, Offset: t.lo, Message: fmt.Sprintf("brackets are nested more than %d deep", MaxDepth)}
			}
			continue
		}
		if len(open) > 0 {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			s.partner[i], s.partner[last] = last, i
		}
	}
	return nil
}

// tokenAt returns the index of the first token that starts at or after the byte lo.
func (s *source) tokenAt(lo int) int {
	for i, t := range s.tokens {
		if t.lo >= lo {
			return i
		}
	}
	return len(s.tokens)
}

// whole extends a range until each pair of brackets is inside or outside it. The parser drops
// brackets: the node of (a or b) == c has only the positions of a, b and c.
func (s *source) whole(lo, hi int) (int, int) {
	for i := s.tokenAt(lo); i < len(s.tokens) && s.tokens[i].lo < hi; i++ {
		if p := s.partner[i]; p >= 0 {
			lo, hi = min(lo, s.tokens[p].lo), max(hi, s.tokens[p].hi)
		}
	}
	return lo, hi
}

// unclosed returns the offset of the innermost bracket that is never closed, the bracket, and
// whether there is one.
func (s *source) unclosed() (int, string, bool) {
	for i := len(s.tokens) - 1; i >= 0; i-- {
		if t := s.tokens[i]; t.kind == lexer.Bracket && s.partner[i] < 0 && strings.Contains("([{", t.text) {
			return t.lo, t.text, true
		}
	}
	return 0, "", false
}

// invalidUTF8 returns the offset of the first byte that is not valid UTF-8, or -1.
func invalidUTF8(text string) int {
	for i, r := range text {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
			return i
		}
	}
	return -1
}
