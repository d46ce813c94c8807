package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/diff"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/explain"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/proof"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/testrun"
)

// TestPageNamesEveryField checks that docs/rulecheck.md names every field that scripts can read;
// package findings checks its own.
func TestPageNamesEveryField(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "rulecheck.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{explain.JSON{}, testrun.JSON{}, diff.JSON{}, proof.JSON{}, proof.WhoJSON{}} {
		fields := fieldsOf(reflect.TypeOf(v), map[reflect.Type]bool{})
		if len(fields) < 8 {
			t.Errorf("%T has only %d fields", v, len(fields))
		}
		for _, name := range fields {
			if !strings.Contains(string(page), "`"+name+"`") {
				t.Errorf("%T has the field %s, which the page does not name", v, name)
			}
		}
	}
}

// fieldsOf returns the names of all fields of a type in JSON, those of what it holds among them.
func fieldsOf(t reflect.Type, seen map[reflect.Type]bool) (names []string) {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return nil
	}
	seen[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
		names = append(names, fieldsOf(f.Type, seen)...)
	}
	return names
}
