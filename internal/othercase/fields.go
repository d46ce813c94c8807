package othercase

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// Fields are names that members are compared with. Make them with [NewFields].
type Fields struct {
	names   []string
	byLower map[string]string // by the name in lower case
}

// maxFieldBytes is the length of the longest field.
const maxFieldBytes = 32

// NewFields returns fields with the given names, which must be ASCII, at most 32 bytes long, and
// differ in more than case.
func NewFields(names ...string) Fields {
	f := Fields{names, make(map[string]string, len(names))}
	for _, name := range names {
		f.byLower[strings.ToLower(name)] = name
	}
	return f
}

// In finds the first member of an object whose name differs from a field in case alone. field is
// empty if there is no such member.
func (f Fields) In(object *jsontree.Node) (name, field string) {
	if object == nil {
		return "", ""
	}
	for i := range object.Members {
		name := object.Members[i].Name
		if field := f.like(name); field != "" {
			return name, field
		}
	}
	return "", ""
}

// like returns the field that differs from a name in case alone; empty if there is none.
func (f Fields) like(name string) string {
	var lower [maxFieldBytes]byte
	for i := range len(name) {
		c := name[i]
		if c >= utf8.RuneSelf || i == maxFieldBytes {
			return f.likeAny(name)
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	if field := f.byLower[string(lower[:len(name)])]; field != name {
		return field
	}
	return ""
}

// likeAny is like for any name, including one with a long s or a Kelvin sign.
func (f Fields) likeAny(name string) string {
	if slices.Contains(f.names, name) {
		return ""
	}
	for _, field := range f.names {
		if strings.EqualFold(name, field) {
			return field
		}
	}
	return ""
}
