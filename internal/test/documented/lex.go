package documented

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token of a condition.
type token struct {
	kind tokenKind
	text string // of a text its value, of everything else what is written
}

type tokenKind int

const (
	end    tokenKind = iota
	word             // ctx.user.role, and, len
	number           // 3, 0.5
	text             // "text"
	symbol           // (, ==, #
)

// symbols are tried in this order.
var symbols = []string{"&&", "||", "==", "!=", "<=", ">=", "??", "<", ">", "!", "?", ":", "(", ")", "[", "]", ",", "#",
	"-"}

// tokens splits a condition.
func tokens(src string) []token {
	var all []token
	for {
		src = skipBlanks(src)
		if src == "" {
			return append(all, token{kind: end})
		}
		var t token
		t, src = next(src)
		all = append(all, t)
	}
}

// skipBlanks removes white space and comments in front.
func skipBlanks(src string) string {
	for {
		src = strings.TrimLeft(src, " \t\r\n")
		switch {
		case strings.HasPrefix(src, "//"):
			_, src, _ = strings.Cut(src, "\n")
		case strings.HasPrefix(src, "/*"):
			_, src, _ = strings.Cut(src, "*/")
		default:
			return src
		}
	}
}

func next(src string) (t token, rest string) {
	switch c := src[0]; {
	case c == '"' || c == '\'':
		return quotedText(src)
	case c == '`':
		value, rest, _ := strings.Cut(src[1:], "`")
		return token{text, value}, rest
	case '0' <= c && c <= '9':
		n := strings.IndexFunc(src, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' })
		return cut(number, src, n)
	case c == '_' || unicode.IsLetter(rune(c)):
		n := strings.IndexFunc(src, func(r rune) bool {
			return !unicode.IsDigit(r) && !unicode.IsLetter(r) &&
				r != '_' && r != '.'
		})
		return cut(word, src, n)
	}
	for _, s := range symbols {
		if strings.HasPrefix(src, s) {
			return token{symbol, s}, src[len(s):]
		}
	}
	panic(fmt.Sprintf("documented: unexpected %q", src))
}

// cut splits a token of n bytes off; -1 is all there is.
func cut(kind tokenKind, src string, n int) (token, string) {
	if n < 0 {
		n = len(src)
	}
	return token{kind, src[:n]}, src[n:]
}

// quotedText reads a text in " or ', in which \ is an escape.
func quotedText(src string) (token, string) {
	quote, rest := src[0], src[1:]
	var value strings.Builder
	for rest[0] != quote {
		r, _, tail, err := strconv.UnquoteChar(rest, quote)
		if err != nil {
			panic(fmt.Sprintf("documented: %v in %q", err, src))
		}
		if r == utf8.RuneError && rest[0] != '\\' {
			panic(fmt.Sprintf("documented: invalid UTF-8 in %q", src))
		}
		value.WriteRune(r)
		rest = tail
	}
	return token{text, value.String()}, rest[1:]
}
