package engine_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/engine"
)

// FuzzCatalog sends arbitrary bytes as a server's list. Nothing panics, the output is JSON, every
// listed name can be called, and only name, title and descriptions of a tool change.
func FuzzCatalog(f *testing.F) {
	for _, seed := range []string{
		`{"tools":[{"name":"a","title":"t","description":"d","inputSchema":{"type":"object","properties":{"x":{"type":"string","description":"d"},"y":{"$ref":"#/$defs/z"}},"$defs":{"z":{"description":1}}}}]}`,
		`[{"name":"a"},{"name":"a"},{"name":"a","name":"b"},5,null,{"name":1},{"description":null,"name":"b"}]`,
		`{"tools":[{"name":"a","inputSchema":{"properties":{"x":true,"y":{"items":[{}]}}},"n":1e400,"m":0.10}],"nextCursor":"x"}`,
		`{"tools":{}}`, `[`, ``, "\ufeff[]", `[{"name":"\ud800"}]`, `[{"name":"a b"},{"name":"a.b"},{"name":"a_b"}]`,
	} {
		f.Add([]byte(seed))
	}
	plain := parse(f, "version: 1")
	busy := parse(f, `
version: 1
filter: {exclude: [{when: tool.destructive && len(tool.arguments) > 3}]}
descriptions:
  - tools: '*'
    title: T
    description: ""
    arguments: {x: X, y: "", 'y[]': Z, /properties/x: P, x.y.z: deep}
    results: {x: X}
`)
	edited, err := engine.New(busy.File(), engine.Reference(engine.Options{}))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, list []byte) {
		sent := list
		list = bytes.Clone(list)
		for _, e := range []*engine.Engine{plain, busy} {
			catalog, err := e.BuildCatalog([]engine.Server{{ID: "s", Lists: [][]byte{list}}})
			if err != nil {
				t.Fatal(err)
			}
			report := catalog.Report()
			view := catalog.View(engine.Request{})
			var got []map[string]any
			made := view.AppendToolsJSON(nil)
			decode(t, made, &got)
			if e == busy {
				plainly := catalogOf(t, edited, engine.Server{ID: "s", Lists: [][]byte{list}}).View(engine.Request{})
				if want := plainly.AppendToolsJSON(nil); !bytes.Equal(made, want) {
					t.Errorf("got %s\nwant %s", made, want)
				}
			}
			listed := 0
			for tool := range view.Tools() {
				if key, err := view.Resolve(tool.Name()); err != nil || key != tool.Key() {
					t.Errorf("%s leads to %v, %v", tool.Name(), key, err)
				}
				if name := got[listed]["name"]; name != tool.Name() {
					t.Errorf("sent as %v, listed as %s", name, tool.Name())
				}
				listed++
			}
			if listed != len(got) {
				t.Errorf("%d listed, %d sent", listed, len(got))
			}
			if e == plain && listed+len(report.Rejected) > report.Tools {
				t.Errorf("%d listed and %d rejected of %d", listed, len(report.Rejected), report.Tools)
			}
			checkOnlyTexts(t, sent, view, got)
		}
		if !bytes.Equal(list, sent) {
			t.Error("the server's list was written to")
		}
	})
}

// checkOnlyTexts decodes the sent and the shown tool, removes what may differ, and compares the
// rest.
func checkOnlyTexts(t *testing.T, list []byte, view *engine.View, shown []map[string]any) {
	t.Helper()
	var result struct{ Tools []json.RawMessage }
	if json.Unmarshal(list, &result) != nil && json.Unmarshal(list, &result.Tools) != nil {
		return // a malformed list; other tests check the part that could be read
	}
	byName := map[string][]map[string]any{}
	for _, raw := range result.Tools {
		var tool map[string]any
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.UseNumber()
		if dec.Decode(&tool) == nil {
			name, _ := tool["name"].(string)
			byName[name] = append(byName[name], tool)
		}
	}
	i := 0
	for tool := range view.Tools() {
		got := shown[i]
		i++
		candidates := byName[tool.Key().Tool]
		same := false
		for _, want := range candidates {
			same = same || cmp.Equal(withoutTexts(want), withoutTexts(got))
		}
		if !same {
			t.Errorf("%s was sent as %v and is shown as %v", tool.Key(), candidates, got)
		}
	}
}

func withoutTexts(tool map[string]any) map[string]any {
	rest := map[string]any{}
	for name, value := range tool {
		switch name {
		case "name", "title", "description":
		case "inputSchema", "outputSchema":
			rest[name] = withoutDescriptions(value)
		default:
			rest[name] = value
		}
	}
	return rest
}

func withoutDescriptions(value any) any {
	switch v := value.(type) {
	case map[string]any:
		rest := map[string]any{}
		for name, inner := range v {
			if _, ok := inner.(string); name == "description" && ok {
				continue
			}
			rest[name] = withoutDescriptions(inner)
		}
		return rest
	case []any:
		rest := make([]any, len(v))
		for i := range v {
			rest[i] = withoutDescriptions(v[i])
		}
		return rest
	}
	return value
}

func decode(t *testing.T, data []byte, into any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
}
