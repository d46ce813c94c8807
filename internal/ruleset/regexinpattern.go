package ruleset

import (
	"fmt"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// regexInPattern warns of a pattern that is written like a regular expression, with the pattern to
// write; nil for other patterns. ".*" after a letter can be a name with a dot, so it is left to
// checks that have the tools.
func regexInPattern(pointer, text string) *rules.Problem {
	like, ok := pattern.LooksLikeRegex(text)
	if !ok || !like.Certain {
		return nil
	}
	return &rules.Problem{Code: rules.CodeRegexInPattern, Severity: rules.SeverityWarning, Pointer: pointer,
		Offset:  like.Offset,
		Message: fmt.Sprintf("%q reads like a regular expression, and a pattern has *, ? and {a,b} alone", text),
		Hint:    regexHint(pointer, like)}
}

func regexHint(pointer string, like pattern.RegexLike) string {
	switch {
	case like.Glob != "":
		return "write " + source.InBraces(like.Glob)
	case strings.HasPrefix(pointer, "/descriptions/"):
		return "descriptions have patterns alone: write the tools with *, ? and {a,b}"
	case like.Regex == "":
		return "write the tools with *, ? and {a,b}, or as an entry {server: …, regex: …}"
	}
	entry := fmt.Sprintf("{server: %s, regex: '%s'}", source.InBraces(like.Server),
		strings.ReplaceAll(like.Regex, "'", "''"))
	if strings.HasPrefix(pointer, "/sets/") {
		return "a set holds patterns alone: write an entry " + entry + " beside it"
	}
	return "write " + entry
}
