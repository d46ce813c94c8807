package codes

import "github.com/toolrules/toolrules/rules"

const ofRequest = "It takes a request: rulecheck view and rulecheck explain show it behind a rule that fails. An exclude that fails hides, " +
	"an include that fails does not match."

// reasonEntries are the reasons for which a rule fails, but for wrong_type, which a file can have as well. As warnings no comment is
// told that it silences an error.
var reasonEntries = []Entry{
	{Code: "missing", Severity: rules.Warning, Reason: true, Rare: ofRequest,
		Meaning: "The request lacks an attribute that the rule reads. One that may be missing is declared with a ? and read with ??."},
	{Code: "unknown_word", Severity: rules.Warning, Reason: true, Rare: ofRequest,
		Meaning: "An attribute of the request is none of the words that the rule file declares for it."},
	{Code: "not_finite", Severity: rules.Warning, Reason: true, Rare: ofRequest,
		Meaning: "An attribute of the request is a number that is not finite."},
	{Code: "over_limit", Severity: rules.Warning, Reason: true, Rare: ofRequest,
		Meaning: "Something that the rule reads of the request or of the tool is larger than an expression may read: a text, a list, " +
			"a number, or the request as a whole."},
	{Code: "run_error", Severity: rules.Warning, Reason: true, Rare: ofRequest,
		Meaning: "The evaluation of a condition raised an error, or came to something else than true or false."},
}
