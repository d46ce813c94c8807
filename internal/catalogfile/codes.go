package catalogfile

import "github.com/toolrules/toolrules/rules"

// Codes of problems of catalog files, and of how they are named.
const (
	Unreadable rules.Code = "catalog_unreadable"   // the file or directory can't be opened or read
	NoFiles    rules.Code = "catalog_no_files"     // a directory without a catalog file
	TooLarge   rules.Code = "catalog_too_large"    // more than MaxBytes
	Syntax     rules.Code = "catalog_syntax"       // no JSON, or JSON that can be read in two ways
	NoCatalog  rules.Code = "catalog_unknown_form" // JSON, and none of the forms that a catalog has
	BadTags    rules.Code = "catalog_bad_tags"     // tags that are no mapping of lists of words
	// an id that no server can have, or a name that none can be made of
	BadID       rules.Code = "catalog_bad_id"
	DuplicateID rules.Code = "catalog_duplicate_id"   // two catalogs of one id
	IDOfMany    rules.Code = "catalog_id_of_many"     // one id for a directory
	StdinTwice  rules.Code = "catalog_stdin_twice"    // standard input can be read once
	UnknownTool rules.Code = "catalog_tag_of_no_tool" // a warning: tags for a tool that the catalog lacks
	// a warning: tags of our form in a file without "server", which do not count
	IdleTags   rules.Code = "catalog_idle_tags"
	NoTools    rules.Code = "catalog_no_tools"    // a warning: a catalog whose list is empty
	PassedOver rules.Code = "catalog_passed_over" // a note: a file of a directory that is no catalog
)
