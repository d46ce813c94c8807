package pattern

import "cmp"

// A Rank says how specific a pattern is for one tool. Ranks compare by [Rank.Compare]: a pattern without wildcards on both
// sides beats one with a wildcard on one, a literal tool beats a literal server, and then the number of literal characters
// decides. The zero value is the rank of "*", the least specific.
type Rank struct {
	toolLiteral, serverLiteral bool
	literals                   int
}

// Compare gives a negative number if r is less specific than other, a positive one if it is more, and 0 if they are equal.
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

// Best gives the rank of the most specific alternative that takes the tool, names compared as they are, and whether one does.
func (p *Pattern) Best(server, tool string) (Rank, bool) {
	if p == nil {
		return Rank{}, false
	}
	s, t := bestOf(p.server, server), bestOf(p.tool, tool)
	if s == nil || t == nil {
		return Rank{}, false
	}
	// The two sides can be chosen apart, since each of them only ever adds to the rank.
	return Rank{toolLiteral: t.literal, serverLiteral: s.literal, literals: s.literals + t.literals}, true
}

// bestOf gives the most specific alternative that takes the name, or nil.
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
