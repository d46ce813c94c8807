package shape

// Codes of what can be wrong with the shape of a file. They are stable.
const (
	CodeUnknownKey = "unknown_key"     // a key that this place does not have
	CodeMissingKey = "missing_key"     // a key that this place needs
	CodeWrongType  = "wrong_type"      // a list where a text is wanted, and the like
	CodeUnquoted   = "unquoted_scalar" // a text that YAML reads as a number, a boolean or null
	CodeNull       = "null_value"      // a key with nothing behind it
	CodeEmpty      = "empty"           // a list or mapping that holds nothing
	CodeBlank      = "blank"           // a text of nothing but blanks
	CodeNotAWord   = "not_a_word"      // a text that is none of the words allowed
	CodeOutOfRange = "out_of_range"    // a number that is too small or too large
	CodeBadName    = "bad_name"        // a name that is no legal one
)
