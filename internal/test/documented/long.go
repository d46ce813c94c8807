package documented

import (
	"regexp/syntax"
	"strings"
)

// The limits of docs/limits.md for parts of conditions.
const (
	maxBesideName = 128
	maxBesideKey  = 257
	maxBesideText = 4 << 10
	maxSearched   = 1 << 20 // bytes times instructions
)

// tooLong reports whether a part that can read a tool's attribute may not read it for its length:
// beside the request, or by a regular expression.
func (n *node) tooLong(s *scope) bool {
	tool, request := false, false
	for _, m := range n.mentions {
		ofTool := strings.HasPrefix(m.path, "tool.")
		tool, request = tool || ofTool, request || !ofTool
	}
	for _, m := range n.mentions {
		if !strings.HasPrefix(m.path, "tool.") {
			continue
		}
		limit := maxBesideText
		switch m.path {
		case "tool.name", "tool.server":
			limit = maxBesideName
		case "tool.key":
			limit = maxBesideKey
		}
		if request && tool && size(s.attrs(m.path).value) > limit {
			return true
		}
	}
	return n.searchesTooMuch(s, nil)
}

// searchesTooMuch reports whether a regular expression searches too long a value of the tool,
// directly or as the # of a list.
func (n *node) searchesTooMuch(s *scope, list *node) bool {
	switch n.op {
	case "any", "all", "none", "one", "count":
		return n.args[0].searchesTooMuch(s, nil) || n.args[1].searchesTooMuch(s, n.args[0])
	case "matches":
		if n.args[0].longest(s, list)*instructions(n.args[1].value.(string)) > maxSearched {
			return true
		}
	}
	for _, arg := range n.args {
		if arg.searchesTooMuch(s, list) {
			return true
		}
	}
	return false
}

// longest returns the size of the largest attribute of a tool in a part.
func (n *node) longest(s *scope, list *node) int {
	most := 0
	switch {
	case n.op == element && list != nil:
		most = list.longest(s, nil)
	case n.op == attribute && strings.HasPrefix(n.path, "tool."):
		most = size(s.attrs(n.path).value)
	}
	for _, arg := range n.args {
		most = max(most, arg.longest(s, list))
	}
	return most
}

// size returns the bytes of a string, or of all strings of a list.
func size(value any) int {
	switch v := value.(type) {
	case string:
		return len(v)
	case []any:
		n := 0
		for _, item := range v {
			n += size(item)
		}
		return n
	}
	return 0
}

// instructions returns the length of the program that a pattern is compiled to.
func instructions(pattern string) int {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic("documented: " + err.Error())
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		panic("documented: " + err.Error())
	}
	return len(program.Inst)
}
