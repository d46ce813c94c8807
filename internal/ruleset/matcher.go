package ruleset

import (
	"slices"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/rules"
)

// A matcher is a compiled [rules.Matcher].
type matcher struct {
	kind matcherKind
	text []string      // one name, the names of a list, or the glob
	glob *pattern.Glob // of a globbed one
}

type matcherKind uint8

const (
	anything matcherKind = iota
	globbed
	listed
	named
)

// newMatcher returns a matcher that has no glob yet.
func newMatcher(m rules.Matcher) matcher {
	switch {
	case m.Name != nil:
		return matcher{kind: named, text: []string{*m.Name}}
	case m.OneOf != nil:
		return matcher{kind: listed, text: slices.Clone(m.OneOf)}
	case m.Glob != nil:
		return matcher{kind: globbed, text: []string{*m.Glob}}
	}
	return matcher{}
}

// compile parses the glob of a globbed matcher.
func (m *matcher) compile() (err error) {
	if m.kind == globbed {
		m.glob, err = pattern.ParseGlob(m.text[0])
	}
	return err
}

func (m *matcher) equal(other *matcher) bool {
	return m.kind == other.kind && slices.Equal(m.text, other.text)
}

// Covers reports whether m matches every request that other matches. It is also false if that is
// not known: for globs that are too complex or invalid, and for names compared to a glob, whatever
// the glob matches.
func Covers(m, other rules.Matcher) bool {
	wide, narrow := newMatcher(m), newMatcher(other)
	switch {
	case wide.kind == anything:
		return true
	case narrow.kind == anything || wide.compile() != nil || narrow.compile() != nil:
		return false
	case narrow.kind == globbed:
		return wide.kind == globbed && wide.glob.Covers(narrow.glob)
	}
	return !slices.ContainsFunc(narrow.text, func(name string) bool { return !wide.match(&name) })
}

// Names returns the names that a matcher matches, and true if it matches these and nothing else.
func Names(m rules.Matcher) (names []string, ok bool) {
	compiled := newMatcher(m)
	return compiled.text, compiled.kind == named || compiled.kind == listed
}

// match reports whether the matcher matches what a request carries; nil is a request that does not
// carry it.
func (m *matcher) match(name *string) bool {
	switch {
	case m.kind == anything:
		return true
	case name == nil:
		return false
	case m.kind == named:
		return m.text[0] == *name
	case m.kind == globbed:
		return m.glob.Match(*name)
	}
	return slices.Contains(m.text, *name)
}
