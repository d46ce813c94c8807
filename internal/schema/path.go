package schema

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxPathBytes is the length that a path may have.
const MaxPathBytes = 1024

// A Path says which properties of a schema are meant. It is immutable. The zero Path selects nothing. Make one with
// [ParsePath].
type Path struct {
	text     string
	segments []segment // of a property path; empty for a JSON Pointer
}

// A segment is one step of a property path: into the property of that name, or into the items.
type segment struct {
	name  string
	items bool
}

// ParsePath reads a property path or a JSON Pointer. The error is an *[Error].
//
// A property path is names with dots between them, each with any number of [] behind it: body, address.street, labels[].name,
// matrix[][]. A name is taken as it stands: there are no escapes and no quotes. A name that holds a dot, a bracket, a
// backslash or a control character, starts with a slash, or starts or ends with a blank, and the empty name, can be said by
// JSON Pointer alone: /properties/odata.type.
//
// What starts with a slash is a JSON Pointer (RFC 6901) into the schema, with ~0 for ~ and ~1 for /.
func ParsePath(text string) (Path, error) {
	switch {
	case text == "":
		return Path{}, &Error{Code: CodeEmptyPath, Message: "a path may not be empty", Hint: "write the name of a property: body"}
	case len(text) > MaxPathBytes:
		return Path{}, &Error{Code: CodePathTooLong, Offset: MaxPathBytes, Message: fmt.Sprintf("a path has at most %d bytes", MaxPathBytes)}
	case text[0] == '/':
		if at := badEscape(text); at >= 0 {
			return Path{}, &Error{Code: CodeBadPointer, Offset: at,
				Message: "in a JSON Pointer a ~ is followed by 0 or 1", Hint: "write ~0 for ~ and ~1 for /"}
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

// parsePart reads a name and the [] behind it.
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
			return nil, &Error{Code: CodeBadBracket, Offset: len(part) - len(rest),
				Message: "behind a name there can be [] and nothing else in front of the next dot",
				Hint:    "write [] for the items of an array (labels[].name), and a JSON Pointer for a name with brackets: /properties/filter[name]"}
		}
		segments = append(segments, segment{items: true})
		rest = after
	}
	return segments, nil
}

// checkName says why a name can't stand in a property path; nil means that it can.
func checkName(name string) *Error {
	if name == "" {
		return &Error{Code: CodeEmptySegment, Message: "there is no name here",
			Hint: "write one name between two dots; a name that is empty or has a dot needs a JSON Pointer: /properties/odata.type"}
	}
	for i, c := range name {
		edge := i == 0 || i+utf8.RuneLen(c) == len(name)
		broken := c == utf8.RuneError && !strings.HasPrefix(name[i:], "\uFFFD")
		if broken || c == '\\' || strings.ContainsRune(".[]", c) || c == '/' && i == 0 || unicode.IsControl(c) || unicode.IsSpace(c) && edge {
			return &Error{Code: CodeBadCharacter, Offset: i, Message: fmt.Sprintf("%q can't stand here in the path of a property", c),
				Hint: "write the place as a JSON Pointer: /properties/…"}
		}
	}
	return nil
}

// badEscape gives the offset of the first ~ that escapes nothing, or -1.
func badEscape(pointer string) int {
	for i := range len(pointer) {
		if pointer[i] == '~' && !strings.HasPrefix(pointer[i+1:], "0") && !strings.HasPrefix(pointer[i+1:], "1") {
			return i
		}
	}
	return -1
}

// String gives the path as it was written.
func (p Path) String() string { return p.text }

// IsPointer says whether the path is a JSON Pointer.
func (p Path) IsPointer() bool { return strings.HasPrefix(p.text, "/") }

func (s segment) takes(l label) bool {
	if s.items {
		return l.step == item
	}
	return l.step == property && l.name == s.name
}
