package ruletest_test

import (
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// TestIncompleteCatalogs checks for a warning if a catalog does not have all tools of its server.
// The cases pass for those that it has.
func TestIncompleteCatalogs(t *testing.T) {
	e, err := engine.Parse("r.yaml", []byte("version: 1\n"), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for list, want := range map[string]rules.Code{
		`{"tools": [{"name": "x", "inputSchema": {"type": "object"}}]}`:                    "",
		`{"tools": [{"name": "x", "inputSchema": {"type": "object"}}], "nextCursor": "2"}`: "server_more_pages",
	} {
		f, err := ruletest.Parse("x.test.yaml", []byte("rules: r.yaml\ncatalog: a.json\ncases: [{name: it, only: a/x}]\n"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Run(e, []engine.Server{{ID: "a", Lists: [][]byte{[]byte(list)}}})
		if err != nil {
			t.Fatal(err)
		}
		var got rules.Code
		for _, p := range r.Warnings {
			if got = p.Code; p.Line != 2 || p.Severity != rules.SeverityWarning {
				t.Errorf("%+v", p)
			}
		}
		if got != want || !r.Passed() {
			t.Errorf("%s: %q, want %q; passed: %v", list, got, want, r.Passed())
		}
	}
}
