// Package ruletest runs the tests of a rule file: what requests are expected to see of some catalogs.
//
// # A test file
//
// It is YAML, or JSON of the same shape, and its name ends in .test.yaml by custom.
//
//	rules: tools.rules.yaml
//	catalog: [catalogs/github.json, fs=catalogs/filesystem.json]
//	cases:
//	  - name: guests see no destructive tool
//	    request: {runner: codex, verbosity: 3, user: {role: guest}}
//	    sees: [github/get_issue, fs/read_*]
//	    hides: ['*/*delete*']
//	    only: [github/get_*, fs/read_*]
//	    names: {github/get_issue: github__get_issue}
//	    texts: {github/get_issue: {description: One issue., arguments.owner: null}}
//	    decided_by: {github/delete_repo: no-destructive-for-guests}
//
// Paths are relative to the test file. A catalog is what the rulecheck command takes as one: a file, a directory of files, or a file with
// the id of its server in front. A request carries what is written there and nothing else: runner, model and verbosity, and the
// attributes that the rule file declares, nested as they are declared there. What it does not declare is an error.
//
// # What a case expects
//
// Everything is decided as a host would decide it, on the tools that the catalogs hold. A tool that got no name is hidden.
//
//   - sees: each pattern matches at least one tool that is visible. Patterns match exactly, as those of include do.
//   - hides: every tool that a pattern matches is hidden. Patterns match loosely, as those of exclude do.
//   - only: every tool that is visible is matched by one of the patterns, exactly.
//   - names: the exposed name of a tool, whoever asks; null is a tool that has none.
//   - texts: what the request gets, byte for byte: title, description, and the descriptions in the schemas as arguments.PATH and
//     results.PATH, with paths as a rule file writes them. null says that there is no such key. A hidden tool has no texts. A path that
//     selects several places expects the text at each of them.
//   - decided_by: what the filter's decision rests on: the id of an entry; or the JSON Pointer of an entry, or of the pattern in it
//     that matched, into the rule file (/filter/exclude/3); or default, for a tool that is visible since nothing excludes it and there is
//     no list of includes; or no_include, for one that no entry of include matches.
//
// A pattern, and a tool that is named, which no tool of the catalogs matches, fails the case: it would expect nothing.
//
// # Coverage
//
// A rule is covered if a case would notice that it is gone: if something that the case expects is so, and would not be without the
// rule. An exclude that hides what another entry hides as well, or what no entry includes, is not covered by that; nor is a text that
// the server or a less specific entry would say in the same words. The only entry of include is covered by what it leaves out, since
// everything is shown where there is no list of includes. What decides by failing covers nothing: its condition is not tried.
// A pattern of a set is covered if its removal from all entries that use the set would be noticed, an entry of naming.rename by the
// names that would change and the tools that would lose theirs.
//
// # Errors
//
// The error type is that of package rules: [rules.Problems], all that is wrong with a test file at once, each with its place. Expectations
// that are not met are no errors but a [Result]; [Result.Problems] makes problems of them for those who want to list them with others.
//
// # Concurrency
//
// Functions and methods change nothing that they are given, but for [Coverage.Add]. So one [File] may be run by several goroutines at a
// time, as long as nobody changes its fields.
package ruletest
