package expr

import "regexp"

// A Literal is a value that stands in an atom.
type Literal struct {
	Value  any            // string, bool, int or float64
	Regexp *regexp.Regexp // the compiled Value if it is a regular expression; nil for other literals
}

// Literals returns the literals of the atom in the order of the source, those in lists and predicates included. It parses the atom
// again: no program that runs needs them.
func (a *Atom) Literals() []Literal {
	s, mistake := readSource(a.source)
	if mistake != nil {
		return nil
	}
	tree, errs := parse(s)
	if len(errs) > 0 {
		return nil
	}
	t, errs := check(a.env, s, tree)
	if len(errs) > 0 {
		return nil
	}
	var list []Literal
	t.each(func(part *term) {
		if part.kind == constTerm && part.value != nil {
			list = append(list, Literal{part.value, part.regexp})
		}
	})
	return list
}
