package ruletest_test

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/ruletest"
)

func TestDiscovery(t *testing.T) {
	const rules = `version: 1
filter: {exclude: ['*/delete_*']}
discovery: {limits: [{tools: 3}], pin: [fs/read], search: {results: 2}}
`
	const tools = `[
	{"name":"write","inputSchema":{"type":"object"}},
	{"name":"delete_file","inputSchema":{"type":"object"}},
	{"name":"read","inputSchema":{"type":"object"}},
	{"name":"create_folder","inputSchema":{"type":"object"}},
	{"name":"list_folders","inputSchema":{"type":"object"}}
]`
	e, err := engine.Parse("tools.rules.yaml", []byte(rules), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, expectation, want string }{
		{"listed", "listed: fs/read", ""},
		{"not listed", "listed: [fs/read, fs/write]", "test_listed: fs/write is deferred: place 2 by priority 5, the limit is 3 with 2 for search"},
		{"hidden is not listed", "listed: fs/delete_file", "test_listed: fs/delete_file is hidden"},
		{"deferred", "deferred: [fs/write, fs/create_folder]", ""},
		{"not deferred", "deferred: fs/read", "test_deferred: fs/read is listed"},
		{"no such tool", "listed: fs/nothing", "test_no_tool: no tool"},
		{"finds", "finds: {make a directory: fs/create_folder, 'write': [fs/write]}", ""},
		{"finds what is hidden", "finds: {delete a file: fs/delete_file}", "test_finds: no tool"},
		{"finds another tool", "finds: {write: [fs/write, fs/read]}", "test_finds: fs/write"},
		{"at most", "at_most: {tools: 3, bytes: 3000}", ""},
		{"more", "at_most: {tools: 2}", "test_at_most: 3"},
	} {
		f, err := ruletest.Parse("x.test.yaml", []byte("rules: tools.rules.yaml\ncatalog: fs.json\ncases:\n  - name: x\n    "+c.expectation+"\n"))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		r, err := f.Run(e, []engine.Server{{ID: "fs", Lists: [][]byte{[]byte(tools)}}})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got []string
		for _, failure := range r.Cases[0].Failures {
			got = append(got, string(failure.Code)+": "+failure.Got)
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		again, err := ruletest.Parse("y.test.yaml", f.YAML())
		if err != nil {
			t.Errorf("%s: can't read YAML of the file: %v\n%s", c.name, err, f.YAML())
		} else if string(again.YAML()) != string(f.YAML()) {
			t.Errorf("%s: YAML changes:\n%s", c.name, f.YAML())
		}
	}
}
