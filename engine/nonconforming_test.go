package engine_test

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// sent returns a server with a list, whose nonconforming tools are left out.
func sent(id, list string) engine.Server {
	return engine.Server{ID: id, Lists: [][]byte{[]byte(list)}}
}

const strayTools = `[{"name":"good","inputSchema":{"type":"object"}},{"name":"bad","title":7,"inputSchema":{"type":"object"}},{"name":"none"}]`

func TestNonconformingToolsAreLeftOut(t *testing.T) {
	e := parse(t, "{version: 1, naming: {accept: exposed_and_original}, filter: {exclude: ['*/gone']}}")
	c, err := e.BuildCatalog([]engine.Server{sent("s", strayTools)})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Report()
	v := c.View(engine.Request{})
	want(t, names(v), "s__good")
	notFound(t, v, "s__bad", "s__none", "bad", "none")
	var faults []string
	for _, f := range report.Faults {
		faults = append(faults, f.String())
	}
	const why = ": it is left out, since strict clients reject a list with such a tool [nonconforming]"
	want(t, faults, "s/bad: its title is of type number, not string"+why, "s/none: its inputSchema is missing"+why)
	x := c.Explain(engine.Request{}, key("s/bad"))
	if !x.Known || x.Visible || x.Name != "" || x.LeftOut != "its title is of type number, not string" || !x.Shown {
		t.Errorf("got %+v", x)
	}
	if x := c.Explain(engine.Request{}, key("s/good")); !x.Visible || x.LeftOut != "" {
		t.Errorf("got %+v", x)
	}
	if name, ok := c.Name(key("s/bad")); ok || name != "" {
		t.Errorf("its name is %q", name)
	}
	if len(c.Tools()) != 3 || !c.Depends().None() {
		t.Errorf("got %v, %+v", c.Tools(), c.Depends())
	}
}

// A tool that is left out affects neither the dependencies nor a Diff.
func TestNonconformingToolsChangeNothing(t *testing.T) {
	e := parse(t, "{version: 1, context: {role: string}, filter: {exclude: [{tools: s/bad, when: ctx.role == \"x\"}, {tools: s/bad, when: tool.bytes > ctx.verbosity}]}}")
	before := catalogOf(t, e, sent("s", `[{"name":"good","inputSchema":{"type":"object"}}]`))
	after, err := before.With(sent("s", strayTools))
	if err != nil {
		t.Fatal(err)
	}
	if d := (engine.CatalogChange{Before: before, After: after}).Diff(); !d.Empty() || !after.Depends().None() {
		t.Errorf("got %+v, %+v", d, after.Depends())
	}
}

func TestKeepNonconforming(t *testing.T) {
	r := parse(t, "version: 1").File()
	for _, opts := range []engine.Options{{}, {KeepNonconforming: true}} {
		e, err := engine.New(r, opts)
		if err != nil {
			t.Fatal(err)
		}
		s := sent("s", strayTools)
		s.KeepNonconforming = !opts.KeepNonconforming
		c, err := e.BuildCatalog([]engine.Server{s})
		if err != nil {
			t.Fatal(err)
		}
		report := c.Report()
		want(t, names(c.View(engine.Request{})), "s__good", "s__bad", "s__none")
		if got := string(c.View(engine.Request{}).AppendToolsJSON(nil)); got != strings.NewReplacer(`"name":"`, `"name":"s__`).Replace(strayTools) {
			t.Errorf("got %s", got)
		}
		if len(report.Faults) != 2 || report.Faults[0].Code != engine.CodeNonconforming || !strings.Contains(report.Faults[0].Message, "it is kept") {
			t.Errorf("got %v", report.Faults)
		}
	}
}

// A tool that is left out takes part in naming: no other tool gets its name.
func TestNonconformingToolsKeepTheirNames(t *testing.T) {
	list := `[{"name":"a.b","title":5,"inputSchema":{"type":"object"}},{"name":"a_b","inputSchema":{"type":"object"}}]`
	for rules, shown := range map[string][]string{
		"{version: 1}": {},
		"{version: 1, naming: {collisions: keep_first}}": {},
		"{version: 1, naming: {rename: {s/a_b: c}}}":     {"s__c"},
	} {
		v := catalogOf(t, parse(t, rules), sent("s", list)).View(engine.Request{})
		want(t, names(v), shown...)
		notFound(t, v, "s__a_b")
	}
	other := `[{"name":"a.b","Title":"x","inputSchema":{"type":"object"}},{"name":"a_b","inputSchema":{"type":"object"}}]`
	want(t, names(catalogOf(t, parse(t, "version: 1"), sent("s", other)).View(engine.Request{})))
}

// A member that differs from one of MCP only in case is treated alike wherever MCP defines members,
// and no option keeps it.
func TestCaseConflictsAreLeftOut(t *testing.T) {
	for _, members := range []string{
		`"Title":"x"`, `"annotations":{"ReadOnlyHint":true}`, `"annotations":{"readOnlyHint":true,"TITLE":"x"}`, `"icons":[{"src":"i","Src":"j"}]`,
		`"execution":{"TaskSupport":"x"}`, `"outputSchema":{"Properties":{}}`, `"x":1,"inputSchema":{"type":"object","REQUIRED":["a"]}`,
		`"inputSchema":{"type":"object","properties":{"a":{"items":{"Description":"x"}}}}`,
	} {
		if !strings.Contains(members, `"inputSchema"`) {
			members += `,"inputSchema":{"type":"object"}`
		}
		for _, keep := range []bool{false, true} {
			s := sent("s", `[{"name":"odd",`+members+`},{"name":"good","inputSchema":{"type":"object"}}]`)
			s.KeepNonconforming = keep
			c, err := parse(t, "version: 1").BuildCatalog([]engine.Server{s})
			if err != nil {
				t.Fatal(err)
			}
			report := c.Report()
			want(t, names(c.View(engine.Request{})), "s__good")
			if len(report.Faults) != 1 || report.Faults[0].Code != engine.CodeOtherCase || c.Explain(engine.Request{}, key("s/odd")).LeftOut == "" {
				t.Errorf("%s: %v", members, report.Faults)
			}
		}
	}
}

// Nulls that count as not sent are removed from lists. Conditions and Raw use what was sent.
func TestNullsCountAsNotSent(t *testing.T) {
	const raw = `{"name":"a","title":null,"annotations":{"title":"A","readOnlyHint":null},"inputSchema":{"type":"object","properties":null,"required":null}}`
	e := parse(t, `
version: 1
naming: {namespace: false}
filter: {include: [{when: 'tool.bytes == 139 && tool.title == "A" && len(tool.hints) == 0 && len(tool.arguments) == 0'}]}
`)
	c, err := e.BuildCatalog([]engine.Server{sent("s", "["+raw+"]")})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Report()
	if got := string(c.View(engine.Request{}).AppendToolsJSON(nil)); got != `[{"name":"a","annotations":{"title":"A"},"inputSchema":{"type":"object"}}]` {
		t.Errorf("got %s", got)
	}
	if got, ok := c.Raw(key("s/a")); !ok || string(got) != raw || len(raw) != 139 {
		t.Errorf("got %s, %d bytes", got, len(raw))
	}
	if len(report.Faults) > 0 {
		t.Errorf("got %v", report.Faults)
	}
}
