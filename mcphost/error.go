package mcphost

import "fmt"

// A Code names one kind of [Error]. Codes are stable.
type Code string

const (
	CodeServerID   Code = "server_id"        // an id that no server can have
	CodeServerWay  Code = "server_way"       // not exactly one way to reach a server
	CodeDuplicate  Code = "duplicate_server" // two servers of one id
	CodeRefused    Code = "server_refused"   // the rules don't take the servers as they are
	CodeUndeclared Code = "undeclared"       // a header or claim for what the rules do not declare
	CodeBadValue   Code = "bad_value"        // a value of Base that is not of the declared type
	CodeMapping    Code = "mapping"          // a header for a mapping
	CodeUnverified Code = "unverified"       // a header that anybody can send, where only verified values are taken
	CodeConnect    Code = "connect"          // a server can't be connected to
	CodeList       Code = "list"             // a server does not say what tools it has
	CodeEndless    Code = "endless_list"     // a list of more pages or bytes than are allowed, or one that goes in a circle
	CodeNoList     Code = "no_list"          // an answer that is no list of tools
)

// An Error is what is wrong with what a host asks for, or with a server that it asks.
type Error struct {
	Code    Code
	Place   string // what it is about: the id of a server, or the name of a header or claim; empty for a server without an id
	Message string // for people
	Err     error  // what a lower layer said, or nil
}

// Error returns place, message and code in one line. URLs in it have no user info and no query, which may be secret.
func (e *Error) Error() string {
	text := "mcphost: "
	if e.Place != "" {
		text += e.Place + ": "
	}
	text += e.Message
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return fmt.Sprintf("%s [%s]", withoutSecrets(text), e.Code)
}

// Unwrap gives what a lower layer said, or nil.
func (e *Error) Unwrap() error { return e.Err }
