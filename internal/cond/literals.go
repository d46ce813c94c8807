package cond

import (
	"regexp"
	"strings"
)

// A Literal is a value that stands in an atom.
type Literal struct {
	Value  any            // string, bool, int or float64
	Regexp *regexp.Regexp // the compiled Value if it is a regular expression; nil for other literals
	Op     string         // the operator that it is an operand of, itself or its list, without "not": "==", "in"; empty if there is none
	Offset int            // byte of the expression at which it starts, from 0
}

// Literals returns the literals of the atom in the order of the source, those in lists and
// predicates included. It parses the atom again: no program that runs needs them.
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
		case listTerm, coalesceTerm: // what they are compared with, the literals in them are
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

// Compared returns the string literals that the atom compares an attribute with as it is, by ==, !=
// or in; nil if the atom reads anything else, or changes the attribute with a function first.
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

// changesText matches the call of a function that returns another text than it gets.
var changesText = regexp.MustCompile(`\b(lower|upper|trim)\(`)
