package codes_test

import (
	"testing"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/codes"
	"github.com/toolrules/toolrules/internal/test/ruleschema"
)

// TestJSONSchemaAgreesWithTheLoader checks the rule files of the examples against the JSON Schema
// of rule files: those that load are valid, and those with an error of their form are not.
func TestJSONSchemaAgreesWithTheLoader(t *testing.T) {
	schema := ruleschema.New(t)
	for _, g := range codes.Groups() {
		for _, e := range g.Entries {
			if e.Rare != "" {
				continue
			}
			t.Run(string(e.Code), func(t *testing.T) {
				ruleschema.Agree(t, schema, "", e.Bad.Name, []byte(e.Bad.Rules))
				ruleschema.Agree(t, schema, "", e.Good.Name, []byte(e.Good.Rules))
			})
		}
	}
}
