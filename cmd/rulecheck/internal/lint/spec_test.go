package lint_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/lint"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/rules"
)

// lintCase is a line of lint.jsonl: a rule file, the tools of servers, and every finding.
type lintCase struct {
	ID       string          `json:"id"`
	Rules    json.RawMessage `json:"rules"`
	Catalogs []struct {
		ID    string              `json:"id"`
		Tools []json.RawMessage   `json:"tools"`
		Tags  map[string][]string `json:"tags"`
	} `json:"catalogs"` // nil: only what can be told without
	Want []lintFinding `json:"want"`
	Not  []rules.Code  `json:"not"` // codes that the case is there to show the limits of
}

type lintFinding struct {
	Code     rules.Code `json:"code"`
	Severity string     `json:"severity"` // empty is warning
	At       *string    `json:"at"`       // a pointer into the rule file
	Server   string     `json:"server"`   // where there is no place in the rule file
	Says     []string   `json:"says"`     // facts in the message
	Hint     *string    `json:"hint"`     // nil: not compared
}

func TestLintCorpus(t *testing.T) {
	fires, not := map[rules.Code]bool{}, map[rules.Code]bool{}
	spectest.Each(t, "lint.jsonl", func(t *testing.T, _ string, c lintCase) {
		found := lintOf(t, c)
		got := make([]lintFinding, len(found))
		for i, p := range found {
			t.Log(p)
			got[i] = lintFinding{Code: p.Code, Severity: p.Severity.String(), At: &p.Pointer}
			if p.Line == 0 {
				got[i].At, got[i].Server = nil, strings.TrimSuffix(p.File, ".json")
			}
		}
		for i := range c.Want {
			fires[c.Want[i].Code] = true
			if c.Want[i].Severity == "" {
				c.Want[i].Severity = "warning"
			}
		}
		if diff := cmp.Diff(c.Want, got, cmpopts.IgnoreFields(lintFinding{}, "Says", "Hint"),
			cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("findings (-want +got):\n%s", diff)
		}
		for i, want := range c.Want {
			for _, fact := range want.Says {
				if !strings.Contains(found[i].Message, fact) {
					t.Errorf("%s does not say %q", found[i].Message, fact)
				}
			}
			if want.Hint != nil && *want.Hint != found[i].Hint {
				t.Errorf("hint %q, want %q", found[i].Hint, *want.Hint)
			}
		}
		for _, code := range c.Not {
			not[code] = true
			if slices.ContainsFunc(c.Want, func(f lintFinding) bool {
				return f.Code == code &&
					f.Severity == "warning"
			}) {
				t.Errorf("%s is wanted", code)
			}
		}
	})
	for _, code := range declaredCodes(t) {
		if !fires[code] || !not[code] {
			t.Errorf("%s needs a case in which it is found and one next to it in which it is not: %t, %t", code,
				fires[code], not[code])
		}
	}
}

func lintOf(t *testing.T, c lintCase) rules.Problems {
	t.Helper()
	r, err := ruleset.Parse("rules.json", c.Rules)
	if err != nil {
		t.Fatal(err)
	}
	if c.Catalogs == nil {
		return lint.File(r)
	}
	e, err := engine.New(r.File(), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var servers []engine.Server
	files := map[string]string{}
	for _, s := range c.Catalogs {
		servers = append(servers, engine.Server{ID: s.ID, Lists: [][]byte{toolsOf(t, s.Tools)}, Tags: s.Tags})
		files[s.ID] = s.ID + ".json"
	}
	catalog, err := e.BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	return lint.Catalog(catalog, lint.Options{Files: files})
}

// toolsOf makes a list of tools.
func toolsOf(t testing.TB, tools []json.RawMessage) []byte {
	t.Helper()
	data, err := json.Marshal(tools)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// declaredCodes returns the codes that the package declares.
func declaredCodes(t testing.TB) []rules.Code {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[rules.Code]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, _ := spec.Type.(*ast.SelectorExpr); of != nil && of.Sel.Name == "Code" {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			codes[rules.Code(text)] = true
		}
		return true
	})
	if len(codes) == 0 {
		t.Fatal("no codes")
	}
	return slices.Sorted(maps.Keys(codes))
}
