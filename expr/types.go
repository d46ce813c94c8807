package expr

import (
	"slices"
	"strings"
)

// A Kind is what sort of value an attribute has.
type Kind uint8

const (
	String Kind = iota // any text
	Bool
	Int    // a whole number that fits into a Go int: 64 bits, and 32 on systems of 32
	Float  // a finite number of double precision
	List   // a list; Type.Elem says of what
	Words  // a text that is one of Type.Words
	Object // a mapping; Type.Fields says of what
)

// String gives the name of the kind as messages use it.
func (k Kind) String() string {
	switch k {
	case String:
		return "string"
	case Bool:
		return "bool"
	case Int:
		return "int"
	case Float:
		return "float"
	case List:
		return "list"
	case Words:
		return "words"
	case Object:
		return "mapping"
	}
	return "unknown kind"
}

// A Type is the type of an attribute, or of a part of an expression. The zero value is a string. Elem is set for lists alone,
// Words for words and Fields for mappings.
type Type struct {
	Kind   Kind
	Elem   *Type
	Words  []string
	Fields []Field
}

// A Field is one name of a mapping and what it holds. Optional says that a request may lack it; a mapping can't be optional,
// the fields in it can.
type Field struct {
	Name     string
	Type     Type
	Optional bool
}

// String gives the type as a rule file declares it: "string", "[int]", "admin | guest". A mapping, which a rule file spells as
// one, is {name: type, …}.
func (t Type) String() string {
	switch t.Kind {
	case List:
		if t.Elem == nil {
			return "[]"
		}
		return "[" + t.Elem.String() + "]"
	case Words:
		return strings.Join(t.Words, " | ")
	case Object:
		fields := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			mark := ""
			if f.Optional {
				mark = "?"
			}
			fields[i] = f.Name + mark + ": " + f.Type.String()
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	return t.Kind.String()
}

// text says whether values of the type are strings.
func (t Type) text() bool { return t.Kind == String || t.Kind == Words }

// elem returns the kind of a list's elements, and Object for what is not a list, or a list of which nothing is known.
func (t Type) elem() Kind {
	if t.Kind != List || t.Elem == nil {
		return Object
	}
	return t.Elem.Kind
}

// number says whether values of the type are numbers.
func (t Type) number() bool { return t.Kind == Int || t.Kind == Float }

// clone gives a copy that shares nothing with t, so that whoever declared a type can go on using its slices.
func (t Type) clone() Type {
	if t.Elem != nil {
		elem := t.Elem.clone()
		t.Elem = &elem
	}
	t.Words = slices.Clone(t.Words)
	t.Fields = slices.Clone(t.Fields)
	for i := range t.Fields {
		t.Fields[i].Type = t.Fields[i].Type.clone()
	}
	return t
}
