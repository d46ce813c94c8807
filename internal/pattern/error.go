package pattern

import "github.com/toolrules/toolrules/internal/fault"

// A Code identifies a fault of a pattern.
type Code = fault.Code

// An Error describes the first fault of a pattern, from left to right.
type Error = fault.Error

// What a pattern is rejected for.
const (
	CodeInvalidUTF8         Code = "invalid_utf8"
	CodeTooLong             Code = "too_long"              // more than MaxLength characters
	CodeEmptySegment        Code = "empty_segment"         // nothing before the slash, after it, or at all
	CodeServerColon         Code = "server_colon"          // a ":" in the server segment, escaped or not
	CodeExtraSlash          Code = "extra_slash"           // a second unescaped "/"
	CodeBracket             Code = "bracket"               // "[" or "]", which other globs read as a class
	CodeOpenBrace           Code = "open_brace"            // "{" without its "}" in the same segment
	CodeStrayBrace          Code = "stray_brace"           // "}" without its "{"
	CodeNestedBrace         Code = "nested_brace"          // "{" inside of braces
	CodeTrailingBackslash   Code = "trailing_backslash"    // "\" with nothing after it
	CodeTooManyCombinations Code = "too_many_combinations" // braces that multiply to more than MaxCombinations
)
