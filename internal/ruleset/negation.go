package ruleset

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// attributeFirst matches a string that starts with an attribute: a condition, not a pattern.
var attributeFirst = regexp.MustCompile(`^(tool|ctx)\.\w`)

// negated returns the problem of a pattern that starts with "!" or "not ", which means "all but
// these" in other programs; nil for other patterns. It is an error, since the pattern would match
// no tool: an exclude would hide nothing.
func negated(pointer, text string) *rules.Problem {
	rest, ok := strings.CutPrefix(text, "!")
	if !ok {
		rest, ok = strings.CutPrefix(text, "not ")
	}
	if !ok {
		return nil
	}
	rest = strings.TrimSpace(rest)
	return &rules.Problem{Code: rules.CodePatternNegation, Pointer: pointer, Offset: 0,
		Message: "a pattern has no negation", Hint: negationHint(pointer, rest)}
}

// negationHint returns what to write for "all but these", where these are what the pattern rest
// matches.
func negationHint(pointer, rest string) string {
	tool := ""
	if p, err := pattern.Parse(rest); err == nil {
		if only := p.Alternatives(); len(only) == 1 && only[0].ToolLiteral {
			tool = only[0].Tool
		}
	}
	shown := source.InBraces(rest)
	switch {
	case rest == "":
		return "write the tools that are meant, and put what is to stay hidden under exclude"
	case attributeFirst.MatchString(rest):
		return fmt.Sprintf("write {when: not %s}", rest)
	case strings.HasSuffix(pointer, "/server"):
		return fmt.Sprintf(`write server: "*", and add when: tool.server != %q`, rest)
	case strings.HasPrefix(pointer, "/exclude/") && tool != "":
		return fmt.Sprintf("what is to stay visible is a condition of the entry that hides the others: when: tool.name != %q", tool)
	case strings.HasPrefix(pointer, "/exclude/"):
		return fmt.Sprintf("to hide everything but these, write include: [%s] instead", shown)
	case strings.HasPrefix(pointer, "/descriptions/"):
		return "write the tools that the text is for; of two entries the more specific one is used"
	}
	return fmt.Sprintf("put it under exclude, which always wins: exclude: [%s]", shown)
}
