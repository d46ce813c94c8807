package pattern

import (
	"strings"
	"unicode/utf8"
)

// A segment is one alternative of a server or tool segment.
type segment struct {
	exact, folded matcher
	literal       bool   // no wildcards
	text          string // the name that it matches if it is literal
	literals      int    // literal characters
}

// anything returns the alternatives of an omitted segment.
func anything() []segment {
	m := matcher{shape: shapeAny}
	return []segment{{exact: m, folded: m}}
}

func compile(s sequence) segment {
	exact := newMatcher(s)
	seg := segment{exact: exact, folded: exact}
	for _, p := range s {
		seg.literals += utf8.RuneCountInString(p.text)
		if Fold(p.text) != p.text {
			seg.folded = newMatcher(s.fold())
		}
	}
	if exact.shape == shapeLiteral {
		seg.literal, seg.text = true, exact.text
	}
	return seg
}

func (s sequence) fold() sequence {
	folded := make(sequence, len(s))
	for i, p := range s {
		folded[i] = piece{kind: p.kind, text: Fold(p.text)}
	}
	return folded
}

func matchAny(alternatives []segment, name string) bool {
	for i := range alternatives {
		if alternatives[i].exact.match(name) {
			return true
		}
	}
	return false
}

func matchAnyFolded(alternatives []segment, folded string) bool {
	for i := range alternatives {
		if alternatives[i].folded.match(folded) {
			return true
		}
	}
	return false
}

// A shape identifies globs that need a single comparison. The zero value is any other glob.
type shape uint8

const (
	shapeGeneral shape = iota
	shapeLiteral       // text
	shapeAny           // *
	shapePrefix        // text*
	shapeSuffix        // *text
)

// A matcher decides whether a glob matches a whole name.
type matcher struct {
	shape shape
	text  string
	steps sequence
}

func newMatcher(s sequence) matcher {
	m := matcher{steps: s}
	switch {
	case len(s) == 1 && s[0].kind == literal:
		m.shape, m.text = shapeLiteral, s[0].text
	case len(s) == 1 && s[0].kind == star:
		m.shape = shapeAny
	case len(s) == 2 && s[0].kind == literal && s[1].kind == star:
		m.shape, m.text = shapePrefix, s[0].text
	case len(s) == 2 && s[0].kind == star && s[1].kind == literal:
		m.shape, m.text = shapeSuffix, s[1].text
	}
	return m
}

func (m *matcher) match(name string) bool {
	switch m.shape {
	case shapeLiteral:
		return name == m.text
	case shapeAny:
		return true
	case shapePrefix:
		return strings.HasPrefix(name, m.text)
	case shapeSuffix:
		return strings.HasSuffix(name, m.text)
	}
	return m.steps.match(name)
}

// match needs no memory: where a step does not match, the last star is extended by one character.
// An earlier star never has to be, since the last one can match whatever the earlier one could.
func (s sequence) match(name string) bool {
	at, rest := 0, name
	starAt, starRest := -1, ""
	for {
		switch {
		case at == len(s):
			if rest == "" {
				return true
			}
		case s[at].kind == star:
			starAt, starRest = at, rest
			at++
			continue
		case s[at].kind == question && rest != "":
			at, rest = at+1, rest[firstWidth(rest):]
			continue
		case s[at].kind == literal && strings.HasPrefix(rest, s[at].text):
			at, rest = at+1, rest[len(s[at].text):]
			continue
		}
		if starAt < 0 || starRest == "" {
			return false
		}
		starRest = starRest[firstWidth(starRest):]
		if next := starAt + 1; next < len(s) && s[next].kind == literal {
			i := strings.Index(starRest, s[next].text)
			if i < 0 {
				return false
			}
			starRest = starRest[i:]
		}
		at, rest = starAt+1, starRest
	}
}

// firstWidth returns the length in bytes of a name's first character.
func firstWidth(name string) int {
	_, width := utf8.DecodeRuneInString(name)
	return width
}
