package ruleset_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/toolrules/toolrules/internal/test/ruleschema"
	"github.com/toolrules/toolrules/internal/test/spectest"
)

// unseen are the cases of load.jsonl whose form the schema accepts, and why.
var unseen = map[string]string{
	"version as float":                    "to a schema 1.0 is an integer",
	"annotations: an entry without tools": "the schema asks for one of the keys that set something alone",
	"a number as a variant's name":        "in JSON every key is a text",
}

// TestJSONSchemaAgreesWithTheLoader holds the schema against the loader: files that load are valid,
// and files with an error of their form are not. Package codes does the same with the examples of
// the codes.
func TestJSONSchemaAgreesWithTheLoader(t *testing.T) {
	schema := ruleschema.New(t)
	for _, path := range []string{
		"../../examples/quickstart/tools.rules.yaml", "../../cmd/rulecheck/internal/starter/plain.rules.yaml",
	} {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			ruleschema.Agree(t, schema, "", path, data)
		})
	}
	spectest.Each(t, "load.jsonl", func(t *testing.T, _ string, c loadCase) {
		ruleschema.Agree(t, schema, unseen[c.ID], c.Name, []byte(c.File))
	})
}
