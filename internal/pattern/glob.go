package pattern

// A Glob is a glob over one text in which "/" and ":" are ordinary, such as a pattern for model names. A nil Glob and the
// zero one match nothing.
type Glob struct {
	source       string
	alternatives []segment
}

// ParseGlob reads a glob. The error is an [*Error].
func ParseGlob(src string) (*Glob, error) {
	p, err := newParser(src)
	if err != nil {
		return nil, err
	}
	alternatives, err := p.segment(0, len(src), wholeText)
	if err != nil {
		return nil, err
	}
	return &Glob{source: src, alternatives: alternatives}, nil
}

// String gives the glob as it was written.
func (g *Glob) String() string {
	if g == nil {
		return ""
	}
	return g.source
}

// Match says whether the glob takes the whole text, compared as it is.
func (g *Glob) Match(text string) bool {
	return g != nil && matchAny(g.alternatives, text)
}

// Literals gives the number of literal characters that every text which the glob takes is sure to have: those of the
// alternative that has the fewest. [Glob.Best] gives them for one text.
func (g *Glob) Literals() int {
	if g == nil || len(g.alternatives) == 0 {
		return 0
	}
	fewest := g.alternatives[0].literals
	for _, s := range g.alternatives[1:] {
		fewest = min(fewest, s.literals)
	}
	return fewest
}

// Best gives the number of literal characters of the most specific alternative that takes the text, and whether one does. An
// alternative without wildcards is more specific than any with one.
func (g *Glob) Best(text string) (literals int, ok bool) {
	if g == nil {
		return 0, false
	}
	best := bestOf(g.alternatives, text)
	if best == nil {
		return 0, false
	}
	return best.literals, true
}

// HasWildcard says whether a text is a glob rather than a name: whether it has a "*", "?" or "{" that no "\" escapes. It asks
// nothing else of the text, which may be no glob all the same. Brackets do not make a glob, since models have them in their
// names ("opus[1m]"); neither do backslashes, and a name is compared with those that it has.
func HasWildcard(src string) bool {
	for pos := 0; pos < len(src); pos++ {
		switch src[pos] {
		case '\\':
			pos++
		case '*', '?', '{':
			return true
		}
	}
	return false
}
