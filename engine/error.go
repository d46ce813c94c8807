package engine

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// A Code names one kind of [Error]. Beside those here there are the codes of packages naming and rules, which are passed on.
// Codes are stable.
type Code string

const (
	CodeUnknownServer Code = "unknown_server" // a server that is not among the rule file's servers
	CodeNoRules       Code = "no_rules"       // there are no rules to go by: New was given none, or the Catalog is the zero one
)

// An Error is one thing that the host or its operator has to mend before there can be an engine or a catalog: options that do
// not go with the rule file, or servers that have no place in it. Nothing that a server sends makes one.
type Error struct {
	Code    Code
	Where   string // what is at fault: options.exclude[0], servers[2], naming/namespace
	Message string // for people; may change
	Hint    string // what to do instead; empty where there is no one obvious mend
	Err     error  // what a lower layer said; may be nil
}

// Error gives place, message, code and hint in one line.
func (e *Error) Error() string {
	text := fmt.Sprintf("engine: %s: %s [%s]", e.Where, e.Message, e.Code)
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// Unwrap gives what a lower layer said, or nil.
func (e *Error) Unwrap() error { return e.Err }

// namingErrors says in which option, or at which server, what package naming found is. All of them are joined.
func namingErrors(err error) error {
	var list naming.Errors
	if !errors.As(err, &list) {
		return err
	}
	joined := make([]error, len(list))
	for i, e := range list {
		where := "naming" + e.Pointer
		if n, ok := strings.CutPrefix(e.Pointer, "/servers/"); ok {
			n, _, _ = strings.Cut(n, "/")
			where = "servers[" + n + "]"
		}
		joined[i] = &Error{Code: Code(e.Code), Where: where, Message: e.Message, Hint: e.Hint, Err: e}
	}
	return errors.Join(joined...)
}

var entryPointer = regexp.MustCompile(`^/(include|exclude)/(\d+)`)

// optionErrors says which of the host's own entries the problems of a filter are about. Those of the file have been compiled
// before without any.
func optionErrors(err error, written rules.FilterSpec) error {
	var list rules.Problems
	if !errors.As(err, &list) {
		return err
	}
	var joined []error
	for _, p := range list {
		if p.Severity != rules.Error {
			continue
		}
		where := p.Pointer
		if m := entryPointer.FindStringSubmatch(p.Pointer); m != nil {
			n, _ := strconv.Atoi(m[2])
			if m[1] == "include" {
				n -= len(written.Include)
			} else {
				n -= len(written.Exclude)
			}
			where = fmt.Sprintf("options.%s[%d]", m[1], n)
		}
		joined = append(joined, &Error{Code: Code(p.Code), Where: where, Message: p.Message, Err: p})
	}
	return errors.Join(joined...)
}
