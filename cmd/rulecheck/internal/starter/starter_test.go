package starter_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/lint"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/starter"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/rules"
)

func load(t *testing.T, paths ...string) []catalogfile.Catalog {
	t.Helper()
	var sources []catalogfile.Source
	for _, p := range paths {
		sources = append(sources, catalogfile.Source{Path: p})
	}
	catalogs, _, err := catalogfile.Load(sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	return catalogs
}

// checkStart checks that a starter file has only problems that its servers cause.
func checkStart(t *testing.T, catalogs []catalogfile.Catalog) []byte {
	t.Helper()
	text, err := starter.File(catalogs)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range check.File("start.rules.yaml", text, catalogs).Problems {
		if p.Code == lint.CodeNothingVisible {
			continue // a server may call all of its tools destructive
		}
		if p.Severity == rules.SeverityError || p.File == "start.rules.yaml" {
			t.Errorf("%v\n%s", p, text)
		}
	}
	return text
}

func TestWithoutCatalogs(t *testing.T) {
	text := checkStart(t, nil)
	for _, section := range []string{"context:", "naming:", "filter:", "descriptions:"} {
		if !bytes.Contains(text, []byte("\n"+section)) {
			t.Errorf("it does not show %s", section)
		}
	}
}

// TestPlainOnRealCatalogs checks the file that is written without catalogs with each of the real
// ones. It may name a server that does not exist, but has no other problem.
func TestPlainOnRealCatalogs(t *testing.T) {
	text := checkStart(t, nil)
	for _, c := range load(t, filepath.Join("..", "..", "..", "..", "testdata", "catalogs")) {
		for _, id := range []string{c.ID, "server"} {
			c.ID = id
			for _, p := range check.File("start.rules.yaml", text, []catalogfile.Catalog{c}).Problems {
				if p.Severity != rules.SeverityNote && p.File == "start.rules.yaml" &&
					p.Code != lint.CodeServerWithoutCatalog {
					t.Errorf("%s: %v", id, p)
				}
			}
		}
	}
}

// TestRealCatalogs makes a file for each of the real catalogs, and one for all of them.
func TestRealCatalogs(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "testdata", "catalogs")
	all := load(t, dir)
	if len(all) < 60 {
		t.Fatalf("%d catalogs", len(all))
	}
	for i := range all {
		t.Run(all[i].ID, func(t *testing.T) { checkStart(t, all[i:i+1]) })
	}
	text := string(checkStart(t, all))
	for _, want := range []string{"    - '*/*delete*' # hides 165 tools: ", "- id: destructive-by-hint",
		"\n  - dokploy_ahdev\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in it", want)
		}
	}
}

// TestIDsThatAreNotStringsInYAML has servers whose IDs YAML reads as other values unless they are
// quoted.
func TestIDsThatAreNotStringsInYAML(t *testing.T) {
	var catalogs []catalogfile.Catalog
	for _, id := range []string{"null", "true", "false", "yes", "no", "on", "off", "y", "n", "e5", "inf", "nan"} {
		catalogs = append(catalogs, catalogfile.Catalog{ID: id, List: []byte(`[{"name": "get"}]`)})
	}
	checkStart(t, catalogs)
}

func TestCatalogsThatDoNotGoTogether(t *testing.T) {
	same := []catalogfile.Catalog{{ID: "a", List: []byte("[]")}, {ID: "a", List: []byte("[]")}}
	if _, err := starter.File(same); err == nil {
		t.Error("two servers of one id are taken")
	}
}
