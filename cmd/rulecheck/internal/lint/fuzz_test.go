package lint_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/lint"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/rules"
)

// FuzzCatalog passes any rules and any tools to lint: it has to get through, twice with the same
// findings, all of them of known codes, at places that the file has, and none of them an error.
func FuzzCatalog(f *testing.F) {
	for _, c := range lintCases(f) {
		tools := []byte("[]")
		if len(c.Catalogs) > 0 {
			tools = toolsOf(f, c.Catalogs[0].Tools)
		}
		f.Add([]byte(c.Rules), tools)
	}
	real, err := os.ReadFile(filepath.Join("testdata", "real.rules.yaml"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(real, []byte(`[{"name":"read_text_file","inputSchema":{"type":"object"}},{"name":"\u0000 /*{","inputSchema":{"type":"object"}},{"name":"x","name":"y","inputSchema":{"type":"object"}}]`))
	known := append(declaredCodes(f), rules.CodeMissingSlash, rules.CodeRegexInPattern)
	f.Fuzz(func(t *testing.T, text, tools []byte) {
		r, err := ruleset.Parse("r", text)
		if err != nil {
			return
		}
		e, err := engine.New(r.File(), engine.Options{})
		if err != nil {
			return
		}
		c, err := e.BuildCatalog([]engine.Server{{ID: "gh", Lists: [][]byte{tools}}})
		if err != nil {
			return
		}
		found := lint.Catalog(c, lint.Options{})
		if diff := cmp.Diff(found, lint.Catalog(c, lint.Options{}), cmpopts.EquateEmpty(),
			cmpopts.IgnoreUnexported(rules.Problem{})); diff != "" {
			t.Error(diff)
		}
		for _, p := range append(found, lint.File(r)...) {
			if !slices.Contains(known, p.Code) || p.Severity == rules.SeverityError || p.Message == "" {
				t.Errorf("%+v", p)
			}
			if p.File == "r" && (p.Line < 1 || p.Column < 1) {
				t.Errorf("no place: %+v", p)
			}
		}
	})
}

func lintCases(t testing.TB) (cases []lintCase) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "testdata", "spec", "lint.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var c lintCase
		if err := spectest.Decode(line, &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}
