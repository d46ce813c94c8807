// Package ruleschema holds the JSON Schema of rule files against the loader, with a validator that
// is not ours.
package ruleschema

import (
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// shapeCodes are the codes of errors that a schema can see.
var shapeCodes = []rules.Code{
	rules.CodeUnknownKey, rules.CodeMissingKey, rules.CodeWrongType, rules.CodeUnquoted, rules.CodeNull, rules.CodeEmpty, rules.CodeBlank,
	rules.CodeNotAWord, rules.CodeOutOfRange, rules.CodeBadName, rules.CodeNothingToMatch, rules.CodeServerWithoutRegex,
	rules.CodeRegexWithoutServer,
	rules.CodeBadSelector, rules.CodeLevelOutOfRange,
}

// New resolves the schema of rule files.
func New(t testing.TB) *jsonschema.Resolved {
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

// Agree checks that a file that loads is valid by the schema, and that a file with an error of its
// form is not. If missed is not empty, the schema accepts the file in spite of its form.
func Agree(t testing.TB, schema *jsonschema.Resolved, missed, name string, data []byte) {
	t.Helper()
	file, _ := source.Parse(name, data)
	if file.Root() == nil {
		return
	}
	err := schema.Validate(valueOf(t, file.Root()))
	loaded, refused := formOf(name, data)
	switch {
	case loaded && err != nil:
		t.Errorf("%s loads, but is not valid: %v", name, err)
	case refused && (err == nil) != (missed != ""):
		t.Errorf("the form of %s is wrong; the schema returns %v and is expected to miss it: %q", name, err, missed)
	}
}

// formOf reports whether a file loads and, if it does not, whether an error is one of its form.
func formOf(name string, data []byte) (loaded, refused bool) {
	_, err := ruleset.Parse(name, data)
	if err == nil {
		return true, false
	}
	return false, slices.ContainsFunc(err.(rules.Problems), func(p *rules.Problem) bool {
		return p.Severity == rules.SeverityError && slices.Contains(shapeCodes, p.Code)
	})
}

// valueOf returns a node as the value that a JSON validator expects.
func valueOf(t testing.TB, n *source.Node) any {
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
