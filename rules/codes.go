package rules

import (
	"github.com/toolrules/toolrules/internal/shape"
	"github.com/toolrules/toolrules/internal/source"
)

// A Code names one kind of problem. Codes are stable: programs, tests and silencing comments rely
// on them.
type Code string

// Error returns the code, so that [errors.Is] can compare errors with it.
func (c Code) Error() string { return string(c) }

// Codes of the shape of a rule file: its keys and the types of its values. The codes of the syntax
// of the file (syntax, anchor, duplicate_key and others) are those of the reader, unchanged.
const (
	CodeUnreadable    Code = "unreadable"         // the file can't be opened or read
	CodeTooManyErrors Code = "too_many_errors"    // more errors than are kept; the rest is unchecked
	CodeUnknownKey    Code = shape.CodeUnknownKey // a key that does not exist at this location
	CodeMissingKey    Code = shape.CodeMissingKey // a key that is required at this location
	CodeWrongType     Code = shape.CodeWrongType  // a value of the wrong type, such as a list instead of a string
	CodeUnquoted      Code = shape.CodeUnquoted   // a string that YAML reads as a number, bool or null
	CodeNull          Code = shape.CodeNull       // a key without a value
	CodeEmpty         Code = shape.CodeEmpty      // an empty list or mapping
	CodeBlank         Code = shape.CodeBlank      // a string of blanks
	CodeNotAWord      Code = shape.CodeNotAWord   // a string that is not one of the enum values
	CodeOutOfRange    Code = shape.CodeOutOfRange // a number that is too small or too large
	CodeBadName       Code = shape.CodeBadName    // an invalid name of a set or an attribute
)

// Codes of sections that only a rule file has.
const (
	CodeBadType                Code = "bad_type"                 // an unknown type under context
	CodeBadSelector            Code = "bad_selector"             // an invalid key of levels or verbosity_map
	CodeWildcardRunner         Code = "wildcard_runner"          // a runner's name with a wildcard
	CodeWildcardInList         Code = "wildcard_in_list"         // warning: a wildcard in a list of models
	CodeBadRename              Code = "bad_rename"               // a rename whose key is not server/tool
	CodeBadPath                Code = "bad_path"                 // an invalid property path
	CodeAnnotationReadsRequest Code = "annotation_reads_request" // a condition under annotations that reads ctx
	CodeLimitReadsTool         Code = "limit_reads_tool"         // a condition under limits that reads tool
	CodeDuplicatePath          Code = "duplicate_path"           // two texts for one path; only in files built in Go
)

// Codes of texts.
const (
	CodeLevelOutOfRange  Code = "level_out_of_range" // a level below 0 or above 9
	CodeInvertedRange    Code = "inverted_range"     // a range of levels whose end comes first
	CodeDuplicateLevel   Code = "duplicate_level"    // two entries of one mapping cover the same level
	CodeBadPrepend       Code = "bad_prepend"        // prepend or append with other keys, in a title, or empty
	CodeUnknownVariant   Code = "unknown_variant"    // a name that variants does not have
	CodeDuplicateVariant Code = "duplicate_variant"  // two variants with one name
	CodeGlobRunner       Code = "glob_runner"        // a glob for a runner; globs are for models only
)

// Codes of patterns and filters. CodePattern and CodeExpression are the prefixes of the codes for
// problems inside a pattern (pattern_empty_segment) and inside an expression (expression_ and a
// code of package expr). Alone they are the codes of all other such problems.
const (
	CodePattern            Code = "pattern"
	CodeExpression         Code = "expression"
	CodeUnknownServer      Code = "unknown_server"           // a pattern or a name that matches no server
	CodeIllegalServer      Code = "illegal_server"           // warning: an include for impossible server IDs
	CodeHiddenCharacter    Code = source.CodeHiddenCharacter // in a pattern; a warning in other strings
	CodeOddCharacter       Code = "odd_character"            // warning: a character that is in no tool name
	CodeRegexInPattern     Code = "regex_in_pattern"         // warning: a pattern that looks like a regular expression
	CodePlaceholder        Code = "placeholder"              // warning: ${NAME} or {{description}}, kept unchanged
	CodeMissingSlash       Code = "missing_slash"            // warning: a tool name that starts with a server ID
	CodeUnknownSet         Code = "unknown_set"              // a $name that sets does not have
	CodeBrokenSet          Code = "broken_set"               // an empty set, or one with an unusable pattern
	CodeSetInSet           Code = "set_in_set"               // a $name among the patterns of a set
	CodeNothingToMatch     Code = "nothing_to_match"         // an entry without tools, regex and when
	CodeServerWithoutRegex Code = "server_without_regex"     // server and regex need each other
	CodeRegexWithoutServer Code = "regex_without_server"
	CodeToolsAndRegex      Code = "tools_and_regex"    // an entry has only one of them
	CodeBadRegex           Code = "bad_regex"          // not valid RE2
	CodeTooManyPatterns    Code = "too_many_patterns"  // too many patterns in a section, after expansion
	CodeTooManyWildcards   Code = "too_many_wildcards" // too many patterns with a wildcard for the tool
	CodeRegexTooLarge      Code = "regex_too_large"    // too many instructions
	CodeDuplicateID        Code = "duplicate_id"       // two entries of a filter with one id
)

// Codes of problems inside a pattern.
const (
	CodePatternInvalidUTF8         Code = "pattern_invalid_utf8"
	CodePatternTooLong             Code = "pattern_too_long"
	CodePatternEmptySegment        Code = "pattern_empty_segment" // no server before the "/", or no tool after it
	CodePatternServerColon         Code = "pattern_server_colon"  // a ":" before the "/"
	CodePatternExtraSlash          Code = "pattern_extra_slash"   // a second "/"
	CodePatternNegation            Code = "pattern_negation"      // "!" or "not " at the start
	CodePatternBracket             Code = "pattern_bracket"       // "[" or "]"
	CodePatternOpenBrace           Code = "pattern_open_brace"
	CodePatternStrayBrace          Code = "pattern_stray_brace"
	CodePatternNestedBrace         Code = "pattern_nested_brace"
	CodePatternTrailingBackslash   Code = "pattern_trailing_backslash"
	CodePatternTooManyCombinations Code = "pattern_too_many_combinations" // of the alternatives in braces
)
