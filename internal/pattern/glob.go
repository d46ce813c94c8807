package pattern

// A Glob is a glob in which "/" and ":" are ordinary characters, such as a pattern for model names.
// A nil Glob and the zero Glob match nothing.
type Glob struct {
	source       string
	alternatives []segment
}

// ParseGlob parses a glob. The error is an [*Error].
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

// String returns the glob as written.
func (g *Glob) String() string {
	if g == nil {
		return ""
	}
	return g.source
}

// Match reports whether the glob matches the whole text, without folding.
func (g *Glob) Match(text string) bool {
	return g != nil && matchAny(g.alternatives, text)
}

// Literals returns the number of literal characters of the alternative that has the fewest.
// [Glob.Best] returns the number for one text.
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

// Best returns the number of literal characters of the most specific alternative that matches the
// text, and reports whether one does. An alternative without wildcards is more specific than one
// with wildcards.
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

// HasWildcard reports whether src is a glob and not a plain name: whether it has an unescaped "*",
// "?" or "{". It does not check whether the glob is valid. Brackets do not count, since model names
// have them ("opus[1m]"); neither do backslashes, which are then part of the name.
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
