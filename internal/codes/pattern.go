package codes

import "strings"

// excluding makes a rule file with one pattern.
func excluding(pattern string) Example {
	return Example{Rules: "version: 1\nfilter:\n  exclude:\n    - " + pattern + "\n"}
}

var patternEntries = []Entry{
	{
		Code:    "pattern_empty_segment",
		Meaning: "A pattern is server/tool, or tool alone for any server. One of the two is missing here.",
		Bad:     excluding("github/"),
		Good:    excluding("github/*"),
	},
	{
		Code:    "pattern_extra_slash",
		Meaning: "A pattern has a second /. A / that belongs to the name of a tool is written \\/.",
		Bad:     excluding("github/repos/delete"),
		Good:    excluding(`github/repos\/delete`),
	},
	{
		Code:    "pattern_server_colon",
		Meaning: "A pattern has a : in front of the /. No server id has one.",
		Bad:     excluding("mcp:github/delete_*"),
		Good:    excluding("github/delete_*"),
	},
	{
		Code: "pattern_negation",
		Meaning: "A pattern starts with ! or \"not \". Patterns have no negation: what is to be hidden stands under exclude, which wins over " +
			"include. A ! that belongs to a name is written \\!.",
		Bad:  Example{Rules: "version: 1\nfilter:\n  include: ['fs/*', '!fs/delete_*']\n"},
		Good: Example{Rules: "version: 1\nfilter:\n  include: ['fs/*']\n  exclude: ['fs/delete_*']\n"},
	},
	{
		Code:    "pattern_bracket",
		Meaning: "Patterns have no character classes. A regex has; a bracket that belongs to a name is written \\[ or \\].",
		Bad:     excluding("fs/read_[abc]"),
		Good:    excluding("{server: fs, regex: '^read_[abc]$'}"),
	},
	{
		Code:    "pattern_open_brace",
		Meaning: "A { has no } in the same segment.",
		Bad:     excluding("'fs/{read,write'"),
		Good:    excluding("'fs/{read,write}'"),
	},
	{
		Code:    "pattern_stray_brace",
		Meaning: "A } has no { in the same segment. A brace that belongs to a name is written \\}.",
		Bad:     excluding("'fs/read}'"),
		Good:    excluding("'fs/{read,write}'"),
	},
	{
		Code:    "pattern_nested_brace",
		Meaning: "Braces can't stand inside braces.",
		Bad:     excluding("'fs/{read,write_{file,link}}'"),
		Good:    excluding("'fs/{read,write_file,write_link}'"),
	},
	{
		Code:    "pattern_trailing_backslash",
		Meaning: "A \\ takes the next character as it is, and there is none.",
		Bad:     excluding(`'fs/read\'`),
		Good:    excluding(`'fs/read\\'`),
	},
	{
		Code:    "pattern_too_many_combinations",
		Meaning: "The braces of a pattern multiply to more than 64 patterns.",
		Bad:     excluding("'{a,b,c,d,e}/{get,set,add}_{a,b,c,d,e}'"),
		Good:    excluding("'*/{get,set,add}_{a,b,c,d,e}'"),
	},
	{
		Code:    "pattern_too_long",
		Meaning: "A pattern has more than 256 characters.",
		Bad:     excluding("github/" + strings.Repeat("very_", 50) + "long"),
		Good:    excluding("github/very_*_long"),
	},
	{
		Code:    "pattern_invalid_utf8",
		Meaning: "A pattern has bytes that are no valid UTF-8.",
		Rare:    "A rule file that has such bytes is refused as a whole; only rules that are built in Go can have them in a pattern.",
	},
}
