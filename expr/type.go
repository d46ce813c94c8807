package expr

import "strings"

// A Kind is the kind of a type. The zero Kind is String.
type Kind uint8

const (
	String Kind = iota // any string
	Bool
	Int    // an integer that fits into a Go int
	Float  // a finite float64
	List   // a list; Type.Elem is the type of its elements
	Words  // an enum; Type.Words are its values
	Object // a mapping; Type.Fields are its fields
)

// String returns the name of the kind.
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

// A Type is the type of an attribute. The zero Type is a string. Elem is set for lists only, Words
// for enums and Fields for mappings.
type Type struct {
	Kind   Kind
	Elem   *Type
	Words  []string
	Fields []Field
}

// A Field is a declared attribute or a mapping of attributes. Optional reports whether a request
// may lack it. A mapping can't be optional, but its fields can.
type Field struct {
	Name     string
	Type     Type
	Optional bool
}

// String returns the type as a rule file declares it: "string", "[int]", "admin | guest". A mapping
// is {name: type, …}.
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
