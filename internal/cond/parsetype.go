package cond

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/suggest"
)

// typeNames are the types that have a name, in the order of their kinds.
var typeNames = []string{"string", "bool", "int", "float"}

// ParseType reads the text of a type as a rule file has it: string, bool, int, float, [T] for a
// list of one of these, or "a | b" for a text that is one of at least two words. The error is an
// [*Error] with the place in text.
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

// parseListType reads [T]. The text starts with a bracket, which is at the byte lo of the whole.
func parseListType(text string, lo int) (expr.Type, *Error) {
	inner, ok := strings.CutSuffix(text[1:], "]")
	if !ok {
		return expr.Type{}, badType(lo, "the [ has no ] at the end")
	}
	elem, err := parseType(inner)
	if err != nil {
		err.Offset += lo + 1
		return expr.Type{}, err
	}
	if elem.Kind > expr.Float {
		return expr.Type{}, badType(lo+1, "a list is of string, bool, int or float, not of %s", elem)
	}
	return expr.Type{Kind: expr.List, Elem: &elem}, nil
}

// parseWordsType reads "a | b".
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

// checkWords looks for a mistake in the words of a type. The Offset of the error is the index of
// the word.
func checkWords(words []string) *Error {
	for i, w := range words {
		switch {
		case w == "":
			return &Error{Code: BadWord, Offset: i, Message: "a word is missing"}
		case strings.IndexFunc(w, notOfWord) >= 0:
			err := &Error{Code: BadWord, Offset: i, Message: fmt.Sprintf("%q is not a word", w), Hint: "a word is letters, digits and any of _ . : / -"}
			if plain := unquoted(w); plain != w && strings.IndexFunc(plain, notOfWord) < 0 {
				err.Hint = "write " + plain + " without quotes"
			}
			return err
		case slices.Contains(typeNames, w):
			return &Error{Code: BadWord, Offset: i, Message: w + " is the name of a type, not a word", Hint: "a value has one type"}
		case slices.Contains(words[:i], w):
			return &Error{Code: DuplicateWord, Offset: i, Message: w + " is there twice"}
		}
	}
	if len(words) < 2 {
		return &Error{Code: SingleWord, Message: "a choice of words needs two of them", Hint: "write string if it can be any text"}
	}
	return nil
}

func notOfWord(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("_.:/-", r))
}

func badType(offset int, format string, args ...any) *Error {
	return &Error{Code: BadType, Offset: offset, Message: fmt.Sprintf(format, args...),
		Hint: "write string, bool, int, float, [string], or the words that it can be: a | b"}
}
