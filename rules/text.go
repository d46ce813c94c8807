package rules

// A TextSpec is a tailored text as it is written: for a title, a description or a property. The zero value gives no answer,
// and one with nothing but a Default gives that to every request.
//
// A request gets the first answer of four tiers:
//
//  1. the most specific of the Runners that match it;
//  2. VerbosityMap, which names a variant for a level;
//  3. Levels, which have a text for a level;
//  4. Default.
//
// A tier by levels that covers any level answers for all of them: a level that it does not cover takes the answer of the
// nearest that it covers, and of two equally near ones the lower. So VerbosityMap hides Levels, and both hide Default.
//
// A Go program may say what a rule file may not: a variant whose name is empty, a blank text, a list that matches nothing.
type TextSpec struct {
	Default          *string // nil: the tier has no answer; "" is an answer
	DefaultVerbosity *int    // the level, 0 to 9, for a request that asks for none; nil: the host's
	Levels           []LevelText
	Variants         []Variant
	VerbosityMap     []LevelVariant
	Runners          []RunnerSpec

	// Prepend and Append, of which one may be nil, keep the server's text and put a string before and after
	// it, instead of all other fields. They are for descriptions, not for titles.
	Prepend, Append *string
}

// A LevelText is the text for the levels of a selector.
type LevelText struct {
	On   Selector
	Text string
}

// A Variant is a text with a name, which must be the only one of that name.
type Variant struct{ Name, Text string }

// A LevelVariant names the variant for the levels of a selector.
type LevelVariant struct {
	On      Selector
	Variant string
}

// A RunnerSpec is a rule for some runners and models. It matches a request if Runner, Model and When all do; an expression
// that fails does not. Of the rules that match, the most specific one is used and no other: its Levels, or
// its Default if they cover no level. Where it has neither, the search among rules ends all the same and the next tier
// answers. The zero value matches every request and has no answer.
type RunnerSpec struct {
	Runner  Matcher
	Model   Matcher        // the only one of the two that may be a [Glob]
	When    string         // an expression; empty: none
	Levels  []LevelVariant // filled in like those of the text
	Default *string        // the name of a variant; nil: none
}
