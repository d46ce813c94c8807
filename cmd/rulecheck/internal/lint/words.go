package lint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A word is a part of a name: deleteRepo, delete_repo and DeleteRepo have the words delete and
// repo.
type word struct {
	text       string // in lower case
	start, end int    // bytes of the name
}

// wordsOf returns the words of a name: runs of letters, or of digits, with a new one where a
// capital follows a small letter, and before the last of several capitals that a small letter
// follows (getHTTPStatus).
func wordsOf(name string) []word {
	var list []word
	start := -1
	end := func(at int) {
		if start >= 0 {
			list = append(list, word{strings.ToLower(name[start:at]), start, at})
		}
		start = -1
	}
	var before rune
	for i, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end(i)
		case start < 0:
			start = i
		case unicode.IsDigit(r) != unicode.IsDigit(before),
			unicode.IsUpper(r) && unicode.IsLower(before),
			unicode.IsUpper(r) && unicode.IsUpper(before) && smallFollows(name[i:]):
			end(i)
			start = i
		}
		before = r
	}
	end(len(name))
	return list
}

// smallFollows reports whether the second character is a small letter.
func smallFollows(s string) bool {
	_, size := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[size:])
	return unicode.IsLower(next)
}

// cuts reports whether an offset of the name is inside one of the words.
func cuts(words []word, at int) bool {
	return slices.ContainsFunc(words, func(w word) bool { return w.start < at && at < w.end })
}

// has reports whether a name has all of the given words.
func has(words []word, all []string) bool {
	return !slices.ContainsFunc(all, func(text string) bool {
		return !slices.ContainsFunc(words, func(w word) bool { return w.text == text })
	})
}
