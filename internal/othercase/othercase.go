// Package othercase finds members of a tool whose names differ from those of MCP in case alone.
//
// Some clients ignore the case of names, as encoding/json does: they read NAME as name, and the
// last one wins if both are there. The text of such a member is not one of the fields that rules
// decide about or replace, and yet a client would use it: a name of another server's tool, or a
// description that no rule has replaced. So this package reads tools as those clients do.
//
// Case is ignored as in encoding/json and strings.EqualFold, so that a long s equals an s.
package othercase

import (
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

// toolFields are the fields that MCP defines for a tool, from the first version to 2026-07-28.
// parts are those of them that have fields of their own.
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
	find func(*jsontree.Node) (path, field string)
}

// fields returns Fields.In for an object with these fields, or for a list of such objects.
func fields(names ...string) func(*jsontree.Node) (path, field string) {
	fields := NewFields(names...)
	return func(n *jsontree.Node) (path, field string) {
		for i := 0; n != nil && i < len(n.Items); i++ {
			if path, field = fields.In(&n.Items[i]); field != "" {
				return path, field
			}
		}
		return fields.In(n)
	}
}

// keywords are those of JSON Schema from draft 7 to 2020-12.
var keywords = NewFields(strings.Fields(`
	$schema $id $ref $anchor $comment $vocabulary $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor
	$defs definitions
	type enum const properties patternProperties dependentSchemas dependencies additionalProperties
	unevaluatedProperties propertyNames items prefixItems additionalItems unevaluatedItems contains
	allOf anyOf oneOf not if then else
	required dependentRequired minProperties maxProperties minItems maxItems uniqueItems minContains maxContains
	minLength maxLength pattern format contentEncoding contentMediaType contentSchema
	minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
	title description default examples deprecated readOnly writeOnly`)...)

// InTool finds the first member of a tool, or of what MCP defines inside a tool, whose name differs
// from a field in case alone. Returns the path to the member (annotations.Title) and the field,
// which is empty if there is no such member. Names of arguments, and names inside _meta and values,
// are arbitrary.
func InTool(tool *jsontree.Node) (path, field string) {
	if path, field = toolFields.In(tool); field != "" {
		return path, field
	}
	for _, p := range parts {
		if path, field = p.find(tool.Get(p.name)); field != "" {
			return p.name + "." + path, field
		}
	}
	return "", ""
}

// inSchema is Fields.In for the keywords of a schema and of all schemas in it. Returns the path to
// the keyword.
func inSchema(n *jsontree.Node) (path, keyword string) {
	if path, keyword = keywords.In(n); keyword != "" || n == nil {
		return path, keyword
	}
	for i := range n.Members {
		m := &n.Members[i]
		switch direct, named := schema.Subschemas(m.Name); {
		case direct:
			path, keyword = inSchemas(&m.Value)
		case named:
			path, keyword = inNamedSchemas(&m.Value)
		}
		if keyword != "" {
			return m.Name + "." + path, keyword
		}
	}
	return "", ""
}

func inSchemas(n *jsontree.Node) (path, keyword string) {
	for i := range n.Items {
		if path, keyword := inSchema(&n.Items[i]); keyword != "" {
			return path, keyword
		}
	}
	return inSchema(n)
}

func inNamedSchemas(n *jsontree.Node) (path, keyword string) {
	for i := range n.Members {
		m := &n.Members[i]
		if path, keyword := inSchema(&m.Value); keyword != "" {
			return m.Name + "." + path, keyword
		}
	}
	return "", ""
}
