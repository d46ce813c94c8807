package engine_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/engine"
)

// A sender draws the JSON of servers: members in any order, white space anywhere, strings in
// several spellings.
type sender struct {
	*rapid.T
	n int
}

func (s *sender) pick(from ...string) string {
	s.n++
	return rapid.SampledFrom(from).Draw(s.T, fmt.Sprint(s.n))
}

func (s *sender) chance(of int) bool {
	s.n++
	return rapid.IntRange(1, of).Draw(s.T, fmt.Sprint(s.n)) == 1
}

func (s *sender) blank() string { return s.pick("", "", " ", "\n\t", "  ") }

func (s *sender) text() string { return s.pick(`"x"`, `""`, `"\u0022q\\"`, `"é\n"`, `"\ud83d\ude00"`) }

// object returns an object with members, each of the form "name":value.
func (s *sender) object(members []string) string {
	s.n++
	members = rapid.Permutation(members).Draw(s.T, fmt.Sprint(s.n))
	for i, m := range members {
		name, value, _ := strings.Cut(m, ":")
		members[i] = s.blank() + name + s.blank() + ":" + s.blank() + value + s.blank()
	}
	return "{" + strings.Join(members, ",") + "}"
}

// schema returns a schema of a given depth.
func (s *sender) schema(depth int) string {
	if depth == 0 || s.chance(8) {
		return s.pick("true", "{}", "{ }", `{"$ref":"#/$defs/d"}`, `{"$ref":"#"}`, `{"description":"only"}`, `{"description":null}`, "5")
	}
	var members []string
	if s.chance(2) {
		members = append(members, `"description":`+s.pick(s.text(), s.text(), s.text(), "null"))
	}
	if s.chance(2) {
		var properties []string
		for _, name := range []string{"a", "b", "description"} {
			if s.chance(2) {
				properties = append(properties, fmt.Sprintf("%q:", name)+s.schema(depth-1))
			}
		}
		members = append(members, `"properties":`+s.object(properties))
	}
	if s.chance(3) {
		members = append(members, `"items":`+s.schema(depth-1))
	}
	if s.chance(4) {
		members = append(members, `"anyOf":[`+s.schema(depth-1)+","+s.blank()+s.schema(depth-1)+"]")
	}
	if s.chance(3) {
		members = append(members, `"$defs":{"d":`+s.schema(depth-1)+"}")
	}
	if s.chance(3) {
		members = append(members, `"type":"object"`)
	}
	return s.object(members)
}

func (s *sender) tool(name string) string {
	members := []string{fmt.Sprintf("%q:%q", "name", name)}
	for _, member := range []string{"title", "description"} {
		if s.chance(2) {
			members = append(members, fmt.Sprintf("%q:", member)+s.pick(s.text(), s.text(), "null"))
		}
	}
	if s.chance(2) {
		members = append(members, `"inputSchema":`+s.schema(3))
	}
	if s.chance(3) {
		members = append(members, `"outputSchema":`+s.schema(3))
	}
	if s.chance(3) {
		members = append(members, `"annotations":{"readOnlyHint":`+s.pick("true", "false")+"}")
	}
	if s.chance(3) {
		members = append(members, `"n":1.50`)
	}
	return s.object(members)
}

func (s *sender) server(id string) engine.Server {
	var list []string
	for _, name := range []string{"one", "two", "two", "a.b", "three"} {
		if s.chance(2) {
			list = append(list, s.tool(name))
		}
	}
	tags := map[string][]string{}
	for _, name := range []string{"one", "two"} {
		if s.chance(2) {
			tags[name] = []string{s.pick("codex", "x", "acme")}
		}
	}
	return engine.Server{ID: id, Lists: [][]byte{[]byte("[" + strings.Join(list, ",") + "]")}, Tags: tags, KeepNonconforming: s.chance(2)}
}

// ruleText returns a description as a rule file writes it.
func (s *sender) ruleText() string {
	return s.pick(
		"D", `""`, `"say \"hi\" & <go>\n"`, "{levels: {0-3: few, 4-9: many}}", `{levels: {5: "", 9: nine}, default_verbosity: 9}`,
		"{variants: {v: V}, runners: [{runner: codex, default: v}]}",
		"{variants: {v: V}, runners: [{runner: other, default: v}]}", "{default: D, variants: {w: W}, runners: [{model: small, default: w}]}",
		"{default: D, variants: {v: V, w: W}, runners: [{runner: [codex, other], default: v}, {model: small, default: w}]}",
		`{default: D, variants: {v: V, e: ""}, runners: [{runner: codex, model: big, default: e}, {model: [big, small], levels: {0-3: v, 7: e}}]}`,
		`{variants: {v: V}, runners: [{when: tool.readOnly, default: v}, {when: ctx.risk > 0.2, default: v}]}`,
		`{default: D, variants: {v: V, w: W}, runners: [{when: 'ctx.runner in tool.tags', default: v}, {model: 'b*', when: 'ctx.tenant in tool.tags', default: w}]}`,
	)
}

func (s *sender) rules() string {
	var b strings.Builder
	b.WriteString(dependsContext)
	if s.chance(2) {
		b.WriteString("filter: {exclude: [" + s.pick("three", "{when: tool.readOnly && ctx.risk > 0.5}", "{when: ctx.runner == tool.name}", "two") + "]}\n")
	}
	if s.chance(3) {
		b.WriteString("naming: {collisions: keep_first, accept: exposed_and_original}\n")
	}
	b.WriteString("descriptions:\n")
	n := 0
	for range 4 {
		if n > 0 && s.chance(3) {
			continue
		}
		n++
		fmt.Fprintf(&b, "  - tools: %s\n    %s: %s\n", s.pick("s/*", "'*'", "s/one", "[t/two, s/a.b]", "'{s,t}/t*'"), s.pick("title", "description"), s.ruleText())
		for _, schema := range []string{"arguments", "results"} {
			if s.chance(2) {
				fmt.Fprintf(&b, "    %s: {a: %s, %s: %s}\n", schema, s.ruleText(), s.pick("b.a", "'a[]'", "/properties/b", "/anyOf/0", "/properties/description", "/$defs/d"), s.ruleText())
			}
		}
	}
	return b.String()
}

// A pair is two catalogs that differ only in that one uses the reference evaluator, which parses
// and edits every tool for each request.
type pair struct {
	fast, plain   *engine.Catalog
	failed, waste []string // what hosts were told of
}

func newPair(t *rapid.T, rules string, servers []engine.Server, hook bool) *pair {
	e, err := engine.Parse("rules.yaml", []byte(rules), engine.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, rules)
	}
	p := &pair{}
	build := func(opts engine.Options) *engine.Catalog {
		e, err := engine.New(e.File(), opts)
		if err != nil {
			t.Fatal(err)
		}
		c, err := e.BuildCatalog(servers)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	var opts engine.Options
	if hook {
		opts.OnFailure = func(f engine.Failure) { p.failed = append(p.failed, f.String()) }
	}
	p.fast = build(opts)
	opts = engine.Reference(opts)
	if hook {
		opts.OnFailure = func(f engine.Failure) { p.waste = append(p.waste, f.String()) }
	}
	p.plain = build(opts)
	return p
}

func (p *pair) check(t *rapid.T, rules string, req engine.Request) {
	p.failed, p.waste = nil, nil
	x, y := p.fast.View(req), p.plain.View(req)
	got, want := string(x.AppendToolsJSON([]byte("…"))), string(y.AppendToolsJSON([]byte("…")))
	if got != want {
		t.Fatalf("got  %s\nwant %s\nunder\n%s", got, want, rules)
	}
	if !json.Valid([]byte(strings.TrimPrefix(got, "…"))) {
		t.Fatalf("no JSON: %s", got)
	}
	slices.Sort(p.failed) // the locations of a tool are evaluated in another order
	slices.Sort(p.waste)
	if !slices.Equal(p.failed, p.waste) {
		t.Fatalf("failures\n%s\nwant\n%s\nunder\n%s", strings.Join(p.failed, "\n"), strings.Join(p.waste, "\n"), rules)
	}
	var others []engine.Tool
	for tool := range y.Tools() {
		others = append(others, tool)
	}
	for tool := range x.Tools() {
		other := others[0]
		others = others[1:]
		if tool.Name() != other.Name() || tool.Key() != other.Key() || tool.Title() != other.Title() || tool.Description() != other.Description() {
			t.Fatalf("%s: %q, %q; want %s: %q, %q", tool.Name(), tool.Title(), tool.Description(), other.Name(), other.Title(), other.Description())
		}
	}
}

func rendersAsPlain(t *rapid.T) {
	s := &sender{T: t}
	rules := s.rules()
	p := newPair(t, rules, []engine.Server{s.server("s"), s.server("t")}, s.chance(2))
	for i := range 4 {
		p.check(t, rules, drawRequest(t, fmt.Sprint("request ", i)))
	}
}

// The output assembled from cuts and prepared answers equals that of the reference evaluator byte
// for byte, and the same failures are reported.
func TestRenderAsPlain(t *testing.T) { rapid.Check(t, rendersAsPlain) }

func FuzzRender(f *testing.F) { f.Fuzz(rapid.MakeFuzz(rendersAsPlain)) }

// A location is found by its pointer, whatever its length. A title that is not a string does not
// count as the server's title.
func TestPlacesOfUnusualTools(t *testing.T) {
	const rules = `
version: 1
descriptions:
  - tools: s/t
    title: {variants: {v: V}, runners: [{runner: codex, default: v}]}
    arguments: {x.y: new}
`
	long := strings.Repeat("d", 3000)
	list := `[{"name":"t","title":5,"inputSchema":{"properties":{"x":{"$ref":"#/$defs/` + long + `"}},"$defs":{"` + long + `":{"properties":{"y":{"description":"old"}}}}}}]`
	var all []string
	for _, opts := range []engine.Options{{}, engine.Reference(engine.Options{})} {
		e, err := engine.New(parse(t, rules).File(), opts)
		if err != nil {
			t.Fatal(err)
		}
		c := catalogOf(t, e, tools("s", list))
		all = append(all, string(c.View(engine.Request{}).AppendToolsJSON(nil)))
		x := c.Explain(engine.Request{}, engine.Key{Server: "s", Tool: "t"})
		if len(x.Texts) != 2 || !x.Texts[0].Own || x.Texts[0].Text != "" || x.Texts[1].Text != "new" {
			t.Errorf("explains %+v", x.Texts)
		}
	}
	if all[0] != all[1] || !strings.Contains(all[0], `{"description":"new"}`) || !strings.Contains(all[0], `"title":5`) {
		t.Errorf("%s\n%s", all[0], all[1])
	}
}
