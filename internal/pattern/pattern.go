// Package pattern matches tools, as pairs of a server id and a raw tool name, against the patterns of a rule file.
//
// A pattern is server/tool, or tool alone for any server. It is split at its first unescaped "/". Each of the two segments is
// a glob over the whole of one name, whatever characters the name holds:
//
//	?      one character
//	*      any run of characters, also none; ** is the same
//	{a,b}  one of the alternatives, any of which may be empty; braces do not nest
//	\c     the character c as it is
//	c      the character c
//
// A character is a code point; in a name, each byte that is no part of valid UTF-8 is a character that only a wildcard takes.
// A pattern with braces stands for all of its combinations, each by itself, of which there are at most [MaxCombinations].
//
// A pattern matches exactly, or folded, which is how exclude entries match: "GitHub/delete-*" then takes github and
// DELETE_REPO as well. The pattern is parsed first and what is folded are its literal characters, so that folding never
// touches a wildcard; the text of a pattern is never folded.
//
// What can't be a pattern is refused, with its place, in place of being read as something: an empty segment (also one that an
// empty alternative leaves empty), a second "/", a ":" in the server segment, "[" and "]", braces that nest or do not pair, a
// "\" at the end, invalid UTF-8, and more than [MaxLength] characters.
//
// Everything here is immutable once made, and safe for concurrent use.
package pattern

import (
	"strings"
	"unicode"
)

// Limits of the language, so that a rule file that loads on one host loads on all.
const (
	MaxLength       = 256 // characters of a pattern as it is written
	MaxCombinations = 64  // ways to choose from a pattern's braces
)

// A Pattern is a parsed and compiled server/tool pattern. A nil Pattern and the zero one match nothing.
type Pattern struct {
	source string
	server []segment
	tool   []segment
}

// Parse reads a pattern. The error is an [*Error].
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

// ParseServer reads a server segment alone; the pattern that it gives takes every tool of the servers that match. The error
// is an [*Error].
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

// String gives the pattern as it was written.
func (p *Pattern) String() string {
	if p == nil {
		return ""
	}
	return p.source
}

// Match says whether the pattern takes the tool, both names compared as they are.
func (p *Pattern) Match(server, tool string) bool {
	return p.MatchServer(server) && matchAny(p.tool, tool)
}

// MatchFolded says whether the pattern, folded, takes the tool. Both names have to come from [Fold].
func (p *Pattern) MatchFolded(foldedServer, foldedTool string) bool {
	return p.MatchServerFolded(foldedServer) && matchAnyFolded(p.tool, foldedTool)
}

// MatchServer says whether the pattern takes any tool of the server.
func (p *Pattern) MatchServer(id string) bool {
	return p != nil && matchAny(p.server, id)
}

// MatchServerFolded says whether the pattern, folded, takes any tool of the server whose id [Fold] made folded.
func (p *Pattern) MatchServerFolded(folded string) bool {
	return p != nil && matchAnyFolded(p.server, folded)
}

// ServerLiterals gives the server ids that the pattern names, in the order of its alternatives, if it names them all: it is
// false where a wildcard, or the lack of a server segment, leaves them open, and for a nil Pattern.
func (p *Pattern) ServerLiterals() ([]string, bool) {
	ids, _ := p.Names()
	return ids, ids != nil
}

// Names returns the servers and the tools that the pattern names, in the order of their alternatives; nil if a wildcard leaves them
// open, and for a nil Pattern.
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

// Combinations returns how many patterns the alternatives in braces stand for; 0 for a nil Pattern.
func (p *Pattern) Combinations() int {
	if p == nil {
		return 0
	}
	return len(p.server) * len(p.tool)
}

// Wildcards returns how many of these combinations have a wildcard for the tool.
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

// An Alternative is one of the combinations that a pattern stands for.
type Alternative struct {
	ServerLiteral, ToolLiteral bool   // the segment has no wildcard
	Server, Tool               string // the literal text of the segment, empty if it has a wildcard
	Literals                   int    // literal characters of both segments
}

// Alternatives gives the combinations that the pattern stands for, one for a pattern without braces. They are in the order in
// which they are written, the tool segment's going round faster.
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

// Fold gives the form of a name in which exclude entries compare: every code point in its simple lower case, "-" and "." as
// "_". Nothing is normalized, and a byte that is no part of valid UTF-8 becomes U+FFFD. Folding twice is folding once.
func Fold(name string) string { return strings.Map(foldRune, name) }

func foldRune(r rune) rune {
	if r == '-' || r == '.' {
		return '_'
	}
	return unicode.ToLower(r)
}
