// Package othercase finds what a server says under names that differ from those of MCP in case alone.
//
// Some clients take names in any case, as encoding/json does: to them NAME is a name as well, and where both are there the last
// one counts. What a server says in such a member is none of the fields that rules decide about and put their words into, and
// yet it would be read: a name of another server's tool, or a description that no rule has replaced. So tools are looked at as
// those clients see them.
//
// Case is what encoding/json and strings.EqualFold take for it, so that a long s is an s.
package othercase

import (
	"maps"
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// toolFields are the fields that MCP gives a tool, from the first version to 2026-07-28, and parts those of them that have fields of
// their own.
var (
	toolFields = NewFields(
		"name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution", "_meta",
	)
	parts = []part{
		{"execution", fields("taskSupport")},
		{"annotations", fields("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")},
		{"icons", fields("src", "mimeType", "sizes", "theme")},
		{"inputSchema", inSchema},
		{"outputSchema", inSchema},
	}
)

type part struct {
	name string
	find func(*jsontree.Node) (way, field string)
}

// fields returns Fields.In for an object with these fields, or for a list of such.
func fields(names ...string) func(*jsontree.Node) (way, field string) {
	fields := NewFields(names...)
	return func(n *jsontree.Node) (way, field string) {
		for i := 0; n != nil && i < len(n.Items); i++ {
			if way, field = fields.In(&n.Items[i]); field != "" {
				return way, field
			}
		}
		return fields.In(n)
	}
}

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

var keywords = NewFields(slices.Sorted(maps.Keys(schemaKeywords))...)

// InTool finds the first member of a tool, or of what MCP defines inside a tool, whose name differs from a field in case alone. It
// gives the way to the member (annotations.Title) and the field; there is no field if there is no such member. The names of
// arguments, and what _meta and values hold, are anybody's.
func InTool(tool *jsontree.Node) (way, field string) {
	if way, field = toolFields.In(tool); field != "" {
		return way, field
	}
	for _, p := range parts {
		if way, field = p.find(tool.Get(p.name)); field != "" {
			return p.name + "." + way, field
		}
	}
	return "", ""
}

// inSchema is Fields.In for the keywords of a schema and of all schemas in it, and gives the way there.
func inSchema(n *jsontree.Node) (way, keyword string) {
	if way, keyword = keywords.In(n); keyword != "" || n == nil {
		return way, keyword
	}
	for i := range n.Members {
		m := &n.Members[i]
		switch schemaKeywords[m.Name] {
		case schemas:
			way, keyword = inSchemas(&m.Value)
		case namedSchemas:
			way, keyword = inNamedSchemas(&m.Value)
		}
		if keyword != "" {
			return m.Name + "." + way, keyword
		}
	}
	return "", ""
}

func inSchemas(n *jsontree.Node) (way, keyword string) {
	for i := range n.Items {
		if way, keyword := inSchema(&n.Items[i]); keyword != "" {
			return way, keyword
		}
	}
	return inSchema(n)
}

func inNamedSchemas(n *jsontree.Node) (way, keyword string) {
	for i := range n.Members {
		m := &n.Members[i]
		if way, keyword := inSchema(&m.Value); keyword != "" {
			return m.Name + "." + way, keyword
		}
	}
	return "", ""
}
