package pattern

import "cmp"

// A Rank is the specificity of a pattern for one tool. [Rank.Compare] orders ranks: a pattern
// without wildcards is more specific than one with a wildcard in one segment, a literal tool more
// than a literal server, and otherwise the number of literal characters decides. The zero value is
// the rank of "*", the least specific.
type Rank struct {
	toolLiteral, serverLiteral bool
	literals                   int
}

// Compare returns a negative number if r is less specific than other, a positive one if it is more
// specific, and 0 if they are equal.
func (r Rank) Compare(other Rank) int {
	return cmp.Or(cmp.Compare(r.class(), other.class()), cmp.Compare(r.literals, other.literals))
}

func (r Rank) class() int {
	c := 0
	if r.toolLiteral {
		c += 2
	}
	if r.serverLiteral {
		c++
	}
	return c
}

// Best returns the rank of the most specific alternative that matches the tool, without folding,
// and reports whether one does.
func (p *Pattern) Best(server, tool string) (Rank, bool) {
	if p == nil {
		return Rank{}, false
	}
	s, t := bestOf(p.server, server), bestOf(p.tool, tool)
	if s == nil || t == nil {
		return Rank{}, false
	}
	// The two segments can be chosen independently, since each only adds to the rank.
	return Rank{toolLiteral: t.literal, serverLiteral: s.literal, literals: s.literals + t.literals}, true
}

// bestOf returns the most specific alternative that matches the name, or nil.
func bestOf(alternatives []segment, name string) *segment {
	var best *segment
	for i := range alternatives {
		if s := &alternatives[i]; s.exact.match(name) && (best == nil || s.beats(best)) {
			best = s
		}
	}
	return best
}

func (s *segment) beats(other *segment) bool {
	if s.literal != other.literal {
		return s.literal
	}
	return s.literals > other.literals
}
