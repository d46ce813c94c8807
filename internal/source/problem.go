package source

import (
	"cmp"
	"slices"
)

// Codes of problems. They are stable.
const (
	CodeSyntax          = "syntax"           // neither YAML nor JSON; comes alone, but for others of its kind
	CodeNotUTF8         = "not_utf8"         // comes alone
	CodeBadCharacter    = "bad_character"    // a character that YAML does not allow, or that its versions read differently; comes alone
	CodeTooLarge        = "too_large"        // comes alone
	CodeTooDeep         = "too_deep"         // lists and mappings inside each other, more than MaxDepth
	CodeEmptyFile       = "empty_file"       // nothing but blanks and comments
	CodeSecondDocument  = "second_document"  // --- and another document
	CodeAnchor          = "anchor"           // &name
	CodeAlias           = "alias"            // *name
	CodeMergeKey        = "merge_key"        // <<
	CodeTag             = "tag"              // !name, !!name
	CodeDirective       = "directive"        // a line in front of the document that starts with %
	CodeComplexKey      = "complex_key"      // a list or a mapping as a key
	CodeDuplicateKey    = "duplicate_key"    // two keys of one mapping with the same text
	CodeHiddenCharacter = "hidden_character" // a warning: a character that nobody who reads the file sees
	CodeCutByComment    = "cut_by_comment"   // a warning: an unquoted text goes on behind a #, which starts a comment
)

// A Problem is one thing that is wrong with the text of a file.
type Problem struct {
	Code         string
	Line, Column int    // from 1; columns are code points
	Pointer      string // JSON Pointer (RFC 6901) of the value, or of the entry whose key is at fault; empty for a syntax error
	Message      string // for people
	Hint         string // what to write instead; empty where there is no one obvious mend
	Warning      bool   // the file can be used, and probably does not say what its author meant
}

// report adds a problem whose fault starts at the byte at of the file.
func (l *loader) report(at int, p Problem) {
	pos := l.text.position(at)
	p.Line, p.Column = pos.Line, pos.Column
	l.problems = append(l.problems, p)
}

// sort puts the problems in file order; those of one place stay in the order in which they were found.
func (l *loader) sort() {
	slices.SortStableFunc(l.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
