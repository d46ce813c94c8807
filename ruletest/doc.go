// Package ruletest runs tests of rule files: which tools, names and descriptions requests are
// expected to see of given catalogs.
//
// # Test files
//
// A test file is YAML, or JSON of the same form. By convention its name ends in .test.yaml.
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
// Paths are relative to the test file. A catalog is a file, a directory of files, or id=file, as
// for the command rulecheck. A request holds only what the case sets: runner, model, verbosity, and
// the attributes that the rule file declares, nested as declared. An undeclared attribute is an
// error.
//
// # Expectations
//
// Cases are evaluated as by a host, on the tools in the catalogs. A tool without an exposed name is
// hidden.
//
//   - sees: each pattern matches at least one visible tool. Patterns match exactly, as in include.
//   - hides: all tools that a pattern matches are hidden. Patterns match loosely, as in exclude.
//   - only: each visible tool matches one of the patterns, exactly.
//   - names: the exposed name of a tool, whatever the request; null if it has none.
//   - texts: what the request gets, byte for byte: title, description, and the descriptions in the
//     schemas as arguments.PATH and results.PATH, with paths as in a rule file. null means that the
//     key is absent. A hidden tool has no texts. A path that selects several locations expects the
//     same description at each.
//   - decided_by: what determines whether the filter shows the tool: the ID of an entry; the JSON
//     Pointer of an entry, or of the pattern in it that matches, into the rule file
//     (/filter/exclude/3); default, for a tool that is visible because nothing excludes it and
//     there is no include list; or no_include, for a tool that no entry of include matches.
//   - listed: each pattern matches at least one tool in the list, exactly.
//   - deferred: each pattern matches at least one visible tool that is not in the list, exactly.
//   - finds: by query, patterns of which each matches at least one tool that a search finds, exactly.
//   - at_most: the tools and bytes of the list, the tools that search and call included.
//
// A case fails if a pattern or a tool in it matches no tool in the catalogs, since it would then
// expect nothing.
//
// # Properties
//
// A test file can have properties beside cases, or instead of them: statements about all requests,
// which [File.Run] proves or refutes exactly. See [Property], [Prove], [Who] and docs/prove.md. For
// a host that checks rules when it reloads them, [Check] includes the properties of test files.
//
// # Coverage
//
// A rule is covered if a case would fail without it: an expectation that is met would not be. An
// exclude entry is therefore not covered by a tool that another entry also hides or that no entry
// includes, and a description is not covered if the server or a less specific entry has the same
// one. The only entry of include is covered by the tools that it does not match, since all tools
// are visible without an include list. An entry that decides because its condition fails is not
// covered. A pattern of a set is covered if removing it from all entries that use the set would
// make a case fail; an entry of naming.rename, by the names that would change and the tools that
// would lose theirs.
//
// # Errors
//
// Errors are [rules.Problems]: all problems of a test file at once, with their positions. An
// expectation that is not met is not an error but part of the [Result]; [Result.Problems] converts
// it to a problem.
//
// # Concurrency
//
// Only [Coverage.Add] modifies its receiver or an argument. A [File] may be run by several
// goroutines at a time as long as its fields are not modified.
package ruletest
