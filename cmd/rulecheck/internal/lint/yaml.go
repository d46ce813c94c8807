package lint

import (
	"strings"

	"github.com/toolrules/toolrules/internal/source"
)

// yamlText returns a string as it is written in YAML: as it is, or else in quotes.
func yamlText(text string) string {
	if text == "" || strings.ContainsRune("*&!{[?|>@%\"'#`-,]}:$~ ", rune(text[0])) ||
		strings.ContainsAny(text, "{}[],") ||
		strings.Contains(text, ": ") || strings.Contains(text, " #") || strings.HasSuffix(text, ":") ||
		strings.TrimSpace(text) != text || !printable(text) {
		return source.Quote(text)
	}
	return text
}

func printable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}

// singleQuoted returns a regex as it is usually written in YAML: in single quotes, in which a
// backslash is a backslash.
func singleQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
