package check

import (
	"slices"

	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// The keys that only one kind of file has.
var (
	rulesKeys = []string{"version", "servers", "context", "sets", "naming", "filter", "descriptions"}
	testsKeys = []string{"rules", "catalog", "cases"}
)

// Load compiles the rule file in data. It returns the problems that keep it from being used, or
// nil. For a test file or a catalog it returns one problem, because every line would be one.
func Load(name string, data []byte) (*ruleset.Rules, rules.Problems) {
	r, err := ruleset.Parse(name, data)
	if err == nil {
		return r, nil
	}
	switch {
	case catalogfile.Is(data):
		return nil, wrongFile(name, "this is a catalog, not a rule file",
			"pass it with --catalog "+wording.ShellWord(name))
	case hasKeys(name, data, "cases", rulesKeys):
		return nil, wrongFile(name, "this is a test file, not a rule file", "rulecheck test runs it")
	}
	return nil, problemsOf(name, err)
}

// NoTests returns the one problem of a rule file or a catalog that was given as a test file, or nil
// if data is neither.
func NoTests(name string, data []byte) rules.Problems {
	switch {
	case catalogfile.Is(data):
		return wrongFile(name, "this is a catalog, not a test file", "a test file names it under catalog")
	case hasKeys(name, data, "version", testsKeys):
		return wrongFile(name, "this is a rule file, not a test file", "rulecheck check checks it")
	}
	return nil
}

func wrongFile(name, message, hint string) rules.Problems {
	return rules.Problems{{Code: CodeWrongFile, File: name, Offset: -1, Message: message, Hint: hint}}
}

// hasKeys reports whether a file has the key and none of the others.
func hasKeys(name string, data []byte, key string, others []string) bool {
	file, _ := source.Parse(name, data)
	root := file.Root()
	return root.Get(key) != nil && !slices.ContainsFunc(others,
		func(other string) bool { return root.Get(other) != nil })
}
