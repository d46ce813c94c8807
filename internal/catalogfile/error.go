package catalogfile

import (
	"fmt"
	"strings"

	"github.com/toolrules/toolrules/rules"
)

// A Code names one kind of fault. Codes are stable.
type Code string

const (
	Unreadable  Code = "catalog_unreadable"     // the file or directory can't be opened or read
	NoFiles     Code = "catalog_no_files"       // a directory without a catalog file
	TooLarge    Code = "catalog_too_large"      // more than MaxBytes
	Syntax      Code = "catalog_syntax"         // no JSON, or JSON that can be read in two ways
	NoCatalog   Code = "catalog_unknown_form"   // JSON, and none of the forms that a catalog has
	BadTags     Code = "catalog_bad_tags"       // tags that are no mapping of lists of words
	BadID       Code = "catalog_bad_id"         // an id that no server can have, or a name that none can be made of
	DuplicateID Code = "catalog_duplicate_id"   // two catalogs of one id
	IDOfMany    Code = "catalog_id_of_many"     // one id for a directory
	StdinTwice  Code = "catalog_stdin_twice"    // standard input can be read once
	UnknownTool Code = "catalog_tag_of_no_tool" // a warning: tags for a tool that the catalog lacks
	IdleTags    Code = "catalog_idle_tags"      // a warning: tags of our form in a file without "server", which do not count
	NoTools     Code = "catalog_no_tools"       // a warning: a catalog whose list is empty
	PassedOver  Code = "catalog_passed_over"    // a note: a file of a directory that is no catalog
)

// An Error is one thing that is wrong with a catalog file, or with how it is named.
type Error struct {
	Code         Code
	Path         string // the file
	Line, Column int    // from 1, in code points; 0 where the file as a whole is meant
	Message      string // for people
	Hint         string // what to write instead; empty where there is no one obvious fix
	Err          error  // what a lower layer said, or nil
	Note         bool   // of a warning: it is no more than worth knowing

	foreign bool // the file does not even look like a catalog
}

// Error returns position, message, code and hint in one line.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Path)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", e.Line, e.Column)
	}
	fmt.Fprintf(&b, ": %s [%s]", e.Message, e.Code)
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	return b.String()
}

// Unwrap returns the error of a lower layer, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Errors are all that is wrong, in the order of the sources. As an error it is never empty.
type Errors []*Error

// Error returns one line per error.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Problems returns the errors as problems of the given severity, except notes, which stay notes.
func (es Errors) Problems(s rules.Severity) rules.Problems {
	ps := make(rules.Problems, len(es))
	for i, e := range es {
		ps[i] = &rules.Problem{Code: rules.Code(e.Code), Severity: s, File: e.Path, Line: e.Line, Column: e.Column, Offset: -1,
			Message: e.Message, Hint: e.Hint, Err: e}
		if e.Note {
			ps[i].Severity = rules.Note
		}
	}
	return ps
}

// Unwrap lets errors.As find a single *Error.
func (es Errors) Unwrap() []error {
	errs := make([]error, len(es))
	for i, e := range es {
		errs[i] = e
	}
	return errs
}
