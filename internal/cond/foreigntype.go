package cond

import (
	"regexp"
	"slices"
	"strings"
)

// foreignTypes are types of other languages, in lower case, and what to write; a blank in front is
// what to say where no type is meant.
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
	"date":      " there are no times: write string, or int for a number of seconds",
	"datetime":  " there are no times: write string, or int for a number of seconds",
	"time":      " there are no times: write string, or int for a number of seconds",
	"timestamp": " there are no times: write string, or int for a number of seconds",
}

var (
	// listOf matches a list of something: string[], []string, list[str], Array<string>, list of
	// strings.
	listOf = regexp.MustCompile(`(?i)^(?:(\w+)\[\]|\[\](\w+)|(?:list|array|set|sequence|vec|slice|tuple)\s*[[<(]\s*(\w+)\s*[\])>]|` +
		`(?:list|array|set) of (\w+?)s?)$`)
	// wordsOf matches a choice of words: enum(a, b), Literal["a", "b"], one of a, b.
	wordsOf = regexp.MustCompile(`(?i)^(?:enum|literal|oneof|one of|choice|choices)\s*[[(<{:]?\s*([^\])>}]+?)\s*[\])>}]?$`)
	// withDefault matches a type with a default: bool = false.
	withDefault = regexp.MustCompile(`^(\w+)\s*=\s*(\S.*)$`)
)

// foreignTypeHint returns what to write for a type of another language; empty if it is none.
func foreignTypeHint(text string) string {
	ours, prose := ourType(text)
	switch {
	case prose != "":
		return prose
	case ours != "":
		return "write " + ours
	}
	if m := withDefault.FindStringSubmatch(text); m != nil && slices.Contains(typeNames, m[1]) {
		return "a declaration has no default: write " + m[1] + ", with a ? behind the name, and ctx.name ?? " + m[2] + " where it is read"
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

// unquoted returns a word without the quotes around it.
func unquoted(word string) string {
	for _, quote := range []string{`"`, "'"} {
		if inner, ok := strings.CutPrefix(word, quote); ok && strings.HasSuffix(inner, quote) {
			return strings.TrimSuffix(inner, quote)
		}
	}
	return word
}
