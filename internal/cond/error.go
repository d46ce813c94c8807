package cond

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Code names one kind of mistake. Codes are stable: programs rely on them, messages may change.
type Code string

// What can be wrong with the text of an expression.
const (
	Empty            Code = "empty"          // nothing but blanks and comments
	TooLong          Code = "too_long"       // over MaxBytes
	TooDeep          Code = "too_deep"       // over MaxDepth
	TooManyNodes     Code = "too_many_nodes" // over MaxNodes
	InvalidUTF8      Code = "invalid_utf8"
	Syntax           Code = "syntax"            // can't be parsed
	UnknownName      Code = "unknown_name"      // a name other than tool and ctx
	UnknownAttribute Code = "unknown_attribute" // tool or ctx has no such name
	UnknownWord      Code = "unknown_word"      // a text that is none of the declared words
	NotAllowed       Code = "not_allowed"       // an operator, function or construct that the language leaves out
	WrongType        Code = "wrong_type"        // an operand of a type that the operator or function does not take
	WrongArguments   Code = "wrong_arguments"   // too many or too few
	NotBool          Code = "not_bool"          // the expression as a whole gives no bool
	MixedList        Code = "mixed_list"        // a list literal of several types
	MixedBranches    Code = "mixed_branches"    // the branches of ?: or ?? are of different types
	NeverMissing     Code = "never_missing"     // ?? or a comparison with nil on what can't be missing
	MisplacedNil     Code = "misplaced_nil"     // nil anywhere but beside == and !=
	NestedPredicate  Code = "nested_predicate"  // any, all, none, one or count inside another
	DynamicRegex     Code = "dynamic_regex"     // the pattern of matches is no literal
	BadRegex         Code = "bad_regex"
	RegexTooLarge    Code = "regex_too_large" // over MaxRegexInstructions
	TooExpensive     Code = "too_expensive"   // over MaxToolWork or MaxRequestWork
	Internal         Code = "internal_error"  // a mistake of this package, not of the expression
)

// What can be wrong with a declaration.
const (
	BadType         Code = "bad_type"
	BadName         Code = "bad_name"
	ReservedName    Code = "reserved_name" // runner, model and verbosity are always there
	DuplicateName   Code = "duplicate_name"
	BadWord         Code = "bad_word"
	DuplicateWord   Code = "duplicate_word"
	SingleWord      Code = "single_word"
	EmptyMapping    Code = "empty_mapping"
	OptionalMapping Code = "optional_mapping"
)

// An Error is one mistake in an expression, in the text of a type, or in a declaration.
//
// Offset is the byte of that text at which the mistake starts, from 0. For a declaration, which is
// no text, it is 0 and Path names what was declared, without "ctx": "user.role". For an unknown
// attribute Path is the one that was read ("ctx.user.rol"), for an unknown word the attribute whose
// words it is none of, if it is one; it is empty for all else. Message says what is wrong, Hint
// what to write instead where that is clear, and Err what a lower layer said, if it did.
type Error struct {
	Code    Code
	Offset  int
	Path    string
	Message string
	Hint    string
	Err     error
}

// Error returns place, message, code and hint in one line.
func (e *Error) Error() string {
	place := fmt.Sprintf("byte %d", e.Offset)
	if e.Path != "" && e.Offset == 0 {
		place = e.Path
	}
	text := fmt.Sprintf("%s: %s [%s]", place, e.Message, e.Code)
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// Unwrap returns what a lower layer said, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Errors are all mistakes of one text or of one set of declarations: of a text by offset, of
// declarations in their order. As an error it holds at least one.
type Errors []*Error

// Error returns one line a mistake.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find a single mistake.
func (es Errors) Unwrap() []error {
	errs := make([]error, len(es))
	for i, e := range es {
		errs[i] = e
	}
	return errs
}

// sortByOffset puts the mistakes of a text in the order of their places.
func (es Errors) sortByOffset() {
	slices.SortStableFunc(es, func(a, b *Error) int { return cmp.Compare(a.Offset, b.Offset) })
}
