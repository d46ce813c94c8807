package rules

import (
	"github.com/toolrules/toolrules/internal/shape"
	"github.com/toolrules/toolrules/internal/source"
)

// A Code names one kind of problem. Codes are stable: programs, tests and silencing comments rely on them.
type Code string

// Error returns the code, so that [errors.Is] can compare errors with it.
func (c Code) Error() string { return string(c) }

// Codes of the shape of a rule file: what is wrong before anyone asks what a value means. The codes of the text of the file
// itself (syntax, anchor, duplicate_key and their like) are those of the reader and are passed on as they are.
const (
	CodeUnreadable    Code = "unreadable"         // the file can't be opened or read
	CodeTooManyErrors Code = "too_many_errors"    // more errors than are kept; what follows the last one has not been checked
	CodeUnknownKey    Code = shape.CodeUnknownKey // a key that this place does not have
	CodeMissingKey    Code = shape.CodeMissingKey // a key that this place needs
	CodeWrongType     Code = shape.CodeWrongType  // a list where a text is wanted, and the like
	CodeUnquoted      Code = shape.CodeUnquoted   // a text that YAML reads as a number, a boolean or null
	CodeNull          Code = shape.CodeNull       // a key with nothing behind it
	CodeEmpty         Code = shape.CodeEmpty      // a list or mapping that holds nothing
	CodeBlank         Code = shape.CodeBlank      // a text of nothing but blanks
	CodeNotAWord      Code = shape.CodeNotAWord   // a text that is none of the words allowed
	CodeOutOfRange    Code = shape.CodeOutOfRange // a number that is too small or too large
	CodeBadName       Code = shape.CodeBadName    // the name of a set or an attribute that is no legal one
)

// Codes of sections that only a rule file has.
const (
	CodeBadType                Code = "bad_type"                 // a type under context that there is none of
	CodeBadSelector            Code = "bad_selector"             // a key under levels or verbosity_map that is no level, range or list
	CodeWildcardRunner         Code = "wildcard_runner"          // a runner's name with a wildcard
	CodeWildcardInList         Code = "wildcard_in_list"         // warning: a name with a wildcard in a list of models
	CodeBadRename              Code = "bad_rename"               // a rename whose key is no literal server/tool
	CodeBadPath                Code = "bad_path"                 // a property path that can't be read
	CodeAnnotationReadsRequest Code = "annotation_reads_request" // a condition under annotations that reads ctx
	CodeLimitReadsTool         Code = "limit_reads_tool"         // a condition under limits that reads tool
	CodeDuplicatePath          Code = "duplicate_path"           // two texts of one entry for one path, which only a Go program can write
)

// Codes of texts.
const (
	CodeLevelOutOfRange  Code = "level_out_of_range" // a level below 0 or above 9
	CodeInvertedRange    Code = "inverted_range"     // a range of levels whose end comes first
	CodeDuplicateLevel   Code = "duplicate_level"    // two entries of one mapping cover the same level
	CodeBadPrepend       Code = "bad_prepend"        // prepend or append beside other keys, in a title, or both empty
	CodeUnknownVariant   Code = "unknown_variant"    // a name that variants does not have
	CodeDuplicateVariant Code = "duplicate_variant"  // two variants of one name
	CodeGlobRunner       Code = "glob_runner"        // a glob where a runner is matched; only models can be
)

// Codes of patterns and filters. CodePattern and CodeExpression stand in front of the codes of what can be wrong inside of a
// pattern (pattern_empty_segment) and of an expression (expression_ and a code of package expr); alone they stand for what has
// no code of its own.
const (
	CodePattern            Code = "pattern"
	CodeExpression         Code = "expression"
	CodeUnknownServer      Code = "unknown_server"           // a pattern or a name for none of the servers
	CodeIllegalServer      Code = "illegal_server"           // warning: an include for servers whose ids no server can have
	CodeHiddenCharacter    Code = source.CodeHiddenCharacter // a hidden character in a pattern, or a warning of one in another text
	CodeOddCharacter       Code = "odd_character"            // warning: a character in a pattern that no name of a tool has
	CodeRegexInPattern     Code = "regex_in_pattern"         // warning: a pattern that is written like a regular expression
	CodePlaceholder        Code = "placeholder"              // warning: ${NAME} or {{description}}, which stays as it is
	CodeMissingSlash       Code = "missing_slash"            // warning: a pattern for a tool whose name starts with a server's id
	CodeUnknownSet         Code = "unknown_set"              // a $name that sets does not have
	CodeBrokenSet          Code = "broken_set"               // a set that is empty, or has a pattern that can't be used where the set is
	CodeSetInSet           Code = "set_in_set"               // a $name among the patterns of a set
	CodeNothingToMatch     Code = "nothing_to_match"         // an entry without tools, regex and when
	CodeServerWithoutRegex Code = "server_without_regex"     // the one needs the other
	CodeRegexWithoutServer Code = "regex_without_server"
	CodeToolsAndRegex      Code = "tools_and_regex"    // an entry has one of the two
	CodeBadRegex           Code = "bad_regex"          // no RE2
	CodeTooManyPatterns    Code = "too_many_patterns"  // more patterns than a section may have, after sets and braces
	CodeTooManyWildcards   Code = "too_many_wildcards" // more of them with a wildcard for the tool
	CodeRegexTooLarge      Code = "regex_too_large"    // more instructions than an expression may have
	CodeDuplicateID        Code = "duplicate_id"       // two entries of a filter with one id
)

// Codes of what can be wrong inside of a pattern.
const (
	CodePatternInvalidUTF8         Code = "pattern_invalid_utf8"
	CodePatternTooLong             Code = "pattern_too_long"
	CodePatternEmptySegment        Code = "pattern_empty_segment" // no server in front of the "/", or no tool
	CodePatternServerColon         Code = "pattern_server_colon"  // a ":" in front of the "/"
	CodePatternExtraSlash          Code = "pattern_extra_slash"   // a second "/"
	CodePatternNegation            Code = "pattern_negation"      // "!" or "not " at the start
	CodePatternBracket             Code = "pattern_bracket"       // "[" or "]"
	CodePatternOpenBrace           Code = "pattern_open_brace"
	CodePatternStrayBrace          Code = "pattern_stray_brace"
	CodePatternNestedBrace         Code = "pattern_nested_brace"
	CodePatternTrailingBackslash   Code = "pattern_trailing_backslash"
	CodePatternTooManyCombinations Code = "pattern_too_many_combinations" // of the alternatives in braces
)
