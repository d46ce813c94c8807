package engine_test

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// TestAnnotationsChangeNothingElse tests the bytes of tools with hints of rules.
func TestAnnotationsChangeNothingElse(t *testing.T) {
	e := parse(t, `
version: 1
naming: {namespace: false}
annotations:
  - {tools: '*', readOnly: true, openWorld: false}
  - {tools: 's/more', destructive: false, idempotent: true}
`)
	for _, c := range []struct{ name, in, want string }{
		{"no annotations", `{ "name":"a" , "inputSchema":{"type":"object"} }`,
			`{ "name":"a" , "inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"openWorldHint":false} }`},
		{"an empty object", `{"name":"a","annotations":{ },"inputSchema":{"type":"object"}}`,
			`{"name":"a","annotations":{"readOnlyHint":true,"openWorldHint":false },"inputSchema":{"type":"object"}}`},
		{"other members", `{"name":"a","annotations": { "title" : "T" },"inputSchema":{"type":"object"}}`,
			`{"name":"a","annotations": { "title" : "T","readOnlyHint":true,"openWorldHint":false },"inputSchema":{"type":"object"}}`},
		{"values", `{"name":"a","annotations":{"openWorldHint" : true, "readOnlyHint":  true},"inputSchema":{"type":"object"}}`,
			`{"name":"a","annotations":{"openWorldHint" : false, "readOnlyHint":  true},"inputSchema":{"type":"object"}}`},
		{"a null", `{"name":"a","annotations":{"readOnlyHint":null, "openWorldHint":false},"inputSchema":{"type":"object"}}`,
			`{"name":"a","annotations":{"openWorldHint":false,"readOnlyHint":true},"inputSchema":{"type":"object"}}`},
		{"all hints", `{"name":"more","inputSchema":{"type":"object"}}`, `{"name":"more","inputSchema":{"type":"object"},` +
			`"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}`},
		{"what does not conform", `{"name":"a","annotations":"x","inputSchema":{}}`,
			`{"name":"a","annotations":{"readOnlyHint":true,"openWorldHint":false},"inputSchema":{}}`},
		{"a hint that does not conform", `{"name":"a","annotations":{"readOnlyHint":"yes","openWorldHint":false}}`,
			`{"name":"a","annotations":{"readOnlyHint":true,"openWorldHint":false}}`},
	} {
		s := tools("s", "["+c.in+"]")
		s.KeepNonconforming = true
		catalog := catalogOf(t, e, s)
		if got := string(catalog.View(engine.Request{}).AppendToolsJSON(nil)); got != "["+c.want+"]" {
			t.Errorf("%s: got %s", c.name, got)
		}
		if raw, _ := catalog.Raw(catalog.Tools()[0]); string(raw) != c.in {
			t.Errorf("%s: what was sent is %s", c.name, raw)
		}
	}
}

func TestFailingAnnotations(t *testing.T) {
	c := catalogOf(t, parse(t, `
version: 1
annotations:
  - {tools: s/a, when: '"app" in tool.audience', readOnly: true, tags: [x]}
  - {tools: s/a, openWorld: false, tags: [y]}
filter: {exclude: [{when: tool.readOnly}]}
`), tools("s", `[{"name":"a","_meta":{"ui":{"visibility":"app"}},"inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]`))
	want(t, names(c.View(engine.Request{})), "s__b")
	failures := c.Report().Failures
	if len(failures) != 2 || failures[0].Pointer != "/annotations/0/when" || failures[0].Line != 4 ||
		!strings.Contains(failures[1].Reason, "tool.readOnly is not known: the condition of tools.rules.yaml:4:5 failed [annotation_failed]") {
		t.Errorf("failures: %v", failures)
	}
	x := c.Explain(engine.Request{}, engine.Key{Server: "s", Tool: "a"})
	if len(x.Hints) != 4 || x.Hints[0].Failed == "" || x.Hints[0].Entry.Line != 4 || x.Hints[1].Failed == "" ||
		x.Hints[2].Entry != nil || x.Hints[3].Entry.Line != 5 || x.Hints[3].Value {
		t.Errorf("hints: %+v", x.Hints)
	}
	if len(x.Tags) != 2 || x.Tags[0].Tag != "y" || x.Tags[1].Failed == "" || x.Tags[1].Entry.Line != 4 {
		t.Errorf("tags: %+v", x.Tags)
	}
}

// A change of annotations that conditions read is a difference, and one that nobody sees is none.
func TestDiffOfAnnotations(t *testing.T) {
	server := tools("s", `[{"name":"a","inputSchema":{"type":"object"}}]`)
	build := func(rules string) *engine.Catalog {
		return catalogOf(t, parse(t, "version: 1\ncontext: {on: bool}\n"+rules), server)
	}
	tagged := build("annotations: [{tools: s/a, tags: [x]}]\nfilter: {exclude: [{when: '\"x\" in tool.tags and ctx.on'}]}")
	for name, c := range map[string]struct {
		rules string
		same  bool
	}{
		"the same":      {"annotations: [{tools: '*', tags: [x]}]\nfilter: {exclude: [{when: '\"x\" in tool.tags and ctx.on'}]}", true},
		"another tag":   {"annotations: [{tools: s/a, tags: [y]}]\nfilter: {exclude: [{when: '\"x\" in tool.tags and ctx.on'}]}", false},
		"a hint beside": {"annotations: [{tools: s/a, tags: [x], readOnly: true}]\nfilter: {exclude: [{when: '\"x\" in tool.tags and ctx.on'}]}", false},
	} {
		if d := (engine.CatalogChange{Before: tagged, After: build(c.rules)}).Diff(); d.Empty() != c.same {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

func TestUnmatchedAnnotations(t *testing.T) {
	c := catalogOf(t, parse(t, "version: 1\nannotations: [{tools: [s/a, s/none], readOnly: true}]"), tools("s", `[{"name":"a","inputSchema":{"type":"object"}}]`))
	if u := c.Report().Unmatched; len(u) != 1 || u[0].Pattern != "s/none" || u[0].Line != 2 {
		t.Errorf("%v", u)
	}
}
