// Package codes says what the codes of problems mean, each with a rule file that has the problem and one that has not.
//
// It is data: the examples are checked by a test, which also makes sure that no code is missing, and docs/codes.md is printed from
// it. Whoever adds a code adds its entry here.
package codes

import (
	"slices"

	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/rules"
)

// An Entry says what one code means.
type Entry struct {
	Code     rules.Code
	Severity rules.Severity
	Meaning  string // one sentence or a few, for people

	Bad  Example // has the problem
	Good Example // the same without it

	// Rare says where else the code comes from, if no rule file can show it. There are no examples then.
	Rare string

	// Reason says that the code is why a rule fails for a request, and no problem of a file: it has no severity then.
	Reason bool
}

// kind gives the severity, or else says that there is none.
func (e Entry) kind() string {
	if e.Reason {
		return "why a rule fails"
	}
	return e.Severity.String()
}

// An Example is a rule file, and the catalogs that it is checked against.
type Example struct {
	Rules    string
	Name     string // empty is tools.rules.yaml
	Tests    string // a test file, which has the problem in the place of the rule file; empty is none
	Catalogs []Catalog
}

// TestsName is the name of the test file of an example.
const TestsName = "tools.test.yaml"

// FileName gives the name of the rule file.
func (x Example) FileName() string {
	if x.Name == "" {
		return "tools.rules.yaml"
	}
	return x.Name
}

// A Catalog is a catalog file of an example.
type Catalog struct{ Name, Text string }

// A Group is the codes of one subject.
type Group struct {
	Title   string
	Entries []Entry
}

// Groups gives all codes there are, in the order in which they are documented. The lists must not be changed.
func Groups() []Group {
	return []Group{
		{"The text of the file", textEntries},
		{"The shape of the file", shapeEntries},
		{"Servers, context and sets", contextEntries},
		{"Naming", namingEntries},
		{"Patterns", patternEntries},
		{"Filter entries", filterEntries},
		{"Expressions", expressionEntries},
		{"Why a rule fails for a request", reasonEntries},
		{"Descriptions", descriptionEntries},
		{"What a file says in vain", lintEntries},
		{"Rules and tools", slices.Concat(toolEntries, pathEntries)},
		{"What servers send", serverEntries},
		{"Catalog files", catalogFileEntries},
		{"Test files", testEntries},
		{"Defects, and rules that are built in Go", goEntries},
	}
}

// Find gives the entry of a code.
func Find(code rules.Code) (Entry, bool) {
	for _, g := range Groups() {
		if i := slices.IndexFunc(g.Entries, func(e Entry) bool { return e.Code == code }); i >= 0 {
			return g.Entries[i], true
		}
	}
	return Entry{}, false
}

// All gives the names of all codes.
func All() []string {
	var names []string
	for _, g := range Groups() {
		for _, e := range g.Entries {
			names = append(names, string(e.Code))
		}
	}
	return names
}

// prefixes stand in front of the codes of packages that have codes of their own: bad_list of package engine is server_bad_list.
var prefixes = []string{"server_", "path_", "tool_", "expression_", "pattern_", "context_"}

// Nearest gives the code that a misspelt one was probably meant to be, or one that lacks its prefix, as a host's log may have it.
func Nearest(code string) (string, bool) {
	all := All()
	for _, prefix := range prefixes {
		if slices.Contains(all, prefix+code) {
			return prefix + code, true
		}
	}
	return suggest.Nearest(code, all)
}
