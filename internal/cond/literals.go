package cond

import (
	"regexp"
	"strings"
)

// A Literal is a literal in an atom.
type Literal struct {
	Value  any            // string, bool, int or float64
	Regexp *regexp.Regexp // the compiled Value if it is a regular expression; nil for other literals
	Op     string         // the operator of the literal or its list, without "not": "==", "in"; empty if there is none
	Offset int            // byte offset in the expression, from 0
}

// Literals returns the literals of the atom in source order, including those in lists and
// predicates. It parses the atom again, since evaluation does not need them.
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
	var walk func(op string, part *term)
	walk = func(op string, part *term) {
		switch part.kind {
		case constTerm:
			if part.value != nil {
				list = append(list, Literal{part.value, part.regexp, op, a.offset + part.lo})
			}
		case binaryTerm:
			op = strings.TrimPrefix(part.op, "not ")
		case listTerm, coalesceTerm: // a comparison with one of these compares with its literals
		default:
			op = ""
		}
		for _, arg := range part.args {
			walk(op, arg)
		}
	}
	walk("", t)
	return list
}

// Compared returns the string literals that the atom compares with the unchanged attribute at path,
// by ==, != or in. It returns nil if the atom reads anything else, or applies a function to the
// attribute.
func (a *Atom) Compared(path string) (list []Literal) {
	if len(a.reads) != 1 || a.reads[0] != path || changesText.MatchString(a.key) {
		return nil
	}
	for _, l := range a.Literals() {
		if _, text := l.Value.(string); text && (l.Op == "==" || l.Op == "!=" || l.Op == "in") {
			list = append(list, l)
		}
	}
	return list
}

// changesText matches the call of a function that changes a string.
var changesText = regexp.MustCompile(`\b(lower|upper|trim)\(`)
