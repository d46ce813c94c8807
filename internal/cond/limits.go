package cond

// Limits of the language. They are constants, so that a rule file that loads on one host loads on
// every host.
const (
	MaxBytes             = 2048 // size of an expression in bytes
	MaxDepth             = 64   // nesting of brackets of any kind
	MaxNodes             = 200  // attributes, literals, operators and calls in an expression
	MaxRegexInstructions = 500  // instructions of a compiled regular expression
	MaxRegexBytes        = 1024 // size of a regular expression in bytes
	MaxRegexFolded       = 4096 // characters in the ranges of a regular expression under (?i)
	MaxRegexNamed        = 8    // named classes of a regular expression, such as \pL

	MaxList       = 256      // elements of a list of a request or a tool
	MaxString     = 1 << 10  // bytes of one string of a request
	MaxRequest    = 16 << 10 // bytes of all strings of a request together
	MaxToolString = 64 << 10 // bytes of one string of a tool, or of one of its lists

	MaxBesideString = 4 << 10  // MaxToolString for an atom that also reads the request
	MaxBesideName   = 128      // MaxBesideString for tool.name and tool.server
	MaxToolWork     = 16 << 10 // sum of [Atom.ToolWork] in a rule file
	MaxRefreshWork  = 4 << 20  // sum of [Atom.RefreshWork] in a rule file
	MaxRequestWork  = 1 << 20  // sum of [Atom.RequestWork] in a rule file
	MaxRegexWork    = 1 << 20  // instructions of a regular expression times the bytes of a tool's string that it searches
)
