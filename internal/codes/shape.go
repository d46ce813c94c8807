package codes

var shapeEntries = []Entry{
	{
		Code:    "unknown_key",
		Meaning: "A mapping has a key that it can't have. Most often it is misspelt, or its indent was lost.",
		Bad: Example{Rules: `version: 1
filter:
  exlude: [github/delete_*]
`},
		Good: Example{Rules: `version: 1
filter:
  exclude: [github/delete_*]
`},
	},
	{
		Code:    "missing_key",
		Meaning: "A mapping lacks a key that it needs: the file its version, an entry of descriptions its tools and something to change.",
		Bad:     Example{Rules: "filter:\n  exclude: [github/delete_*]\n"},
		Good:    Example{Rules: "version: 1\nfilter:\n  exclude: [github/delete_*]\n"},
	},
	{
		Code: "wrong_file",
		Meaning: "A file is of another kind than is wanted: a catalog, or a test file, where a rule file is wanted, or the other way " +
			"round. Catalogs are given by --catalog, or named by a test file; rulecheck test runs test files.",
		Bad:  Example{Name: "github.json", Rules: `{"server": "github", "tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}]}` + "\n"},
		Good: Example{Rules: "version: 1\n", Catalogs: github(getIssue)},
	},
	{
		Code: "wrong_type",
		Meaning: "A value is of another kind than is wanted here: a list where a text is wanted, and the like. " +
			"Behind a rule that fails for a request: an attribute of the request has another type than the rule file declares.",
		Bad: Example{Rules: `version: 1
filter:
  exclude: github/delete_*
`},
		Good: Example{Rules: `version: 1
filter:
  exclude: [github/delete_*]
`},
	},
	{
		Code: "unquoted_scalar",
		Meaning: "A value without quotes that YAML reads as a number, a boolean or null stands where a text is wanted. 5.40 would " +
			"lose its 0, and no could mean false.",
		Bad: Example{Rules: `version: 1
descriptions:
  - tools: github/create_issue
    description:
      variants: {careful: Opens one issue.}
      runners:
        - {model: 5.40, default: careful}
`},
		Good: Example{Rules: `version: 1
descriptions:
  - tools: github/create_issue
    description:
      variants: {careful: Opens one issue.}
      runners:
        - {model: "5.40", default: careful}
`},
	},
	{
		Code:    "null_value",
		Meaning: "A key has nothing behind it. Some tools read that as everything and others as nothing, so it has to be said.",
		Bad: Example{Rules: `version: 1
filter:
  include:
  exclude: [github/delete_*]
`},
		Good: Example{Rules: `version: 1
filter:
  exclude: [github/delete_*]
`},
	},
	{
		Code: "empty",
		Meaning: "A list or a mapping holds nothing. Some tools read include: [] as everything and others as nothing, so it has to " +
			"be said.",
		Bad: Example{Rules: `version: 1
filter:
  include: []
`},
		Good: Example{Rules: `version: 1
filter:
  exclude: ['*'] # nothing is visible
`},
	},
	{
		Code:    "blank",
		Meaning: "A text consists of nothing but blanks. In descriptions an empty text (\"\") removes what the server sent.",
		Bad: Example{Rules: `version: 1
descriptions:
  - tools: github/get_issue
    title: " "
`},
		Good: Example{Rules: `version: 1
descriptions:
  - tools: github/get_issue
    title: ""
`},
	},
	{
		Code:    "not_a_word",
		Meaning: "A text is none of the words that can stand here.",
		Bad: Example{Rules: `version: 1
naming:
  targets: [gemni]
`},
		Good: Example{Rules: `version: 1
naming:
  targets: [gemini]
`},
	},
	{
		Code:    "out_of_range",
		Meaning: "A number is too small or too large.",
		Bad: Example{Rules: `version: 1
naming:
  max_bytes: 128
`},
		Good: Example{Rules: `version: 1
naming:
  max_bytes: 64
`},
	},
	{
		Code:    "bad_name",
		Meaning: "The name of a set, an attribute or a variant is not written as such names are.",
		Bad: Example{Rules: `version: 1
sets:
  my writes: [github/create_*]
`},
		Good: Example{Rules: `version: 1
sets:
  my_writes: [github/create_*]
filter:
  include: [$my_writes]
`},
	},
}
