package rules_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/toolrules/toolrules/internal/codes"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/rules"
)

// shapeCodes are the codes of what a schema can see.
var shapeCodes = []rules.Code{
	rules.CodeUnknownKey, rules.CodeMissingKey, rules.CodeWrongType, rules.CodeUnquoted, rules.CodeNull, rules.CodeEmpty, rules.CodeBlank,
	rules.CodeNotAWord, rules.CodeOutOfRange, rules.CodeBadName, rules.CodeNothingToMatch, rules.CodeServerWithoutRegex,
	rules.CodeRegexWithoutServer,
	rules.CodeBadSelector, rules.CodeLevelOutOfRange,
}

// unseen are the cases of load.jsonl whose shape a schema takes for good, and why.
var unseen = map[string]string{
	"version as float":             "to a schema 1.0 is an integer",
	"a number as a variant's name": "in JSON every key is a text",
}

// schemaOf resolves the schema of rule files with a validator that is not ours.
func schemaOf(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal(rules.JSONSchema(), &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return resolved
}

// TestJSONSchemaAgreesWithTheLoader holds the schema against the loader: what loads is valid, and what the loader refuses for its shape is
// not.
func TestJSONSchemaAgreesWithTheLoader(t *testing.T) {
	schema := schemaOf(t)
	agree := func(t *testing.T, id, name string, data []byte) {
		t.Helper()
		file, _ := source.Parse(name, data)
		if file.Root() == nil {
			return
		}
		err := schema.Validate(valueOf(t, file.Root()))
		loaded, refused := shapeOf(name, data)
		switch {
		case loaded && err != nil:
			t.Errorf("%s loads, and is not valid: %v", name, err)
		case refused && (err == nil) != (unseen[id] != ""):
			t.Errorf("%s is refused for its shape; the schema says %v, and is to miss it: %q", name, err, unseen[id])
		}
	}
	for _, path := range []string{"../examples/quickstart/tools.rules.yaml", "../internal/starter/plain.rules.yaml"} {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			agree(t, "", path, data)
		})
	}
	spectest.Each(t, "load.jsonl", func(t *testing.T, _ string, c loadCase) { agree(t, c.ID, c.Name, []byte(c.File)) })
	for _, g := range codes.Groups() {
		for _, e := range g.Entries {
			if e.Rare == "" {
				t.Run(string(e.Code), func(t *testing.T) {
					agree(t, "", e.Bad.Name, []byte(e.Bad.Rules))
					agree(t, "", e.Good.Name, []byte(e.Good.Rules))
				})
			}
		}
	}
}

// shapeOf says whether a file loads and, if it does not, whether that is for its shape.
func shapeOf(name string, data []byte) (loaded, refused bool) {
	_, err := rules.Parse(name, data)
	if err == nil {
		return true, false
	}
	return false, slices.ContainsFunc(err.(rules.Problems), func(p *rules.Problem) bool {
		return p.Severity == rules.Error && slices.Contains(shapeCodes, p.Code)
	})
}

// valueOf gives a node as a validator of JSON takes it.
func valueOf(t *testing.T, n *source.Node) any {
	t.Helper()
	switch n.Kind {
	case source.Null:
		return nil
	case source.Bool:
		return n.Text == "true" || n.Text == "True" || n.Text == "TRUE"
	case source.Int, source.Float:
		if i, err := strconv.ParseInt(n.Text, 0, 64); err == nil {
			return float64(i)
		}
		f, err := strconv.ParseFloat(n.Text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return f
	case source.List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = valueOf(t, item)
		}
		return list
	case source.Map:
		object := make(map[string]any, len(n.Entries))
		for _, e := range n.Entries {
			object[e.Key.Text] = valueOf(t, e.Value)
		}
		return object
	}
	return n.Text
}
