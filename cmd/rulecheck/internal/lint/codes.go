package lint

import "github.com/toolrules/toolrules/rules"

// Codes of what can be told from the rules alone.
const (
	CodeUnusedVariant          rules.Code = "unused_variant"            // a variant that nothing names
	CodeUnusedSet              rules.Code = "unused_set"                // a set that no entry names
	CodeUnreachableDefault     rules.Code = "unreachable_default"       // a default that something else always answers before
	CodeUnreachableLevels      rules.Code = "unreachable_levels"        // levels, the same
	CodeUnreachableMap         rules.Code = "unreachable_verbosity_map" // a verbosity_map, the same
	CodeUnusedDefaultVerbosity rules.Code = "unused_default_verbosity"  // a note: a level for a text that is the same at every level
	CodeShadowedRunner         rules.Code = "shadowed_runner"           // a runner rule that others are always asked before
	CodeModelSpelling          rules.Code = "model_spelling"            // a note: two names of models that differ by provider or date alone
	CodeOptionalRead           rules.Code = "exclude_reads_optional"    // a note: an exclude that hides where the request lacks something
	CodeLongText               rules.Code = "long_text"                 // a text of more than 1,024 characters
	CodeRegexSpelling          rules.Code = "exclude_regex_spelling"    // a regex of exclude for one spelling; a note without tools
)

// Codes of what rules and tools show together.
const (
	CodeUnmatchedPattern     rules.Code = "unmatched_pattern"      // a pattern or regex that no tool matches
	CodeUnmatchedRename      rules.Code = "unmatched_rename"       // a rename of an unknown tool
	CodeServerWithoutCatalog rules.Code = "server_without_catalog" // rules that could not be checked
	CodeNothingVisible       rules.Code = "nothing_visible"        // no request sees any tool
	CodeUnknownTag           rules.Code = "unknown_tag"            // a tag in a condition that no tool has
	CodeExposedNamePattern   rules.Code = "exposed_name_pattern"   // a pattern for the name that a tool is shown by
	CodeShadowedEntry        rules.Code = "shadowed_entry"         // an entry that others decide before; a note if only here
	CodeRedundantEntry       rules.Code = "redundant_entry"        // a note: an entry whose tools a later one takes as well
	CodeNeverMatches         rules.Code = "never_matches"          // an entry whose condition is false for all its tools
	CodeCancelledInclude     rules.Code = "cancelled_include"      // an include whose tools are all excluded
	CodeUnanchoredInclude    rules.Code = "unanchored_include"     // a regex of include that takes a tool by accident
	CodeHintInclude          rules.Code = "hint_include"           // a note: an include that takes the server's word for it
	CodeWordVisible          rules.Code = "word_left_visible"      // a word that an exclude hides in some names and not in others
	CodeCtxBeforeTool        rules.Code = "ctx_before_tool"        // a condition that hides others if the request lacks something
	CodeHiddenDescription    rules.Code = "hidden_description"     // a note: texts for tools that no request sees
	CodeShadowedText         rules.Code = "shadowed_text"          // a text that a more specific entry always answers before
	CodeFewHashDigits        rules.Code = "few_hash_digits"        // fewer than 16 where names are cut
	CodeReadOnlyName         rules.Code = "read_only_name"         // a tool that deletes by its name and only reads by its hints
	CodeLongServerText       rules.Code = "long_server_text"       // a note: a server's description of more than 1,024 characters
	CodeEmptyServerText      rules.Code = "empty_server_text"      // an empty text that a server sends
	CodeHiddenInServerText   rules.Code = "hidden_in_server_text"  // a text of a server with a character that nobody sees
	CodeContradictoryHints   rules.Code = "contradictory_hints"    // a tool that only reads and destroys, by its hints
)
