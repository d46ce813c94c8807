package check

import (
	"slices"

	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/findings"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// The keys that only one kind of file has.
var (
	rulesKeys = []string{"version", "servers", "context", "sets", "naming", "filter", "descriptions"}
	testsKeys = []string{"rules", "catalog", "cases"}
)

// Load compiles the rule file that data holds. The problems keep it from being used; nil if nothing does. A test file or a catalog that is
// taken for a rule file has one: everything in it would be wrong.
func Load(name string, data []byte) (*rules.Rules, rules.Problems) {
	r, err := rules.Parse(name, data)
	if err == nil {
		return r, nil
	}
	switch {
	case catalogfile.Is(data):
		return nil, wrongFile(name, "this is a catalog, and no rule file", "give it by --catalog "+findings.ShellWord(name))
	case hasKeys(name, data, "cases", rulesKeys):
		return nil, wrongFile(name, "this is a test file, and no rule file", "rulecheck test runs it")
	}
	return nil, problemsOf(name, err)
}

// NoTests gives the one problem of a rule file or a catalog that is taken for a test file; nil if the file is neither.
func NoTests(name string, data []byte) rules.Problems {
	switch {
	case catalogfile.Is(data):
		return wrongFile(name, "this is a catalog, and no test file", "a test file names it under catalog")
	case hasKeys(name, data, "version", testsKeys):
		return wrongFile(name, "this is a rule file, and no test file", "rulecheck check checks it")
	}
	return nil
}

func wrongFile(name, message, hint string) rules.Problems {
	return rules.Problems{{Code: CodeWrongFile, File: name, Offset: -1, Message: message, Hint: hint}}
}

// hasKeys says whether a file has a key, and none of those of another kind of file.
func hasKeys(name string, data []byte, key string, others []string) bool {
	file, _ := source.Parse(name, data)
	root := file.Root()
	return root.Get(key) != nil && !slices.ContainsFunc(others, func(other string) bool { return root.Get(other) != nil })
}
