package codes

const inGo = "Only rules that are built in Go can have it: in a rule file the same mistake has another code."

var goEntries = []Entry{
	{Code: "internal_error", Meaning: "A defect of this program. Please report it.", Rare: "No rule file should ever have it."},
	{Code: "expression_internal_error", Meaning: "A defect of the compiler of expressions. Please report it.", Rare: "No rule file should ever have it."},
	{Code: "pattern_not_compiled", Meaning: "A defect of the compiler of patterns. Please report it.", Rare: "No rule file should ever have it."},
	{Code: "pattern", Meaning: "A pattern can't be used, for a reason that has no code.", Rare: "No rule file should ever have it."},
	{Code: "expression", Meaning: "An expression can't be used, for a reason that has no code.", Rare: "No rule file should ever have it."},
	{Code: "duplicate_variant", Meaning: "Two variants have one name.", Rare: inGo},
	{Code: "duplicate_path", Meaning: "An entry of descriptions has two texts for one path.", Rare: inGo},
	{Code: "glob_runner", Meaning: "A runner is matched by a glob; only a model can be.", Rare: inGo},
	{Code: "unknown_collisions", Meaning: "There is no such way with collisions.", Rare: inGo},
	{Code: "unknown_accept", Meaning: "There is no such set of names to accept.", Rare: inGo},
	{Code: "unknown_target", Meaning: "There is no such target.", Rare: inGo},
	{Code: "max_bytes_out_of_range", Meaning: "The longest name is 32 to 64 bytes.", Rare: inGo},
	{Code: "hash_digits_out_of_range", Meaning: "A hash has 8 to 32 digits.", Rare: inGo},
	{Code: "context_bad_name", Meaning: "The name of an attribute is letters, digits and _, and starts with no digit.", Rare: inGo},
	{Code: "context_bad_type", Meaning: "There is no such type.", Rare: inGo},
	{Code: "context_bad_word", Meaning: "A word of a type is no word.", Rare: inGo},
	{Code: "context_duplicate_name", Meaning: "An attribute is declared twice.", Rare: inGo},
	{Code: "context_duplicate_word", Meaning: "A type has a word twice.", Rare: inGo},
	{Code: "context_single_word", Meaning: "A type has one word, and a choice needs two.", Rare: inGo},
	{Code: "context_empty_mapping", Meaning: "A mapping declares no attribute.", Rare: inGo},
	{Code: "expression_single_word", Meaning: "A type has one word, and a choice needs two.", Rare: inGo},
	{Code: "host_options", Meaning: "The host's own options do not go with a new version of the rule file.", Rare: "A host that watches a rule file is told."},
	{Code: "catalog", Meaning: "A catalog of the host's can't be built with a new version of the rule file.", Rare: "A host that watches a rule file is told."},
	{Code: "check", Meaning: "The host's own check refuses a new version of the rule file.", Rare: "A host that watches a rule file is told."},
	{Code: "panic", Meaning: "Something panicked while a new version of the rule file was put in force.", Rare: "A host that watches a rule file is told."},
}
