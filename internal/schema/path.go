package schema

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/fault"
)

// MaxPathBytes is the largest length of a path.
const MaxPathBytes = 1024

// A Path selects properties of a schema. It is immutable. The zero Path selects nothing. Make one
// with [ParsePath].
type Path struct {
	text     string
	segments []segment // of a property path; empty for a JSON Pointer
	root     bool      // it is empty, for the root schema
}

// A segment is one step of a property path: into the property of that name, or into the items.
type segment struct {
	name  string
	items bool
}

// ParsePath parses a property path or a JSON Pointer. The error is an *[Error].
//
// A property path consists of names separated by dots, each followed by any number of []: body,
// address.street, labels[].name, matrix[][]. Names have no escapes and no quotes. A name that
// contains a dot, a bracket, a backslash or a control character, starts with a slash, or starts or
// ends with a blank, and the empty name, need a JSON Pointer: /properties/odata.type.
//
// The empty text selects the root of the schema. One that starts with a slash is a JSON Pointer
// (RFC 6901) into the schema, with ~0 for ~ and ~1 for /.
func ParsePath(text string) (Path, error) {
	switch {
	case text == "":
		return Path{root: true}, nil
	case len(text) > MaxPathBytes:
		return Path{}, fault.New(CodePathTooLong, MaxPathBytes,
			fmt.Sprintf("the path is longer than %d bytes", MaxPathBytes), "")
	case text[0] == '/':
		if at := badEscape(text); at >= 0 {
			return Path{}, fault.New(CodeBadPointer, at, `expected 0 or 1 after "~" in a JSON Pointer`,
				"write ~0 for ~ and ~1 for /")
		}
		return Path{text: text}, nil
	}
	p := Path{text: text}
	offset := 0
	for part := range strings.SplitSeq(text, ".") {
		segments, err := parsePart(part)
		if err != nil {
			err.Offset += offset
			return Path{}, err
		}
		p.segments = append(p.segments, segments...)
		offset += len(part) + 1
	}
	return p, nil
}

// parsePart parses a name and the [] after it.
func parsePart(part string) ([]segment, *Error) {
	name, brackets := part, ""
	if i := strings.IndexAny(part, "[]"); i >= 0 {
		name, brackets = part[:i], part[i:]
	}
	if err := checkName(name); err != nil {
		return nil, err
	}
	segments := []segment{{name: name}}
	for rest := brackets; rest != ""; {
		after, ok := strings.CutPrefix(rest, "[]")
		if !ok {
			return nil, fault.New(CodeBadBracket, len(part)-len(rest), "expected [] or a dot after a name",
				"write [] for the items of an array (labels[].name), "+
					"and a JSON Pointer for a name with brackets: /properties/filter[name]")
		}
		segments = append(segments, segment{items: true})
		rest = after
	}
	return segments, nil
}

// checkName returns an error if a name can't be part of a property path.
func checkName(name string) *Error {
	if name == "" {
		return fault.New(CodeEmptySegment, 0, "expected a name",
			"write a name between dots; an empty name, or one with a dot, needs a JSON Pointer: /properties/odata.type")
	}
	for i, c := range name {
		edge := i == 0 || i+utf8.RuneLen(c) == len(name)
		broken := c == utf8.RuneError && !strings.HasPrefix(name[i:], "\uFFFD")
		if broken || c == '\\' || strings.ContainsRune(".[]", c) || c == '/' && i == 0 || unicode.IsControl(c) ||
			unicode.IsSpace(c) && edge {
			return fault.New(CodeBadCharacter, i, fmt.Sprintf("%q is not allowed here in a property path", c),
				"write a JSON Pointer: /properties/…")
		}
	}
	return nil
}

// badEscape returns the offset of the first ~ that does not start an escape, or -1.
func badEscape(pointer string) int {
	for i := range len(pointer) {
		if pointer[i] == '~' && !strings.HasPrefix(pointer[i+1:], "0") && !strings.HasPrefix(pointer[i+1:], "1") {
			return i
		}
	}
	return -1
}

// String returns the path as written.
func (p Path) String() string { return p.text }

// IsPointer reports whether the path is a JSON Pointer.
func (p Path) IsPointer() bool { return p.root || strings.HasPrefix(p.text, "/") }

func (s segment) matches(l label) bool {
	if s.items {
		return l.step == item
	}
	return l.step == property && l.name == s.name
}
