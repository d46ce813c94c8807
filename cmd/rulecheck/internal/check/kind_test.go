package check_test

import (
	"testing"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/rules"
)

// TestKinds passes files as rule files and as test files. A file of another kind has one problem,
// the others have their own.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		name, file, text    string
		wrongRules, noTests bool
	}{
		{"a rule file", "a.yaml", "version: 1\nfilter: {exclud: [x]}", false, true},
		{"an empty rule file", "a.yaml", "version: 1", false, true},
		{"a test file", "a.yaml", "rules: b.yaml\ncatalog: c.json\ncases: []", true, false},
		{"a test file without its rules", "a.yaml", "cases: [{name: a}]", true, false},
		{"something of both", "a.yaml", "version: 1\ncases: []", false, false},
		{"something of neither", "a.yaml", "filtr: {}", false, false},
		{"a result", "a.json", `{"tools": [{"name": "x"}]}`, true, true},
		{"our own", "a.json", `{"server": "a", "tools": []}`, true, true},
		{"an array", "a.json", `[{"name": "x"}]`, true, true},
		{"a response", "a.json", `{"jsonrpc": "2.0", "result": {"tools": []}}`, true, true},
		{"a rule file with tools", "a.json", `{"version": 1, "tools": []}`, false, true},
		{"an array of something else", "a.json", `["x"]`, false, false},
		{"nothing", "a.json", ``, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, ps := check.Load(c.file, []byte(c.text))
			if wrong := len(ps) == 1 && ps[0].Code == check.CodeWrongFile; wrong != c.wrongRules ||
				(r == nil) != (len(ps) > 0) {
				t.Errorf("as a rule file: %v", ps)
			}
			if ps := check.NoTests(c.file, []byte(c.text)); (len(ps) == 1 &&
				ps[0].Code == check.CodeWrongFile) != c.noTests {
				t.Errorf("as a test file: %v", ps)
			}
			if ps := check.File(c.file, []byte(c.text), nil).Problems; rules.Problems(ps).Fatal() == (r != nil) {
				t.Errorf("checked: %v", ps)
			}
		})
	}
}
