package mcphost

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// Some clients take names in any case, as encoding/json does: to them NAME is a name as well, and where both are there the last
// one counts. What a server says in such a member is none of the fields that rules decide about and put their words into, and
// yet it would be read. So tools are looked at as those clients see them.

// The fields that MCP gives a tool and what is in it, from the first version to 2026-07-28.
var (
	toolFields = []string{
		"name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution", "_meta",
	}
	annotationFields = []string{"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
	executionFields  = []string{"taskSupport"}
	iconFields       = []string{"src", "mimeType", "sizes", "theme"}
)

// What a keyword of a schema holds.
type holding uint8

const (
	noSchema     holding = iota
	schemas              // one, or a list of them
	namedSchemas         // by names that are anybody's
)

// schemaKeywords are those of JSON Schema from draft 7 to 2020-12.
var schemaKeywords = map[string]holding{
	"$schema": noSchema, "$id": noSchema, "$ref": noSchema, "$anchor": noSchema, "$comment": noSchema, "$vocabulary": noSchema,
	"$dynamicRef": noSchema, "$dynamicAnchor": noSchema, "$recursiveRef": noSchema, "$recursiveAnchor": noSchema,
	"$defs": namedSchemas, "definitions": namedSchemas,

	"type": noSchema, "enum": noSchema, "const": noSchema,
	"properties": namedSchemas, "patternProperties": namedSchemas, "dependentSchemas": namedSchemas, "dependencies": namedSchemas,
	"additionalProperties": schemas, "unevaluatedProperties": schemas, "propertyNames": schemas,
	"items": schemas, "prefixItems": schemas, "additionalItems": schemas, "unevaluatedItems": schemas, "contains": schemas,
	"allOf": schemas, "anyOf": schemas, "oneOf": schemas, "not": schemas, "if": schemas, "then": schemas, "else": schemas,

	"required": noSchema, "dependentRequired": noSchema, "minProperties": noSchema, "maxProperties": noSchema,
	"minItems": noSchema, "maxItems": noSchema, "uniqueItems": noSchema, "minContains": noSchema, "maxContains": noSchema,
	"minLength": noSchema, "maxLength": noSchema, "pattern": noSchema, "format": noSchema,
	"contentEncoding": noSchema, "contentMediaType": noSchema, "contentSchema": schemas,
	"minimum": noSchema, "maximum": noSchema, "exclusiveMinimum": noSchema, "exclusiveMaximum": noSchema, "multipleOf": noSchema,

	"title": noSchema, "description": noSchema, "default": noSchema, "examples": noSchema,
	"deprecated": noSchema, "readOnly": noSchema, "writeOnly": noSchema,
}

var keywords = slices.Sorted(maps.Keys(schemaKeywords))

// otherCase finds the first member whose name differs from a field in case alone, as encoding/json understands it; there is no
// field if there is none.
func otherCase(object *jsontree.Node, fields []string) (name, field string) {
	if object == nil {
		return "", ""
	}
	for i := range object.Members {
		name := object.Members[i].Name
		if slices.Contains(fields, name) {
			continue
		}
		for _, field := range fields {
			if strings.EqualFold(name, field) {
				return name, field
			}
		}
	}
	return "", ""
}

// otherCaseInSchema is otherCase for a schema and all in it, and gives the way there.
func otherCaseInSchema(n *jsontree.Node) (way, keyword string) {
	if way, keyword = otherCase(n, keywords); keyword != "" || n == nil {
		return way, keyword
	}
	for i := range n.Members {
		m := &n.Members[i]
		switch schemaKeywords[m.Name] {
		case schemas:
			way, keyword = otherCaseInSchemas(&m.Value)
		case namedSchemas:
			way, keyword = otherCaseByName(&m.Value)
		}
		if keyword != "" {
			return m.Name + "." + way, keyword
		}
	}
	return "", ""
}

func otherCaseInSchemas(n *jsontree.Node) (way, keyword string) {
	for i := range n.Items {
		if way, keyword := otherCaseInSchema(&n.Items[i]); keyword != "" {
			return way, keyword
		}
	}
	return otherCaseInSchema(n)
}

func otherCaseByName(n *jsontree.Node) (way, keyword string) {
	for i := range n.Members {
		m := &n.Members[i]
		if way, keyword := otherCaseInSchema(&m.Value); keyword != "" {
			return m.Name + "." + way, keyword
		}
	}
	return "", ""
}
