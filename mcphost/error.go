package mcphost

import "fmt"

// A Code identifies a kind of [Error]. Codes are stable. A Code is itself an error, so that
// errors.Is(err, CodeConnect) reports whether err contains an [*Error] with that code.
type Code string

const (
	CodeServerID   Code = "server_id"        // an invalid server ID
	CodeServerWay  Code = "server_way"       // not exactly one valid Command, URL or Transport
	CodeDuplicate  Code = "duplicate_server" // two servers have the same ID
	CodeRefused    Code = "server_refused"   // the rules cannot be applied to the servers
	CodeUndeclared Code = "undeclared"       // an attribute that the rules do not declare
	CodeBadValue   Code = "bad_value"        // a value in Base that is not of the declared type
	CodeMapping    Code = "mapping"          // a header sets a mapping
	CodeUnverified Code = "unverified"       // a header that any client can send sets an attribute that must be verified
	CodeConnect    Code = "connect"          // connecting to a server failed
	CodeList       Code = "list"             // a server failed to list its tools
	CodeEndless    Code = "endless_list"     // a list exceeds the limits, or its pages form a cycle
	CodeIsolation  Code = "isolation"        // callers cannot be isolated in this way
	CodeNoList     Code = "no_list"          // the response is not a list of tools
)

// Error returns the code as it is written.
func (c Code) Error() string { return string(c) }

// An Error is a fault in a host's configuration or of a server.
type Error struct {
	Code    Code
	Subject string // the server ID, header, claim or attribute that the error is about; may be empty
	Message string // what is wrong; for people, may change
	Err     error  // the underlying error, or nil
}

// Error returns the subject, the message and the code in one line. URLs in it have no user info and
// no query, which may be secret.
func (e *Error) Error() string {
	text := "mcphost: "
	if e.Subject != "" {
		text += e.Subject + ": "
	}
	text += e.Message
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return fmt.Sprintf("%s [%s]", redact(text), e.Code)
}

// Is reports whether target is the code of the error.
func (e *Error) Is(target error) bool { return target == error(e.Code) }

// Unwrap returns the underlying error, or nil.
func (e *Error) Unwrap() error { return e.Err }

// fault returns an [*Error]. err is the underlying error, or nil.
func fault(code Code, subject string, err error, format string, args ...any) error {
	return &Error{Code: code, Subject: subject, Message: fmt.Sprintf(format, args...), Err: err}
}
