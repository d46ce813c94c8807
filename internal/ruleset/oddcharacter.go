package ruleset

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// oddCharacter warns of a character in a pattern that no visible tool has in its name: see
// [naming.ValidToolName]. It is usually an accident. Blanks and invisible characters are reported
// in all patterns, other characters in all patterns except those of an include: an include that
// shows nothing is noticed at once, an exclude that hides nothing is not.
func oddCharacter(pointer, text string) *rules.Problem {
	at := strings.IndexFunc(text, func(c rune) bool { return c == ' ' || !visible.Seen(c) })
	if at < 0 && !strings.HasPrefix(pointer, "/include/") {
		at = illegalAt(text)
	}
	if at < 0 {
		return nil
	}
	c, _ := utf8.DecodeRuneInString(text[at:])
	return &rules.Problem{
		Code: rules.CodeOddCharacter, Severity: rules.SeverityWarning, Pointer: pointer, Offset: at,
		Hint:    cmp.Or(setHint(pointer, text), oddHint(text, c)),
		Message: fmt.Sprintf("the pattern has the character %q (%U) in it, which no tool that is shown has in its name", c, c),
	}
}

// illegalAt returns the offset of the first literal of a pattern that no legal name has, or -1. A
// character after a backslash is intended and skipped.
func illegalAt(text string) int {
	escaped, braces := false, false
	for i, c := range text {
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '{' || c == '}':
			braces = c == '{'
		case c == ',' && braces, strings.ContainsRune("*?/", c), naming.ValidToolName(string(c)):
		default:
			return i
		}
	}
	return -1
}

// oddHint returns what to write for a pattern whose first odd character is c; empty if that is not
// clear.
func oddHint(text string, c rune) string {
	switch trimmed := strings.TrimSpace(text); {
	case unicode.IsSpace(c) && !strings.ContainsFunc(trimmed, unicode.IsSpace):
		if trimmed != text {
			return "write " + source.Quote(trimmed)
		}
	case nextItemHint(text) != "":
		return nextItemHint(text)
	case strings.Contains(text, ","), c == ' ' && !strings.Contains(text, " //"):
		return "write two entries: a text is one pattern"
	case strings.ContainsRune("“”„‘’", c):
		return "write straight quotes: " + source.Quote(strings.Trim(text, "“”„‘’"))
	}
	return ""
}

// commentHint returns what to write for a pattern followed by a comment in another syntax; empty
// for any other.
func commentHint(text string) string {
	if before, _, ok := strings.Cut(text, " //"); ok {
		return "a comment starts with #: write " + strings.TrimSpace(before) + " # …"
	}
	return ""
}

// nextItemHint returns what to write for a pattern that contains the list item below it; empty for
// any other.
func nextItemHint(text string) string {
	switch {
	case strings.Contains(text, " - "):
		return "the next line is read as part of this text: check its indent"
	case strings.Contains(text, " -"):
		return "the next line is read as part of this text: put a blank after its dash, and check its indent"
	}
	return ""
}

var (
	// condition matches a word that starts a condition, with or without a pattern before it.
	condition = regexp.MustCompile(`(?s)^(?:(\S+)\s+)?(when|if|where|unless|except)\s+(\S.*)$`)
	// bareCondition matches the start of a condition that cannot be the start of a name.
	bareCondition = regexp.MustCompile(`^(not\s+|!\s*)?\(*(tool|ctx)\.\w+(\.\w+)*\)*\s+\S`)
)

// conditionIn returns the problem of a string that is a condition, or has one after a pattern, as
// in "fs/* when tool.readOnly". It is an error: the whole string would be one pattern, which
// matches no visible tool, and the condition would be dropped.
func conditionIn(pointer, text string) *rules.Problem {
	p := &rules.Problem{Code: rules.CodeOddCharacter, Pointer: pointer}
	tools, when := "", text
	if m := condition.FindStringSubmatchIndex(text); m != nil {
		if m[2] >= 0 {
			tools = text[m[2]:m[3]]
		}
		p.Offset, when = m[4], strings.TrimSpace(text[m[6]:m[7]])
		if word := text[m[4]:m[5]]; word == "unless" || word == "except" {
			when = "not (" + when + ")"
		}
	} else if !bareCondition.MatchString(text) {
		return nil
	}
	p.Message = "a condition stands after the pattern, and would be read as a part of it"
	if tools == "" {
		p.Message = "a condition stands where a pattern does, and would be read as one"
	}
	switch {
	case strings.HasPrefix(pointer, "/sets/"):
		p.Hint = "a set holds patterns alone: write the condition under when, in the entries that name the set"
	case strings.HasPrefix(pointer, "/descriptions/"):
		p.Hint = "write the condition under when, in a rule of runners"
	case tools == "":
		p.Hint = fmt.Sprintf("write {when: %s}", source.InBraces(when))
	default:
		p.Hint = fmt.Sprintf("write {tools: %s, when: %s}", source.InBraces(tools), source.InBraces(when))
	}
	return p
}

// setAfterSlash matches the name of a set used as a tool name, as in github/$writes.
var setAfterSlash = regexp.MustCompile(`^[^\\/]*/(\$[A-Za-z_][A-Za-z0-9_-]*)$`)

// setHint returns what to write for a pattern that contains the name of a set; empty for any other.
func setHint(pointer, text string) string {
	m := setAfterSlash.FindStringSubmatch(text)
	switch {
	case m == nil:
		return ""
	case strings.HasPrefix(pointer, "/sets/"):
		return "a set holds patterns, and no other sets: write those of " + m[1] + " here"
	case strings.HasPrefix(pointer, "/descriptions/"):
		return "descriptions take no sets: write the patterns of " + m[1] + " here"
	}
	return "a set stands alone: write " + m[1]
}
