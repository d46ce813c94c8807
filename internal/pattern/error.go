package pattern

import "fmt"

// A Code names one way in which a text fails to be a pattern. Codes are stable.
type Code string

// What a pattern is refused for.
const (
	InvalidUTF8         Code = "invalid_utf8"
	TooLong             Code = "too_long"              // more than MaxLength characters
	EmptySegment        Code = "empty_segment"         // nothing in front of the slash, or behind it, or at all
	ServerColon         Code = "server_colon"          // a ":" in the server segment, escaped or not: no id has one
	ExtraSlash          Code = "extra_slash"           // a second "/" that is not escaped
	Bracket             Code = "bracket"               // "[" or "]", which other globs read as a class
	OpenBrace           Code = "open_brace"            // "{" without its "}" in the same segment
	StrayBrace          Code = "stray_brace"           // "}" without its "{"
	NestedBrace         Code = "nested_brace"          // "{" inside of braces
	TrailingBackslash   Code = "trailing_backslash"    // "\" with nothing behind it to take as it is
	TooManyCombinations Code = "too_many_combinations" // braces that multiply to more than MaxCombinations
)

// An Error says why a text is no pattern: the first reason, from left to right.
type Error struct {
	Code    Code
	Offset  int    // byte of the text at which the fault starts, from 0; the length of the text if something lacks at its end
	Message string // for people; may change
	Hint    string // what to write instead; empty where there is no one mend
}

// Error gives the message, with the offset and the code.
func (e *Error) Error() string {
	return fmt.Sprintf("offset %d: %s [%s]", e.Offset, e.Message, e.Code)
}
