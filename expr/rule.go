package expr

import (
	"fmt"
	"strings"
)

// ToolInfo holds the attributes of a tool that conditions can read. Server, Tags and Bytes are
// reliable; a server determines all others. The zero ToolInfo is a tool without name and hints.
type ToolInfo struct {
	Server, Name string
	Key          string // server/name; always set from the two

	Title, Description string

	// The effective hints. A hint that the server did not send has the default of MCP.
	ReadOnly, Destructive, Idempotent, OpenWorld bool

	Hints     []string // the hints that the server sent: readOnlyHint, destructiveHint, idempotentHint, openWorldHint
	Arguments []string // the names of the top-level properties of the input schema
	Required  []string // the required ones among Arguments
	Tags      []string // tags from the host; a server cannot set them
	Audience  []string // from _meta.ui.visibility: model, app; both if the server did not send it
	Bytes     int      // the size of the tool's JSON without insignificant white space
}

// A Tool is the tool that a rule written in Go decides about. It is safe for concurrent use.
type Tool interface {
	// Info returns the attributes that conditions can read. Its slices must not be modified.
	Info() ToolInfo

	// Title and Description return single fields of Info without copying it.
	Title() string
	Description() string
}

// RequestValues are the values of a request as the host passed them.
type RequestValues struct {
	Runner, Model string         // empty means missing
	Verbosity     int            // the effective level, 0 to 9; other values are clamped
	Attrs         map[string]any // the values of declared attributes; others are ignored
}

// A Request is the request that a rule written in Go decides about. It is safe for concurrent use.
type Request interface {
	// Lookup returns the value of an attribute, or a pointer to it, which must not be modified. The
	// error is an [*AttributeError]. Use [Get].
	Lookup(path string) (value any, err error)

	// Values returns the values that the host passed, unchecked. Use [Get] for decisions.
	Values() RequestValues
}

// A Value is the Go value of an attribute. Strings and enum values are strings.
type Value interface {
	string | bool | int | float64 | []string | []bool | []int | []float64
}

// Get returns the value of the request attribute at path, such as "ctx.user.role" or "ctx.runner".
// The value is checked against its declaration and the limits, as for conditions. A slice must not
// be modified.
//
// The error is an [*AttributeError]. It is returned if the attribute is missing, unusable,
// undeclared, or declared with a type other than T, and if r is nil. A rule written in Go that
// returns this error fails as a condition would.
func Get[T Value](r Request, path string) (value T, err error) {
	if r == nil {
		return value, &AttributeError{path, CodeMissing, "is missing in the request"}
	}
	found, err := r.Lookup(path)
	if err != nil {
		return value, err
	}
	switch v := found.(type) {
	case T:
		return v, nil
	case *T:
		return *v, nil
	}
	declared := strings.TrimPrefix(fmt.Sprintf("%T", found), "*")
	return value, &AttributeError{path, CodeWrongType, fmt.Sprintf("is of type %s, not %T", declared, value)}
}
