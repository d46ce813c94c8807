package naming

import (
	"errors"
	"strings"
)

// A Code names one kind of fault. Codes are stable: programs and tests may rely on them.
type Code string

const (
	// Of one server id.
	InvalidFormat      Code = "invalid_format"      // no letter a-z with up to 31 of a-z 0-9 _ behind it
	DoubleUnderscore   Code = "double_underscore"   // "__" inside
	TrailingUnderscore Code = "trailing_underscore" // "_" at the end

	// Of the servers of a catalog.
	InvalidServerID         Code = "invalid_server_id"          // one of the three above is beneath it
	DuplicateServerID       Code = "duplicate_server_id"        // two servers of one id
	NamespaceNeedsOneServer Code = "namespace_needs_one_server" // no namespace, and not exactly one server
	CatalogTooLarge         Code = "catalog_too_large"          // more tools than a table can hold

	// Of a scheme.
	BadPrefix            Code = "bad_prefix"         // too long, or with a character that no exposed name has
	PrefixRefused        Code = "prefix_refused"     // a target would have to change the prefix
	InvalidRenameKey     Code = "invalid_rename_key" // no pair of a legal server id and a legal tool name
	InvalidRename        Code = "invalid_rename"     // the new name is no legal tool name
	DuplicateRename      Code = "duplicate_rename"   // two tools of a server would get one name
	UnknownCollisions    Code = "unknown_collisions" // neither reject nor keep_first
	UnknownAccept        Code = "unknown_accept"     // neither exposed nor exposed_and_original
	UnknownTarget        Code = "unknown_target"     // not one of [Targets]
	MaxBytesOutOfRange   Code = "max_bytes_out_of_range"
	HashDigitsOutOfRange Code = "hash_digits_out_of_range"
	NoRoom               Code = "no_room" // a truncated name would be longer than max_bytes
)

// An Error is one thing that is wrong with a scheme or with the server ids it is to name. Nothing that a server sends makes an
// Error: tools without a name are entries of a [Report].
//
// Code and Pointer are for programs, Message and Hint for people.
type Error struct {
	Code Code

	// Pointer is the place, as a JSON Pointer (RFC 6901) into what was checked. For a Scheme that is the naming section of a
	// rule file: "/prefix", "/namespace", "/rename/fs~1read", "/targets/0". For the servers given to Build it is
	// "/servers/2/id", for a list of ids "/2", and for a single id "".
	Pointer string

	Value   string // the offending text: the id, the prefix, the new name; "" where there is none
	Message string // what is wrong
	Hint    string // what to write instead; "" where there is no one obvious mend
	Err     error  // the fault beneath this one, or nil
}

// Error gives the place, the message, the code and the hint in one line.
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

// Unwrap gives the fault beneath this one, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Errors are all that is wrong, in the order of the fields of a rule file and, after these, of the servers. As an error it is
// never empty.
type Errors []*Error

// Error gives one line for each.
func (es Errors) Error() string { return errors.Join(es.Unwrap()...).Error() }

// Unwrap lets errors.As find a single [*Error].
func (es Errors) Unwrap() []error {
	list := make([]error, len(es))
	for i, e := range es {
		list[i] = e
	}
	return list
}

// orNil keeps an empty list from becoming an error that is not nil.
func (es Errors) orNil() error {
	if len(es) == 0 {
		return nil
	}
	return es
}
