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

// Codes of an [Error]. It can also have those of package naming, and those that package rules has
// for an entry of a filter.
const (
	CodeUnknownServer rules.Code = "unknown_server" // a server is not one of the rule file's servers
	CodeNoRules       rules.Code = "no_rules"       // the rules given to New are nil, or the Catalog is the zero Catalog
)

// An Error is one problem that the host or its operator must fix before there can be an engine or a
// catalog: options that conflict with the rule file, or invalid servers. What a server sends never
// causes an Error. [errors.Is] compares an Error with its Code.
type Error struct {
	Code    rules.Code
	Where   string // the location: options.exclude[0], servers[2], naming/namespace
	Message string // for people; may change
	Hint    string // what to do instead; empty if there is no single obvious fix
	Err     error  // the underlying error; may be nil
}

// Error returns location, message, code and hint in one line.
func (e *Error) Error() string {
	text := fmt.Sprintf("engine: %s: %s [%s]", e.Where, e.Message, e.Code)
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// Is reports whether target is the code.
func (e *Error) Is(target error) bool { return target == error(e.Code) }

// Unwrap returns the underlying error, or nil.
func (e *Error) Unwrap() error { return e.Err }

// namingErrors converts the errors of package naming to joined [*Error] with the option or server
// as location.
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
		joined[i] = &Error{Code: rules.Code(e.Code), Where: where, Message: e.Message, Hint: e.Hint, Err: e}
	}
	return errors.Join(joined...)
}

var entryPointer = regexp.MustCompile(`^/(include|exclude)/(\d+)`)

// optionErrors converts the problems of a filter to joined [*Error] with the host's entry as
// location. The entries of the file have been compiled before without problems.
func optionErrors(err error, written rules.FilterSpec) error {
	var list rules.Problems
	if !errors.As(err, &list) {
		return err
	}
	var joined []error
	for _, p := range list {
		if p.Severity != rules.SeverityError {
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
		joined = append(joined, &Error{Code: p.Code, Where: where, Message: p.Message, Err: p})
	}
	return errors.Join(joined...)
}
