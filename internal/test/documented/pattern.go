package documented

import (
	"strings"
	"unicode"
)

// A glob is a list of alternatives without braces.
type glob []alternative

// An alternative is a list of characters and wildcards.
type alternative []globChar

// A globChar is a literal character, or a wildcard: * or ?.
type globChar struct {
	char     rune
	wildcard bool
}

// A pattern is a pattern for a server's id and one for a tool's name.
type pattern struct{ server, tool glob }

// parsePattern parses server/tool, or tool alone for any server.
func parsePattern(src string) pattern {
	chars := []rune(src)
	for i := 0; i < len(chars); i++ {
		switch chars[i] {
		case '\\':
			i++
		case '/':
			return pattern{parseGlob(chars[:i]), parseGlob(chars[i+1:])}
		}
	}
	return pattern{parseGlob([]rune("*")), parseGlob(chars)}
}

// parseGlob parses one side of a pattern, or a glob for a model.
func parseGlob(chars []rune) glob {
	all := glob{nil}
	for i := 0; i < len(chars); i++ {
		switch c := chars[i]; c {
		case '\\':
			i++
			all = all.join(glob{{{char: chars[i]}}})
		case '*', '?':
			all = all.join(glob{{{char: c, wildcard: true}}})
		case '{':
			var choices glob
			from := i + 1
			for i++; ; i++ {
				if chars[i] == ',' || chars[i] == '}' {
					choices = append(choices, parseGlob(chars[from:i])...)
					from = i + 1
				}
				if chars[i] == '\\' {
					i++
				} else if chars[i] == '}' {
					break
				}
			}
			all = all.join(choices)
		default:
			all = all.join(glob{{{char: c}}})
		}
	}
	return all
}

// join returns every alternative of g with every one of next after it.
func (g glob) join(next glob) (all glob) {
	for _, a := range g {
		for _, b := range next {
			all = append(all, append(append(alternative{}, a...), b...))
		}
	}
	return all
}

// fold returns the loose form of a name: lower case, with - and . as _.
func fold(name string) string { return strings.Map(foldRune, name) }

func foldRune(c rune) rune {
	if c == '-' || c == '.' {
		return '_'
	}
	return unicode.ToLower(c)
}

func (g glob) fold() (all glob) {
	for _, a := range g {
		folded := make(alternative, len(a))
		for i, e := range a {
			if !e.wildcard {
				e.char = foldRune(e.char)
			}
			folded[i] = e
		}
		all = append(all, folded)
	}
	return all
}

func (p pattern) fold() pattern { return pattern{p.server.fold(), p.tool.fold()} }

func (p pattern) match(server, tool string) bool { return p.server.match(server) && p.tool.match(tool) }

func (g glob) match(name string) bool {
	for _, a := range g {
		if a.match([]rune(name)) {
			return true
		}
	}
	return false
}

func (a alternative) match(name []rune) bool {
	if len(a) == 0 {
		return len(name) == 0
	}
	if a[0].wildcard && a[0].char == '*' {
		return a[1:].match(name) || len(name) > 0 && a.match(name[1:])
	}
	return len(name) > 0 && (a[0].wildcard || a[0].char == name[0]) && a[1:].match(name[1:])
}

// literals returns the number of literal characters of an alternative, and whether all are literal.
func (a alternative) literals() (n int, all bool) {
	for _, e := range a {
		if !e.wildcard {
			n++
		}
	}
	return n, n == len(a)
}

// A rank is how specific a pattern is for one tool. Greater numbers are more specific; the first
// ones count more.
type rank [4]int

func (r rank) less(other rank) bool {
	for i := range r {
		if r[i] != other[i] {
			return r[i] < other[i]
		}
	}
	return false
}

// rank returns how specific a pattern is for a tool, by the best of its alternatives, and whether
// it matches.
func (p pattern) rank(server, tool string) (best rank, ok bool) {
	for _, s := range p.server {
		for _, t := range p.tool {
			if !s.match([]rune(server)) || !t.match([]rune(tool)) {
				continue
			}
			n, literalServer := s.literals()
			m, literalTool := t.literals()
			r := rank{btoi(literalServer && literalTool), btoi(literalTool), btoi(literalServer), n + m}
			if !ok || best.less(r) {
				best, ok = r, true
			}
		}
	}
	return best, ok
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
