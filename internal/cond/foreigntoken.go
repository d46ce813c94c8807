package cond

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A foreignToken is a token of any of the supported foreign languages.
type foreignToken struct {
	text   string
	kind   foreignKind
	lo, hi int
}

type foreignKind uint8

const (
	foreignSign foreignKind = iota
	foreignWord
	foreignNumber
	foreignString
	foreignRegexp // /^x/i
)

var (
	tokenPattern = regexp.MustCompile(`^(?:` +
		`(//[^\n]*|/\*(?s:.*?)\*/)|` + // 1: comment
		"((?:\\b[rRbBuU])?(?:\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'|`[^`]*`))|" + // 2: string
		`([\p{L}_$][\p{L}\p{N}_$]*)|` + // 3: word
		`(\d+(?:\.\d+)?)|` + // 4: number
		`(===|!==|<=>|==|!=|<>|<=|>=|=>|->|=~|!~|~\*|:=|&&|\|\||\?\?|\?\.|\.\.|::|@>|<@|(?s:.)))`) // 5: sign
	regexpLiteral = regexp.MustCompile(`^/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])*/[a-z]*`)
)

// foreignTokens splits a source into tokens. A slash starts a regular expression unless an operand
// precedes it.
func foreignTokens(src string) (tokens []foreignToken) {
	for at := 0; at < len(src); {
		rest := src[at:]
		if blank := len(rest) - len(strings.TrimLeft(rest, " \t\r\n")); blank > 0 {
			at += blank
			continue
		}
		if m := regexpLiteral.FindString(rest); m != "" && !endsOperand(tokens) {
			tokens = append(tokens, foreignToken{m, foreignRegexp, at, at + len(m)})
			at += len(m)
			continue
		}
		m := tokenPattern.FindStringSubmatch(rest)
		for kind, i := range map[foreignKind]int{foreignString: 2, foreignWord: 3, foreignNumber: 4, foreignSign: 5} {
			if m[i] != "" {
				tokens = append(tokens, foreignToken{m[i], kind, at, at + len(m[i])})
			}
		}
		at += len(m[0])
	}
	return tokens
}

func endsOperand(tokens []foreignToken) bool {
	if len(tokens) == 0 {
		return false
	}
	last := tokens[len(tokens)-1]
	switch last.kind {
	case foreignSign:
		return last.text == ")" || last.text == "]" || last.text == "}"
	case foreignWord:
		return !slices.Contains(operatorWords, strings.ToLower(last.text))
	}
	return true
}

// operatorWords are words that cannot be operands.
var operatorWords = []string{"and", "or", "not", "in", "is", "matches", "match", "contains", "startswith", "endswith", "like", "ilike",
	"regexp", "rlike", "between", "if", "else", "then", "for", "eq", "ne", "lt", "le", "gt", "ge", "xor", "has", "lambda"}

// ourLiteral returns a string or regular expression of another language as a literal of this one.
func ourLiteral(t foreignToken) string {
	if t.kind == foreignString && strings.IndexByte("\"'`", t.text[0]) >= 0 {
		return t.text
	}
	value, _ := literalValue(t)
	return quoteLiteral(value)
}

// quoteLiteral returns s in quotes, or in backquotes if it contains backslashes, since backquotes
// need no escapes.
func quoteLiteral(s string) string {
	if strings.ContainsRune(s, '\\') && !strings.ContainsAny(s, "`\n") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// literalValue returns the value of a string or regular expression.
func literalValue(t foreignToken) (string, bool) {
	text := t.text
	if t.kind == foreignRegexp {
		end := strings.LastIndexByte(text, '/')
		value := strings.ReplaceAll(text[1:end], `\/`, `/`)
		switch flags := text[end+1:]; flags {
		case "", "g":
			return value, true
		case "i", "gi", "ig":
			return "(?i)" + value, true
		}
		return value, false
	}
	raw := strings.IndexByte("\"'`", text[0]) < 0 && (text[0]|0x20) == 'r' || text[0] == '`'
	text = strings.TrimLeft(text, "rRbBuU")
	if raw {
		return text[1 : len(text)-1], true
	}
	if text[0] == '\'' {
		text = `"` + strings.ReplaceAll(strings.ReplaceAll(text[1:len(text)-1], `\'`, `'`), `"`, `\"`) + `"`
	}
	value, err := strconv.Unquote(text)
	return value, err == nil
}
