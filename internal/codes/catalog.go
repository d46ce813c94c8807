package codes

import (
	"strings"

	"github.com/toolrules/toolrules/rules"
)

// github makes a catalog of one server with the tools that the JSON lists.
func github(tools string) []Catalog {
	return []Catalog{{"github.json", `{"tools": [` + tools + "]}\n"}}
}

// with adds catalogs to a rule file.
func with(rulefile string, catalogs []Catalog) Example {
	return Example{Rules: "version: 1\n" + rulefile, Catalogs: catalogs}
}

const (
	getIssue    = `{"name": "get_issue", "inputSchema": {"type": "object"}}`
	deleteIssue = `{"name": "delete_issue", "inputSchema": {"type": "object"}}`
	createIssue = `{"name": "create_issue", "inputSchema": {"type": "object", "properties": {"body": {"type": "string"}}}}`
)

var pathEntries = []Entry{
	{
		Code:    "catalog_unknown_server",
		Meaning: "A catalog is of a server that the file does not list under servers.",
		Bad:     with("servers: [gh]\n", github(getIssue)),
		Good:    with("servers: [github]\n", github(getIssue)),
	},
	{
		Code:     "rule_failed",
		Severity: rules.Warning,
		Meaning: "An expression fails for a tool whatever the request is, as for a tool whose description has more than 64 KiB. " +
			"An exclude that fails hides, an include that fails does not match.",
		Bad: with("filter:\n  exclude:\n    - when: tool.description contains \"delete\"\n",
			github(`{"name": "get_issue", "description": "`+strings.Repeat("a", 64<<10)+`a", "inputSchema": {"type": "object"}}, {"name": "delete_issue", "description": "deletes", "inputSchema": {"type": "object"}}, `+createIssue)),
		Good: with("filter:\n  exclude:\n    - when: tool.name contains \"delete\"\n", github(getIssue+", "+deleteIssue)),
	},
	{
		Code:     "path_missing",
		Severity: rules.Warning,
		Meaning:  "A text is for an argument, or a result, that none of its tools has.",
		Bad:      with("descriptions:\n  - tools: github/create_issue\n    arguments:\n      boddy: Markdown.\n", github(createIssue)),
		Good:     with("descriptions:\n  - tools: github/create_issue\n    arguments:\n      body: Markdown.\n", github(createIssue)),
	},
	{
		Code:     "path_no_schema",
		Severity: rules.Warning,
		Meaning:  "A text is for an argument, or a result, and its tools have no schema for these at all.",
		Bad: with("descriptions:\n  - tools: github/create_issue\n    results:\n      url: Where the issue is.\n",
			github(createIssue)),
		Good: with("descriptions:\n  - tools: github/create_issue\n    arguments:\n      body: Markdown.\n", github(createIssue)),
	},
	{
		Code:     "path_shared",
		Severity: rules.Warning,
		Meaning: "What a path leads to is a definition that other arguments share. It is left alone; a JSON Pointer to the " +
			"definition changes it for all of them.",
		Bad: with("descriptions:\n  - tools: github/move\n    arguments:\n      from.path: Where it is.\n", github(sharedTool)),
		Good: with("descriptions:\n  - tools: github/move\n    arguments:\n      /$defs/place/properties/path: Where something is.\n",
			github(sharedTool)),
	},
	{
		Code:     "path_ref_refused",
		Severity: rules.Warning,
		Meaning: "A text is for an argument that is a $ref, and one of the targets refuses a schema with a description beside a $ref. A JSON " +
			"Pointer to the definition changes it for all who refer to it.",
		Bad: with("naming: {targets: [openai]}\ndescriptions:\n  - tools: github/render\n    arguments:\n      asset: What to render.\n",
			github(referringTool)),
		Good: with("naming: {targets: [openai]}\ndescriptions:\n  - tools: github/render\n    arguments:\n      /definitions/asset: What to render.\n",
			github(referringTool)),
	},
	{
		Code:     "path_ref_ignored",
		Severity: rules.Note,
		Meaning: "A text is for an argument that is a $ref, and the schema declares a draft, draft-07 or one before, that ignores what stands " +
			"beside a $ref.",
		Bad: with("descriptions:\n  - tools: github/render\n    arguments:\n      asset: What to render.\n", github(referringTool)),
		Good: with("descriptions:\n  - tools: github/render\n    arguments:\n      /definitions/asset: What to render.\n",
			github(referringTool)),
	},
	{
		Code:     "path_ref_remains",
		Severity: rules.Warning,
		Meaning: "A text is to be removed from an argument that is a $ref, and stands in the definition. A JSON Pointer to the definition " +
			"removes it for all who refer to it.",
		Bad:  with("descriptions:\n  - tools: github/render\n    arguments:\n      asset: \"\"\n", github(referringTool)),
		Good: with("descriptions:\n  - tools: github/render\n    arguments:\n      /definitions/asset: \"\"\n", github(referringTool)),
	},
	{
		Code:     "path_boolean",
		Severity: rules.Warning,
		Meaning:  "A path leads to a schema that is true or false, and so has no description.",
		Bad: with("descriptions:\n  - tools: github/search\n    arguments:\n      query: Words.\n",
			github(`{"name": "search", "inputSchema": {"type": "object", "properties": {"query": true}}}`)),
		Good: with("descriptions:\n  - tools: github/search\n    arguments:\n      query: Words.\n",
			github(`{"name": "search", "inputSchema": {"type": "object", "properties": {"query": {}}}}`)),
	},
	{
		Code:     "path_not_text",
		Severity: rules.Warning,
		Meaning:  "The description at a place is no text, and is left alone.",
		Bad: with("descriptions:\n  - tools: github/search\n    arguments:\n      query: Words.\n",
			github(`{"name": "search", "inputSchema": {"type": "object", "properties": {"query": {"description": 5}}}}`)),
		Good: with("descriptions:\n  - tools: github/search\n    arguments:\n      query: Words.\n",
			github(`{"name": "search", "inputSchema": {"type": "object", "properties": {"query": {"description": "5"}}}}`)),
	},
	{
		Code:     "path_not_schema",
		Severity: rules.Warning,
		Meaning:  "A JSON Pointer leads to something in a schema that is no schema itself.",
		Bad: with("descriptions:\n  - tools: github/create_issue\n    arguments:\n      /properties: Markdown.\n",
			github(createIssue)),
		Good: with("descriptions:\n  - tools: github/create_issue\n    arguments:\n      /properties/body: Markdown.\n",
			github(createIssue)),
	},
}

var serverEntries = []Entry{
	{
		Code:     "tool_invalid_name",
		Severity: rules.Warning,
		Meaning:  "A tool can't be shown to a model, since its name is not one that MCP allows: 1 to 128 of A-Z a-z 0-9 _ . -.",
		Bad:      with("", github(`{"name": "get issue", "inputSchema": {"type": "object"}}, `+createIssue)),
		Good:     with("", github(`{"name": "get_issue", "inputSchema": {"type": "object"}}, `+createIssue)),
	},
	{
		Code:     "tool_collision",
		Severity: rules.Warning,
		Meaning:  "Several tools would get one name, so that none of them is shown, or the first alone if collisions is keep_first.",
		Bad:      with("", github(`{"name": "get.issue", "inputSchema": {"type": "object"}}, {"name": "get_issue", "inputSchema": {"type": "object"}}, `+createIssue)),
		Good:     with("naming:\n  rename: {github/get.issue: get_issue_v2}\n", github(`{"name": "get.issue", "inputSchema": {"type": "object"}}, {"name": "get_issue", "inputSchema": {"type": "object"}}, `+createIssue)),
	},
	{
		Code:     "tool_truncated",
		Severity: rules.Note,
		Meaning:  "A name is longer than max_bytes, so that it is cut and ends in a hash.",
		Bad:      with("naming:\n  hash_digits: 16\n", github(longName)),
		Good: with("naming:\n  rename: {github/list_all_comments_of_a_review_of_a_pull_request_of_a_repository: list_review_comments}\n",
			github(longName)),
	},
	{
		Code:     "server_bad_tool",
		Severity: rules.Warning,
		Meaning:  "A tool is no JSON object, or one that can be read in two ways. It is not used.",
		Bad:      with("", github(`{"name": "get_issue", "name": "delete_issue", "inputSchema": {"type": "object"}}`)),
		Good:     with("", github(getIssue)),
	},
	{
		Code:     "server_no_name",
		Severity: rules.Warning,
		Meaning:  "A tool has no name that is a text. It is not used.",
		Bad:      with("", github(`{"title": "Get an issue"}`)),
		Good:     with("", github(getIssue)),
	},
	{
		Code:     "server_other_case",
		Severity: rules.Warning,
		Meaning: "A tool, its annotations, icons or schemas have a member whose name differs from one of MCP in case alone. Clients that ignore " +
			"case would read it as that member, and no rule applies to it. The tool is left out.",
		Bad:  with("", github(`{"name": "get_issue", "Description": "Get an issue", "inputSchema": {"type": "object"}}, `+createIssue)),
		Good: with("", github(`{"name": "get_issue", "description": "Get an issue", "inputSchema": {"type": "object"}}, `+createIssue)),
	},
	{
		Code:     "server_repeated",
		Severity: rules.Warning,
		Meaning:  "A server lists the same tool twice, byte for byte, as one does that gives a page of its list twice. It counts once.",
		Bad:      with("", github(getIssue+", "+getIssue)),
		Good:     with("", github(getIssue+", "+createIssue)),
	},
	{
		Code:     "server_nonconforming",
		Severity: rules.Warning,
		Meaning: "A tool does not conform to MCP's schema: a title that is not a string, an input schema that is missing or does not say " +
			"\"type\": \"object\". Most clients reject a list with one such tool as a whole, so it is left out unless --keep-nonconforming, or " +
			"the host's option, keeps it; then this is a note.",
		Bad:  with("", github(`{"name": "get_issue", "description": ["Get an issue"], "inputSchema": {"type": "object"}}, `+createIssue)),
		Good: with("", github(`{"name": "get_issue", "description": "Get an issue", "inputSchema": {"type": "object"}}, `+createIssue)),
	},

	{
		Code:     "server_more_pages",
		Severity: rules.Warning,
		Meaning:  "The list says that there are more tools (nextCursor): the catalog is not complete.",
		Bad:      with("", []Catalog{{"github.json", `{"tools": [` + getIssue + `], "nextCursor": "Mg"}` + "\n"}}),
		Good:     with("", github(getIssue+", "+createIssue)),
	},
	{
		Code:     "server_bad_list",
		Severity: rules.Warning,
		Meaning:  "A list is no list of tools: none of them is used.",
		Rare:     "Only a running server can send one; a catalog file is refused before.",
	},
	{
		Code:     "server_too_large",
		Severity: rules.Warning,
		Meaning:  "A server sent more than 64 MiB, or more than 100,000 tools: none of them is used.",
		Rare:     "It would take a large example.",
	},
}

const longName = `{"name": "list_all_comments_of_a_review_of_a_pull_request_of_a_repository", "inputSchema": {"type": "object"}}`

const referringTool = `{"name": "render", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
  "definitions": {"asset": {"type": "object", "description": "An asset."}}, "properties": {"asset": {"$ref": "#/definitions/asset"}}}}`

const sharedTool = `{"name": "move", "inputSchema": {"type": "object", "$defs": {"place": {"type": "object", "properties": {"path": {"type": "string"}}}},
  "properties": {"from": {"$ref": "#/$defs/place"}, "to": {"$ref": "#/$defs/place"}}}}`

// files makes an example of catalog files alone.
func files(catalogs ...Catalog) Example {
	return Example{Rules: "version: 1\n", Catalogs: catalogs}
}

var catalogFileEntries = []Entry{
	{
		Code:    "catalog_syntax",
		Meaning: "A catalog is not valid JSON, or can be read in two ways.",
		Bad:     files(Catalog{"github.json", `{"tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}`}),
		Good:    files(Catalog{"github.json", `{"tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}]}`}),
	},
	{
		Code: "catalog_unknown_form",
		Meaning: "A catalog is a tools/list result, the array of its tools, the JSON-RPC response that brought it, or an object " +
			"with server and tools.",
		Bad:  files(Catalog{"github.json", `{"mcpServers": {"github": {"command": "github-mcp-server"}}}`}),
		Good: files(Catalog{"github.json", `{"server": "github", "tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}]}`}),
	},
	{
		Code:    "catalog_bad_tags",
		Meaning: "tags are a list of words for each tool.",
		Bad:     files(Catalog{"github.json", `{"server": "github", "tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}], "tags": {"get_issue": "safe"}}`}),
		Good:    files(Catalog{"github.json", `{"server": "github", "tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}], "tags": {"get_issue": ["safe"]}}`}),
	},
	{
		Code:     "catalog_tag_of_no_tool",
		Severity: rules.Warning,
		Meaning:  "tags are for a tool that the catalog does not have.",
		Bad:      files(Catalog{"github.json", `{"server": "github", "tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}], "tags": {"get_isue": ["safe"]}}`}),
		Good:     files(Catalog{"github.json", `{"server": "github", "tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}], "tags": {"get_issue": ["safe"]}}`}),
	},
	{
		Code:     "catalog_idle_tags",
		Severity: rules.Warning,
		Meaning: "A catalog without server has tags for its tools. They do not count: only a file that an operator wrote gives tools " +
			"tags, and what tells it from what a server sent is server.",
		Bad:  files(Catalog{"github.json", `{"tools": [{"name": "delete_repo", "inputSchema": {"type": "object"}}], "tags": {"delete_repo": ["risky"]}}`}),
		Good: files(Catalog{"github.json", `{"server": "github", "tools": [{"name": "delete_repo", "inputSchema": {"type": "object"}}], "tags": {"delete_repo": ["risky"]}}`}),
	},
	{
		Code: "catalog_bad_id",
		Meaning: "No server id can be made of what a catalog says, or of its name; or an id that is given is not legal. --catalog " +
			"id=path names the server.",
		Bad:  files(Catalog{"1password.json", `{"tools": [{"name": "get_item", "inputSchema": {"type": "object"}}]}`}),
		Good: files(Catalog{"onepassword.json", `{"tools": [{"name": "get_item", "inputSchema": {"type": "object"}}]}`}),
	},
	{
		Code:    "catalog_duplicate_id",
		Meaning: "Two catalogs have one id. --catalog id=path names one of them anew.",
		Bad:     files(Catalog{"git-hub.json", `{"tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}]}`}, Catalog{"git_hub.json", `{"tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}]}`}),
		Good:    files(Catalog{"git-hub.json", `{"tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}]}`}, Catalog{"git_hub_2.json", `{"tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}]}`}),
	},
	{Code: "catalog_unreadable", Meaning: "A catalog can't be opened or read.", Rare: "There is no file to show."},
	{Code: "catalog_no_files", Meaning: "A directory holds no file that ends in .json, or none that is a catalog.",
		Rare: "There is no file to show."},
	{
		Code:     "catalog_no_tools",
		Severity: rules.Warning,
		Meaning: "The list of tools in a catalog is empty, so nothing can be said about this server. It may have been asked too early, or without " +
			"its credentials.",
		Bad: with("filter:\n  include: ['*/get_*']\n", append(github(getIssue), Catalog{"jira.json", `{"tools": []}` + "\n"})),
		Good: with("filter:\n  include: ['*/get_*']\n", append(github(getIssue),
			Catalog{"jira.json", `{"tools": [{"name": "search", "inputSchema": {"type": "object"}}]}` + "\n"})),
	},
	{Code: "catalog_passed_over", Severity: rules.Note, Meaning: "A file in a directory of catalogs is none, and is passed over.",
		Rare: "It takes a directory: --catalog catalogs/."},
	{Code: "catalog_too_large", Meaning: "A catalog has more than 64 MiB.", Rare: "It would take a large example."},
	{Code: "catalog_id_of_many", Meaning: "One id is given for a directory, which can hold catalogs of many servers.",
		Rare: "It is the command that is at fault: --catalog github=catalogs/."},
	{Code: "catalog_stdin_twice", Meaning: "Standard input is named twice, and can be read once.",
		Rare: "It is the command that is at fault: --catalog a=- --catalog b=-."},
}
