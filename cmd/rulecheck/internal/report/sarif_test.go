package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/rules"
)

// sarifSchema returns the schema of SARIF 2.1.0 as OASIS publishes it (errata 01). It is written in
// draft 4. The test checks only its keywords that draft 7 has as well.
func sarifSchema(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "sarif-2.1.0.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		t.Fatal(err)
	}
	members["$schema"] = json.RawMessage(`"http://json-schema.org/draft-07/schema#"`)
	delete(members, "id")
	if data, err = json.Marshal(members); err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return resolved
}

func TestSARIFFollowsItsSchema(t *testing.T) {
	schema := sarifSchema(t)
	valid := func(log []byte) error {
		var instance any
		if err := json.Unmarshal(log, &instance); err != nil {
			return err
		}
		return schema.Validate(instance)
	}
	tools := map[string]report.Tool{
		"plain": {},
		"full": {Version: "v1.2.3", URI: "https://example.com/rulecheck",
			Meaning: func(rules.Code) string { return "What it means." }},
	}
	for name, tool := range tools {
		for of, ps := range map[string]rules.Problems{"some": problems, "none": nil} {
			var out bytes.Buffer
			if err := report.WriteSARIF(&out, tool, ps); err != nil {
				t.Fatal(err)
			}
			if err := valid(out.Bytes()); err != nil {
				t.Errorf("%s tool, %s problems: %v\n%s", name, of, err, out.Bytes())
			}
		}
	}
	for why, log := range map[string]string{
		"no runs":           `{"version":"2.1.0"}`,
		"a level of ours":   `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"m"},"level":"fatal"}]}]}`,
		"a line of nothing": `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"m"},"locations":[{"physicalLocation":{"region":{"startLine":0}}}]}]}]}`,
	} {
		if valid([]byte(log)) == nil {
			t.Errorf("%s is valid: the schema does not work", why)
		}
	}
}
