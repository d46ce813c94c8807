package ruletest

import "github.com/toolrules/toolrules/rules"

// Codes of problems in test files, in addition to those of rule files. They are stable.
const (
	CodeNoExpectation rules.Code = "no_expectation"       // a case without expectations
	CodeDuplicateCase rules.Code = "duplicate_case"       // two cases have the same name
	CodeBadTool       rules.Code = "bad_tool"             // a tool that is not written as server/tool
	CodeUndeclared    rules.Code = "undeclared_attribute" // a request has an attribute that the rule file does not declare
	CodeBadAttribute  rules.Code = "bad_attribute"        // a warning: a request has an attribute that no rule can read
	CodeCatalog       rules.Code = "test_catalog"         // the rules cannot be applied to the catalogs

	CodeNoStatement       rules.Code = "no_statement"       // a property states nothing, or several things
	CodeDuplicateProperty rules.Code = "duplicate_property" // two properties have the same name
	CodeSelectsNothing    rules.Code = "selects_nothing"    // the condition of a property is true for no request
)

// Codes of expectations that are not met. They are stable.
const (
	CodeSees      rules.Code = "test_sees"
	CodeHides     rules.Code = "test_hides"
	CodeOnly      rules.Code = "test_only"
	CodeNames     rules.Code = "test_names"
	CodeTexts     rules.Code = "test_texts"
	CodeDecidedBy rules.Code = "test_decided_by"
	CodeListed    rules.Code = "test_listed"
	CodeDeferred  rules.Code = "test_deferred"
	CodeFinds     rules.Code = "test_finds"
	CodeAtMost    rules.Code = "test_at_most"
	CodeNoTool    rules.Code = "test_no_tool" // a pattern or tool that matches no tool in the catalogs

	CodeRefuted rules.Code = "test_property_refuted" // a property does not hold for some request
	CodeUnknown rules.Code = "test_property_unknown" // it is not known whether a property holds
)
