package toolrules_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// The pages are complete: every name of the language and every key of the format is in them.
func TestPagesNameEverything(t *testing.T) {
	read := func(page string) string {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	expressions, format := read("docs/expressions.md"), read("docs/format.md")
	env, err := cond.NewEnv(nil, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range env.Attributes() {
		if !strings.Contains(expressions, "`"+a.Path+"`") {
			t.Errorf("docs/expressions.md does not name %s", a.Path)
		}
	}
	var schema any
	if err := json.Unmarshal(rules.JSONSchema(), &schema); err != nil {
		t.Fatal(err)
	}
	keys := propertyNames(schema)
	if len(keys) < 20 {
		t.Errorf("only %d keys: %q", len(keys), keys)
	}
	for _, key := range keys {
		if !strings.Contains(format, "`"+key+"`") && !strings.Contains(format, key+":") {
			t.Errorf("docs/format.md does not name %s", key)
		}
	}
}

// propertyNames returns every key in a JSON Schema.
func propertyNames(schema any) []string {
	var names []string
	switch s := schema.(type) {
	case map[string]any:
		for key, value := range s {
			if properties, ok := value.(map[string]any); ok && key == "properties" {
				names = append(names, slices.Collect(maps.Keys(properties))...)
			}
			names = append(names, propertyNames(value)...)
		}
	case []any:
		for _, value := range s {
			names = append(names, propertyNames(value)...)
		}
	}
	return names
}
