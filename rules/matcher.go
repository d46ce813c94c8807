package rules

import "strings"

// A Matcher is a condition on the runner or the model of a request. The zero Matcher matches every
// request, also one without a runner or a model; any other Matcher matches only requests that have
// one. Names are compared exactly, case and blanks included. At most one of the fields is set.
type Matcher struct {
	Name  *string  // this name
	OneOf []string // one of these names; an empty list that is not nil matches nothing
	Glob  *string  // a glob for the whole name; for models only
}

// Name returns a Matcher for one name. "" is a name like any other and differs from a missing
// runner or model; "*" is the name that consists of an asterisk.
func Name(name string) Matcher { return Matcher{Name: &name} }

// OneOf returns a Matcher for each of the names. Without names it matches nothing. There are no
// wildcards: "*" is a name.
func OneOf(names ...string) Matcher { return Matcher{OneOf: append([]string{}, names...)} }

// Glob returns a Matcher for the models whose whole name matches a glob: * matches any characters
// including "/", ? matches one, {a,b} matches either, \ makes the next character literal. A glob
// for a runner is an error, as is an invalid glob.
func Glob(glob string) Matcher { return Matcher{Glob: &glob} }

// String returns the matcher as it is written in a rule file, without the quotes that YAML might
// need.
func (m Matcher) String() string {
	switch {
	case m.Name != nil:
		return *m.Name
	case m.OneOf != nil:
		return "[" + strings.Join(m.OneOf, ", ") + "]"
	case m.Glob != nil:
		return *m.Glob
	}
	return "*"
}
