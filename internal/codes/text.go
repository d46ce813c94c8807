package codes

import (
	"strings"

	"github.com/toolrules/toolrules/rules"
)

var textEntries = []Entry{
	{
		Code:    "unreadable",
		Meaning: "A rule file, or a test file, can't be opened or read.",
		Rare:    "There is no file to show.",
	},
	{
		Code: "syntax",
		Meaning: "The file is neither YAML nor JSON, so that nothing in it can be read. Other problems show once the syntax errors " +
			"are fixed.",
		Bad: Example{Rules: `version: 1
descriptions:
  - tools: github/create_issue
    description: Note: never call it twice.
`},
		Good: Example{Rules: `version: 1
descriptions:
  - tools: github/create_issue
    description: "Note: never call it twice."
`},
	},
	{
		Code:    "not_utf8",
		Meaning: "The file has bytes that are no valid UTF-8. Save it as UTF-8.",
		Bad:     Example{Rules: "version: 1\ndescriptions:\n  - tools: maps/search\n    title: Stra\xdfen\n"},
		Good:    Example{Rules: "version: 1\ndescriptions:\n  - tools: maps/search\n    title: Straßen\n"},
	},
	{
		Code: "bad_character",
		Meaning: "The file has a character that YAML does not allow, or one that some readers of YAML take for a line break and " +
			"others do not. In double quotes it can be written as an escape.",
		Bad:  Example{Rules: "version: 1\ndescriptions:\n  - tools: github/*\n    title: \"line\u2028break\"\n"},
		Good: Example{Rules: "version: 1\ndescriptions:\n  - tools: github/*\n    title: \"line\\u2028break\"\n"},
	},
	{
		Code:     "hidden_character",
		Severity: rules.Warning,
		Meaning: "The file has a character that nobody sees who reads it: a control character, a bidirectional control, a tag, or one " +
			"without a width or a shape. Written as an escape it can be seen. The characters that Persian and emoji need are none, and " +
			"neither are emoji flags. In a pattern or a regex it is an error, even as an escape: no name that is matched has one.",
		Bad:  Example{Rules: "version: 1\ndescriptions:\n  - tools: maps/search\n    title: \"Search\u200b\"\n"},
		Good: Example{Rules: "version: 1\ndescriptions:\n  - tools: maps/search\n    title: Search\n"},
	},
	{
		Code:    "too_large",
		Meaning: "The file has more than 512 KiB.",
		Bad:     Example{Rules: "version: 1\n# " + strings.Repeat("a", 512<<10) + "\n"},
		Good:    Example{Rules: "version: 1\n# a\n"},
	},
	{
		Code:    "too_many_errors",
		Meaning: "The file has more than 200 errors. What follows the last one has not been checked.",
		Rare:    "It would take a large example.",
	},
	{
		Code:    "too_deep",
		Meaning: "Lists and mappings stand inside each other more than 64 deep.",
		Bad:     Example{Rules: "version: 1\nservers: " + strings.Repeat("[", 65) + "a" + strings.Repeat("]", 65) + "\n"},
		Good:    Example{Rules: "version: 1\nservers: [a]\n"},
	},
	{
		Code:    "empty_file",
		Meaning: "The file says nothing.",
		Bad:     Example{Rules: "# to be written\n"},
		Good:    Example{Rules: "version: 1\n"},
	},
	{
		Code:    "second_document",
		Meaning: "A YAML file can hold several documents. A rule file is one, so that nobody has to know which of them counts.",
		Bad: Example{Rules: `version: 1
---
version: 1
filter:
  exclude: ['*']
`},
		Good: Example{Rules: `version: 1
filter:
  exclude: ['*']
`},
	},
	{
		Code:    "anchor",
		Meaning: "Rule files have no YAML anchors: what stands at a place is what holds there. A text that starts with & needs quotes.",
		Bad: Example{Rules: `version: 1
filter:
  include: &readers [github/get_*]
`},
		Good: Example{Rules: `version: 1
sets:
  readers: [github/get_*]
filter:
  include: [$readers]
`},
	},
	{
		Code: "alias",
		Meaning: "A value that starts with * and has no quotes is a YAML alias, and rule files have none. Nearly always it is a " +
			"pattern that needs quotes.",
		Bad: Example{Rules: `version: 1
filter:
  exclude:
    - */delete_*
`},
		Good: Example{Rules: `version: 1
filter:
  exclude:
    - '*/delete_*'
`},
	},
	{
		Code:    "merge_key",
		Meaning: "<< is a YAML merge key, and rule files have none.",
		Bad: Example{Rules: `version: 1
filter:
  exclude:
    - <<: {tools: github/*}
      when: tool.destructive
`},
		Good: Example{Rules: `version: 1
filter:
  exclude:
    - tools: github/*
      when: tool.destructive
`},
	},
	{
		Code:    "tag",
		Meaning: "A value that starts with ! and has no quotes is a YAML tag, and rule files have none.",
		Bad: Example{Rules: `version: 1
filter:
  exclude:
    - when: !tool.readOnly
`},
		Good: Example{Rules: `version: 1
filter:
  exclude:
    - when: "!tool.readOnly"
`},
	},
	{
		Code:    "directive",
		Meaning: "Rule files have no YAML directives. A text that starts with % needs quotes.",
		Bad:     Example{Rules: "%YAML 1.2\n---\nversion: 1\n"},
		Good:    Example{Rules: "version: 1\n"},
	},
	{
		Code:    "complex_key",
		Meaning: "A list or a mapping can't be a key. A key that starts with [ or { needs quotes.",
		Bad: Example{Rules: `version: 1
descriptions:
  - tools: github/create_issue
    arguments:
      ? [labels]
      : The labels.
`},
		Good: Example{Rules: `version: 1
descriptions:
  - tools: github/create_issue
    arguments:
      labels: The labels.
`},
	},
	{
		Code: "duplicate_key",
		Meaning: "A mapping has a key twice. Readers of YAML differ in which of them counts. Keys are compared as text, so that 3 " +
			"and \"3\" are one.",
		Bad: Example{Rules: `version: 1
filter:
  exclude: [github/delete_*]
filter:
  include: [github/*]
`},
		Good: Example{Rules: `version: 1
filter:
  exclude: [github/delete_*]
  include: [github/*]
`},
	},
	{
		Code:     "cut_by_comment",
		Severity: rules.Warning,
		Meaning:  "A text without quotes ends in front of a # that has a blank before it: the rest is a comment.",
		Bad: Example{Rules: `version: 1
descriptions:
  - tools: github/get_issue
    title: Show issue #12
`},
		Good: Example{Rules: `version: 1
descriptions:
  - tools: github/get_issue
    title: "Show issue #12"
`},
	},
}
