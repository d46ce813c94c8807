package engine_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/test/ratio"
)

// Situations that users of other hosts and gateways have reported and that require a whole engine.
// The table of all situations is in reports_test.go of the module's root.

func names(v *engine.View) []string {
	list := []string{}
	for tool := range v.Tools() {
		list = append(list, tool.Name())
	}
	return list
}

func want(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func notFound(t *testing.T, v *engine.View, names ...string) {
	t.Helper()
	for _, name := range names {
		if key, err := v.Resolve(name); err != engine.ErrNotFound || key != (engine.Key{}) {
			t.Errorf("%s: %v, %v; want ErrNotFound and nothing else", name, key, err)
		}
	}
}

func TestReport4_OneLongNameDoesNotStopTheStart(t *testing.T) {
	c, err := parse(t, "version: 1").BuildCatalog([]engine.Server{tools("infra",
		`[{"name":"validate_every_template_in_the_stack_before_starting_a_deployment"},{"name":"plan"},{"name":"apply"}]`)})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Report()
	got := names(c.View(engine.Request{}))
	if len(got) != 3 || !strings.HasPrefix(got[0], "trunc_") || got[1] != "infra__plan" || got[2] != "infra__apply" {
		t.Errorf("got %q", got)
	}
	if len(report.Truncated) != 1 || report.Truncated[0].Limit != 64 || len(report.Truncated[0].Full) != 72 {
		t.Errorf("report: %+v", report.Truncated)
	}
}

func TestReport8_CollisionsOnFinalNames(t *testing.T) {
	e, err := engine.New(parse(t, "version: 1").File(), engine.Options{Reserved: []string{"rates__list"}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.BuildCatalog([]engine.Server{tools("rates", `[{"name":"quote.get"},{"name":"quote_get"},{"name":"convert"},{"name":"list"}]`)})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Report()
	want(t, names(c.View(engine.Request{})), "rates__convert")
	notFound(t, c.View(engine.Request{}), "rates__quote_get", "rates__list")
	if len(report.Rejected) != 3 || len(report.Collisions) != 2 {
		t.Errorf("report: %+v, %+v", report.Rejected, report.Collisions)
	}
}

func TestReport14_NoNameIsEverDecoded(t *testing.T) {
	raw := "move-container-from-inbound-stack-to-outbound-stack-with-priority"
	c := catalogOf(t, parse(t, "version: 1"), tools("yard", `[{"name":"`+raw+`"}]`))
	v := c.View(engine.Request{})
	name := names(v)[0]
	if key, err := v.Resolve(name); err != nil || key.Tool != raw {
		t.Errorf("%s leads to %v, %v", name, key, err)
	}
}

func TestReport24_ListingAndCallingAskOneFunction(t *testing.T) {
	c := catalogOf(t, parse(t, `{version: 1, filter: {exclude: [bank/wire_*]}}`), tools("bank", `[{"name":"balance"},{"name":"wire_out"}]`))
	v := c.View(engine.Request{})
	want(t, names(v), "bank__balance")
	notFound(t, v, "bank__wire_out", "bank__no_such", "wire_out", "bank/wire_out")
}

func TestReport26_AStarRunsOverEverything(t *testing.T) {
	c := catalogOf(t, parse(t, `{version: 1, filter: {exclude: [admin/*]}}`), tools("admin", `[{"name":"users.purge"},{"name":"users/purge"}]`))
	want(t, names(c.View(engine.Request{})))
}

func TestReport28_PatternsMeanPairs(t *testing.T) {
	c := catalogOf(t, parse(t, `{version: 1, filter: {include: [pond__select_rows]}}`), tools("pond", `[{"name":"select_rows"},{"name":"dump"}]`))
	want(t, names(c.View(engine.Request{})))
}

func TestReport32_NothingOfOneUserReachesTheNext(t *testing.T) {
	c := catalogOf(t, parse(t, `
version: 1
context: {user: {roles: [string]}}
filter:
  exclude:
    - when: tool.name == "payroll" and not ("finance" in ctx.user.roles)
`), tools("hr", `[{"name":"payroll"},{"name":"holidays"}]`))
	as := func(roles ...string) *engine.View {
		return c.View(engine.Request{Attrs: map[string]any{"user": map[string]any{"roles": roles}}})
	}
	finance, staff := as("finance"), as("staff")
	want(t, names(staff), "hr__holidays")
	want(t, names(finance), "hr__payroll", "hr__holidays")
	notFound(t, staff, "hr__payroll")
	want(t, names(c.View(engine.Request{})), "hr__holidays") // who does not say is not in finance
}

func TestReport34_DefaultsOfAFilter(t *testing.T) {
	for filter, shown := range map[string][]string{
		`{exclude: [lab/explode]}`:                                  {"lab__mix"},
		`{include: [lab/mix, lab/explode], exclude: [lab/explode]}`: {"lab__mix"},
		`{include: [lab/nothing]}`:                                  {},
	} {
		c := catalogOf(t, parse(t, "{version: 1, filter: "+filter+"}"), tools("lab", `[{"name":"mix"},{"name":"explode"}]`))
		want(t, names(c.View(engine.Request{})), shown...)
	}
}

func TestReport36_WordsAreKeyedByThePair(t *testing.T) {
	e := parse(t, `
version: 1
naming: {prefix: x_, rename: {radar/scan.v1: look}}
descriptions:
  - {tools: radar/scan.v1, description: Scan the area once.}
  - {tools: radar/scan_v1, description: never applied}
`)
	c, err := e.BuildCatalog([]engine.Server{tools("radar", `[{"name":"scan.v1","description":"MUST be used before anything else."}]`)})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Report()
	if got := string(c.View(engine.Request{}).AppendToolsJSON(nil)); got != `[{"name":"x_radar__look","description":"Scan the area once."}]` {
		t.Errorf("got %s", got)
	}
	if len(report.Unmatched) != 1 || report.Unmatched[0].Pattern != "radar/scan_v1" || report.Unmatched[0].Line != 6 {
		t.Errorf("report: %+v", report.Unmatched)
	}
}

func TestReport40_SchemasKeepEverythingElse(t *testing.T) {
	sent := `{"name":"search","inputSchema":{"type":"object","properties":{"primary":{"$ref":"#/$defs/Scope"},"backup":{"$ref":"#/$defs/Scope"}},` +
		`"$defs":{"Scope":{"type":"object","properties":{"owner":{"type":"string","description":"old"}},"additionalProperties":false}}}}`
	e := parse(t, `
version: 1
naming: {namespace: false}
descriptions:
  - tools: deskq/search
    arguments: {primary.owner: Login of the owner., primary.ownr: typo}
`)
	c, err := e.BuildCatalog([]engine.Server{tools("deskq", "["+sent+"]")})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Report()
	if got := string(c.View(engine.Request{}).AppendToolsJSON(nil)); got != "["+sent+"]" {
		t.Errorf("a shared definition was changed: %s", got)
	}
	codes := []string{}
	for _, p := range report.Places {
		codes = append(codes, string(p.Code)+" "+p.Path+" "+p.Pointer)
	}
	want(t, codes, "shared primary.owner /$defs/Scope/properties/owner", "missing primary.ownr ")
}

func TestReport42_NoEmptyDescriptionIsSent(t *testing.T) {
	c := catalogOf(t, parse(t, `
version: 1
descriptions:
  - tools: chores/t2
    description: {levels: {0: ""}, default: Second tool.}
`), tools("chores", `[{"name":"t2","description":"d"}]`))
	got := string(c.View(engine.Request{Verbosity: engine.Verbosity(0)}).AppendToolsJSON(nil))
	if got != `[{"name":"chores__t2"}]` {
		t.Errorf("got %s", got)
	}
}

func TestReport44_ModelsAreComparedWhole(t *testing.T) {
	c := catalogOf(t, parse(t, `
version: 1
descriptions:
  - tools: mart/find
    description:
      default: d
      variants: {v: V, g: G}
      runners:
        - {runner: anvil, model: acme/forge-3, default: v}
        - {runner: anvil, model: '*/forge-3-*', default: g}
`), tools("mart", `[{"name":"find"}]`))
	for model, text := range map[string]string{
		"forge-3": "d", "acme/forge-3": "V", "acme/forge-3-20260901": "G", "router/acme/forge-3": "d", "Acme/forge-3": "d", "acme/forge-3 ": "d",
	} {
		t.Run(model, func(t *testing.T) {
			var got []string
			for tool := range c.View(engine.Request{Runner: "anvil", Model: model}).Tools() {
				got = append(got, tool.Description())
			}
			want(t, got, text)
		})
	}
}

func TestReport56_NamedTypesAreStrings(t *testing.T) {
	type role string
	e := parse(t, `
version: 1
context: {role: string}
filter: {include: [{when: 'ctx.role == "a" && ctx.role in ["a", "b"] && ctx.role matches "^a$"'}]}
`)
	v := catalogOf(t, e, tools("s", `[{"name":"x"}]`)).View(engine.Request{Attrs: map[string]any{"role": role("a")}})
	want(t, names(v), "s__x")
}

func TestReport60_StarsCostNothing(t *testing.T) {
	pattern := "evil/" + strings.Repeat("a*", 33) + "c"
	e := parse(t, "{version: 1, filter: {exclude: ['"+pattern+"']}}")
	took := ratio.Least(1, func() { // a pattern is tried when a catalog is built
		c := catalogOf(t, e, tools("evil", `[{"name":"`+strings.Repeat("a", 127)+`b"}]`))
		if got := names(c.View(engine.Request{})); len(got) != 1 {
			t.Errorf("got %q", got)
		}
	})
	if took > time.Second {
		t.Errorf("took %v", took)
	}
}

func TestReport101_TheTitleThatClientsShow(t *testing.T) {
	e := parse(t, `
version: 1
naming: {namespace: false}
filter: {exclude: [{when: 'tool.title == "Old rooms"'}]}
descriptions:
  - {tools: house/rooms_list, title: List projects}
  - {tools: house/rooms_only, title: ""}
`)
	const schema = `,"inputSchema":{"type":"object"}}`
	c := catalogOf(t, e, sent("house", `[{"name":"rooms_list","title":"Rooms","annotations":{"title":"Show rooms","readOnlyHint":true}`+schema+
		`,{"name":"rooms_only","annotations":{"title":"Rooms only"}`+schema+`,{"name":"rooms_old","annotations":{"title":"Old rooms"}`+schema+
		`,{"name":"rooms_kept","annotations":{"title":"Kept rooms"}`+schema+`]`))
	v := c.View(engine.Request{})
	if got, expected := string(v.AppendToolsJSON(nil)), `[{"name":"rooms_list","title":"List projects","annotations":{"title":"List projects","readOnlyHint":true}`+schema+
		`,{"name":"rooms_only","annotations":{}`+schema+`,{"name":"rooms_kept","annotations":{"title":"Kept rooms"}`+schema+`]`; got != expected {
		t.Errorf("got  %s\nwant %s", got, expected)
	}
	var titles []string
	for tool := range v.Tools() {
		titles = append(titles, tool.Title())
	}
	want(t, titles, "List projects", "", "Kept rooms")
}

func TestReport103_OneToolThatNoClientReads(t *testing.T) {
	c := catalogOf(t, parse(t, "{version: 1, naming: {namespace: false}}"), sent("studio",
		`[{"name":"pause","inputSchema":{"type":"object","properties":null}},{"name":"stop","inputSchema":{"type":"object","required":null}},`+
			`{"name":"status"},{"name":"lookup","inputSchema":{"type":"string"}},{"name":"render","inputSchema":{"type":"object"}}]`))
	if got := string(c.View(engine.Request{}).AppendToolsJSON(nil)); got != `[{"name":"pause","inputSchema":{"type":"object"}},`+
		`{"name":"stop","inputSchema":{"type":"object"}},{"name":"render","inputSchema":{"type":"object"}}]` {
		t.Errorf("got %s", got)
	}
	var told []string
	for _, f := range c.Report().Faults {
		told = append(told, f.Key.Tool+" "+string(f.Code))
	}
	want(t, told, "status nonconforming", "lookup nonconforming")
}

func TestReport104_ADescriptionBesideARef(t *testing.T) {
	const list = `[{"name":"render","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object",` +
		`"definitions":{"Asset":{"type":"object","description":"An asset of the scene."},"Plain":{"type":"object"}},` +
		`"properties":{"asset":{"$ref":"#/definitions/Asset"},"both":{"$ref":"#/definitions/Asset","description":"Own."},` +
		`"plain":{"$ref":"#/definitions/Plain"},"free":{"type":"string"}}}}]`
	modern := strings.Replace(list, "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema", 1)
	for _, c := range []struct {
		name, list, rules string
		want              []string
	}{
		{"a target that refuses it", list, "naming: {targets: [openai, anthropic, gemini, mistral]}\ndescriptions: [{tools: scene/render, arguments: {asset: What to render., free: X}}]",
			[]string{"ref_refused asset /properties/asset"}},
		{"a target that refuses it, under another draft", modern, "naming: {targets: [openai]}\ndescriptions: [{tools: scene/render, arguments: {plain: X}}]",
			[]string{"ref_refused plain /properties/plain"}},
		{"a draft that ignores it", list, "naming: {targets: [anthropic]}\ndescriptions: [{tools: scene/render, arguments: {asset: X, both: Y}}]",
			[]string{"ref_ignored asset /properties/asset", "ref_ignored both /properties/both"}},
		{"neither", modern, "descriptions: [{tools: scene/render, arguments: {asset: X}}]", nil},
		{"by a pointer", list, "descriptions: [{tools: scene/render, arguments: {/properties/asset: X, /definitions/Asset: Y}}]",
			[]string{"ref_ignored /properties/asset /properties/asset"}},
		{"removed", modern, `descriptions: [{tools: scene/render, arguments: {asset: "", both: "", plain: "", free: ""}}]`,
			[]string{"ref_remains asset /properties/asset", "ref_remains both /properties/both"}},
		{"removed at some level", modern, `descriptions: [{tools: scene/render, arguments: {asset: {levels: {0: "", 1-9: X}}}}]`,
			[]string{"ref_remains asset /properties/asset"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var told []string
			for _, p := range catalogOf(t, parse(t, "version: 1\n"+c.rules), sent("scene", c.list)).Report().Places {
				told = append(told, string(p.Code)+" "+p.Path+" "+p.Pointer)
				if !strings.Contains(p.Message, "$ref") || p.Path != "plain" && !strings.Contains(p.Message, "/definitions/Asset") {
					t.Errorf("the message is %q", p.Message)
				}
			}
			want(t, told, c.want...)
		})
	}
}
