package cond

// The limits of the language. They are constants, so that a rule file that loads on one host loads
// on all.
const (
	MaxBytes             = 2048 // of an expression
	MaxDepth             = 64   // of brackets of any kind in one another
	MaxNodes             = 200  // attributes, literals, operators and calls
	MaxRegexInstructions = 500  // of a compiled regular expression
	MaxRegexBytes        = 1024 // of a regular expression
	MaxRegexFolded       = 4096 // characters in the ranges of a regular expression that are under (?i)
	MaxRegexNamed        = 8    // named classes of a regular expression, such as \pL

	MaxList       = 256      // elements of a list, of a request as of a tool
	MaxString     = 1 << 10  // bytes of one string of a request
	MaxRequest    = 16 << 10 // bytes of all strings of a request together
	MaxToolString = 64 << 10 // bytes of one text of a tool, or of one of its lists

	MaxBesideString = 4 << 10  // the same, in an atom that reads the request as well
	MaxBesideName   = 128      // the same, of tool.name and tool.server
	MaxToolWork     = 16 << 10 // bytes that the atoms of a file that read both can go through of one tool, see [Atom.ToolWork]
	MaxRefreshWork  = 4 << 20  // bytes that the atoms of a file can go through of a tool alone, see [Atom.RefreshWork]
	MaxRequestWork  = 1 << 20  // bytes that the atoms of a file can go through of a request alone, see [Atom.RequestWork]
	MaxRegexWork    = 1 << 20  // instructions of a regular expression times the bytes of a tool's string that it searches
)
