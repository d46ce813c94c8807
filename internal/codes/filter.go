package codes

import (
	"strings"

	"github.com/toolrules/toolrules/rules"
)

var filterEntries = []Entry{
	{
		Code:    "nothing_to_match",
		Meaning: "An entry says nothing of the tools it is for. It needs tools, a regex or when.",
		Bad:     excluding("{id: no-deletes, reason: Too risky.}"),
		Good:    excluding("{id: no-deletes, reason: Too risky., tools: '*/delete_*'}"),
	},
	{
		Code:    "server_without_regex",
		Meaning: "server goes with regex. All tools of a server are tools: server/*.",
		Bad:     excluding("{server: github, when: tool.destructive}"),
		Good:    excluding("{tools: github/*, when: tool.destructive}"),
	},
	{
		Code:    "regex_without_server",
		Meaning: "A regex needs to be told for which server; \"*\" is any.",
		Bad:     excluding("{regex: '^delete_'}"),
		Good:    excluding("{server: '*', regex: '^delete_'}"),
	},
	{
		Code:    "tools_and_regex",
		Meaning: "An entry has either patterns or a regex.",
		Bad:     excluding("{tools: github/*, server: github, regex: '^delete_'}"),
		Good:    excluding("{server: github, regex: '^delete_'}"),
	},
	{
		Code:    "bad_regex",
		Meaning: "A regular expression is not one of RE2, which can't look ahead or back, and has no back references.",
		Bad:     excluding("{server: github, regex: '^(?!get_)'}"),
		Good:    excluding("{server: github, regex: '^(create|update|delete)_'}"),
	},
	{
		Code:    "regex_too_large",
		Meaning: "A regular expression compiles to more than 500 instructions.",
		Bad:     excluding("{server: github, regex: '^(get_[a-z]{1,40}_){20}'}"),
		Good:    excluding("{server: github, regex: '^get_[a-z_]+$'}"),
	},
	{
		Code: "too_many_patterns",
		Meaning: "The filter has more than 16,384 patterns, or descriptions have more than 65,536. Each combination of braces counts, each " +
			"pattern of a set each time that the set is used, and each pattern of descriptions once for each text of its entry.",
		Rare: "It would take a large example.",
	},
	{
		Code: "too_many_wildcards",
		Meaning: "Too much is evaluated for each tool of a server: more than 1,024 different patterns with a wildcard for the tool, more than " +
			"1,024 entries of the filter with such a pattern, a regex or no tools, or more than 256 texts in such entries of descriptions.",
		Rare: "It would take a large example.",
	},
	{
		Code:    "duplicate_id",
		Meaning: "Two entries of the filter have one id, so that nobody could tell which of them decided.",
		Bad: Example{Rules: `version: 1
filter:
  exclude:
    - {id: no-deletes, tools: github/delete_*}
    - {id: no-deletes, tools: fs/delete_*}
`},
		Good: Example{Rules: `version: 1
filter:
  exclude:
    - {id: no-github-deletes, tools: github/delete_*}
    - {id: no-fs-deletes, tools: fs/delete_*}
`},
	},
	{
		Code:    "unknown_server",
		Meaning: "A pattern, or a key of rename, is for none of the servers that the file lists under servers.",
		Bad:     Example{Rules: "version: 1\nservers: [github, fs]\nfilter:\n  include: [githb/*]\n"},
		Good:    Example{Rules: "version: 1\nservers: [github, fs]\nfilter:\n  include: [github/*]\n"},
	},
	{
		Code:     "illegal_server",
		Severity: rules.Warning,
		Meaning:  "An include is for servers whose ids no server can have, so that it takes no tool.",
		Bad:      Example{Rules: "version: 1\nfilter:\n  include: [Google-Drive/*]\n"},
		Good:     Example{Rules: "version: 1\nfilter:\n  include: [google_drive/*]\n"},
	},
	{
		Code:     "odd_character",
		Severity: rules.Warning,
		Meaning: "A pattern has a character in it that no tool that is shown has in its name, such as a blank or " +
			"a letter of another script. An exclude with one hides nothing. It is an error where a condition follows the pattern: " +
			"conditions stand under when.",
		Bad:  Example{Rules: "version: 1\nfilter:\n  exclude: ['fs/delete_file ']\n"},
		Good: Example{Rules: "version: 1\nfilter:\n  exclude: [fs/delete_file]\n"},
	},
	{
		Code:     "placeholder",
		Severity: rules.Warning,
		Meaning: "A pattern or a condition has ${NAME} or {{name}} in it, or a text has {{description}}. Rule files have no variables: a " +
			"pattern and a condition compare it as it is, and a text is sent to the model with it.",
		Bad:  Example{Rules: "version: 1\ndescriptions:\n  - tools: fs/delete_file\n    description: '{{description}} Ask first.'\n"},
		Good: Example{Rules: "version: 1\ndescriptions:\n  - tools: fs/delete_file\n    description: Delete a file. Ask first.\n"},
	},
	{
		Code:     "regex_in_pattern",
		Severity: rules.Warning,
		Meaning: "A pattern is written like a regular expression. Patterns have *, ? and {a,b} alone, so that it matches no tool. A " +
			"regular expression stands under regex, beside its server.",
		Bad:  Example{Rules: "version: 1\nfilter:\n  exclude: ['fs/(delete|move)_.*', 'fs/v\\d+_.*']\n"},
		Good: Example{Rules: "version: 1\nfilter:\n  exclude: ['fs/{delete,move}_*', {server: fs, regex: '^v\\d+_.*$'}]\n"},
	},
	{
		Code:     "missing_slash",
		Severity: rules.Warning,
		Meaning: "A pattern without a / is the name of a tool, of any server, and this one is or starts with the name of a " +
			"server, as exposed names do (github__delete_repo) and names in clients (mcp__github__delete_repo). For tools of that " +
			"name write */ in front.",
		Bad:  Example{Rules: "version: 1\nservers: [github, fs]\nfilter:\n  exclude: [github.delete_*]\n"},
		Good: Example{Rules: "version: 1\nservers: [github, fs]\nfilter:\n  exclude: [github/delete_*]\n"},
	},
	{
		Code:    "broken_set",
		Meaning: "A set can't be used in this entry, since a pattern in it can't: it is broken, or it is for none of the servers.",
		Rare: "In a rule file the pattern itself is at fault where it stands; only rules that are built in Go can have a set " +
			"that no entry shows.",
	},
}

// long makes an expression of so many bytes.
func long(n int) string {
	const part = `tool.name == "delete_repository" || `
	return strings.Repeat(part, n/len(part)) + "tool.destructive"
}
