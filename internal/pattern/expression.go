package pattern

import (
	"regexp"
	"strings"
)

// Expressions returns regular expressions that match the server IDs and the tool names that the two
// segments of the pattern match, as a whole. Folded ones match what the folded pattern matches.
// They are for code that reasons about all names. A nil Pattern returns expressions that match
// nothing.
func (p *Pattern) Expressions(folded bool) (server, tool string) {
	if p == nil {
		return `[^\x00-\x{10FFFF}]`, `[^\x00-\x{10FFFF}]`
	}
	return expressionOf(p.server, folded), expressionOf(p.tool, folded)
}

func expressionOf(alternatives []segment, folded bool) string {
	var all []string
	for i := range alternatives {
		m := &alternatives[i].exact
		if folded {
			m = &alternatives[i].folded
		}
		all = append(all, m.expression())
	}
	return "^(?s:" + strings.Join(all, "|") + ")$"
}

func (m *matcher) expression() string {
	if m.shape == shapeAny {
		return ".*"
	}
	var b strings.Builder
	for _, piece := range m.steps {
		switch piece.kind {
		case star:
			b.WriteString(".*")
		case question:
			b.WriteByte('.')
		default:
			b.WriteString(regexp.QuoteMeta(piece.text))
		}
	}
	return b.String()
}

// FoldRune returns what [Fold] replaces a code point with. It only changes letters that have a
// lower case, "-" and ".".
func FoldRune(r rune) rune { return foldRune(r) }
