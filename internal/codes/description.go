package codes

import "github.com/toolrules/toolrules/rules"

// describing makes a rule file with one tailored description.
func describing(text string) Example {
	return Example{Rules: "version: 1\ndescriptions:\n  - tools: github/create_issue\n    description:\n" + text}
}

// placing makes a rule file with texts for arguments.
func placing(text string) Example {
	return Example{Rules: "version: 1\ndescriptions:\n  - tools: github/create_issue\n    arguments:\n" + text}
}

var descriptionEntries = []Entry{
	{
		Code: "bad_selector",
		Meaning: "A key under levels or verbosity_map is one level (3), a range (2-5) or a list (\"1,4,9\"), in plain decimal " +
			"digits and without blanks.",
		Bad:  describing("      levels: {0 to 4: Opens an issue.}\n"),
		Good: describing("      levels: {0-4: Opens an issue.}\n"),
	},
	{
		Code:    "level_out_of_range",
		Meaning: "Levels of verbosity are 0 to 9.",
		Bad:     describing("      levels: {5-10: Opens an issue.}\n"),
		Good:    describing("      levels: {5-9: Opens an issue.}\n"),
	},
	{
		Code:    "inverted_range",
		Meaning: "The end of a range of levels comes first.",
		Bad:     describing("      levels: {9-5: Opens an issue.}\n"),
		Good:    describing("      levels: {5-9: Opens an issue.}\n"),
	},
	{
		Code:    "duplicate_level",
		Meaning: "Two entries of one mapping cover the same level.",
		Bad:     describing("      levels: {0-5: New issue., 5-9: Opens an issue.}\n"),
		Good:    describing("      levels: {0-4: New issue., 5-9: Opens an issue.}\n"),
	},
	{
		Code:    "unknown_variant",
		Meaning: "The name is none of those under variants.",
		Bad:     describing("      variants: {terse: New issue.}\n      verbosity_map: {0-2: terce}\n"),
		Good:    describing("      variants: {terse: New issue.}\n      verbosity_map: {0-2: terse}\n"),
	},
	{
		Code:    "wildcard_runner",
		Meaning: "A runner is a name, a list of names, or * for any. Only a model can be a pattern.",
		Bad:     describing("      variants: {terse: New issue.}\n      runners:\n        - {runner: codex-*, default: terse}\n"),
		Good:    describing("      variants: {terse: New issue.}\n      runners:\n        - {runner: [codex-cli, codex-ide], default: terse}\n"),
	},
	{
		Code:     "wildcard_in_list",
		Severity: rules.Warning,
		Meaning:  "In a list of models each item is a name, so that a wildcard in it means itself.",
		Bad:      describing("      variants: {terse: New issue.}\n      runners:\n        - {model: [spark, gpt-5*], default: terse}\n"),
		Good:     describing("      variants: {terse: New issue.}\n      runners:\n        - {model: spark, default: terse}\n        - {model: gpt-5*, default: terse}\n"),
	},
	{
		Code: "bad_path",
		Meaning: "The path of an argument or a result is names with dots between them, [] behind the name of an array " +
			"(labels[].name), or a JSON Pointer into the schema.",
		Bad:  placing("      labels[0].name: The name of a label.\n"),
		Good: placing("      labels[].name: The name of a label.\n"),
	},
}
