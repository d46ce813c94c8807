package lint

import "github.com/toolrules/toolrules/rules"

// Codes that need the rules alone.
const (
	CodeUnusedVariant          rules.Code = "unused_variant"
	CodeUnusedSet              rules.Code = "unused_set"
	CodeUnreachableDefault     rules.Code = "unreachable_default"
	CodeUnreachableLevels      rules.Code = "unreachable_levels"
	CodeUnreachableMap         rules.Code = "unreachable_verbosity_map"
	CodeUnusedDefaultVerbosity rules.Code = "unused_default_verbosity"
	CodeShadowedRunner         rules.Code = "shadowed_runner"
	CodeModelSpelling          rules.Code = "model_spelling"
	CodeOptionalRead           rules.Code = "exclude_reads_optional"
	CodeLongText               rules.Code = "long_text"
	CodeRegexSpelling          rules.Code = "exclude_regex_spelling"
	CodeLimitWithoutSearch     rules.Code = "limit_without_search"
)

// Codes that need the tools of a catalog.
const (
	CodeUnmatchedPattern     rules.Code = "unmatched_pattern"
	CodeUnmatchedRename      rules.Code = "unmatched_rename"
	CodeServerWithoutCatalog rules.Code = "server_without_catalog"
	CodeNothingVisible       rules.Code = "nothing_visible"
	CodeUnknownTag           rules.Code = "unknown_tag"
	CodeExposedNamePattern   rules.Code = "exposed_name_pattern"
	CodeShadowedEntry        rules.Code = "shadowed_entry"
	CodeRedundantEntry       rules.Code = "redundant_entry"
	CodeNeverMatches         rules.Code = "never_matches"
	CodeCancelledInclude     rules.Code = "cancelled_include"
	CodeUnanchoredInclude    rules.Code = "unanchored_include"
	CodeHintInclude          rules.Code = "hint_include"
	CodeWordVisible          rules.Code = "word_left_visible"
	CodeCtxBeforeTool        rules.Code = "ctx_before_tool"
	CodeHiddenDescription    rules.Code = "hidden_description"
	CodeShadowedText         rules.Code = "shadowed_text"
	CodeFewHashDigits        rules.Code = "few_hash_digits"
	CodeSharedNames          rules.Code = "shared_names"
	CodePinsBeyondLimit      rules.Code = "pins_beyond_limit"
	CodeReadOnlyName         rules.Code = "read_only_name"
	CodeLongServerText       rules.Code = "long_server_text"
	CodeEmptyServerText      rules.Code = "empty_server_text"
	CodeHiddenInServerText   rules.Code = "hidden_in_server_text"
	CodeContradictoryHints   rules.Code = "contradictory_hints"
)

// A needs defines what a check reads.
type needs uint8

const (
	onRules needs = 1 << iota // the rules, without a catalog
	onTools                   // the rules and the tools of a catalog
	always  = onRules | onTools
)

// A check finds the problems of one code. Problems have its severity unless the check reports
// another one. With --strict, warnings count as errors; notes never do.
type check struct {
	code     rules.Code
	severity rules.Severity
	needs    needs
	run      func(*linter) // nil if the check of an earlier code finds this one, too
}

// checks are all checks, in the order in which they run. The explanations are the text files of
// package codes.
var checks = []check{
	{CodeUnusedSet, rules.SeverityWarning, always, (*linter).sets},
	{CodeUnusedVariant, rules.SeverityWarning, always, eachText((*linter).unusedVariants)},
	{CodeUnreachableDefault, rules.SeverityWarning, always, eachText((*linter).unreachable)},
	{CodeUnreachableLevels, rules.SeverityWarning, always, nil},
	{CodeUnreachableMap, rules.SeverityWarning, always, nil},
	{CodeUnusedDefaultVerbosity, rules.SeverityNote, always, eachText((*linter).unusedDefaultVerbosity)},
	{CodeShadowedRunner, rules.SeverityWarning, always, eachText((*linter).shadowedRunners)},
	{CodeLongText, rules.SeverityWarning, always, eachText((*linter).longTexts)},
	{CodeModelSpelling, rules.SeverityNote, always, (*linter).models},
	{CodeLimitWithoutSearch, rules.SeverityWarning, always, (*linter).limitWithoutSearch},
	{rules.CodeRegexInPattern, rules.SeverityWarning, always, (*linter).misreadPatterns},
	{rules.CodeMissingSlash, rules.SeverityWarning, always, nil},
	{CodeRegexSpelling, rules.SeverityNote, onRules, (*linter).regexesNeverFolded},

	{CodeNothingVisible, rules.SeverityWarning, onTools, (*linter).nothingVisible},
	{CodeUnmatchedPattern, rules.SeverityWarning, onTools, (*linter).patterns},
	{CodeUnmatchedRename, rules.SeverityWarning, onTools, (*linter).renames},
	{CodeServerWithoutCatalog, rules.SeverityWarning, onTools, (*linter).absentServers},
	{CodeExposedNamePattern, rules.SeverityWarning, onTools, nil},
	{CodeUnknownTag, rules.SeverityWarning, onTools, (*linter).tags},
	{CodeShadowedEntry, rules.SeverityWarning, onTools, (*linter).idleEntries},
	{CodeNeverMatches, rules.SeverityWarning, onTools, nil},
	{CodeRedundantEntry, rules.SeverityNote, onTools, nil},
	{CodeCancelledInclude, rules.SeverityWarning, onTools, (*linter).cancelledIncludes},
	{CodeUnanchoredInclude, rules.SeverityWarning, onTools, (*linter).unanchoredIncludes},
	{CodeRegexSpelling, rules.SeverityWarning, onTools, (*linter).regexSpellings},
	{CodeWordVisible, rules.SeverityWarning, onTools, (*linter).visibleWords},
	{CodeHintInclude, rules.SeverityNote, onTools, (*linter).hintIncludes},
	{CodeCtxBeforeTool, rules.SeverityWarning, onTools, (*linter).order},
	{CodeOptionalRead, rules.SeverityNote, always, (*linter).optionalReads},
	{CodeHiddenDescription, rules.SeverityNote, onTools, (*linter).hiddenDescriptions},
	{CodeShadowedText, rules.SeverityWarning, onTools, (*linter).shadowedTexts},
	{CodeSharedNames, rules.SeverityNote, always, (*linter).sharedNames},
	{CodeFewHashDigits, rules.SeverityWarning, onTools, (*linter).hashDigits},
	{CodePinsBeyondLimit, rules.SeverityWarning, onTools, (*linter).pinsBeyondLimits},
	{CodeReadOnlyName, rules.SeverityWarning, onTools, (*linter).toolHints},
	{CodeContradictoryHints, rules.SeverityWarning, onTools, nil},
	{CodeHiddenInServerText, rules.SeverityWarning, onTools, (*linter).serverTexts},
	{CodeEmptyServerText, rules.SeverityWarning, onTools, nil},
	{CodeLongServerText, rules.SeverityNote, onTools, nil},
}
