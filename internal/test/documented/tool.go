package documented

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// A tool of a catalog.
type tool struct {
	server, name string
	raw          string // the JSON object as sent
	sent         map[string]any
	tags         []string   // of the host
	hints        []sentHint // that rules set
	attrs        map[string]attr
	conforms     bool // to MCP's schema
	misspelled   bool // it has a member that differs from one of MCP in case alone
}

// decode reads a JSON object, whose numbers stay as they are written.
func decode(raw string) (object map[string]any) {
	d := json.NewDecoder(strings.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&object); err != nil {
		panic("documented: " + err.Error())
	}
	return object
}

// readTool reads a tool as its server sent it. What has a wrong type counts as not sent.
func readTool(server, raw string, tags map[string][]string) *tool {
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(raw)); err != nil {
		panic("documented: " + err.Error())
	}
	var order struct{ InputSchema json.RawMessage }
	if err := json.Unmarshal([]byte(raw), &order); err != nil {
		panic("documented: " + err.Error())
	}
	t := &tool{server: server, raw: raw, sent: decode(raw)}
	t.name, _ = t.sent["name"].(string)
	t.tags = tags[t.name]
	t.conforms, t.misspelled = conforms(t.sent), misspelled(t.sent)
	annotations, _ := t.sent["annotations"].(map[string]any)
	title, _ := t.sent["title"].(string)
	if title == "" {
		title, _ = annotations["title"].(string)
	}
	description, _ := t.sent["description"].(string)
	hints := []any{}
	hint := func(name string, ifNotSent bool) any {
		value, ok := annotations[name].(bool)
		if !ok {
			return ifNotSent
		}
		hints = append(hints, name)
		return value
	}
	readOnly := hint("readOnlyHint", false)
	destructive := hint("destructiveHint", !readOnly.(bool))
	idempotent := hint("idempotentHint", false)
	openWorld := hint("openWorldHint", true)
	schema, _ := t.sent["inputSchema"].(map[string]any)
	t.attrs = map[string]attr{
		"tool.server":      {server, good},
		"tool.name":        toolText(t.name),
		"tool.key":         toolText(server + "/" + t.name),
		"tool.title":       toolText(title),
		"tool.description": toolText(description),
		"tool.readOnly":    {readOnly, good},
		"tool.destructive": {destructive, good},
		"tool.idempotent":  {idempotent, good},
		"tool.openWorld":   {openWorld, good},
		"tool.hints":       {hints, good},
		"tool.arguments":   toolList(memberNames(memberOf(order.InputSchema, "properties"))),
		"tool.required":    toolList(strs(schema["required"])),
		"tool.tags":        toolList(t.tags),
		"tool.audience":    audience(t.sent),
		"tool.bytes":       {float64(compact.Len()), good},
	}
	return t
}

// audience returns who a tool is for.
func audience(sent map[string]any) attr {
	meta, _ := sent["_meta"].(map[string]any)
	ui, _ := meta["ui"].(map[string]any)
	if ui["visibility"] == nil {
		return attr{[]any{"model", "app"}, good}
	}
	items, ok := ui["visibility"].([]any)
	if !ok || len(strs(items)) < len(items) {
		return attr{state: bad}
	}
	words := []any{}
	for _, word := range []any{"model", "app"} {
		if slices.Contains(items, word) {
			words = append(words, word)
		}
	}
	return attr{words, good}
}

func toolText(s string) attr {
	if len(s) > maxToolText {
		return attr{state: bad}
	}
	return attr{s, good}
}

func toolList(items []string) attr {
	if len(items) > maxList {
		return attr{state: bad}
	}
	list := make([]any, len(items))
	size := 0
	for i, item := range items {
		size += len(item)
		list[i] = item
	}
	if size > maxToolText {
		return attr{state: bad}
	}
	return attr{list, good}
}

// strs returns the strings of a JSON list.
func strs(list any) (all []string) {
	items, _ := list.([]any)
	for _, item := range items {
		if s, ok := item.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

// memberOf returns a member of a JSON object; nil if there is none.
func memberOf(object json.RawMessage, name string) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return nil
	}
	return members[name]
}

// memberNames returns the names of a JSON object's members in their order; nil for anything else.
func memberNames(object json.RawMessage) (names []string) {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			panic("documented: " + err.Error())
		}
		names = append(names, name.(string))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			panic("documented: " + err.Error())
		}
	}
	return names
}
