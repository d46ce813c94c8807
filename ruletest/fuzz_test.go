package ruletest_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// FuzzParse parses arbitrary input. A file without errors is valid according to the JSON Schema,
// checked by an independent validator, and is equal after it is written and parsed again. Problems
// have positions.
func FuzzParse(f *testing.F) {
	for _, c := range loadCases {
		f.Add([]byte(c.file))
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(ruletest.JSONSchema(), &s); err != nil {
		f.Fatal(err)
	}
	schema, err := s.Resolve(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := ruletest.Parse("x.test.yaml", data)
		if err != nil {
			checkProblems(t, err)
			return
		}
		tree, _ := source.Parse("x.test.yaml", data)
		if err := schema.Validate(valueOf(tree.Root())); err != nil {
			t.Errorf("parsed but not valid: %v", err)
		}
		text := file.YAML()
		again, err := ruletest.Parse("x.test.yaml", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(file, again, cmp.AllowUnexported(engine.Level{}), cmpopts.IgnoreUnexported(ruletest.File{})); diff != "" {
			t.Errorf("%s\n%s", diff, text)
		}
	})
}

func checkProblems(t *testing.T, err error) {
	t.Helper()
	ps, ok := err.(rules.Problems)
	if !ok || !ps.Fatal() {
		t.Fatalf("no error among %v", err)
	}
	line := 0
	for _, p := range ps {
		if p.Line < 1 || p.Column < 1 || p.Code == "" || p.Message == "" || p.Line < line {
			t.Errorf("%+v", p)
		}
		line = p.Line
	}
}
