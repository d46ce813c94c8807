package source

import (
	"cmp"
	"slices"
)

// Codes of problems. They are stable.
const (
	CodeSyntax  = "syntax"   // invalid YAML or JSON; only with other syntax errors
	CodeNotUTF8 = "not_utf8" // the only problem
	// a character that YAML does not allow, or that its versions read differently; the only problem
	CodeBadCharacter    = "bad_character"
	CodeTooLarge        = "too_large"        // the only problem
	CodeTooDeep         = "too_deep"         // lists and mappings nested more than MaxDepth
	CodeEmptyFile       = "empty_file"       // only blanks and comments
	CodeSecondDocument  = "second_document"  // --- and another document
	CodeAnchor          = "anchor"           // &name
	CodeAlias           = "alias"            // *name
	CodeMergeKey        = "merge_key"        // <<
	CodeTag             = "tag"              // !name, !!name
	CodeDirective       = "directive"        // a line before the document that starts with %
	CodeComplexKey      = "complex_key"      // a list or a mapping as a key
	CodeDuplicateKey    = "duplicate_key"    // two keys of one mapping with the same text
	CodeHiddenCharacter = "hidden_character" // a warning: a character that readers of the file can't see
	// a warning: an unquoted string continues after a #, which starts a comment
	CodeCutByComment = "cut_by_comment"
)

// A Problem is an error or a warning about the text of a file.
type Problem struct {
	Code         string
	Line, Column int // from 1; columns are code points
	// JSON Pointer (RFC 6901) of the value, or of the entry if its key is at fault; empty for a
	// syntax error
	Pointer string
	Message string // for people
	Hint    string // what to write instead; empty if there is no single obvious fix
	Warning bool   // the file can be used, but probably does not express what its author meant
}

// report adds a problem at an offset of the file.
func (l *loader) report(at int, p Problem) {
	pos := l.text.position(at)
	p.Line, p.Column = pos.Line, pos.Column
	l.problems = append(l.problems, p)
}

// sort puts the problems into file order; those at one position keep their order.
func (l *loader) sort() {
	slices.SortStableFunc(l.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
