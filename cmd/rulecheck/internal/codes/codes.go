// Package codes explains the codes of problems, each with an example that has the problem and one
// that does not.
//
// The explanations are the text files in entries, one per code; entries/README.md defines their
// format. Tests check that no code is missing and that the examples have the problems that they are
// examples of. docs/codes.md is generated from the same files.
package codes

import (
	"slices"

	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/rules"
)

// An Entry explains one code.
type Entry struct {
	Code     rules.Code
	Severity rules.Severity
	Meaning  string // one or more sentences, for people

	Bad  Example // has the problem
	Good Example // the same without the problem

	// Rare is the reason why no example can show the code. There are no examples then. Empty if
	// there are.
	Rare string

	// Reason reports whether the code is the reason why a rule fails for a request, instead of a
	// problem of a file. The severity is Warning then, and is not shown.
	Reason bool
}

// kind returns the severity as it is shown.
func (e Entry) kind() string {
	if e.Reason {
		return "reason why a rule fails"
	}
	return e.Severity.String()
}

// An Example is a rule file and the files that it is checked with.
type Example struct {
	Name     string // of the rule file
	Rules    string // the content of the rule file
	Tests    string // the content of the test file, which has the problem if it is not empty
	Catalogs []File
}

// RulesName and TestsName are the names of an example's rule file and test file. A rule file that
// is the only file of its example can have another name.
const (
	RulesName = "tools.rules.yaml"
	TestsName = "tools.test.yaml"
)

// A File is a file of an example.
type File struct{ Name, Text string }

// A Group is the codes of one subject, sorted.
type Group struct {
	Title   string
	Entries []Entry
}

// A group is a directory of entries and the title under which docs/codes.md lists it.
type group struct{ dir, title string }

// groups are the directories of entries, in the order in which they are documented.
var groups = []group{
	{"text", "Syntax of the file"},
	{"shape", "Keys and values"},
	{"context", "Servers, context and sets"},
	{"naming", "Naming"},
	{"pattern", "Patterns"},
	{"filter", "Filter entries"},
	{"expression", "Expressions"},
	{"reason", "Why a rule fails for a request"},
	{"description", "Descriptions"},
	{"lint", "Unused and unreachable parts"},
	{"catalog", "Rules compared with catalogs"},
	{"server", "Tool lists of servers"},
	{"catalogfile", "Catalog files"},
	{"testfile", "Test files"},
	{"defect", "Rules built in Go, reloading, and defects"},
}

// Groups returns all codes, in the order in which they are documented. The entries must not be
// changed.
func Groups() []Group {
	all, _ := load()
	return slices.Clone(all)
}

// Find returns the entry of a code, or false if there is no such code.
func Find(code rules.Code) (Entry, bool) {
	all, _ := load()
	for _, g := range all {
		if i := slices.IndexFunc(g.Entries, func(e Entry) bool { return e.Code == code }); i >= 0 {
			return g.Entries[i], true
		}
	}
	return Entry{}, false
}

// All returns the names of all codes. It does not read the entries.
func All() []string {
	var names []string
	for _, g := range groups {
		names = append(names, namesIn(entries, g.dir)...)
	}
	return names
}

// prefixes precede the codes of packages that have codes of their own: bad_list of package engine
// is server_bad_list.
var prefixes = []string{"server_", "path_", "tool_", "expression_", "pattern_", "context_"}

// Nearest returns the code that a misspelled one was probably meant to be, or the code that it is
// without its prefix, as it can occur in the log of a host. It returns false if there is none.
func Nearest(code string) (string, bool) {
	all := All()
	for _, prefix := range prefixes {
		if slices.Contains(all, prefix+code) {
			return prefix + code, true
		}
	}
	return suggest.Nearest(code, all)
}
