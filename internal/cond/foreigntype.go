package cond

import (
	"regexp"
	"slices"
	"strings"
)

// foreignTypes maps types of other languages, in lower case, to what to write. A leading blank
// marks a sentence, for words that are not a type.
var foreignTypes = map[string]string{
	"str": "string", "text": "string", "varchar": "string", "char": "string", "uuid": "string", "uri": "string", "url": "string",
	"email": "string", "id": "string", "enum": "a | b", "boolean": "bool", "flag": "bool",
	"integer": "int", "int32": "int", "int64": "int", "long": "int", "uint": "int", "bigint": "int",
	"double": "float", "float32": "float", "float64": "float", "real": "float", "decimal": "float", "number": "int, or float",
	"list": "[string]", "array": "[string]", "strings": "[string]", "set": "[string]", "tuple": "[string]", "slice": "[string]",
	"list[string]": "[string]",
	"object":       " a mapping has its attributes below it: name: string", "map": " a mapping has its attributes below it: name: string",
	"dict": " a mapping has its attributes below it: name: string", "mapping": " a mapping has its attributes below it: name: string",
	"struct": " a mapping has its attributes below it: name: string", "record": " a mapping has its attributes below it: name: string",
	"date":      " times are not supported: write string, or int for a number of seconds",
	"datetime":  " times are not supported: write string, or int for a number of seconds",
	"time":      " times are not supported: write string, or int for a number of seconds",
	"timestamp": " times are not supported: write string, or int for a number of seconds",
}

var (
	// listOf matches a list type: string[], []string, list[str], Array<string>, list of strings.
	listOf = regexp.MustCompile(`(?i)^(?:(\w+)\[\]|\[\](\w+)|(?:list|array|set|sequence|vec|slice|tuple)\s*[[<(]\s*(\w+)\s*[\])>]|` +
		`(?:list|array|set) of (\w+?)s?)$`)
	// wordsOf matches an enum type: enum(a, b), Literal["a", "b"], one of a, b.
	wordsOf = regexp.MustCompile(`(?i)^(?:enum|literal|oneof|one of|choice|choices)\s*[[(<{:]?\s*([^\])>}]+?)\s*[\])>}]?$`)
	// withDefault matches a type with a default: bool = false.
	withDefault = regexp.MustCompile(`^(\w+)\s*=\s*(\S.*)$`)
)

// foreignTypeHint returns what to write for a type of another language, or "" if text is not such a
// type.
func foreignTypeHint(text string) string {
	ours, prose := ourType(text)
	switch {
	case prose != "":
		return prose
	case ours != "":
		return "write " + ours
	}
	if m := withDefault.FindStringSubmatch(text); m != nil && slices.Contains(typeNames, m[1]) {
		return "defaults are not supported: write " + m[1] + ", add ? after the name, and write ctx.name ?? " + m[2] + " in conditions"
	}
	return ""
}

func ourType(text string) (ours, prose string) {
	if slices.Contains(typeNames, text) {
		return text, ""
	}
	found := foreignTypes[strings.ToLower(text)]
	if prose, ok := strings.CutPrefix(found, " "); ok {
		return "", prose
	}
	if found != "" {
		return found, ""
	}
	if m := listOf.FindStringSubmatch(text); m != nil {
		elem, _ := ourType(m[1] + m[2] + m[3] + m[4])
		if slices.Contains(typeNames, elem) {
			return "[" + elem + "]", ""
		}
		return "", ""
	}
	list := text
	if m := wordsOf.FindStringSubmatch(text); m != nil {
		list = m[1]
	}
	var words []string
	for word := range strings.FieldsFuncSeq(list, func(r rune) bool { return strings.ContainsRune(",|/;", r) }) {
		words = append(words, unquoted(strings.TrimSpace(word)))
	}
	if len(words) > 1 && checkWords(words) == nil {
		return strings.Join(words, " | "), ""
	}
	return "", ""
}

// unquoted returns a word without its quotes.
func unquoted(word string) string {
	for _, quote := range []string{`"`, "'"} {
		if inner, ok := strings.CutPrefix(word, quote); ok && strings.HasSuffix(inner, quote) {
			return strings.TrimSuffix(inner, quote)
		}
	}
	return word
}
