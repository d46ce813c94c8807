package naming

import (
	"errors"
	"strings"
)

// A Code identifies a kind of error. Codes are stable. A Code is itself an error, so that
// errors.Is(err, CodeDuplicateServerID) reports whether err contains an [*Error] with that code.
type Code string

const (
	// Codes of a single server ID.
	CodeInvalidFormat      Code = "invalid_format"      // not a letter a-z followed by up to 31 of a-z 0-9 _
	CodeDoubleUnderscore   Code = "double_underscore"   // contains "__"
	CodeTrailingUnderscore Code = "trailing_underscore" // ends with "_"

	// Codes of the servers of a catalog.
	CodeInvalidServerID         Code = "invalid_server_id"          // wraps one of the three above
	CodeDuplicateServerID       Code = "duplicate_server_id"        // two servers have the same ID
	CodeNamespaceNeedsOneServer Code = "namespace_needs_one_server" // no namespaces, and not exactly one server
	CodeCatalogTooLarge         Code = "catalog_too_large"          // more tools than a table can hold

	// Codes of a scheme.
	CodeBadPrefix            Code = "bad_prefix"             // too long, or has a character that is not allowed
	CodePrefixRefused        Code = "prefix_refused"         // a target would have to change the prefix
	CodeBadSeparator         Code = "bad_separator"          // too long, or has a character that is not allowed
	CodeSeparatorRefused     Code = "separator_refused"      // a target would have to change the separator
	CodeServersNeedNamespace Code = "servers_need_namespace" // names per server without namespaces
	CodeInvalidAs            Code = "invalid_as"             // neither a valid server ID nor ""
	CodeNamespaceConflict    Code = "namespace_conflict"     // a namespace starts with another one, or with prefix and "trunc_"
	CodeAcceptNeedsNamespace Code = "accept_needs_namespace" // exposed_and_original, and a server without a namespace
	CodeInvalidRenameKey     Code = "invalid_rename_key"     // not a server ID and the name of one tool
	CodeInvalidRename        Code = "invalid_rename"         // the new name is not a valid tool name
	CodeDuplicateRename      Code = "duplicate_rename"       // two tools of a server would get the same name
	CodeUnknownCollisions    Code = "unknown_collisions"     // neither reject nor keep_first
	CodeUnknownAccept        Code = "unknown_accept"         // neither exposed nor exposed_and_original
	CodeUnknownTruncated     Code = "unknown_truncated"      // neither hash nor readable
	CodeUnknownTarget        Code = "unknown_target"         // not one of [Providers]
	CodeMaxBytesOutOfRange   Code = "max_bytes_out_of_range"
	CodeHashDigitsOutOfRange Code = "hash_digits_out_of_range"
	CodeNoRoom               Code = "no_room" // a truncated name would be longer than max_bytes
)

// Error returns the code as it is written.
func (c Code) Error() string { return string(c) }

// An Error is a fault of a scheme or of server IDs. Nothing that a server sends causes an Error:
// tools without a name are listed in a [Report].
type Error struct {
	Code Code

	// Pointer locates the fault, as a JSON Pointer (RFC 6901) into what was checked. For a Scheme
	// that is the naming section of a rule file: "/prefix", "/rename/fs~1read", "/targets/0". For
	// the servers given to Build it is "/servers/2/id", for a list of IDs "/2", for a single ID "".
	Pointer string

	Value   string // the offending value: the ID, the prefix, the new name; may be empty
	Message string // what is wrong; for people, may change
	Hint    string // what to write instead; empty if there is not exactly one fix
	Err     error  // the underlying error, or nil
}

// Error returns the pointer, the message, the code and the hint in one line.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Pointer != "" {
		b.WriteString(e.Pointer + ": ")
	}
	b.WriteString(e.Message + " [" + string(e.Code) + "]")
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	return b.String()
}

// Is reports whether target is the code of the error.
func (e *Error) Is(target error) bool { return target == error(e.Code) }

// Unwrap returns the underlying error, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Errors is a list of errors, in the order of the keys of a rule file, followed by those of the
// servers. As an error it is never empty.
type Errors []*Error

// Error returns one line for each error.
func (es Errors) Error() string { return errors.Join(es.Unwrap()...).Error() }

// Unwrap returns the errors, for errors.Is and errors.As.
func (es Errors) Unwrap() []error {
	list := make([]error, len(es))
	for i, e := range es {
		list[i] = e
	}
	return list
}

// orNil returns a nil error for an empty list.
func (es Errors) orNil() error {
	if len(es) == 0 {
		return nil
	}
	return es
}
