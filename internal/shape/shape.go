// Package shape says what a file of ours looks like before anyone asks what it means.
//
// A [Format] is a table: which keys stand where, and of what kind their values are. The loader of a format checks a file against the
// table, with [Format.Check], and editors get a JSON Schema that is printed from it, by [Format.JSONSchema]; so the two can't drift.
// Whoever adds a key adds it to the table, and the loader's "unknown key", the schema and the editor's help all know it.
//
// # The law
//
//   - A key that is not in the table, one that is missing, a value of another kind, null, a list or mapping that holds nothing, a text
//     of nothing but blanks: each is a problem, unless the table says otherwise.
//   - A text is what is written. A plain scalar that YAML reads as another type (5.40, yes) is no text.
//   - A table is written once and never changes; it is safe for concurrent use.
package shape

import (
	"regexp"
	"slices"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/suggest"
)

// A Shape says what one value looks like. The zero value is a mapping that has no keys.
type Shape struct {
	Kind   Kind
	Name   string            // what messages call such a value, with its article: "a pattern"
	Doc    string            // for editors
	Def    string            // its name among the definitions of the JSON Schema; empty: written out where it is used
	Keys   []Key             // of a mapping, in the order in which they are documented
	Hints  map[string]string // of a mapping: what to write instead of a foreign key, which is in lower case without "-", "_" and "."
	Some   []string          // of a mapping: at least one of these keys is there. Editors are told; the loader of the format says it itself
	Others *Shape            // of a mapping: what stands under keys that are not among Keys; nil: there are no others
	KeyIs  KeyRule           // of a dictionary, or of a mapping with Others
	Elem   *Shape            // of a list or a dictionary
	OneOf  []*Shape          // of a choice; at most one for each kind of node
	Words  []string          // of a text: the only ones allowed
	Also   map[string]string // of a text with Words: words that people write instead, and what to write
	Match  *regexp.Regexp    // of a text: what it must look like
	Min    int               // of an integer
	Max    int
	Blank  BlankRule
	Empty  string // what to write instead of what is missing, blank or empty

	// Instead returns what to write for a value of another kind; nil, or an empty result: what the kind says.
	Instead func(*source.Node) string

	Null   bool // null is an answer, if it is written; a key with nothing behind it is none
	Hollow bool // a list or mapping may hold nothing
}

// A Kind is what a [Shape] is of.
type Kind uint8

const (
	Mapping    Kind = iota // the keys are known
	Dictionary             // the keys are the author's
	List
	Text
	Integer
	Boolean
	Choice
	Anything // whatever can be written, null as well
)

// A Key is one of the known keys of a mapping.
type Key struct {
	Name     string
	Doc      string
	Required bool
	Shape    *Shape
	Also     []string // what people write instead who come from elsewhere; no legal keys
	Needs    string   // another key that has to be there as well. Editors are told; the loader of the format says it itself
	Write    string   // what to write where the key is missing or has nothing behind it; empty: what Doc says
}

// Need is a key that has to be there.
func Need(name, doc string, s *Shape) Key { return Key{Name: name, Doc: doc, Required: true, Shape: s} }

// May is a key that may be left out.
func May(name, doc string, s *Shape) Key { return Key{Name: name, Doc: doc, Shape: s} }

// As gives the key with words that people write instead of its name.
func (k Key) As(words ...string) Key { k.Also = words; return k }

// With gives the key with another one that has to be there as well.
func (k Key) With(other string) Key { k.Needs = other; return k }

// Writing gives the key with what to write where it is missing.
func (k Key) Writing(text string) Key { k.Write = text; return k }

// A KeyRule says how keys are written that the table does not name.
type KeyRule struct {
	Name     string         // what messages call it: "a level"
	Match    *regexp.Regexp // nil: anything but blanks
	Hint     string         // what to write instead of what does not match; empty: what Match looks like
	Alone    string         // what to write as well where nothing stands behind the key; empty: nothing more than Shape.Empty says
	Selector bool           // read from its text, whatever YAML would make of it; the loader of the format judges it, and Match is for editors
}

// A BlankRule says what of a text may be blank.
type BlankRule uint8

const (
	NotBlank    BlankRule = iota // at least one character that is no blank
	EmptyIsFine                  // "" is an answer, nothing but blanks is none
	AnyText                      // not looked at here
)

// Key gives the known key of this name, or nil.
func (s *Shape) Key(name string) *Key {
	for i := range s.Keys {
		if s.Keys[i].Name == name {
			return &s.Keys[i]
		}
	}
	return nil
}

// Meant gives the name of the known key that a name stands for: itself, what it is a foreign word for, or what it is close to. It is
// false for one that is like none of them.
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

// A Format is the table of one kind of file.
type Format struct {
	Title, Doc string // what it is, for editors
	Root       *Shape

	// Homes are the mappings to which a key may belong that stands in the wrong place, the likeliest first: most often its
	// indent was lost.
	Homes []Home
}

// A Home is a mapping and what messages call it.
type Home struct {
	Name  string
	Shape *Shape
}
