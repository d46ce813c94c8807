// Package shape defines and checks the form of configuration files, before their values are
// interpreted.
//
// A [Format] is a table of the keys of each mapping and the types of their values. The loader of a
// format checks a file against the table, with [Format.Check], and editors use a JSON Schema that
// is generated from it, by [Format.JSONSchema], so the two can't differ. A new key needs only an
// entry in the table.
//
// # Rules
//
//   - An unknown key, a missing one, a value of another type, null, an empty list or mapping, a
//     blank string: each is a problem, unless the table allows it.
//   - A string is exactly what is written. A plain scalar that YAML reads as another type (5.40,
//     yes) is not a string.
//   - A table is immutable and safe for concurrent use.
package shape

import (
	"regexp"
	"slices"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/suggest"
)

// A Shape describes one value. The zero value is a mapping without keys.
type Shape struct {
	Kind Kind
	Name string // of such a value in messages, with its article: "a pattern"
	Doc  string // for editors
	Def  string // its name among the definitions of the JSON Schema; empty: inlined
	Keys []Key  // of a mapping, in the order of the documentation
	// of a mapping: what to write instead of an unknown key, by the key in lower case without "-",
	// "_" and "."
	Hints map[string]string
	// of a mapping: at least one of these keys is required; for the JSON Schema, the loader checks
	// it itself
	Some   []string
	Others *Shape            // of a mapping: the values of keys that are not in Keys; nil: other keys are not allowed
	KeyIs  KeyRule           // of a dictionary, or of a mapping with Others
	Elem   *Shape            // of a list or a dictionary
	OneOf  []*Shape          // of a choice; at most one for each type of node
	Words  []string          // of an enum: its values
	Also   map[string]string // of an enum: values that people write instead, and what to write
	Match  *regexp.Regexp    // of a string: must match
	Min    int               // of an integer
	Max    int
	Blank  BlankRule
	Empty  string // what to write if the value is missing, blank or empty

	// Instead returns what to write for a value of another type; nil, or an empty result, means the
	// default hint of the type.
	Instead func(*source.Node) string

	Null   bool // an explicit null is allowed, but not an omitted value
	Hollow bool // a list or mapping may be empty
}

// A Kind is the type of value that a [Shape] describes.
type Kind uint8

const (
	Mapping    Kind = iota // with known keys
	Dictionary             // with arbitrary keys
	List
	Text
	Integer
	Boolean
	Choice
	Anything // any value, including null
)

// A Key is a known key of a mapping.
type Key struct {
	Name     string
	Doc      string
	Required bool
	Shape    *Shape
	Also     []string // names from other formats that people write instead; they are not valid
	Needs    string   // another key that is required with this one; for the JSON Schema, the loader checks it itself
	Write    string   // what to write if the key or its value is missing; empty: Doc
}

// Need returns a required key.
func Need(name, doc string, s *Shape) Key { return Key{Name: name, Doc: doc, Required: true, Shape: s} }

// May returns an optional key.
func May(name, doc string, s *Shape) Key { return Key{Name: name, Doc: doc, Shape: s} }

// As returns the key with names that people write instead.
func (k Key) As(words ...string) Key { k.Also = words; return k }

// With returns the key with another key that is required with it.
func (k Key) With(other string) Key { k.Needs = other; return k }

// Writing returns the key with what to write if it is missing.
func (k Key) Writing(text string) Key { k.Write = text; return k }

// A KeyRule defines the keys of a mapping that are not in the table.
type KeyRule struct {
	Name  string         // of such a key in messages: "a level"
	Match *regexp.Regexp // nil: any key that is not blank
	Hint  string         // what to write instead of a key that does not match; empty: Match
	Alone string         // what else to write if the value is missing; empty: nothing besides Shape.Empty
	Empty bool           // the empty key is allowed
	// any type of scalar is allowed, and the loader checks its text; Match is only for the JSON
	// Schema
	Selector bool
}

// A BlankRule defines whether a string may be blank.
type BlankRule uint8

const (
	NotBlank    BlankRule = iota // at least one character that is not a blank
	EmptyIsFine                  // "" is allowed, but not a string of blanks
	AnyText                      // not checked
)

// Key returns the known key of this name, or nil.
func (s *Shape) Key(name string) *Key {
	for i := range s.Keys {
		if s.Keys[i].Name == name {
			return &s.Keys[i]
		}
	}
	return nil
}

// Meant returns the known key that a name represents: the key itself, the one of which it is an
// alternative name, or the nearest one. Returns false if there is no such key.
func (s *Shape) Meant(name string) (string, bool) {
	if s.Key(name) != nil {
		return name, true
	}
	for _, k := range s.Keys {
		if slices.Contains(k.Also, name) {
			return k.Name, true
		}
	}
	return suggest.Nearest(name, s.keyNames())
}

func (s *Shape) keyNames() []string {
	names := make([]string, len(s.Keys))
	for i, k := range s.Keys {
		names[i] = k.Name
	}
	return names
}

// A Format is the table of a file format.
type Format struct {
	Title, Doc string // for editors
	Root       *Shape

	// Owners are the mappings to which a misplaced key may belong, the likeliest first: most often
	// its indentation was lost.
	Owners []Owner
}

// An Owner is a mapping with its name in messages.
type Owner struct {
	Name  string
	Shape *Shape
}
