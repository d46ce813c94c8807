package expr

import (
	"fmt"
	"strings"
)

// ToolInfo is what conditions can read of a tool. Server, Tags and Bytes are reliable; everything
// else is what the server claims. The zero ToolInfo is a tool without a name and without hints.
type ToolInfo struct {
	Server, Name string
	Key          string // server/name; always set from the two

	Title, Description string

	// The effective hints: those that the server did not send have the default of MCP.
	ReadOnly, Destructive, Idempotent, OpenWorld bool

	Hints     []string // of readOnlyHint, destructiveHint, idempotentHint and openWorldHint, those that were sent
	Arguments []string // the names of the top-level properties of the input schema
	Required  []string // those of them that are required
	Tags      []string // of the host, never of the server
	Audience  []string // of model and app, who the tool is for by its _meta.ui.visibility; both if that was not sent
	Bytes     int      // the size of the tool's JSON without insignificant white space
}

// A Tool is a tool that a Go rule decides about. It is safe for concurrent use.
type Tool interface {
	// Info returns what conditions can read of the tool. Its slices must not be modified.
	Info() ToolInfo

	// Title and Description return single fields of Info without copying it.
	Title() string
	Description() string
}

// RequestValues are what a request carries.
type RequestValues struct {
	Runner, Model string         // empty if missing
	Verbosity     int            // the effective level, 0 to 9; anything else is clamped
	Attrs         map[string]any // the declared attributes, by their first name; others are ignored
}

// A Request is a request that a Go rule decides about. It is safe for concurrent use.
type Request interface {
	// Lookup returns the value of an attribute, or a pointer to it, which must not be modified. The
	// error is an [*AttributeError]. Use [Get].
	Lookup(path string) (value any, err error)

	// Values returns what the host passed in, unchecked. To decide something use [Get].
	Values() RequestValues
}

// A Value is the Go value of an attribute. Strings and enum values are strings.
type Value interface {
	string | bool | int | float64 | []string | []bool | []int | []float64
}

// Get returns the value of an attribute of a request by its path, such as "ctx.user.role" or
// "ctx.runner", as conditions see it: checked against its declaration and the limits, whatever Go
// type the host passed in. A slice must not be modified.
//
// The error is an [*AttributeError] if the attribute is missing, can't be used, is not declared, or
// is not declared with type T, and for a nil request. A Go rule that returns it fails as a
// condition would.
func Get[T Value](r Request, path string) (value T, err error) {
	if r == nil {
		return value, &AttributeError{path, ReasonMissing, "is missing in the request"}
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
	return value, &AttributeError{path, ReasonWrongType, fmt.Sprintf("is of type %s, not %T", declared, value)}
}
