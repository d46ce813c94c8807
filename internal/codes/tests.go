package codes

import "github.com/toolrules/toolrules/rules"

// testWorld gives an example of a test file whose only case is that one.
func testWorld(testCase string) Example {
	return Example{
		Rules: `version: 1
context:
  user: {role: admin | guest}
filter:
  exclude:
    - id: admins-delete
      tools: '*/delete_*'
      when: ctx.user.role != "admin"
descriptions:
  - {tools: github/get_issue, description: One issue.}
`,
		Tests:    "rules: tools.rules.yaml\ncatalog: github.json\ncases:\n" + testCase,
		Catalogs: []Catalog{{"github.json", `{"tools": [{"name": "get_issue", "description": "Get an issue", "inputSchema": {"type": "object"}}, {"name": "delete_repo", "inputSchema": {"type": "object"}}]}` + "\n"}},
	}
}

var testEntries = []Entry{
	{
		Code: "no_expectation", Meaning: "A case of a test file expects nothing, so that it can't fail.",
		Bad:  testWorld("  - name: guests\n    request: {user: {role: guest}}\n"),
		Good: testWorld("  - name: guests\n    request: {user: {role: guest}}\n    hides: github/delete_repo\n"),
	},
	{
		Code: "duplicate_case", Meaning: "Two cases of a test file have one name, so that nobody can tell which of them fails.",
		Bad:  testWorld("  - {name: guests, sees: github/get_issue}\n  - {name: guests, hides: github/delete_repo}\n"),
		Good: testWorld("  - {name: guests read, sees: github/get_issue}\n  - {name: guests don't delete, hides: github/delete_repo}\n"),
	},
	{
		Code: "bad_tool", Meaning: "Under names, texts and decided_by a key names one tool, as server/tool without wildcards.",
		Bad:  testWorld("  - name: names\n    names: {get_issue: github__get_issue}\n"),
		Good: testWorld("  - name: names\n    names: {github/get_issue: github__get_issue}\n"),
	},
	{
		Code: "undeclared_attribute",
		Meaning: "The request of a case carries an attribute that the rule file does not declare under context, so that no rule " +
			"can read it.",
		Bad:  testWorld("  - name: admins delete\n    request: {user: {rol: admin}}\n    sees: github/delete_repo\n"),
		Good: testWorld("  - name: admins delete\n    request: {user: {role: admin}}\n    sees: github/delete_repo\n"),
	},
	{
		Code: "bad_attribute", Severity: rules.Warning,
		Meaning: "The request of a case carries an attribute that is not as the rule file declares it. Every rule that reads it " +
			"fails, which may be what the case is about.",
		Bad:  testWorld("  - name: guests don't delete\n    request: {user: {role: gest}}\n    hides: github/delete_repo\n"),
		Good: testWorld("  - name: guests don't delete\n    request: {user: {role: guest}}\n    hides: github/delete_repo\n"),
	},
	{
		Code: "test_catalog",
		Meaning: "The catalogs of a test file do not go with its rule file: one is of a server that the rule file does not list, " +
			"or there are several and no namespace.",
		Bad: Example{
			Rules: "version: 1\nservers: [fs]\n", Tests: "rules: tools.rules.yaml\ncatalog: github.json\ncases:\n  - {name: all, sees: github/get_issue}\n",
			Catalogs: []Catalog{{"github.json", `{"tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}]}` + "\n"}},
		},
		Good: Example{
			Rules: "version: 1\nservers: [github]\n", Tests: "rules: tools.rules.yaml\ncatalog: github.json\ncases:\n  - {name: all, sees: github/get_issue}\n",
			Catalogs: []Catalog{{"github.json", `{"tools": [{"name": "get_issue", "inputSchema": {"type": "object"}}]}` + "\n"}},
		},
	},
	{
		Code:    "test_no_tool",
		Meaning: "A case speaks of a tool, or has a pattern, that no tool of the catalogs matches. It would expect nothing.",
		Bad:     testWorld("  - name: nobody deletes\n    hides: [github/remove_repo]\n"),
		Good:    testWorld("  - name: nobody deletes\n    hides: [github/delete_repo]\n"),
	},
	{
		Code: "test_sees", Meaning: "No tool that a pattern under sees matches is visible.",
		Bad:  testWorld("  - name: deleting\n    request: {user: {role: guest}}\n    sees: github/delete_*\n"),
		Good: testWorld("  - name: deleting\n    request: {user: {role: admin}}\n    sees: github/delete_*\n"),
	},
	{
		Code: "test_hides", Meaning: "A tool is visible that a pattern under hides matches.",
		Bad:  testWorld("  - name: deleting\n    request: {user: {role: admin}}\n    hides: '*/*delete*'\n"),
		Good: testWorld("  - name: deleting\n    request: {user: {role: guest}}\n    hides: '*/*delete*'\n"),
	},
	{
		Code: "test_only", Meaning: "A tool is visible that no pattern under only matches.",
		Bad:  testWorld("  - name: reading\n    request: {user: {role: admin}}\n    only: github/get_*\n"),
		Good: testWorld("  - name: reading\n    request: {user: {role: guest}}\n    only: github/get_*\n"),
	},
	{
		Code: "test_names", Meaning: "A tool has another exposed name than is expected, or has none, or has one.",
		Bad:  testWorld("  - name: names\n    names: {github/get_issue: get_issue}\n"),
		Good: testWorld("  - name: names\n    names: {github/get_issue: github__get_issue}\n"),
	},
	{
		Code:    "test_texts",
		Meaning: "The request gets another text than is expected, or none, or there is no such place, or the tool is hidden.",
		Bad:     testWorld("  - name: texts\n    texts: {github/get_issue: {description: Get an issue}}\n"),
		Good:    testWorld("  - name: texts\n    texts: {github/get_issue: {description: One issue.}}\n"),
	},
	{
		Code: "test_decided_by", Meaning: "The filter's decision about a tool rests on something else than is expected.",
		Bad:  testWorld("  - name: reasons\n    request: {user: {role: admin}}\n    decided_by: {github/delete_repo: admins-delete}\n"),
		Good: testWorld("  - name: reasons\n    request: {user: {role: guest}}\n    decided_by: {github/delete_repo: admins-delete}\n"),
	},
}
