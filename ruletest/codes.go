package ruletest

import "github.com/toolrules/toolrules/rules"

// Codes of what can be wrong with a test file, beside those that a rule file has as well. They are stable.
const (
	CodeNoExpectation rules.Code = "no_expectation"       // a case that expects nothing
	CodeDuplicateCase rules.Code = "duplicate_case"       // two cases of one name
	CodeBadTool       rules.Code = "bad_tool"             // a tool that is not written as server/tool
	CodeUndeclared    rules.Code = "undeclared_attribute" // a request carries what the rule file does not declare
	CodeBadAttribute  rules.Code = "bad_attribute"        // a warning: a request carries an attribute that no rule can read
	CodeCatalog       rules.Code = "test_catalog"         // the catalogs and the rules don't go together
)

// Codes of expectations that are not met. They are stable.
const (
	CodeSees      rules.Code = "test_sees"
	CodeHides     rules.Code = "test_hides"
	CodeOnly      rules.Code = "test_only"
	CodeNames     rules.Code = "test_names"
	CodeTexts     rules.Code = "test_texts"
	CodeDecidedBy rules.Code = "test_decided_by"
	CodeNoTool    rules.Code = "test_no_tool" // a pattern or a name that no tool of the catalogs has
)
