package source

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/toolrules/toolrules/internal/visible"
)

// Quote returns a quoted YAML spelling of a string, on one line: in double quotes, or in single
// quotes if it contains quotes or backslashes that would need escapes, or in double quotes with
// escapes if it contains what [visible.Text] escapes: invisible characters, and commands of CI
// systems, since a file that is written from a server's names may be printed in a log.
func Quote(s string) string {
	if strings.ContainsFunc(s, escaped) || visible.Text(s) != s {
		return escape(s)
	}
	if strings.ContainsAny(s, `"\`) {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return `"` + s + `"`
}

// InBraces returns a spelling of a string, quoted if necessary, that may be between braces.
func InBraces(s string) string {
	if s == "" || strings.ContainsAny(s, ",[]{}#\\") || strings.Contains(s, ": ") ||
		strings.IndexByte(`*&!|>'"%@`+"`", s[0]) >= 0 {
		return Quote(s)
	}
	return s
}

// escaped reports whether a character is written as an escape because it is invisible.
func escaped(r rune) bool { return !unicode.IsPrint(r) || visible.IsHidden(r) }

func escape(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	before := rune(0)
	for _, r := range s {
		switch {
		case r == '#' && before == '#': // ##[, ##vso[
			b.WriteString(`\u0023`)
		case r == '"', r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case !escaped(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		before = r
	}
	b.WriteByte('"')
	return b.String()
}
