package codes

import (
	"strings"

	"github.com/toolrules/toolrules/rules"
)

const (
	readIssue  = `{"name": "get_issue", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}`
	deleteRepo = `{"name": "delete_repo", "inputSchema": {"type": "object"}}`
	repoDelete = `{"name": "repo_delete", "inputSchema": {"type": "object"}}`
	budget     = `{"name": "budget_reset", "inputSchema": {"type": "object"}}`

	taggedRepo = `{"server": "github", "tools": [` + getIssue + ", " + deleteRepo + `], "tags": {"delete_repo": ["risky"]}}` + "\n"

	roles = "context:\n  role: admin | guest\n"
)

// described makes a rule file with one tailored description.
func described(text string) Example {
	return Example{Rules: "version: 1\ndescriptions:\n  - tools: github/create_issue\n    description:\n" + indent(text, 6)}
}

func indent(text string, by int) string {
	blanks := strings.Repeat(" ", by)
	return blanks + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+blanks) + "\n"
}

var lintEntries = []Entry{
	{
		Code:     "unused_variant",
		Severity: rules.Warning,
		Meaning:  "Nothing names a variant, neither verbosity_map nor a rule of runners, so that nobody gets it.",
		Bad:      described("default: Opens an issue.\nvariants: {terse: New issue., careful: Search first.}\nrunners: [{runner: codex, default: terse}]"),
		Good:     described("default: Opens an issue.\nvariants: {terse: New issue., careful: Search first.}\nrunners: [{runner: codex, levels: {0-4: terse, 5-9: careful}}]"),
	},
	{
		Code:     "unreachable_default",
		Severity: rules.Warning,
		Meaning: "A default is never used. levels, verbosity_map and the levels of a rule answer for every level if they answer " +
			"for any: a gap takes the nearest one. " +
			"So does a rule of runners for all runners and models.",
		Bad:  described("default: Opens an issue.\nlevels: {0-2: New issue.}"),
		Good: described("levels: {0-2: New issue., 3-9: Opens an issue.}"),
	},
	{
		Code:     "unreachable_levels",
		Severity: rules.Warning,
		Meaning: "levels are never used, since verbosity_map, or a rule of runners for all runners and models, answers for every " +
			"level before them.",
		Bad:  described("levels: {0-2: New issue., 3-9: Opens an issue.}\nvariants: {careful: Search first.}\nverbosity_map: {9: careful}"),
		Good: described("levels: {0-2: New issue., 3-8: Opens an issue., 9: Search first.}"),
	},
	{
		Code:     "unreachable_verbosity_map",
		Severity: rules.Warning,
		Meaning:  "A verbosity_map is never used, since a rule of runners takes every request and answers it.",
		Bad:      described("variants: {terse: New issue., careful: Search first.}\nverbosity_map: {0-9: terse}\nrunners: [{default: careful}]"),
		Good:     described("variants: {terse: New issue., careful: Search first.}\nverbosity_map: {0-9: terse}\nrunners: [{runner: codex, default: careful}]"),
	},
	{
		Code:     "unused_default_verbosity",
		Severity: rules.Note,
		Meaning:  "default_verbosity stands at a text that is the same at every level.",
		Bad:      described("default: Opens an issue.\ndefault_verbosity: 3"),
		Good:     described("levels: {0-4: New issue., 5-9: Opens an issue.}\ndefault_verbosity: 3"),
	},
	{
		Code:     "shadowed_runner",
		Severity: rules.Warning,
		Meaning: "A rule of runners is never asked, since more specific ones, or earlier ones that are as specific, match whenever " +
			"it does. " +
			"Of the rules that match, the most specific one is asked and no other: the model counts first (a name before a list, a " +
			"list before a glob), then the runner, then a condition.",
		Bad:  described("default: Opens an issue.\nvariants: {a: New issue., b: Search first.}\nrunners:\n  - {runner: [codex, claude], default: a}\n  - {runner: codex, default: b}\n  - {runner: claude, default: b}"),
		Good: described("default: Opens an issue.\nvariants: {a: New issue., b: Search first.}\nrunners:\n  - {runner: [codex, claude], default: a}\n  - {runner: codex, default: b}"),
	},
	{
		Code:     "model_spelling",
		Severity: rules.Note,
		Meaning: "Two names of models differ by a provider in front, or a date behind, and each text knows only one of them. A " +
			"request carries one name, and names are compared as they are.",
		Bad: Example{Rules: `version: 1
descriptions:
  - tools: github/*
    description:
      variants: {terse: New.}
      runners: [{model: forge-3, default: terse}]
  - tools: fs/*
    description:
      variants: {terse: Reads.}
      runners: [{model: acme/forge-3, default: terse}]
`},
		Good: Example{Rules: `version: 1
descriptions:
  - tools: github/*
    description:
      variants: {terse: New.}
      runners: [{model: [forge-3, acme/forge-3], default: terse}]
  - tools: fs/*
    description:
      variants: {terse: Reads.}
      runners: [{model: '*forge-3', default: terse}]
`},
	},
	{
		Code:     "long_text",
		Severity: rules.Warning,
		Meaning:  "A text has more than 1,024 characters. Some providers refuse a tool whose description is longer, and clients cut it.",
		Bad:      described("default: " + strings.Repeat("Opens an issue. ", 65) + "Search first."),
		Good:     described("default: Opens an issue. Search first."),
	},
	{
		Code:     "unused_set",
		Severity: rules.Warning,
		Meaning:  "No entry of the filter names a set.",
		Bad:      Example{Rules: "version: 1\nsets:\n  deletes: ['*/*delete*']\nfilter:\n  exclude: ['*/*drop*']\n"},
		Good:     Example{Rules: "version: 1\nsets:\n  deletes: ['*/*delete*']\nfilter:\n  exclude: ['*/*drop*', $deletes]\n"},
	},
	{
		Code:     "unknown_ignore",
		Severity: rules.Warning,
		Meaning:  "A comment silences a code that there is none of.",
		Bad:      with("servers: [github] # rulecheck:ignore tool_trunkated\n", nil),
		Good:     with("servers: [github] # rulecheck:ignore tool_truncated\n", nil),
	},
	{
		Code:     "unused_ignore",
		Severity: rules.Note,
		Meaning: "A comment silences a code that is not found on its line, or, if it stands above everything else, in the whole " +
			"file; or it is for an error, " +
			"which nothing silences. A code that needs catalogs is left in peace where there are none.",
		Bad:  Example{Rules: "version: 1\nsets: # rulecheck:ignore unused_set\n  deletes: ['*/*delete*']\nfilter:\n  exclude: [$deletes]\n"},
		Good: Example{Rules: "version: 1\nsets:\n  deletes: ['*/*delete*'] # rulecheck:ignore unused_set\nfilter:\n  exclude: ['*/*drop*']\n"},
	},
}

var toolEntries = []Entry{
	{
		Code:     "unmatched_pattern",
		Severity: rules.Warning,
		Meaning: "A pattern, or a regex, takes no tool of the catalogs. An exclude with a wildcard may be there for tools to come: " +
			"if nothing is like what it names it is a note.",
		Bad:  with("filter:\n  exclude: [github/create_isue]\n", github(createIssue+", "+getIssue)),
		Good: with("filter:\n  exclude: [github/create_issue]\n", github(createIssue+", "+getIssue)),
	},
	{
		Code:     "unmatched_rename",
		Severity: rules.Warning,
		Meaning:  "A key under rename names a tool that its server does not have.",
		Bad:      with("naming:\n  rename: {github/get_isue: issue}\n", github(getIssue)),
		Good:     with("naming:\n  rename: {github/get_issue: issue}\n", github(getIssue)),
	},
	{
		Code:     "server_without_catalog",
		Severity: rules.Warning,
		Meaning: "Rules name a server of which there is no catalog, in servers, in a pattern, in rename or in a condition, so nobody can say " +
			"whether they match anything.",
		Bad: with("filter:\n  include: [github/*, jira/*]\n", github(getIssue)),
		Good: with("filter:\n  include: [github/*, jira/*]\n", append(github(getIssue),
			Catalog{"jira.json", `{"tools": [{"name": "search", "inputSchema": {"type": "object"}}]}` + "\n"})),
	},
	{
		Code:     "nothing_visible",
		Severity: rules.Warning,
		Meaning: "No request can see any tool of the catalogs: nothing is included, everything is excluded, or no tool has a name. " +
			"Whoever compares a host with this sees an empty list.",
		Bad:  with("filter:\n  exclude: ['*/get_*']\n", github(getIssue)),
		Good: with("filter:\n  exclude: ['*/delete_*']\n", github(getIssue+", "+deleteRepo)),
	},
	{
		Code:     "unknown_tag",
		Severity: rules.Warning,
		Meaning: "A condition asks for a tag that no tool of the catalogs has, though tools have tags. It is misspelt, or the catalogs lack it: " +
			"an exclude with it hides nothing.",
		Bad:  with("filter:\n  exclude:\n    - when: '\"rsky\" in tool.tags or tool.bytes > 8000'\n", []Catalog{{"github.json", taggedRepo}}),
		Good: with("filter:\n  exclude:\n    - when: '\"risky\" in tool.tags or tool.bytes > 8000'\n", []Catalog{{"github.json", taggedRepo}}),
	},
	{
		Code:     "exposed_name_pattern",
		Severity: rules.Warning,
		Meaning: "A pattern is the name by which a model sees a tool. Patterns are for a server and for the server's own name of " +
			"the tool, whatever it is shown as.",
		Bad:  with("filter:\n  exclude: [github__delete_repo]\n", github(getIssue+", "+deleteRepo)),
		Good: with("filter:\n  exclude: [github/delete_repo]\n", github(getIssue+", "+deleteRepo)),
	},
	{
		Code:     "shadowed_entry",
		Severity: rules.Warning,
		Meaning: "An entry never decides, since earlier ones match whenever it does. Where only the tools of the catalogs make it " +
			"so, and there could be others for which it decides, " +
			"it is a note.",
		Bad:  with("filter:\n  exclude: ['*/*delete*', github/delete_repo]\n", github(getIssue+", "+deleteRepo)),
		Good: with("filter:\n  exclude: ['*/*delete*']\n", github(getIssue+", "+deleteRepo)),
	},
	{
		Code:     "redundant_entry",
		Severity: rules.Note,
		Meaning: "An entry can be left out, since a later one takes whatever it takes. An entry with an id or a reason is left in " +
			"peace: it may stand in front to be the one that explanations show.",
		Bad: with("filter:\n  exclude: [github/delete_repo, '*/*delete*']\n", github(getIssue+", "+deleteRepo)),
		Good: with("filter:\n  exclude: [{tools: github/delete_repo, reason: Repositories are for ever.}, '*/*delete*']\n",
			github(getIssue+", "+deleteRepo+", "+repoDelete)),
	},
	{
		Code:     "never_matches",
		Severity: rules.Warning,
		Meaning:  "An entry takes tools by name, and its condition is false for each of them, whatever the request is.",
		Bad: with("filter:\n  include:\n    - github/get_*\n    - {tools: github/delete_*, when: tool.readOnly}\n",
			github(getIssue+", "+deleteRepo)),
		Good: with("filter:\n  include:\n    - github/get_*\n    - {tools: github/delete_*, when: tool.destructive}\n",
			github(getIssue+", "+deleteRepo)),
	},
	{
		Code:     "cancelled_include",
		Severity: rules.Warning,
		Meaning:  "An include lets in nothing: whatever it takes is excluded. Exclude always wins.",
		Bad: with("filter:\n  include: [github/get_*, github/delete_*]\n  exclude: ['*/*delete*']\n",
			github(getIssue+", "+deleteRepo)),
		Good: with("filter:\n  include: [github/get_*, github/delete_*]\n", github(getIssue+", "+deleteRepo)),
	},
	{
		Code:     "unanchored_include",
		Severity: rules.Warning,
		Meaning: "A regex is searched for anywhere in a name. This one lets in tools in which it is found inside of a word only. " +
			"^ and $ bind it to the name.",
		Bad:  with("filter:\n  include:\n    - {server: github, regex: get}\n", github(getIssue+", "+budget)),
		Good: with("filter:\n  include:\n    - {server: github, regex: '^get_'}\n", github(getIssue+", "+budget)),
	},
	{
		Code:     "exclude_regex_spelling",
		Severity: rules.Warning,
		Meaning: "A regex of exclude that asks for a capital, a \"-\" or a \".\" hides the names that are spelt so. The same name " +
			"in small letters with \"_\" stays visible. " +
			"Without tools that stay visible it is a note.",
		Bad:  with("filter:\n  exclude:\n    - {server: '*', regex: '^Delete'}\n", github(getIssue+", "+deleteRepo)),
		Good: with("filter:\n  exclude:\n    - {server: '*', regex: '^delete'}\n", github(getIssue+", "+deleteRepo)),
	},
	{
		Code:     "exclude_reads_optional",
		Severity: rules.Note,
		Meaning: "An exclude reads an attribute that a request may lack. It fails then, and hides what it is for. If that is " +
			"meant, all is well; if not, ?? says what a missing one counts as.",
		Bad:  Example{Rules: "version: 1\ncontext:\n  tenant?: string\nfilter:\n  exclude:\n    - {tools: '*/create_*', when: ctx.tenant == \"demo\"}\n"},
		Good: Example{Rules: "version: 1\ncontext:\n  tenant?: string\nfilter:\n  exclude:\n    - {tools: '*/create_*', when: (ctx.tenant ?? \"none\") == \"demo\"}\n"},
	},
	{
		Code:     "word_left_visible",
		Severity: rules.Warning,
		Meaning:  "A pattern of exclude hides tools with a word in their names, and others with the same word stay visible.",
		Bad:      with("filter:\n  exclude: ['*/delete_*']\n", github(getIssue+", "+deleteRepo+", "+repoDelete)),
		Good:     with("filter:\n  exclude: ['*/*delete*']\n", github(getIssue+", "+deleteRepo+", "+repoDelete)),
	},
	{
		Code:     "hint_include",
		Severity: rules.Note,
		Meaning: "An include lets in tools of any server for nothing but what the server says of them. Hints are not checked by " +
			"anybody: include them from servers that you trust.",
		Bad:  with("filter:\n  include:\n    - when: tool.readOnly\n", github(readIssue)),
		Good: with("filter:\n  include:\n    - {tools: github/*, when: tool.readOnly}\n", github(readIssue)),
	},
	{
		Code:     "ctx_before_tool",
		Severity: rules.Warning,
		Meaning: "A condition of exclude asks for something of the request before it asks which tool it is. Where the request " +
			"lacks it the condition fails, and an exclude that fails hides: " +
			"here also tools that it is not about. Asked in the other order, these are settled first.",
		Bad:  with(roles+"filter:\n  exclude:\n    - when: ctx.role == \"guest\" && tool.destructive\n", github(readIssue+", "+deleteRepo)),
		Good: with(roles+"filter:\n  exclude:\n    - when: tool.destructive && ctx.role == \"guest\"\n", github(readIssue+", "+deleteRepo)),
	},
	{
		Code:     "hidden_description",
		Severity: rules.Note,
		Meaning:  "An entry of descriptions is for tools that no request sees.",
		Bad: with("filter:\n  exclude: [github/delete_*]\ndescriptions:\n  - tools: github/delete_repo\n    title: Delete\n",
			github(getIssue+", "+deleteRepo)),
		Good: with("filter:\n  exclude: [github/delete_*]\ndescriptions:\n  - tools: github/get_issue\n    title: Read\n",
			github(getIssue+", "+deleteRepo)),
	},
	{
		Code:     "shadowed_text",
		Severity: rules.Warning,
		Meaning: "A text is never given: for each of its tools an entry of descriptions that is more specific, or as specific and " +
			"earlier, always has an answer.",
		Bad: with("descriptions:\n  - tools: github/*\n    title: GitHub\n  - tools: github/get_issue\n    title: Read\n",
			github(getIssue)),
		Good: with("descriptions:\n  - tools: github/*\n    title: GitHub\n  - tools: github/get_issue\n    title: Read\n",
			github(getIssue+", "+createIssue)),
	},
	{
		Code:     "few_hash_digits",
		Severity: rules.Warning,
		Meaning: "Names that are too long end in a hash of fewer than 16 digits. With 8, a hostile server finds in minutes a name " +
			"of its own with the same digits; both tools are then rejected, " +
			"so that it can take a tool away.",
		Bad:  with("naming:\n  hash_digits: 8\n", github(longName)),
		Good: Example{Rules: "# rulecheck:ignore tool_truncated\nversion: 1\nnaming:\n  hash_digits: 16\n", Catalogs: github(longName)},
	},
	{
		Code:     "read_only_name",
		Severity: rules.Warning,
		Meaning: "A tool says that it deletes, by its name, and that it only reads, by its hints. Clients let what only reads run " +
			"without asking.",
		Bad: with("", github(`{"name": "delete_repo", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object"}}`)),
		Good: with("filter:\n  exclude: [github/delete_repo]\n",
			github(`{"name": "delete_repo", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object"}}, `+getIssue)),
	},
	{
		Code:     "contradictory_hints",
		Severity: rules.Warning,
		Meaning: "A tool says by its hints that it only reads, and that it may destroy something. One of the two is wrong, and clients let " +
			"what only reads run without asking.",
		Bad: with("", github(`{"name": "sync", "annotations": {"readOnlyHint": true, "destructiveHint": true}, "inputSchema": {"type": "object"}}`)),
		Good: with("filter:\n  exclude: [github/sync]\n",
			github(`{"name": "sync", "annotations": {"readOnlyHint": true, "destructiveHint": true}, "inputSchema": {"type": "object"}}, `+getIssue)),
	},
	{
		Code:     "hidden_in_server_text",
		Severity: rules.Warning,
		Meaning: "A title or a description that a server sends has characters that people don't see and models read: control characters, " +
			"bidirectional controls, tags, characters without a width. Texts are hidden so from those who approve of a tool. A text in " +
			"descriptions replaces one.",
		Bad: with("", github(`{"name": "get_issue", "description": "Reads an issue.\udb40\udc41\udb40\udc42", "inputSchema": {"type": "object"}}`)),
		Good: with("descriptions:\n  - tools: github/get_issue\n    description: Reads an issue.\n",
			github(`{"name": "get_issue", "description": "Reads an issue.\udb40\udc41\udb40\udc42", "inputSchema": {"type": "object"}}`)),
	},
	{
		Code:     "long_server_text",
		Severity: rules.Note,
		Meaning: "A server's description of a tool has more than 1,024 characters, and no rule replaces it. Some providers refuse " +
			"it, and clients cut it.",
		Bad: with("", github(`{"name": "get_issue", "description": "`+strings.Repeat("Reads an issue. ", 65)+`", "inputSchema": {"type": "object"}}`)),
		Good: with("descriptions:\n  - tools: github/get_issue\n    description: Reads an issue.\n",
			github(`{"name": "get_issue", "description": "`+strings.Repeat("Reads an issue. ", 65)+`", "inputSchema": {"type": "object"}}`)),
	},
	{
		Code:     "empty_server_text",
		Severity: rules.Warning,
		Meaning:  "A server sends an empty text, which some clients refuse. An empty text in descriptions removes it.",
		Bad:      with("", github(`{"name": "get_issue", "description": "", "inputSchema": {"type": "object"}}`)),
		Good: with("descriptions:\n  - tools: github/get_issue\n    description: \"\"\n",
			github(`{"name": "get_issue", "description": "", "inputSchema": {"type": "object"}}`)),
	},
}
