package findings_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/findings"
)

// TestPageNamesEveryField makes sure that docs/rulecheck.md documents the JSON form as it is.
func TestPageNamesEveryField(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "rulecheck.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rows, found := strings.Cut(string(page), "\n## Problems\n")
	if !found {
		t.Fatal("the page has no section Problems")
	}
	rows, _, _ = strings.Cut(rows, "\n## ")
	documented := map[string]bool{}
	for row := range strings.Lines(rows) {
		if fields, ok := strings.CutPrefix(row, "| `"); ok {
			names, _, _ := strings.Cut(fields, "` |")
			for name := range strings.SplitSeq(names, "`, `") {
				documented[name] = true
			}
		}
	}
	for _, form := range []reflect.Type{reflect.TypeFor[findings.Report](), reflect.TypeFor[findings.Finding]()} {
		for i := range form.NumField() {
			name, _, _ := strings.Cut(form.Field(i).Tag.Get("json"), ",")
			if !documented[name] {
				t.Errorf("the page lacks %q", name)
			}
			delete(documented, name)
		}
	}
	for name := range documented {
		t.Errorf("the page has %q, and the form has not", name)
	}
}
