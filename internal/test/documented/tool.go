package documented

import (
	"bytes"
	"encoding/json"
)

// A tool of a catalog.
type tool struct {
	server, name string
	raw          string // the JSON object as sent
	attrs        map[string]attr
}

// readTool reads a tool as its server sent it.
func readTool(server, raw string, tags map[string][]string) *tool {
	var sent struct {
		Name        string
		Title       string
		Description string
		Annotations map[string]any
		InputSchema struct {
			Properties json.RawMessage
			Required   []string
		}
	}
	if err := json.Unmarshal([]byte(raw), &sent); err != nil {
		panic("documented: " + err.Error())
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(raw)); err != nil {
		panic("documented: " + err.Error())
	}
	t := &tool{server: server, name: sent.Name, raw: raw}
	hints := []any{}
	hint := func(name string, ifNotSent bool) any {
		value, ok := sent.Annotations[name].(bool)
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
	t.attrs = map[string]attr{
		"tool.server":      {server, good},
		"tool.name":        toolText(sent.Name),
		"tool.title":       toolText(sent.Title),
		"tool.description": toolText(sent.Description),
		"tool.readOnly":    {readOnly, good},
		"tool.destructive": {destructive, good},
		"tool.idempotent":  {idempotent, good},
		"tool.openWorld":   {openWorld, good},
		"tool.hints":       {hints, good},
		"tool.arguments":   toolList(memberNames(sent.InputSchema.Properties)),
		"tool.required":    toolList(sent.InputSchema.Required),
		"tool.tags":        toolList(tags[sent.Name]),
		"tool.bytes":       {float64(compact.Len()), good},
	}
	return t
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

// memberNames returns the names of a JSON object's members in their order.
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
