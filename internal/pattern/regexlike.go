package pattern

import (
	"regexp"
	"strings"
)

// A RegexLike is a pattern that looks like a regular expression, with what was probably meant.
type RegexLike struct {
	Offset  int    // byte of the pattern at which the first sign of a regular expression is
	Certain bool   // false if the only sign is ".*" after a letter or digit, which can be a name with a dot
	Glob    string // the equivalent pattern; empty if there is none

	Server, Regex string // for an entry with server and regex; Regex is empty if it does not compile
}

// LooksLikeRegex reports whether a pattern has signs of a regular expression: "|", "(", ")", "+",
// "^" at the start or "$" at the end of a segment, ".*", or a backslash before a letter that is a
// class, as in \d. Exposed names have none of these.
func LooksLikeRegex(src string) (RegexLike, bool) {
	like := RegexLike{Offset: -1}
	if strings.ContainsAny(src, " \t\n") {
		return like, false
	}
	start := 0 // of the segment
	for i := 0; i < len(src); i++ {
		mark, certain, at := false, true, i
		switch c := src[i]; {
		case c == '/':
			start = i + 1
		case c == '\\':
			mark = i+1 < len(src) && strings.IndexByte("dDwWsSbB", src[i+1]) >= 0
			i++
		case strings.IndexByte("|()+", c) >= 0, c == '^' && i == start:
			mark = true
		case c == '$':
			mark = i > start && (i+1 == len(src) || src[i+1] == '/')
		case c == '.' && i+1 < len(src) && strings.IndexByte("*+", src[i+1]) >= 0:
			mark, certain = true, i == start || src[i+1] != '*' || !isAlphanumeric(src[i-1])
		}
		if mark && like.Offset < 0 {
			like.Offset = at
		}
		like.Certain = like.Certain || mark && certain
	}
	if like.Offset < 0 {
		return like, false
	}
	like.meant(src)
	return like, true
}

func isAlphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

var (
	alternatives = regexp.MustCompile(`\((?:\?:)?([^()|]*(?:\|[^()|]*)+)\)`)
	anyText      = strings.NewReplacer(".*?", "*", ".*", "*", ".+?", "?*", ".+", "?*")
)

// meant sets what the author of the pattern probably meant.
func (l *RegexLike) meant(src string) {
	server, tool := "*", src
	if at := firstSlash(src); at >= 0 {
		server, tool = src[:at], src[at+1:]
	}
	server = strings.TrimSuffix(strings.TrimPrefix(server, "^"), "$")
	tool = strings.TrimSuffix(strings.TrimPrefix(tool, "^"), "$")
	l.Server = globOf(server)
	if text := globOf(tool); l.Server != "" && text != "" {
		candidate := text
		if firstSlash(src) >= 0 {
			candidate = l.Server + "/" + text
		}
		if _, err := Parse(candidate); err == nil {
			l.Glob = candidate
		}
	}
	regex := "^" + tool + "$"
	if strings.Contains(tool, "|") && !alternatives.MatchString(tool) {
		regex = "^(" + tool + ")$"
	}
	if _, err := regexp.Compile(regex); err != nil || l.Server == "" {
		return
	}
	if _, err := ParseServer(l.Server); err == nil {
		l.Regex = regex
	}
}

// globOf returns the glob that is equivalent to a segment written like a regular expression; empty
// if there is none.
func globOf(segment string) string {
	segment = anyText.Replace(segment)
	segment = alternatives.ReplaceAllStringFunc(segment, func(group string) string {
		group = strings.TrimPrefix(strings.Trim(group, "()"), "?:")
		return "{" + strings.ReplaceAll(group, "|", ",") + "}"
	})
	if strings.Contains(segment, "|") && !strings.ContainsAny(segment, "{}()") {
		segment = "{" + strings.ReplaceAll(segment, "|", ",") + "}"
	}
	segment = strings.ReplaceAll(segment, `\.`, ".")
	if strings.ContainsAny(segment, `|()+^$\`) {
		return ""
	}
	return segment
}
