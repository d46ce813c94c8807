package prove

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/exprgen"
	"github.com/toolrules/toolrules/rules"
)

var (
	decisions = flag.Int("decisions", 300_000, "how many decisions of random worlds the prover is compared with")
	seed      = flag.Uint64("seed", 1, "of the first random world")
)

// A world is a random rule file with tools and all requests of a small universe.
type world struct {
	*rand.Rand
	source   string
	context  []expr.Field
	rules    *ruleset.Rules
	catalog  *engine.Catalog
	requests []engine.Request
	many     []tool // tools that servers could list
}

// fields are the attributes that a world can declare.
var fields = []struct {
	text  string
	field expr.Field
}{
	{"role: a | b | ab", expr.Field{Name: "role", Type: expr.Type{Kind: expr.Words, Words: []string{"a", "b", "ab"}}}},
	{"tier?: a | c", expr.Field{Name: "tier", Optional: true, Type: expr.Type{Kind: expr.Words, Words: []string{"a", "c"}}}},
	{"on: bool", expr.Field{Name: "on", Type: expr.Type{Kind: expr.Bool}}},
	{"off?: bool", expr.Field{Name: "off", Optional: true, Type: expr.Type{Kind: expr.Bool}}},
	{"id: string", expr.Field{Name: "id"}},
	{"org?: string", expr.Field{Name: "org", Optional: true}},
	{"level: int", expr.Field{Name: "level", Type: expr.Type{Kind: expr.Int}}},
	{"age?: int", expr.Field{Name: "age", Optional: true, Type: expr.Type{Kind: expr.Int}}},
	{"risk: float", expr.Field{Name: "risk", Type: expr.Type{Kind: expr.Float}}},
	{"groups: [string]", expr.Field{Name: "groups", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{}}}},
	{"teams?: [string]", expr.Field{Name: "teams", Optional: true, Type: expr.Type{Kind: expr.List, Elem: &expr.Type{}}}},
	{"sizes: [int]", expr.Field{Name: "sizes", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: expr.Int}}}},
	{"flags: [bool]", expr.Field{Name: "flags", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: expr.Bool}}}},
}

// newWorld draws a world; nil if its conditions do not compile.
func newWorld(seed uint64) *world {
	w := &world{Rand: rand.New(rand.NewPCG(seed, 7))}
	var b strings.Builder
	b.WriteString("version: 1\ncontext:\n")
	for _, i := range w.Perm(len(fields))[:1+w.IntN(3)] {
		fmt.Fprintf(&b, "  %s\n", fields[i].text)
		w.context = append(w.context, fields[i].field)
	}
	env, err := cond.NewEnv(w.context, cond.EnvOptions{})
	if err != nil {
		return nil
	}
	b.WriteString("filter:\n")
	includes, excludes := w.IntN(3), w.IntN(4)
	if includes+excludes == 0 {
		excludes = 1
	}
	for _, side := range []struct {
		name string
		n    int
	}{{"include", includes}, {"exclude", excludes}} {
		if side.n > 0 {
			fmt.Fprintf(&b, "  %s:\n", side.name)
		}
		for range side.n {
			when := w.condition(env)
			if when == "" {
				return nil
			}
			fmt.Fprintf(&b, "    - {tools: '%s', when: %s}\n", []string{"*", "a*", "*b", "s/a"}[w.IntN(4)], quoteYAML(when))
		}
	}
	w.source = b.String()
	e, err := engine.Parse("x.rules.yaml", []byte(w.source), engine.Options{})
	if err != nil {
		return nil
	}
	w.rules = e.Rules
	tools := `[{"name":"a","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
		{"name":"ab","title":"A","inputSchema":{"type":"object","properties":{"a":{},"b":{}},"required":["a"]}},
		{"name":"b","description":"ab","inputSchema":{"type":"object"},"annotations":{"destructiveHint":false,"openWorldHint":false}}]`
	w.catalog, err = e.BuildCatalog([]engine.Server{{ID: "s", Lists: [][]byte{[]byte(tools)}, Tags: map[string][]string{"a": {"a", "b"}, "ab": {"ab"}}}})
	if err != nil {
		return nil
	}
	w.enumerate()
	w.many = w.candidates(e)
	return w
}

// candidates draws tools that servers could list.
func (w *world) candidates(e *engine.Engine) []tool {
	pick := func(texts ...string) string { return texts[w.IntN(len(texts))] }
	var servers []engine.Server
	for _, id := range []string{"s", "a", "b", "ab"} {
		var list []string
		tags := map[string][]string{}
		for _, name := range []string{"a", "b", "ab", "A", "B", "Ab", "a-b", "c", "aa", "bb", "ba"} {
			var hints []string
			for _, hint := range hintNames {
				if value := pick("", "", "true", "false"); value != "" {
					hints = append(hints, fmt.Sprintf("%q:%s", hint, value))
				}
			}
			list = append(list, fmt.Sprintf(`{"name":%q,"title":%q,"description":%q,"annotations":{%s},"inputSchema":{"type":"object","properties":{%s},"required":[%s]}}`,
				name, pick("", "a", "b", "ab", "A", strings.Repeat("a", 40)), pick("", "a", "b", "ab", strings.Repeat("ab", 3000)), strings.Join(hints, ","),
				pick("", `"a":{}`, `"b":{},"ab":{}`, `"A":{}`), pick("", `"a"`, `"b","ab"`)))
			tags[name] = strings.Fields(pick("", "a", "b ab", "A", "a a"))
		}
		servers = append(servers, engine.Server{ID: id, Lists: [][]byte{[]byte("[" + strings.Join(list, ",") + "]")}, Tags: tags})
	}
	c, err := e.BuildCatalog(servers)
	if err != nil {
		panic(err)
	}
	return toolsOf(c)
}

func quoteYAML(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// condition draws a condition that compiles; empty if none does.
func (w *world) condition(env *cond.Env) string {
	g := exprgen.New(env, w.IntN)
	for range 20 {
		text := g.Condition(1 + w.IntN(3))
		if p, err := env.Compile(text); err == nil && (p.ReadsRequest() || w.IntN(4) == 0) {
			return text
		}
	}
	return ""
}

// universe returns the values of a type that are enumerated.
func universe(t expr.Type) (values []any) {
	switch t.Kind {
	case expr.Bool:
		return []any{true, false}
	case expr.Words:
		return anyOf(t.Words)
	case expr.Int:
		return []any{-2, -1, 0, 1, 2, 3, 39, 40, 41}
	case expr.Float:
		return []any{-1.5, -1.0, 0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.25, 3.0, 40.0, 41.0}
	case expr.String:
		return anyOf([]string{"", "a", "b", "A", "B", "c", "ab", "aa", "ba", "bb", "aA", "AB", "Ab", "ac", " a", "a ", " ", "aba", "bab", "abb", "\u212a", "ſ", "xyz",
			strings.Repeat("a", 39), strings.Repeat("b", 40), strings.Repeat("c", 41)})
	}
	var items []any
	switch t.Elem.Kind {
	case expr.Int:
		items = []any{-1, 0, 1, 2, 40, 7}
	case expr.Bool:
		items = []any{true, false}
	default:
		items = []any{"", "a", "b", "ab", "A", "c", " a"}
	}
	values = []any{[]any{}}
	for _, x := range items {
		values = append(values, []any{x}, []any{x, x, x})
		for _, y := range items {
			values = append(values, []any{x, y})
		}
	}
	for range 3 {
		values = append(values, items)
	}
	return values
}

// mostRequests is the number up to which all requests of a world are checked; beyond it, they are
// drawn.
const mostRequests = 200

// enumerate fills in the requests.
func (w *world) enumerate() {
	type axis struct {
		path   string
		values []any
	}
	axes := []axis{{"ctx.runner", []any{nil}}, {"ctx.verbosity", []any{nil}}}
	if strings.Contains(w.source, "ctx.runner") {
		axes[0].values = []any{nil, "a", "b", "ab", "A", "c", "aa"}
	}
	if strings.Contains(w.source, "ctx.model") {
		axes = append(axes, axis{"ctx.model", []any{nil, "a", "b", "ab", "A", "c", "aa"}})
	}
	if strings.Contains(w.source, "ctx.verbosity") {
		axes[1].values = []any{nil, 0, 1, 2, 3, 5, 9}
	}
	for _, f := range w.context {
		wrong := any(0)
		if f.Type.Kind == expr.Int || f.Type.Kind == expr.Float || f.Type.Kind == expr.Bool {
			wrong = "x"
		}
		axes = append(axes, axis{"ctx." + f.Name, append([]any{nil, wrong}, universe(f.Type)...)})
	}
	total := 1
	for _, a := range axes {
		total = min(total*len(a.values), 1<<30)
	}
	for i := range min(total, mostRequests) {
		if total > mostRequests {
			i = w.IntN(total)
		}
		var req engine.Request
		for _, a := range axes {
			setRequest(&req, a.path, a.values[i%len(a.values)])
			i /= len(a.values)
		}
		w.requests = append(w.requests, req)
	}
}

// property draws a property; nil if its conditions do not compile.
func (w *world) property() *Property {
	p := &Property{Kind: Kind(w.IntN(6)), Tools: 1 + w.IntN(2)}
	p.AnyTool = (p.Kind == Never || p.Kind == Only || p.Kind == NeverFails) && w.IntN(3) == 0
	if w.IntN(2) == 0 {
		text := w.condition(w.rules.Env())
		if text == "" {
			return nil
		}
		p.For = compileOr(w.rules.Env(), text)
	}
	entry := rules.EntrySpec{Tools: []string{[]string{"*", "a*", "s/b"}[w.IntN(3)]}}
	if w.IntN(3) == 0 {
		entry.When = w.condition(w.rules.Env())
	}
	spec := rules.FilterSpec{Include: []rules.EntrySpec{entry}}
	if p.Kind == Never {
		spec = rules.FilterSpec{Exclude: spec.Include}
	}
	p.Entries, _ = ruleset.CompileFilter(spec, w.rules.Scope())
	if p.Kind == IndependentOf {
		p.Apart = []string{"ctx.runner"}
		for _, f := range w.context[:1+w.IntN(len(w.context))] {
			p.Apart = append(p.Apart, "ctx."+f.Name)
		}
	}
	return p
}

func compileOr(env *cond.Env, text string) *cond.Program {
	p, err := env.Compile(text)
	if err != nil {
		panic(err)
	}
	return p
}

// pairs returns the requests to check, in pairs if the property is about two.
func (w *world) pairs(p *Property) (all [][]engine.Request) {
	for _, req := range w.requests {
		if p.Kind != IndependentOf {
			all = append(all, []engine.Request{req})
			continue
		}
		for range 2 {
			other := w.requests[w.IntN(len(w.requests))]
			second := clone(req)
			for _, path := range p.Apart {
				copyAttribute(&second, other, path)
			}
			all = append(all, []engine.Request{req, second})
		}
	}
	return all
}

func clone(req engine.Request) engine.Request {
	data, err := json.Marshal(req.Attrs)
	if err != nil {
		panic(err)
	}
	var attrs map[string]any
	if err := json.Unmarshal(data, &attrs); err != nil {
		panic(err)
	}
	req.Attrs = attrs
	return req
}

func copyAttribute(to *engine.Request, from engine.Request, path string) {
	switch name := strings.TrimPrefix(path, "ctx."); name {
	case "runner":
		to.Runner = from.Runner
	default:
		delete(to.Attrs, name)
		if v, ok := from.Attrs[name]; ok {
			setRequest(to, path, v)
		}
	}
}

func (w *world) text(req engine.Request) string {
	data, _ := json.Marshal(req.Attrs)
	level, set := req.Verbosity.Get()
	return fmt.Sprintf("%s runner %q model %q verbosity %d %t", data, req.Runner, req.Model, level, set)
}

// TestWorlds compares answers with an enumeration of requests on the reference evaluator.
func TestWorlds(t *testing.T) {
	done, outcomes, regions := 0, map[Outcome]int{}, 0
	reasons, anyTool := map[string]int{}, map[Outcome]int{}
	for n := *seed; done < *decisions; n++ {
		w := newWorld(n)
		if w == nil {
			continue
		}
		prover := New(w.catalog)
		for range 3 {
			p := w.property()
			if p == nil || p.Entries == nil {
				continue
			}
			answer := prover.Prove(context.Background(), p)
			outcomes[answer.Outcome]++
			for _, o := range answer.Open {
				reasons[o.Reason]++
			}
			if answer.Region != nil {
				regions++
			}
			tools := prover.tools
			if p.AnyTool {
				tools = w.many
				anyTool[answer.Outcome]++
			}
			done += w.compare(t, n, p, tools, &answer)
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("any tool: %v", anyTool)
	t.Logf("%d decisions: %d proved, %d refuted, %d with a region, %d unknown: %v", done,
		outcomes[Proved], outcomes[Refuted], regions, outcomes[Unknown], reasons)
	if outcomes[Proved] < outcomes[Unknown] || outcomes[Refuted] < outcomes[Unknown] || regions < outcomes[Refuted]/4 {
		t.Errorf("too many unknown outcomes, or too few regions: %v, %d regions", outcomes, regions)
	}
}

// compare checks all requests of a world. It returns the number of decisions.
func (w *world) compare(t *testing.T, n uint64, p *Property, tools []tool, answer *Answer) (done int) {
	var region []*cond.Program
	for _, text := range answer.Region {
		region = append(region, compileOr(w.rules.Env(), text))
	}
	what := func() string {
		text := fmt.Sprintf("world %d\n%s\n%s %v %d any tool %t", n, w.source, p.Kind, p.Apart, p.Tools, p.AnyTool)
		if p.For != nil {
			text += " for " + p.For.Source()
		}
		for _, e := range p.Entries.Entries(p.side()) {
			if e.When() != nil {
				text += " when " + e.When().Source()
			}
		}
		return text
	}
	for _, requests := range w.pairs(p) {
		broken := p.breaking(w.rules, tools, requests)
		done += len(tools)
		if answer.Outcome == Proved && len(broken) > 0 {
			t.Errorf("%s\nproved, and %s breaks it for %v", what(), w.text(requests[0]), broken)
			return done
		}
		bound := bind(w.rules.Env(), requests[0])
		if region == nil || !wellFormed(w.rules.Env(), bound) {
			continue
		}
		in := slices.ContainsFunc(region, func(c *cond.Program) bool { return c.Eval(nil, bound).Outcome == cond.True })
		failed := slices.ContainsFunc(region, func(c *cond.Program) bool { return c.Eval(nil, bound).Outcome == cond.Failed })
		wrong := in != (len(broken) > 0)
		if p.AnyTool {
			wrong = !in && len(broken) > 0 // other tools may break it
		}
		if p.Kind != IndependentOf && wrong || failed {
			t.Errorf("%s\nregion %q, and for %s the tools %v break it", what(), answer.Region, w.text(requests[0]), broken)
			return done
		}
	}
	return done
}
