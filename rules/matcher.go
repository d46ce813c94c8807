package rules

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
)

// A Matcher says for which runners, or for which models, a rule is meant. The zero Matcher takes anything, also a request that
// does not say; every other one takes only a request that says, and compares names as they are, case and blanks included. It
// is immutable and safe for concurrent use.
type Matcher struct {
	kind matcherKind
	text []string // one name, the names of a list, or the glob
}

type matcherKind uint8

const (
	anything matcherKind = iota
	globbed
	listed
	named
)

// Name takes the one name. "" is a name like any other, which a request without a runner or model does not have; "*" is the
// name that consists of an asterisk.
func Name(name string) Matcher { return Matcher{kind: named, text: []string{name}} }

// OneOf takes each of the names, and a list of one is a list still. Without names it takes nothing. Wildcards mean nothing
// here: "*" is a name.
func OneOf(names ...string) Matcher { return Matcher{kind: listed, text: slices.Clone(names)} }

// Glob takes the models that a glob matches as a whole: * is any run of characters, "/" among them, ? is one, {a,b} is either,
// \ takes the next character as it is. Only models can be matched so; [TextSpec.Compile] refuses it for a runner, and refuses
// what is no glob.
func Glob(glob string) Matcher { return Matcher{kind: globbed, text: []string{glob}} }

// String gives the matcher as a rule file writes it, without the quotes that YAML might need.
func (m Matcher) String() string {
	switch m.kind {
	case named, globbed:
		return m.text[0]
	case listed:
		return "[" + strings.Join(m.text, ", ") + "]"
	}
	return "*"
}

// Equal says whether both matchers were made in the same way from the same texts.
func (m Matcher) Equal(other Matcher) bool {
	return m.kind == other.kind && slices.Equal(m.text, other.text)
}

// Names gives the names that the matcher takes, if it takes these and nothing else: those of [Name] and [OneOf]. The list must
// not be changed.
func (m Matcher) Names() (names []string, ok bool) {
	return m.text, m.kind == named || m.kind == listed
}

// Covers says whether the matcher takes every request that the other one takes. It is false as well where that can't be told:
// of globs that are too intricate or broken, and of names against a glob, whatever the glob takes.
func (m Matcher) Covers(other Matcher) bool {
	switch {
	case m.kind == anything:
		return true
	case other.kind == anything:
		return false
	case other.kind == globbed && m.kind == globbed:
		wide, err := pattern.ParseGlob(m.text[0])
		narrow, err2 := pattern.ParseGlob(other.text[0])
		return err == nil && err2 == nil && wide.Covers(narrow)
	case other.kind == globbed:
		return false
	}
	all := compiledMatcher{Matcher: m}
	if m.kind == globbed {
		glob, err := pattern.ParseGlob(m.text[0])
		if err != nil {
			return false
		}
		all.glob = glob
	}
	return !slices.ContainsFunc(other.text, func(name string) bool { return !all.match(&name) })
}

// A compiledMatcher is a Matcher whose glob has been read.
type compiledMatcher struct {
	Matcher
	glob *pattern.Glob // of a globbed one
}

// match says whether the matcher takes what a request carries; nil is a request that does not say.
func (m *compiledMatcher) match(name *string) bool {
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
