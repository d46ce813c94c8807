package rules

// A TextSpec is the text for a title, a description or a property. The zero value has no answer;
// one with only a Default has that answer for every request.
//
// The answer for a request is the first of four tiers:
//
//  1. the most specific of the Runners that match it;
//  2. VerbosityMap, which names a variant for a level;
//  3. Levels, which have a text for a level;
//  4. Default.
//
// A tier by levels that covers any level has an answer for all levels: a level that it does not
// cover gets the answer of the nearest covered level, the lower of two equally near. So
// VerbosityMap hides Levels, and both hide Default.
//
// A Go program may use values that a rule file cannot: a variant with an empty name, a blank text,
// a list that matches nothing.
type TextSpec struct {
	Default          *string // nil: the tier has no answer; "" is an answer
	DefaultVerbosity *int    // the level, 0 to 9, of requests that have none; nil: the host's
	Levels           []LevelText
	Variants         []Variant
	VerbosityMap     []LevelVariant
	Runners          []RunnerSpec

	// Prepend and Append, of which one may be nil, keep the server's text and put a string before
	// and after it, instead of all other fields. They are for descriptions, not for titles.
	Prepend, Append *string
}

// A LevelText is the text for the levels of a selector.
type LevelText struct {
	On   Selector
	Text string
}

// A Variant is a text with a name, which must be unique in the TextSpec.
type Variant struct{ Name, Text string }

// A LevelVariant names the variant for the levels of a selector.
type LevelVariant struct {
	On      Selector
	Variant string
}

// A RunnerSpec is a rule for some runners and models. It matches a request if Runner, Model and
// When all do; an expression that fails does not. Only the most specific rule that matches is used:
// its Levels, or its Default if they cover no level. If it has neither, the search among rules
// still ends, and the next tier is used. The zero value matches every request and has no answer.
type RunnerSpec struct {
	Runner  Matcher
	Model   Matcher        // may be a [Glob], unlike Runner
	When    string         // an expression; empty: none
	Levels  []LevelVariant // gaps are filled as in the text
	Default *string        // the name of a variant; nil: none
}
