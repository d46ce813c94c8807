package servers

import (
	"fmt"
	"regexp"
	"strings"
)

// A variableError is an error of a variable at a byte of a string.
type variableError struct {
	at      int
	message string
}

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// expand replaces ${NAME}, ${env:NAME} and ${NAME:-default} by the values of variables, and $${ by
// ${. Values are not expanded again.
func expand(text string, lookup func(string) (string, bool)) (string, *variableError) {
	var out strings.Builder
	for rest := text; ; {
		at := strings.Index(rest, "${")
		if at < 0 {
			out.WriteString(rest)
			return out.String(), nil
		}
		start := len(text) - len(rest) + at
		if at > 0 && rest[at-1] == '$' {
			out.WriteString(rest[:at-1] + "${")
			rest = rest[at+2:]
			continue
		}
		out.WriteString(rest[:at])
		end := strings.IndexByte(rest[at:], '}')
		if end < 0 {
			return "", &variableError{start, "${ has no closing }: write $${ for a literal ${"}
		}
		value, err := variable(rest[at+2:at+end], lookup)
		if err != "" {
			return "", &variableError{start, err}
		}
		out.WriteString(value)
		rest = rest[at+end+1:]
	}
}

// variable returns the value of what is between the braces, or what is wrong with it.
func variable(inner string, lookup func(string) (string, bool)) (value, problem string) {
	name, fallback, hasFallback := strings.Cut(inner, ":-")
	name = strings.TrimPrefix(name, "env:")
	switch {
	case strings.HasPrefix(inner, "input:"):
		return "", fmt.Sprintf("${%s} asks the user of a client: use an environment variable instead", inner)
	case !variableName.MatchString(name):
		return "", fmt.Sprintf("${%s} is not supported: write ${NAME}, ${NAME:-default} or ${env:NAME}", inner)
	}
	value, ok := lookup(name)
	switch {
	case ok && (value != "" || !hasFallback):
		return value, ""
	case hasFallback:
		return fallback, ""
	}
	return "", fmt.Sprintf("the environment variable %s is not set: set it, or write ${%s:-default}", name, name)
}
