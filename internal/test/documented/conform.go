package documented

import (
	"encoding/json"
	"slices"
	"strings"
)

// Members of a tool that count as not sent if they are null, by where they are.
var (
	nullsOfTool   = []string{"title", "description", "outputSchema", "annotations", "icons", "execution", "_meta"}
	nullsOfSchema = []string{"properties", "required"}
)

// withoutNulls removes the nulls that count as not sent.
func withoutNulls(tool map[string]any) {
	remove := func(object map[string]any, names []string) {
		for _, name := range names {
			if value, ok := object[name]; ok && value == nil {
				delete(object, name)
			}
		}
	}
	remove(tool, nullsOfTool)
	if annotations, ok := tool["annotations"].(map[string]any); ok {
		for name, value := range annotations {
			if value == nil {
				delete(annotations, name)
			}
		}
	}
	for _, name := range []string{"inputSchema", "outputSchema"} {
		if schema, ok := tool[name].(map[string]any); ok {
			remove(schema, nullsOfSchema)
		}
	}
}

// conforms reports whether a tool conforms to MCP's schema, as far as docs/format.md describes it.
func conforms(tool map[string]any) bool {
	object := func(v any) bool { _, ok := v.(map[string]any); return ok }
	text := func(v any) bool { _, ok := v.(string); return ok }
	flag := func(v any) bool { _, ok := v.(bool); return ok }
	ok := func(in map[string]any, name string, is func(any) bool) bool { return in[name] == nil || is(in[name]) }
	texts := func(v any) bool {
		list, ok := v.([]any)
		return ok && !slices.ContainsFunc(list, func(v any) bool { return !text(v) })
	}
	schema := func(v any) bool {
		s, _ := v.(map[string]any)
		return s != nil && ok(s, "properties", object) && ok(s, "required", texts)
	}
	icon := func(v any) bool { m, _ := v.(map[string]any); return m["src"] != nil && text(m["src"]) }
	icons := func(v any) bool {
		list, ok := v.([]any)
		return ok && !slices.ContainsFunc(list, func(v any) bool { return !icon(v) })
	}
	input, _ := tool["inputSchema"].(map[string]any)
	annotations, _ := tool["annotations"].(map[string]any)
	for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
		if !ok(annotations, hint, flag) {
			return false
		}
	}
	return schema(tool["inputSchema"]) && input["type"] == "object" && ok(tool, "outputSchema", schema) &&
		ok(tool, "title", text) && ok(tool, "description", text) &&
		ok(annotations, "title", text) && ok(tool, "annotations", object) && ok(tool, "execution", object) &&
		ok(tool, "_meta", object) &&
		ok(tool, "icons", icons) && inRange(tool)
}

// inRange reports whether all numbers are in the range of a float64.
func inRange(v any) bool {
	switch v := v.(type) {
	case json.Number:
		_, err := v.Float64()
		return err == nil
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !inRange(item) })
	case map[string]any:
		for _, item := range v {
			if !inRange(item) {
				return false
			}
		}
	}
	return true
}

// misspelled reports whether a tool, its annotations or its schemas have a member that differs from
// one of MCP in case alone.
func misspelled(tool map[string]any) bool {
	differs := func(object any, names ...string) bool {
		members, _ := object.(map[string]any)
		for member := range members {
			for _, name := range names {
				if member != name && strings.EqualFold(member, name) {
					return true
				}
			}
		}
		return false
	}
	return differs(tool, append([]string{"name", "inputSchema"}, nullsOfTool...)...) ||
		differs(tool["annotations"], "title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint") ||
		differs(tool["inputSchema"], "type", "properties", "required") ||
		differs(tool["outputSchema"], "type", "properties", "required")
}
