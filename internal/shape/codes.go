package shape

// Codes of problems with the form of a file. They are stable.
const (
	CodeUnknownKey = "unknown_key"     // a key that this mapping does not have
	CodeMissingKey = "missing_key"     // a required key
	CodeWrongType  = "wrong_type"      // a list instead of a string, and the like
	CodeUnquoted   = "unquoted_scalar" // a string that YAML reads as a number, a boolean or null
	CodeNull       = "null_value"      // a key without a value
	CodeEmpty      = "empty"           // an empty list or mapping
	CodeBlank      = "blank"           // a blank string
	CodeNotAWord   = "not_a_word"      // a string that is not a value of the enum
	CodeOutOfRange = "out_of_range"    // a number that is too small or too large
	CodeBadName    = "bad_name"        // an invalid name
)
