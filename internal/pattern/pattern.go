// Package pattern matches tools, which are pairs of server ID and raw tool name, against the
// patterns of a rule file.
//
// A pattern is server/tool, or tool alone for any server. It is split at its first unescaped "/".
// Each segment is a glob that must match one whole name, whatever characters the name holds:
//
//	?      one character
//	*      any run of characters, including none; ** is the same
//	{a,b}  one of the alternatives, which may be empty; braces do not nest
//	\c     the character c
//	c      the character c
//
// A character is a code point. In a name, each byte that is not part of valid UTF-8 is a character
// that only a wildcard matches. A pattern with braces represents all of its combinations, of which
// there are at most [MaxCombinations].
//
// A pattern matches exactly or folded. Exclude entries match folded: "GitHub/delete-*" then matches
// github and DELETE_REPO too. The pattern is parsed first and its literal characters are folded, so
// that folding never affects a wildcard; [Pattern.String] is never folded.
//
// Parsing fails, with a position, for an empty segment (also one that an empty alternative leaves
// empty), a second "/", a ":" in the server segment, "[" and "]", nested or unbalanced braces, a
// "\" at the end, invalid UTF-8, and more than [MaxLength] characters.
//
// All types are immutable and safe for concurrent use.
package pattern

import (
	"strings"
	"unicode"
)

// Limits of the language, so that a rule file that one host accepts is accepted by all.
const (
	MaxLength       = 256 // characters of a pattern
	MaxCombinations = 64  // combinations of the alternatives in braces
)

// A Pattern is a parsed and compiled server/tool pattern. A nil Pattern and the zero Pattern match
// nothing.
type Pattern struct {
	source string
	server []segment
	tool   []segment
}

// Parse parses a pattern. The error is an [*Error].
func Parse(src string) (*Pattern, error) {
	p, err := newParser(src)
	if err != nil {
		return nil, err
	}
	server, tool := anything(), 0
	if slash := firstSlash(src); slash >= 0 {
		segments, err := p.segment(0, slash, serverSegment)
		if err != nil {
			return nil, err
		}
		server, tool = segments, slash+1
	}
	segments, err := p.segment(tool, len(src), toolSegment)
	if err != nil {
		return nil, err
	}
	return &Pattern{source: src, server: server, tool: segments}, nil
}

// ParseServer parses a server segment alone. The resulting pattern matches every tool of the
// servers that match. The error is an [*Error].
func ParseServer(src string) (*Pattern, error) {
	p, err := newParser(src)
	if err != nil {
		return nil, err
	}
	server, err := p.segment(0, len(src), serverSegment)
	if err != nil {
		return nil, err
	}
	return &Pattern{source: src, server: server, tool: anything()}, nil
}

// String returns the pattern as written.
func (p *Pattern) String() string {
	if p == nil {
		return ""
	}
	return p.source
}

// Match reports whether the pattern matches the tool, without folding.
func (p *Pattern) Match(server, tool string) bool {
	return p.MatchServer(server) && matchAny(p.tool, tool)
}

// MatchFolded reports whether the folded pattern matches the tool. Both names must be results of
// [Fold].
func (p *Pattern) MatchFolded(foldedServer, foldedTool string) bool {
	return p.MatchServerFolded(foldedServer) && matchAnyFolded(p.tool, foldedTool)
}

// MatchServer reports whether the server segment matches the ID.
func (p *Pattern) MatchServer(id string) bool {
	return p != nil && matchAny(p.server, id)
}

// MatchServerFolded reports whether the folded server segment matches the ID, which must be a
// result of [Fold].
func (p *Pattern) MatchServerFolded(folded string) bool {
	return p != nil && matchAnyFolded(p.server, folded)
}

// ServerLiterals returns the server IDs that the pattern names, in the order of its alternatives.
// It returns false if a wildcard, or the lack of a server segment, leaves them open, and for a nil
// Pattern.
func (p *Pattern) ServerLiterals() ([]string, bool) {
	ids, _ := p.Names()
	return ids, ids != nil
}

// Names returns the server IDs and the tool names that the pattern names, in the order of their
// alternatives; nil if a wildcard leaves them open, and for a nil Pattern.
func (p *Pattern) Names() (servers, tools []string) {
	if p == nil {
		return nil, nil
	}
	return literals(p.server), literals(p.tool)
}

// literals returns the names that the alternatives match, or nil if one of them has a wildcard.
func literals(alternatives []segment) []string {
	names := make([]string, len(alternatives))
	for i := range alternatives {
		if !alternatives[i].literal {
			return nil
		}
		names[i] = alternatives[i].text
	}
	return names
}

// Combinations returns the number of combinations of the pattern's alternatives; 0 for a nil
// Pattern.
func (p *Pattern) Combinations() int {
	if p == nil {
		return 0
	}
	return len(p.server) * len(p.tool)
}

// Wildcards returns how many of the combinations have a wildcard for the tool.
func (p *Pattern) Wildcards() int {
	if p == nil {
		return 0
	}
	n := 0
	for i := range p.tool {
		if !p.tool[i].literal {
			n++
		}
	}
	return n * len(p.server)
}

// An Alternative is one of the combinations that a pattern represents.
type Alternative struct {
	ServerLiteral, ToolLiteral bool   // the segment has no wildcard
	Server, Tool               string // the name that the segment matches, empty if it has a wildcard
	Literals                   int    // literal characters of both segments
}

// Alternatives returns the combinations that the pattern represents, one for a pattern without
// braces, in the order in which they are written; the tool segment varies fastest.
func (p *Pattern) Alternatives() []Alternative {
	if p == nil {
		return nil
	}
	all := make([]Alternative, 0, len(p.server)*len(p.tool))
	for i := range p.server {
		for j := range p.tool {
			s, t := &p.server[i], &p.tool[j]
			all = append(all, Alternative{
				ServerLiteral: s.literal, ToolLiteral: t.literal,
				Server: s.text, Tool: t.text,
				Literals: s.literals + t.literals,
			})
		}
	}
	return all
}

// Fold returns the form in which exclude entries compare names: each code point in simple lower
// case, "-" and "." replaced by "_". Nothing is normalized, and a byte that is not part of valid
// UTF-8 becomes U+FFFD. Fold is idempotent.
func Fold(name string) string { return strings.Map(foldRune, name) }

func foldRune(r rune) rune {
	if r == '-' || r == '.' {
		return '_'
	}
	return unicode.ToLower(r)
}
