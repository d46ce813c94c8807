package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
)

// TestPageNamesEveryField checks that docs/rulecheck.md documents the JSON format.
func TestPageNamesEveryField(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "rulecheck.md"))
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
	for _, form := range []reflect.Type{reflect.TypeFor[report.Document](), reflect.TypeFor[report.Finding]()} {
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

// TestPageNamesEveryFormat checks that docs/rulecheck.md documents the output formats.
func TestPageNamesEveryFormat(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "rulecheck.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Formats {
		if !strings.Contains(string(page), "`"+f.Name+"`") || !strings.Contains(string(page), f.Purpose) {
			t.Errorf("the page lacks %q, or its purpose", f.Name)
		}
	}
}

func TestFormatsOfKinds(t *testing.T) {
	for k, want := range map[report.Kind]string{
		report.Any:      "text, json",
		report.Problems: "text, json, github (annotations of a workflow), sarif",
		report.Tests:    "text, json, github (annotations of a workflow), sarif, junit",
	} {
		if got := report.Usage(k); got != want {
			t.Errorf("kind %d: got %s, want %s", k, got, want)
		}
	}
	if err := report.Append(new(bytes.Buffer), "xml", report.Result{}); err == nil {
		t.Error("an unknown format has no error")
	}
}
