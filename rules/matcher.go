package rules

import "strings"

// A Matcher is a condition on the runner or the model of a request. The zero Matcher matches every request, also one without a
// runner or a model; every other one matches only requests that have it. Names are compared exactly, case and blanks included.
// At most one of the fields is set.
type Matcher struct {
	Name  *string  // this name
	OneOf []string // one of these names; a list that is not nil and empty matches nothing
	Glob  *string  // what this glob matches as a whole; of models alone
}

// Name returns a Matcher for one name. "" is a name like any other, which a request without a runner or model does not have;
// "*" is the name that consists of an asterisk.
func Name(name string) Matcher { return Matcher{Name: &name} }

// OneOf returns a Matcher for each of the names. Without names it matches nothing. Wildcards mean nothing here: "*" is a name.
func OneOf(names ...string) Matcher { return Matcher{OneOf: append([]string{}, names...)} }

// Glob returns a Matcher for the models that a glob matches as a whole: * is any run of characters, "/" among them, ? is one,
// {a,b} is either, \ makes the next character literal. For a runner it is an error, as is an invalid glob.
func Glob(glob string) Matcher { return Matcher{Glob: &glob} }

// String returns the matcher as a rule file has it, without the quotes that YAML might need.
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
