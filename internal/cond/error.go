package cond

import "github.com/toolrules/toolrules/internal/fault"

// A Code is the kind of an error. Codes are stable; messages may change.
type Code = fault.Code

// Codes of errors in expressions.
const (
	Empty            Code = "empty"          // only white space and comments
	TooLong          Code = "too_long"       // over MaxBytes
	TooDeep          Code = "too_deep"       // over MaxDepth
	TooManyNodes     Code = "too_many_nodes" // over MaxNodes
	InvalidUTF8      Code = "invalid_utf8"
	Syntax           Code = "syntax"            // can't be parsed
	UnknownName      Code = "unknown_name"      // a name other than tool and ctx
	UnknownAttribute Code = "unknown_attribute" // tool or ctx has no such attribute
	UnknownWord      Code = "unknown_word"      // a literal that is not one of the declared enum values
	NotAllowed       Code = "not_allowed"       // an operator, function or construct that the language does not have
	WrongType        Code = "wrong_type"        // an operand whose type the operator or function does not accept
	WrongArguments   Code = "wrong_arguments"   // too many or too few
	NotBool          Code = "not_bool"          // the whole expression is not a bool
	MixedList        Code = "mixed_list"        // the elements of a list literal have different types
	MixedBranches    Code = "mixed_branches"    // the operands of ?: or ?? have different types
	NeverMissing     Code = "never_missing"     // ?? or a comparison with nil for a value that can't be missing
	MisplacedNil     Code = "misplaced_nil"     // nil anywhere except in == and !=
	NestedPredicate  Code = "nested_predicate"  // any, all, none, one or count inside another
	DynamicRegex     Code = "dynamic_regex"     // the pattern of matches is not a literal
	BadRegex         Code = "bad_regex"
	RegexTooLarge    Code = "regex_too_large" // over MaxRegexInstructions
	TooExpensive     Code = "too_expensive"   // over MaxToolWork, MaxRefreshWork or MaxRequestWork
	Internal         Code = "internal_error"  // a defect of this package, not of the expression
)

// Codes of errors in declarations.
const (
	BadType         Code = "bad_type"
	BadName         Code = "bad_name"
	ReservedName    Code = "reserved_name" // runner, model and verbosity are built in
	DuplicateName   Code = "duplicate_name"
	BadWord         Code = "bad_word"
	DuplicateWord   Code = "duplicate_word"
	SingleWord      Code = "single_word"
	EmptyMapping    Code = "empty_mapping"
	OptionalMapping Code = "optional_mapping"
)

// An Error is one error in an expression, in the source of a type, or in a declaration.
//
// A declaration has no source: its Offset is 0, and Path is the path of the declared attribute
// without "ctx": "user.role". For an unknown attribute, Path is the path that was read
// ("ctx.user.rol"); for an unknown enum value, it is the attribute with the enum type, if there is
// one. Otherwise Path is empty.
type Error = fault.Error

// Errors are all errors of one source, by offset, or of one set of declarations, in their order.
type Errors = fault.Errors
