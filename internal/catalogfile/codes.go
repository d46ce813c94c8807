package catalogfile

import "github.com/toolrules/toolrules/rules"

// Codes of problems of catalog files, and of how they are named.
const (
	Unreadable rules.Code = "catalog_unreadable"   // the file or directory can't be opened or read
	NoFiles    rules.Code = "catalog_no_files"     // a directory without a catalog file
	TooLarge   rules.Code = "catalog_too_large"    // more than MaxBytes
	Syntax     rules.Code = "catalog_syntax"       // invalid or ambiguous JSON
	NoCatalog  rules.Code = "catalog_unknown_form" // JSON that does not have a form of a catalog
	BadTags    rules.Code = "catalog_bad_tags"     // tags are not a mapping of lists of strings
	// an invalid ID, or a name from which none can be derived
	BadID       rules.Code = "catalog_bad_id"
	DuplicateID rules.Code = "catalog_duplicate_id"   // two catalogs with one ID
	IDOfMany    rules.Code = "catalog_id_of_many"     // one ID for a directory
	StdinTwice  rules.Code = "catalog_stdin_twice"    // standard input is named twice
	UnknownTool rules.Code = "catalog_tag_of_no_tool" // a warning: tags for a tool that the catalog lacks
	// a warning: tags in a file without "server", which are ignored
	IdleTags   rules.Code = "catalog_idle_tags"
	NoTools    rules.Code = "catalog_no_tools"    // a warning: a catalog whose list is empty
	PassedOver rules.Code = "catalog_passed_over" // a note: a file of a directory that is not a catalog
)
