package check

import "github.com/toolrules/toolrules/rules"

// Codes of problems that are found with catalogs.
const (
	CodeCatalogServer rules.Code = "catalog_unknown_server" // a catalog of a server that is not one of the file's
	CodeWrongFile     rules.Code = "wrong_file"             // a file of another kind than is expected
	// an error that has no code of its own: a defect of this program
	CodeUnknown rules.Code = "internal_error"

	CodeRuleFailed rules.Code = "rule_failed"       // an expression that reads the tool alone, and fails
	CodeCollision  rules.Code = "tool_collision"    // tools whose names would be equal
	CodeNoName     rules.Code = "tool_invalid_name" // a tool without a legal name
	CodeTruncated  rules.Code = "tool_truncated"    // a note: a name that was too long

	CodeNeedsTask rules.Code = "tool_needs_task" // a note: a tool that gateways leave out

	// CodeServer is the prefix of the codes of server data that the engine could not use: see
	// [rules.Code].
	CodeServer rules.Code = "server"

	// CodePath is the prefix of the codes of descriptions whose location a schema does not have:
	// see [rules.Code].
	CodePath rules.Code = "path"
)

// Codes of comments that silence problems.
const (
	CodeUnknownIgnore rules.Code = "unknown_ignore" // a comment that silences an unknown code
	CodeUnusedIgnore  rules.Code = "unused_ignore"  // a note: a comment that silences nothing
)
