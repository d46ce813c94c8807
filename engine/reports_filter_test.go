package engine_test

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
)

// Situations with filters that users of other hosts and gateways have reported. The table of all
// situations is in reports_test.go of the module's root.

func TestReport110_ToolsForAppsAreHiddenFromModels(t *testing.T) {
	c := catalogOf(t, parse(t, `
version: 1
context: {caller: model | app}
filter: {exclude: [{when: ctx.caller not in tool.audience}]}
`), tools("vote", `[{"name":"show","inputSchema":{"type":"object"}},
		{"name":"submit","_meta":{"ui":{"visibility":["app"]}},"inputSchema":{"type":"object"}},
		{"name":"odd","_meta":{"ui":{"visibility":"app"}},"inputSchema":{"type":"object"}}]`))
	by := func(caller string) *engine.View {
		return c.View(engine.Request{Attrs: map[string]any{"caller": caller}})
	}
	want(t, names(by("model")), "vote__show")
	want(t, names(by("app")), "vote__show", "vote__submit")
	notFound(t, by("model"), "vote__submit", "vote__odd")
	notFound(t, by("app"), "vote__odd")
	want(t, names(c.View(engine.Request{}))) // a caller that does not say what it is
}

func TestReport113_HintsOfServersThatOperatorsCantChange(t *testing.T) {
	c := catalogOf(t, parse(t, `
version: 1
annotations: [{tools: 'wiki/{get,list}_*', readOnly: true}]
filter: {include: [{when: tool.readOnly}]}
`), tools("wiki", `[{"name":"get_page","inputSchema":{"type":"object"}},{"name":"move_page","inputSchema":{"type":"object"}}]`))
	v := c.View(engine.Request{})
	want(t, names(v), "wiki__get_page")
	if got := string(v.AppendToolsJSON(nil)); !strings.Contains(got, `"annotations":{"readOnlyHint":true}`) {
		t.Errorf("clients are sent %s", got)
	}
}

func TestReport127_ConditionsDistinguishServers(t *testing.T) {
	c := catalogOf(t, parse(t, `{version: 1, filter: {exclude: [{when: 'tool.server == "idp"'}]}}`),
		tools("idp", `[{"name":"get_user","inputSchema":{"type":"object"}}]`), tools("crm", `[{"name":"get_user","inputSchema":{"type":"object"}}]`))
	v := c.View(engine.Request{})
	want(t, names(v), "crm__get_user")
	notFound(t, v, "idp__get_user")
}

func TestReport128_NamesAreNeverSplit(t *testing.T) {
	c := catalogOf(t, parse(t, "version: 1"), tools("my_ghe_server", `[{"name":"my_tool","inputSchema":{"type":"object"}}]`),
		tools("my", `[{"name":"ghe_server__my_tool","inputSchema":{"type":"object"}}]`))
	v := c.View(engine.Request{})
	want(t, names(v), "my_ghe_server__my_tool", "my__ghe_server__my_tool")
	for name, key := range map[string]engine.Key{
		"my_ghe_server__my_tool":  {Server: "my_ghe_server", Tool: "my_tool"},
		"my__ghe_server__my_tool": {Server: "my", Tool: "ghe_server__my_tool"},
	} {
		if got, err := v.Resolve(name); got != key || err != nil {
			t.Errorf("%s leads to %v, %v; want %v", name, got, err, key)
		}
	}
}

func TestReport131_NegationsDoNotLetThroughWhatIsMissing(t *testing.T) {
	for _, when := range []string{
		`ctx.req.meta.tier != "gold"`,
		`not (ctx.req.meta.tier == "gold")`,
		`(ctx.req.meta.region ?? "") not in ["eu", "us"]`,
	} {
		c := catalogOf(t, parse(t, `
version: 1
context: {req: {meta: {tier: string, region?: string}}}
filter: {exclude: [{when: '`+when+`'}]}
`), tools("bank", `[{"name":"wire","inputSchema":{"type":"object"}}]`))
		for _, attrs := range []map[string]any{
			nil,
			{"req": map[string]any{}},
			{"req": map[string]any{"meta": map[string]any{}}},
			{"req": nil},
			{"req": map[string]any{"meta": nil}},
			{"req": map[string]any{"meta": map[string]any{"tier": nil, "region": nil}}},
			{"req": map[string]any{"meta": "gold"}},
		} {
			v := c.View(engine.Request{Attrs: attrs})
			if want(t, names(v)); t.Failed() {
				t.Fatalf("%s, %v", when, attrs)
			}
			notFound(t, v, "bank__wire")
		}
		good := map[string]any{"req": map[string]any{"meta": map[string]any{"tier": "gold", "region": "eu"}}}
		want(t, names(c.View(engine.Request{Attrs: good})), "bank__wire")
	}
}

func TestReport134_SetsOfToolsThatCallersPick(t *testing.T) {
	docs := tools("hub", `[{"name":"read","inputSchema":{"type":"object"}},{"name":"write","inputSchema":{"type":"object"}}]`)
	docs.Tags = map[string][]string{"read": {"docs"}, "write": {"repos"}}
	c := catalogOf(t, parse(t, `
version: 1
context: {toolsets?: [string]}
filter:
  include:
    - when: ctx.toolsets == nil
    - when: 'any(tool.tags, # in ctx.toolsets)'
`), docs)
	as := func(attrs map[string]any) []string { return names(c.View(engine.Request{Attrs: attrs})) }
	want(t, as(nil), "hub__read", "hub__write")
	want(t, as(map[string]any{"toolsets": []string{"docs"}}), "hub__read")
	want(t, as(map[string]any{"toolsets": []string{}}))
	want(t, as(map[string]any{"toolsets": "docs"}))
}

func TestReport111_RawNamesWhereTheyAreClear(t *testing.T) {
	object := `,"inputSchema":{"type":"object"}}`
	c := catalogOf(t, parse(t, `{version: 1, naming: {accept: exposed_and_original}}`),
		tools("clock", `[{"name":"get-time"`+object+`,{"name":"submit"`+object+`]`), tools("world", `[{"name":"get-time"`+object+`]`))
	v := c.View(engine.Request{})
	if key, err := v.Resolve("submit"); err != nil || key != (engine.Key{Server: "clock", Tool: "submit"}) {
		t.Errorf("submit leads to %v, %v", key, err)
	}
	notFound(t, v, "get-time")
	// A host that knows the server of a call resolves the tool by both.
	if name, ok := c.Name(engine.Key{Server: "world", Tool: "get-time"}); !ok || name != "world__get-time" {
		t.Errorf("the tool is exposed as %q, %t", name, ok)
	}
}

func TestReport140_RulesOfTwoLevels(t *testing.T) {
	wires := engine.Func{ID: "org", Reason: "No wires.", Match: func(tool expr.Tool, _ expr.Request) (bool, error) {
		return tool.Info().Server == "bank" && strings.HasPrefix(tool.Info().Name, "wire_"), nil // hints and tags are the file's
	}}
	for _, team := range []string{
		"", "annotations: [{tools: bank/wire_out, readOnly: true}]", "filter: {include: ['*']}", "filter: {include: [bank/wire_out]}", "filter: {include: [{tools: bank/*, when: 'ctx.runner == \"codex\"'}]}",
		"naming: {rename: {bank/wire_out: balance2}, accept: exposed_and_original}",
	} {
		e, err := engine.New(parse(t, "version: 1\n"+team).File(), engine.Options{Exclude: []engine.Func{wires}})
		if err != nil {
			t.Fatal(err)
		}
		c := catalogOf(t, e, tools("bank", `[{"name":"wire_out"},{"name":"balance"}]`))
		v := c.View(engine.Request{Runner: "codex"})
		notFound(t, v, "bank__wire_out", "wire_out", "bank__balance2", "balance2")
		for tool := range v.Tools() {
			want(t, []string{tool.Name()}, "bank__balance")
		}
		x := c.Explain(engine.Request{Runner: "codex"}, key("bank/wire_out"))
		if x.Visible || x.Basis == "exclude" && x.Decider.Rule != "options.exclude[0]" {
			t.Errorf("%s: got %+v", team, x.Decider)
		}
	}
}
