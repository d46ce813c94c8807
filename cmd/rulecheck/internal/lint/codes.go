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
	CodeReadOnlyName         rules.Code = "read_only_name"
	CodeLongServerText       rules.Code = "long_server_text"
	CodeEmptyServerText      rules.Code = "empty_server_text"
	CodeHiddenInServerText   rules.Code = "hidden_in_server_text"
	CodeContradictoryHints   rules.Code = "contradictory_hints"
)

// A needs defines what a check looks at.
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
	{CodeUnusedSet, rules.Warning, always, (*linter).sets},
	{CodeUnusedVariant, rules.Warning, always, eachText((*linter).unusedVariants)},
	{CodeUnreachableDefault, rules.Warning, always, eachText((*linter).unreachable)},
	{CodeUnreachableLevels, rules.Warning, always, nil},
	{CodeUnreachableMap, rules.Warning, always, nil},
	{CodeUnusedDefaultVerbosity, rules.Note, always, eachText((*linter).unusedDefaultVerbosity)},
	{CodeShadowedRunner, rules.Warning, always, eachText((*linter).shadowedRunners)},
	{CodeLongText, rules.Warning, always, eachText((*linter).longTexts)},
	{CodeModelSpelling, rules.Note, always, (*linter).models},
	{rules.CodeRegexInPattern, rules.Warning, always, (*linter).misreadPatterns},
	{rules.CodeMissingSlash, rules.Warning, always, nil},
	{CodeRegexSpelling, rules.Note, onRules, (*linter).regexesNeverFolded},

	{CodeNothingVisible, rules.Warning, onTools, (*linter).nothingVisible},
	{CodeUnmatchedPattern, rules.Warning, onTools, (*linter).patterns},
	{CodeUnmatchedRename, rules.Warning, onTools, (*linter).renames},
	{CodeServerWithoutCatalog, rules.Warning, onTools, (*linter).absentServers},
	{CodeExposedNamePattern, rules.Warning, onTools, nil},
	{CodeUnknownTag, rules.Warning, onTools, (*linter).tags},
	{CodeShadowedEntry, rules.Warning, onTools, (*linter).idleEntries},
	{CodeNeverMatches, rules.Warning, onTools, nil},
	{CodeRedundantEntry, rules.Note, onTools, nil},
	{CodeCancelledInclude, rules.Warning, onTools, (*linter).cancelledIncludes},
	{CodeUnanchoredInclude, rules.Warning, onTools, (*linter).unanchoredIncludes},
	{CodeRegexSpelling, rules.Warning, onTools, (*linter).regexSpellings},
	{CodeWordVisible, rules.Warning, onTools, (*linter).visibleWords},
	{CodeHintInclude, rules.Note, onTools, (*linter).hintIncludes},
	{CodeCtxBeforeTool, rules.Warning, onTools, (*linter).order},
	{CodeOptionalRead, rules.Note, always, (*linter).optionalReads},
	{CodeHiddenDescription, rules.Note, onTools, (*linter).hiddenDescriptions},
	{CodeShadowedText, rules.Warning, onTools, (*linter).shadowedTexts},
	{CodeFewHashDigits, rules.Warning, onTools, (*linter).hashDigits},
	{CodeReadOnlyName, rules.Warning, onTools, (*linter).toolHints},
	{CodeContradictoryHints, rules.Warning, onTools, nil},
	{CodeHiddenInServerText, rules.Warning, onTools, (*linter).serverTexts},
	{CodeEmptyServerText, rules.Warning, onTools, nil},
	{CodeLongServerText, rules.Note, onTools, nil},
}
