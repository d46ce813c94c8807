package cond

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/suggest"
)

// typeNames are the names of types, in the order of their kinds.
var typeNames = []string{"string", "bool", "int", "float"}

// ParseType parses a type as rule files write it: string, bool, int, float, [T] for a list of one
// of these, or "a | b" for an enum of at least two values. The error is an [*Error] with the
// position in text.
func ParseType(text string) (expr.Type, error) {
	t, err := parseType(text)
	if err != nil {
		return expr.Type{}, err
	}
	return t, nil
}

func parseType(text string) (expr.Type, *Error) {
	lo := len(text) - len(strings.TrimLeft(text, " \t"))
	word := strings.TrimSpace(text)
	if kind := slices.Index(typeNames, word); kind >= 0 {
		return expr.Type{Kind: expr.Kind(kind)}, nil
	}
	switch {
	case word == "":
		return expr.Type{}, badType(0, "the type is empty")
	case strings.HasPrefix(word, "["):
		return parseListType(word, lo)
	case strings.Contains(word, "|"):
		return parseWordsType(text)
	}
	err := badType(lo, "unknown type %q", word)
	if near, ok := suggest.Nearest(word, typeNames); ok && !strings.ContainsAny(word, "[]<>(),=") {
		err.Hint = "did you mean " + near + "?"
	}
	if hint := foreignTypeHint(word); hint != "" {
		err.Hint = hint
	}
	return expr.Type{}, err
}

// parseListType parses [T]. text starts with a bracket, which is at the byte offset lo of the whole
// type.
func parseListType(text string, lo int) (expr.Type, *Error) {
	inner, ok := strings.CutSuffix(text[1:], "]")
	if !ok {
		return expr.Type{}, badType(lo, "the list type has no ] at its end")
	}
	elem, err := parseType(inner)
	if err != nil {
		err.Offset += lo + 1
		return expr.Type{}, err
	}
	if elem.Kind > expr.Float {
		return expr.Type{}, badType(lo+1, "expected a list of string, bool, int or float, got %s", elem)
	}
	return expr.Type{Kind: expr.List, Elem: &elem}, nil
}

// parseWordsType parses "a | b".
func parseWordsType(text string) (expr.Type, *Error) {
	var words []string
	var starts []int
	lo := 0
	for part := range strings.SplitSeq(text, "|") {
		words = append(words, strings.TrimSpace(part))
		starts = append(starts, lo+len(part)-len(strings.TrimLeft(part, " \t")))
		lo += len(part) + 1
	}
	if err := checkWords(words); err != nil {
		err.Offset = min(starts[err.Offset], len(text))
		return expr.Type{}, err
	}
	return expr.Type{Kind: expr.Words, Words: words}, nil
}

// checkWords returns the problem of the values of an enum type, or nil. The Offset of the error is
// the index of the value.
func checkWords(words []string) *Error {
	for i, w := range words {
		switch {
		case w == "":
			return &Error{Code: BadWord, Offset: i, Message: "an enum value is missing"}
		case strings.IndexFunc(w, notOfWord) >= 0:
			err := &Error{Code: BadWord, Offset: i, Message: fmt.Sprintf("%q is not a valid enum value", w), Hint: "use letters, digits and any of _ . : / -"}
			if plain := unquoted(w); plain != w && strings.IndexFunc(plain, notOfWord) < 0 {
				err.Hint = "write " + plain + " without quotes"
			}
			return err
		case slices.Contains(typeNames, w):
			return &Error{Code: BadWord, Offset: i, Message: w + " is the name of a type, not an enum value", Hint: "an attribute has one type"}
		case slices.Contains(words[:i], w):
			return &Error{Code: DuplicateWord, Offset: i, Message: w + " is listed twice"}
		}
	}
	if len(words) < 2 {
		return &Error{Code: SingleWord, Message: "an enum needs at least two values", Hint: "write string if any value is allowed"}
	}
	return nil
}

func notOfWord(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("_.:/-", r))
}

func badType(offset int, format string, args ...any) *Error {
	return &Error{Code: BadType, Offset: offset, Message: fmt.Sprintf(format, args...),
		Hint: "write string, bool, int, float, [string], or an enum: a | b"}
}
