package ruleset_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// TestForeignForms checks the hints for rule files in the style of other formats and languages. It
// compares the first problem of each file; code and position are what programs rely on.
func TestForeignForms(t *testing.T) {
	const entry, description = "filter: {exclude: [{tools: fs/x, %s}]}", "descriptions: [{tools: fs/x, %s}]"
	in := func(format, part string) string { return fmt.Sprintf(format, part) }
	for _, c := range []struct {
		file       string
		code       rules.Code
		at         string // line:column, in a file whose first line is the version
		hint       string
		whole      string // the whole file with the hint followed; it loads. Empty: not tried
		ofSettings bool   // a key of the settings of a client or a gateway
	}{
		// The version, and values.
		{file: "naming: {namespace: no}", code: "wrong_type", at: "2:21", hint: "write false", whole: "naming: {namespace: false}"},
		{file: "naming: {namespace: 'on'}", code: "wrong_type", at: "2:21", hint: "write true", whole: "naming: {namespace: true}"},
		{file: "naming: {max_bytes: 64.0}", code: "wrong_type", at: "2:21", hint: "write 64", whole: "naming: {max_bytes: 64}"},
		{file: "naming: {max_bytes: '64'}", code: "wrong_type", at: "2:21", hint: "write 64 without quotes"},
		{file: "naming: {collisions: error}", code: "not_a_word", at: "2:22", hint: "write reject", whole: "naming: {collisions: reject}"},
		{file: "naming: {accept: both}", code: "not_a_word", at: "2:18", hint: "write exposed_and_original"},
		{file: "naming: {targets: [gpt]}", code: "not_a_word", at: "2:20", hint: "write openai", whole: "naming: {targets: [openai]}"},
		{file: "naming: {targets: [google]}", code: "not_a_word", at: "2:20", hint: "write gemini", whole: "naming: {targets: [gemini]}"},
		{file: "naming: {targets: [azure]}", code: "not_a_word", at: "2:20", hint: "write openai"},
		{file: "naming: {targets: [Claude]}", code: "not_a_word", at: "2:20", hint: "write anthropic", whole: "naming: {targets: [anthropic]}"},
		{file: "naming: {targets: [aws]}", code: "not_a_word", at: "2:20", hint: "write bedrock, or bedrock-agents if that is meant"},

		// Types.
		{file: "context: {a: boolean}", code: "expression_bad_type", at: "2:14", hint: "write bool", whole: "context: {a: bool}"},
		{file: "context: {a: integer}", code: "expression_bad_type", at: "2:14", hint: "write int", whole: "context: {a: int}"},
		{file: "context: {a: str}", code: "expression_bad_type", at: "2:14", hint: "write string", whole: "context: {a: string}"},
		{file: "context: {a: number}", code: "expression_bad_type", at: "2:14", hint: "write int, or float"},
		{file: "context: {a: 'string[]'}", code: "expression_bad_type", at: "2:15", hint: "write [string]", whole: "context: {a: [string]}"},
		{file: "context: {a: 'List[int]'}", code: "expression_bad_type", at: "2:15", hint: "write [int]", whole: "context: {a: [int]}"},
		{file: "context: {a: 'array<string>'}", code: "expression_bad_type", at: "2:15", hint: "write [string]"},
		{file: "context: {a: list of strings}", code: "expression_bad_type", at: "2:14", hint: "write [string]"},
		{file: "context: {a: [str]}", code: "expression_bad_type", at: "2:15", hint: "write string"},
		{file: "context: {a: 'enum(x, y)'}", code: "expression_bad_type", at: "2:15", hint: "write x | y", whole: "context: {a: x | y}"},
		{file: "context: {a: 'x, y'}", code: "expression_bad_type", at: "2:15", hint: "write x | y", whole: "context: {a: x | y}"},
		{file: "context: {a: [x, y]}", code: "bad_type", at: "2:14", hint: "write x | y for one of these words, or [string] for a list"},
		{file: `context: {a: "'x' | 'y'"}`, code: "expression_bad_word", at: "2:15", hint: "write x without quotes"},
		{file: "context: {a: string?}", code: "expression_bad_type", at: "2:14", hint: "write a?: string", whole: "context: {a?: string}"},
		{file: "context: {a: string | null}", code: "expression_bad_word", at: "2:14", hint: "write a?: string", whole: "context: {a?: string}"},
		{file: "context: {a: optional integer}", code: "expression_bad_type", at: "2:14", hint: "write a?: int", whole: "context: {a?: int}"},
		{file: "context: {a: 'Optional[str]'}", code: "expression_bad_type", at: "2:15", hint: "write a?: string"},
		{file: "context: {a: object}", code: "expression_bad_type", at: "2:14", hint: "a mapping has its attributes below it: name: string"},
		{file: "context: {a: datetime}", code: "expression_bad_type", at: "2:14", hint: "times are not supported: write string, or int for a number of seconds"},
		{file: "context: {a: bool = false}", code: "expression_bad_type", at: "2:14",
			hint: "defaults are not supported: write bool, add ? after the name, and write ctx.name ?? false in conditions"},
		{file: "context: {a: true}", code: "unquoted_scalar", at: "2:14", hint: "write bool", whole: "context: {a: bool}"},
		{file: "context: {a: 3}", code: "unquoted_scalar", at: "2:14", hint: "write int", whole: "context: {a: int}"},

		// Conditions of another type than string.
		{file: in(entry, "when: [tool.readOnly, tool.destructive]"), code: "wrong_type", at: "2:40",
			hint:  `write when: "tool.readOnly and tool.destructive" if all must hold, or when: "tool.readOnly or tool.destructive" if one is enough`,
			whole: in(entry, `when: "tool.readOnly and tool.destructive"`)},
		{file: in(entry, "when: [tool.readOnly]"), code: "wrong_type", at: "2:40", hint: `write when: "tool.readOnly"`,
			whole: in(entry, `when: "tool.readOnly"`)},
		{file: in(entry, "when: {any: [tool.readOnly, tool.destructive]}"), code: "wrong_type", at: "2:40",
			hint: `write when: "tool.readOnly or tool.destructive"`, whole: in(entry, `when: "tool.readOnly or tool.destructive"`)},
		{file: in(entry, "when: {all: [tool.readOnly or tool.openWorld, tool.destructive]}"), code: "wrong_type", at: "2:40",
			hint:  `write when: "(tool.readOnly or tool.openWorld) and tool.destructive"`,
			whole: in(entry, `when: "(tool.readOnly or tool.openWorld) and tool.destructive"`)},
		{file: in(entry, "when: {not: tool.readOnly}"), code: "wrong_type", at: "2:40", hint: `write when: "not (tool.readOnly)"`,
			whole: in(entry, `when: "not (tool.readOnly)"`)},
		{file: in(entry, "when: {role: admin}"), code: "wrong_type", at: "2:40",
			hint: `write one condition, as in when: tool.destructive and ctx.runner == "codex"`},
		{file: in(entry, "when: [[tool.readOnly], tool.destructive]"), code: "wrong_type", at: "2:40",
			hint: `write one condition, as in when: tool.destructive and ctx.runner == "codex"`},

		// Keys of other formats, in the file.
		{file: "allow: [fs/*]", code: "unknown_key", at: "2:1", hint: "write filter: {include: […]}", whole: "filter: {include: [fs/*]}"},
		{file: "deny: [fs/*]", code: "unknown_key", at: "2:1", hint: "write filter: {exclude: […]}", whole: "filter: {exclude: [fs/*]}"},
		{file: "allowed_tools: [fs/*]", code: "unknown_key", at: "2:1", hint: "write filter: {include: […]}", ofSettings: true},
		{file: "disallowedTools: [fs/*]", code: "unknown_key", at: "2:1", hint: "write filter: {exclude: […]}", ofSettings: true},
		{file: "enabled_tools: [x]", code: "unknown_key", at: "2:1", hint: "write filter: {include: […]}", ofSettings: true},
		{file: "disabled_tools: [x]", code: "unknown_key", at: "2:1", hint: "write filter: {exclude: […]}", ofSettings: true},
		{file: "permissions: {deny: [x]}", code: "unknown_key", at: "2:1", ofSettings: true,
			hint: "write what may be seen under filter: {include: […]}, and what is hidden under filter: {exclude: […]}"},
		{file: "mcpServers: {github: {command: npx}}", code: "unknown_key", at: "2:1", ofSettings: true,
			hint: "a rule file holds no connections: list the ids alone, as in servers: [github, fs]"},
		{file: "mcp_servers: {github: {url: x}}", code: "unknown_key", at: "2:1", ofSettings: true,
			hint: "a rule file holds no connections: list the ids alone, as in servers: [github, fs]"},
		{file: "autoApprove: [x]", code: "unknown_key", at: "2:1", ofSettings: true,
			hint: "approval is the client's: a rule file decides which tools are visible"},
		{file: "chat.tools.autoApprove: true", code: "unknown_key", at: "2:1", ofSettings: true,
			hint: "approval is the client's: a rule file decides which tools are visible"},
		{file: "model_list: []", code: "unknown_key", at: "2:1", ofSettings: true,
			hint: "a rule file is about tools alone: this is a setting of another program"},
		{file: "litellm_settings: {}", code: "unknown_key", at: "2:1", ofSettings: true,
			hint: "a rule file is about tools alone: this is a setting of another program"},
		{file: "env: {A: b}", code: "unknown_key", at: "2:1", hint: "a rule file holds no connections: they are the host's", ofSettings: true},
		{file: "default: deny", code: "unknown_key", at: "2:1", hint: "every tool is visible unless filter: {include: […]} says which are"},
		{file: "default_action: deny", code: "unknown_key", at: "2:1", hint: "every tool is visible unless filter: {include: […]} says which are"},
		{file: "apiVersion: v1", code: "unknown_key", at: "2:1", hint: "a rule file starts with version: 1 and has its keys at the top"},
		{file: "roles: {admin: [x]}", code: "unknown_key", at: "2:1",
			hint: "declare what a request carries under context, and read it in when: ctx.name == …"},
		{file: "tools: [fs/*]", code: "unknown_key", at: "2:1",
			hint: "write patterns under filter: {include: […]} for what is visible, or under filter: {exclude: […]} for what is hidden"},
		{file: "when: tool.readOnly", code: "unknown_key", at: "2:1",
			hint: "a condition stands in an entry, as in filter: {exclude: [{tools: fs/*, when: …}]}"},
		{file: "variables: {a: b}", code: "unknown_key", at: "2:1",
			hint: "there are no variables: groups of patterns stand under sets, and what a request carries under context"},
		{file: "aliases: {fs/a: b}", code: "unknown_key", at: "2:1", hint: "write naming: {rename: {server/tool: new_name}}"},
		{file: "import: [a.yaml]", code: "unknown_key", at: "2:1", hint: "a rule file is one file and includes no others"},

		// In the filter and its entries.
		{file: "filter: {allow: [fs/*]}", code: "unknown_key", at: "2:10", hint: "write include: […]", whole: "filter: {include: [fs/*]}"},
		{file: "filter: {deny: [fs/*]}", code: "unknown_key", at: "2:10", hint: "write exclude: […]", whole: "filter: {exclude: [fs/*]}"},
		{file: "filter: {default: deny}", code: "unknown_key", at: "2:10", hint: "every tool is visible unless include lists the visible ones"},
		{file: "filter: {when: tool.readOnly}", code: "unknown_key", at: "2:10",
			hint: "this stands in an entry of include or exclude, as in exclude: [{tools: fs/*, when: …}]"},
		{file: in(entry, "allow: true"), code: "unknown_key", at: "2:34",
			hint: "an entry of include shows and one of exclude hides: write tools: … in the list that is meant"},
		{file: in(entry, "effect: deny"), code: "unknown_key", at: "2:34",
			hint: "an entry of include shows and one of exclude hides: write tools: … in the list that is meant"},
		{file: in(entry, "role: admin"), code: "unknown_key", at: "2:34",
			hint: `declare it under context, and write it as a condition: when: ctx.role == "admin"`},
		{file: in(entry, "readOnlyHint: true"), code: "unknown_key", at: "2:34", hint: "write when: tool.readOnly", whole: in(entry, "when: tool.readOnly")},
		{file: in(entry, "destructive: true"), code: "unknown_key", at: "2:34", hint: "write when: tool.destructive",
			whole: in(entry, "when: tool.destructive")},
		{file: in(entry, "runner: codex"), code: "unknown_key", at: "2:34", hint: `write when: ctx.runner == "codex"`,
			whole: in(entry, `when: ctx.runner == "codex"`)},
		{file: in(entry, "tags: [x]"), code: "unknown_key", at: "2:34", hint: `write when: '"x" in tool.tags'`, whole: in(entry, `when: '"x" in tool.tags'`)},
		{file: in(entry, "priority: 1"), code: "unknown_key", at: "2:34", hint: "there is no order: an entry of exclude always wins"},
		{file: "filter: {exclude: [{servers: [a, b]}]}", code: "unknown_key", at: "2:21", hint: "write tools: [one/*, another/*]",
			whole: "filter: {exclude: [{tools: [a/*, b/*]}]}"},
		{file: "filter: {exclude: [{tools: fs/x, unless: tool.readOnly}]}", code: "unknown_key", at: "2:34", hint: "write when: not (…)"},

		// In naming and descriptions.
		{file: "naming: {aliases: {a: b}}", code: "unknown_key", at: "2:10", hint: "write rename: {server/tool: new_name}"},
		{file: "naming: {max_length: 40}", code: "unknown_key", at: "2:10", hint: "write max_bytes"},
		{file: in(description, "title: T, when: tool.readOnly"), code: "unknown_key", at: "2:40",
			hint: "this stands in a text: write description: {variants: {short: …}, runners: [{when: …, default: short}]}"},
		{file: in(description, "description: {prefix: foo}"), code: "unknown_key", at: "2:44", hint: "a text replaces the server's own as a whole: write all of it"},
		{file: in(description, "description: {text: foo}"), code: "unknown_key", at: "2:44", hint: "write default: …",
			whole: in(description, "description: {default: foo}")},
		{file: in(description, "title: T, name: foo"), code: "unknown_key", at: "2:40",
			hint: "the tools stand under tools; a new name stands under naming: {rename: {server/tool: new_name}}"},
		{file: in(description, "title: T, inputSchema: {a: b}"), code: "unknown_key", at: "2:40",
			hint: "write arguments: {path: …}, with a text for each argument"},
		{file: in(description, "title: {default: a, runners: [{client: codex, default: a}]}"), code: "unknown_key", at: "2:61", hint: "write runner: codex"},
		{file: in(description, "title: {default: a, runners: [{runner: x, text: foo}]}"), code: "unknown_key", at: "2:72",
			hint: "write the text under variants: {short: …}, and default: short here"},
		{file: "filter: {exclude: [x], renames: {a/b: c}}", code: "unknown_key", at: "2:24", hint: `did you mean "rename", which belongs under naming?`},
		{file: "filter: {exclude: [x], rename: {a/b: c}}", code: "unknown_key", at: "2:24", hint: "it belongs under naming"}, // in braces there is no indent
		{file: "filter:\n  exclude: [x]\n  rename: {a/b: c}", code: "unknown_key", at: "4:3", hint: "it belongs under naming: check the indentation"},

		// Patterns, servers and renames.
		{file: `filter: {exclude: ['fs\read_file']}`, code: "missing_slash", at: "2:21", hint: "write fs/read_file", whole: "filter: {exclude: [fs/read_file]}"},
		{file: `filter: {exclude: ['fs\write_*']}`, code: "missing_slash", at: "2:21", hint: "write fs/write_*", whole: "filter: {exclude: [fs/write_*]}"},
		{file: `servers: ["${SERVER}"]`, code: "invalid_server_id", at: "2:11", hint: "there are no variables: write the id itself"},
		{file: `servers: ["<server>"]`, code: "invalid_server_id", at: "2:11", hint: "there are no variables: write the id itself"},
		{file: "servers: [fs, kb, fs]", code: "duplicate_server_id", at: "2:19", hint: "use a different id for each server"},
		{file: "naming: {rename: {'kb/docs*': x}}", code: "bad_rename", at: "2:19", hint: "write server/tool for each tool, without wildcards"},
		{file: "naming: {rename: {KB/docs: x}}", code: "invalid_rename_key", at: "2:19", hint: "write kb/docs", whole: "naming: {rename: {kb/docs: x}}"},
		{file: "servers: [kb]\nnaming: {rename: {docs: x}}", code: "bad_rename", at: "3:19", hint: "write kb/docs"},
		{file: "servers: [kb, fs]\nnaming: {rename: {kb.docs: x}}", code: "bad_rename", at: "3:19", hint: "write kb/docs"},
		{file: "servers: [kb, fs]\nnaming: {rename: {docs: x}}", code: "bad_rename", at: "3:19", hint: "write server/tool"},
		{file: `naming: {rename: {'kb\docs': x}}`, code: "bad_rename", at: "2:19", hint: "write kb/docs"},

		// Values of another kind.
		{file: "[filter]\nexclude = ['x']", code: "syntax", at: "2:1", hint: ""},
		{file: "filter: {exclude: all}", code: "wrong_type", at: "2:19", hint: `write ["*"]`, whole: `filter: {exclude: ["*"]}`},
		{file: "filter: {include: none}", code: "wrong_type", at: "2:19", hint: `to show none, write exclude: ["*"]`},
		{file: "filter: {exclude: false}", code: "wrong_type", at: "2:19", hint: "leave exclude out to hide nothing"},
		{file: "filter:\n  exclude: fs/a, fs/b", code: "wrong_type", at: "3:12", hint: `write ["fs/a", "fs/b"]`, whole: `filter: {exclude: ["fs/a", "fs/b"]}`},
		{file: "filter:\n  exclude: (fs/a, fs/b)", code: "wrong_type", at: "3:12", hint: `write ["fs/a", "fs/b"]`},
		{file: "filter:\n  exclude: - fs/a", code: "syntax", at: "3:12", hint: "write [fs/a]", whole: "filter:\n  exclude: [fs/a]"},
		{file: "filter: exclude: [x]", code: "syntax", at: "2:16", hint: `write "exclude: [x]" if it is one string; otherwise, keys in one line need braces and commas`,
			whole: "filter: {exclude: [x]}"},
		{file: "filter: {include: {fs: [read, 'list_*'], kb: docs}}", code: "wrong_type", at: "2:19",
			hint: `write ["fs/read", "fs/list_*", "kb/docs"]`, whole: `filter: {include: ["fs/read", "fs/list_*", "kb/docs"]}`},
		{file: "filter: {include: {Fs: [read]}}", code: "wrong_type", at: "2:19",
			hint: "write a list whose items have the keys tools, server, regex, when, id, reason"},
		{file: "filter: {exclude: {tools: [read]}}", code: "wrong_type", at: "2:19", hint: "write [{…}]: each entry is an item of a list"},
		{file: "naming: {servers: {fs: files}}", code: "wrong_type", at: "2:24", hint: `write {as: "files"}`,
			whole: `naming: {servers: {fs: {as: "files"}}}`},
		{file: "naming: {servers: {fs: 3}}", code: "wrong_type", at: "2:24", hint: "known keys: as"},
		{file: "naming: {servers: {fs: {as: My-Files}}}", code: "invalid_as", at: "2:29", hint: `write "my_files"`,
			whole: `naming: {servers: {fs: {as: "my_files"}}}`},
		{file: "context: {team: [admin | guest]}", code: "context_bad_type", at: "2:11", hint: "write [string]", whole: "context: {team: [string]}"},
		{file: "servers: {fs: {}, kb: {}}", code: "wrong_type", at: "2:10", hint: "write [fs, kb]", whole: "servers: [fs, kb]"},
		{file: "servers: [{name: fs, url: x}]", code: "wrong_type", at: "2:11", hint: "write fs", whole: "servers: [fs]"},
		{file: "naming: {rename: [{from: fs/a, to: b}]}", code: "wrong_type", at: "2:18", hint: "write {fs/a: b}", whole: "naming: {rename: {fs/a: b}}"},
		{file: "naming: {rename: {fs/a: {name: b}}}", code: "wrong_type", at: "2:25", hint: "write b", whole: "naming: {rename: {fs/a: b}}"},
		{file: "context: [tenant, user]", code: "wrong_type", at: "2:10", hint: "write {tenant: string, user: string}",
			whole: "context: {tenant: string, user: string}"},
		{file: "context: [{name: tenant, type: string}]", code: "wrong_type", at: "2:10", hint: "write {tenant: string}"},
		{file: "context: {user.role: string}", code: "bad_name", at: "2:11", hint: "write user: {role: …}", whole: "context: {user: {role: string}}"},
		{file: "context: {user-role: string}", code: "bad_name", at: "2:11", hint: "write user_role", whole: "context: {user_role: string}"},
		{file: "descriptions: {fs/a: Text}", code: "wrong_type", at: "2:15", hint: "write [{tools: fs/a, description: Text}]",
			whole: "descriptions: [{tools: fs/a, description: Text}]"},
		{file: "descriptions: [{tools: x, title: T, fs/a: Text}]", code: "unknown_key", at: "2:37", hint: "write {tools: fs/a, description: …}"},
		{file: in(description, "title: T, readOnlyHint: true"), code: "unknown_key", at: "2:40",
			hint: "hints stand under annotations: [{tools: …, readOnly: true}]"},
		{file: in(description, "arguments: {path: {hide: true, default: /srv}}"), code: "unknown_key", at: "2:49",
			hint: "toolrules changes what a model reads of an argument, and never the arguments of a call"},
		{file: in(description, "arguments: {path: {fixed: /srv}}"), code: "unknown_key", at: "2:49",
			hint: "toolrules changes what a model reads of an argument, and never the arguments of a call"},
		{file: in(description, "title: {0: short, 5: long}"), code: "unknown_key", at: "2:38", hint: "write levels: {0: …}"},
		{file: in(description, "title: {codex: short}"), code: "unknown_key", at: "2:38",
			hint: "write it under variants, and runners: [{runner: codex, default: …}]"},
		{file: in(description, "title: {levels: {'0..4': short}}"), code: "bad_selector", at: "2:48", hint: "write 0-4",
			whole: in(description, "title: {levels: {0-4: short}}")},
		{file: in(description, "title: {variants: {a: x}, runners: {codex: a}}"), code: "wrong_type", at: "2:65", hint: "write [{runner: codex, default: a}]",
			whole: in(description, "title: {variants: {a: x}, runners: [{runner: codex, default: a}]}")},
		{file: "filter: {exclude: [{server: fs, regex: /^delete/}]}", code: "bad_regex", at: "2:40", hint: `write "^delete"`,
			whole: `filter: {exclude: [{server: fs, regex: "^delete"}]}`},
		{file: "filter: {exclude: [{server: fs, regex: /^delete/i}]}", code: "bad_regex", at: "2:40", hint: `write "(?i)^delete"`},
		{file: "filter: {exclude: [“fs/x”]}", code: "odd_character", at: "2:20", hint: `write straight quotes: "fs/x"`},
		{file: "filter:\n  exclude: [\n    fs_a\n    fs_b\n  ]", code: "odd_character", at: "4:5", hint: "write two entries: a text is one pattern"},
		{file: "filter:\n  exclude:\n    - fs/a // no", code: "pattern_extra_slash", at: "4:12", hint: "a comment starts with #: write fs/a # …"},

		// Placeholders.
		{file: in(description, `title: "${title} (x)"`), code: "placeholder", at: "2:38", hint: "write all of the text"},
		{file: in(description, `description: "See: {{ .Description }}"`), code: "placeholder", at: "2:49", hint: "write all of the text"},
		{file: in(description, `arguments: {a: {levels: {3: "{original_description}"}}}`), code: "placeholder", at: "2:59", hint: "write all of the text"},
		{file: in(entry, `when: 'ctx.runner == "${CLIENT}"'`), code: "placeholder", at: "2:56",
			hint: "there are no variables: write the value itself, or declare it under context and read ctx.name"},
		{file: `filter: {exclude: ["${SERVER}/*"]}`, code: "unknown_set", at: "2:21", hint: "there are no variables: write the value itself"},
		{file: `filter: {exclude: ["{{server}}/*"]}`, code: "pattern_nested_brace", at: "2:22", hint: "there are no variables: write the value itself"},
		{file: `filter: {exclude: ["fs/${PREFIX}_*"]}`, code: "placeholder", at: "2:24", hint: "there are no variables: write the value itself"},
	} {
		t.Run(c.file, func(t *testing.T) {
			ps := parseProblems(t, c.file)
			if len(ps) == 0 {
				t.Fatal("no problem")
			}
			p := ps[0]
			if at := fmt.Sprintf("%d:%d", p.Line, p.Column); p.Code != c.code || at != c.at || p.Hint != c.hint {
				t.Errorf("%s at %s, %q; want %s at %s, %q\n%v", p.Code, at, p.Hint, c.code, c.at, c.hint, ps)
			}
			if c.whole != "" {
				if ps := parseProblems(t, c.whole); ps.Fatal() {
					t.Errorf("the hint leads to %v", ps)
				}
			}
		})
	}
}

// Texts in which braces are meant, and legal files with keys that look like others.
func TestNoForeignForms(t *testing.T) {
	for _, file := range []string{
		`descriptions: [{tools: x, description: "Use {{mustache}} and ${HOME}, /users/{name}/{id}, {title}"}]`,
		`filter: {exclude: ['fs/{read,list}_*', 'fs/a\{b\}']}`,
		`filter: {exclude: [{tools: x, reason: "${WHY}"}]}`,
		`filter: {exclude: ['get\_x']}`,
	} {
		for _, p := range parseProblems(t, file) {
			if p.Code == rules.CodePlaceholder || p.Code == rules.CodeMissingSlash {
				t.Errorf("%s: %v", file, p)
			}
		}
	}
}

func parseProblems(t *testing.T, file string) rules.Problems {
	t.Helper()
	loaded, err := ruleset.Parse("t.yaml", []byte("version: 1\n"+file+"\n"))
	if err == nil {
		return loaded.Warnings()
	}
	ps, ok := errors.AsType[rules.Problems](err)
	if !ok {
		t.Fatal(err)
	}
	return ps
}

func TestVersions(t *testing.T) {
	for version, hint := range map[string]string{
		"1.0": "write 1", `"1"`: "write 1 without quotes", "v1": "write 1", "2": "write 1", "latest": "write 1", "1.0.0": "write 1", "01": "write 1",
	} {
		_, err := ruleset.Parse("t.yaml", []byte("version: "+version+"\n"))
		ps, _ := errors.AsType[rules.Problems](err)
		if len(ps) != 1 || ps[0].Hint != hint || !strings.Contains(ps[0].Message, strings.Trim(version, `"`)) {
			t.Errorf("%s: %v", version, err)
		}
	}
}

// TestOtherFormats loads files of formats in which rules are written elsewhere.
func TestOtherFormats(t *testing.T) {
	for file, hint := range map[string]string{
		"version = 1":                         "a rule file is YAML or JSON: write version: 1, and the other keys below it",
		"<rules><exclude>x</exclude></rules>": "a rule file is YAML or JSON: write version: 1, and the other keys below it",
		"just words":                          "known keys: version,",
	} {
		_, err := rules.Parse("t.yaml", []byte(file))
		ps, ok := errors.AsType[rules.Problems](err)
		if !ok || len(ps) != 1 || !strings.HasPrefix(ps[0].Hint, hint) {
			t.Errorf("%q: got %v, want the hint %q", file, err, hint)
		}
	}
}
