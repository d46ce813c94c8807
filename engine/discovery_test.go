package engine_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// discovering returns a catalog of servers with the given numbers of tools, under rules.
func discovering(t testing.TB, rules string, opts engine.Options, tools ...int) *engine.Catalog {
	t.Helper()
	e, err := engine.Parse("tools.rules.yaml", []byte("version: 1\n"+rules), opts)
	if err != nil {
		t.Fatal(err)
	}
	var servers []engine.Server
	for i, n := range tools {
		var list []string
		for k := range n {
			list = append(list, fmt.Sprintf(`{"name":"tool_%d","description":"%s","inputSchema":{"type":"object"}}`, k, strings.Repeat("x", 7*k%50)))
		}
		servers = append(servers, engine.Server{ID: string(rune('a' + i)), Lists: [][]byte{[]byte("[" + strings.Join(list, ",") + "]")}})
	}
	c, err := e.BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func namesOf(tools func(func(engine.Tool) bool)) (names []string) {
	for t := range tools {
		names = append(names, t.Name())
	}
	return names
}

func TestListOrder(t *testing.T) {
	c := discovering(t, "discovery: {pin: [b/tool_1, a/tool_2, b/*], priority: {'a/*': 3, 'a/tool_0': 9}}", engine.Options{}, 3, 3, 1)
	v := c.View(engine.Request{})
	want := []string{"b__tool_1", "a__tool_2", "b__tool_0", "b__tool_2", "a__tool_0", "c__tool_0", "a__tool_1"}
	if got := namesOf(v.Tools()); !slices.Equal(got, want) {
		t.Errorf("the list has %v, want %v", got, want)
	}
	if got := namesOf(v.All()); got[0] != "a__tool_0" || len(got) != 7 {
		t.Errorf("the request sees %v", got)
	}
}

// TestListsAgainstOracle compares lists with what the rules say, computed from rendered tools.
func TestListsAgainstOracle(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for round := range 300 {
		pins, priority := []string{"b/tool_3", "a/tool_1"}[:random.IntN(3)], random.IntN(10)
		tools, bytes := random.IntN(20)+1, random.IntN(3000)+2
		search := []string{"", ", search: {}", ", search: {call: none}"}[random.IntN(3)]
		rules := fmt.Sprintf("discovery: {limits: [{runner: x, tools: 1}, {tools: %d, bytes: %d}], priority: {'c/*': %d}%s", tools, bytes, priority, search)
		if len(pins) > 0 {
			rules += ", pin: [" + strings.Join(pins, ", ") + "]"
		}
		rules += "}\nfilter: {exclude: ['a/tool_2', 'c/tool_4']}\nnaming: {prefix: \"p_\"}\n" +
			"descriptions: [{tools: '*/*1', description: ''}, {tools: 'c/*', title: Ä}, {tools: 'a/*', description: {append: \" \\\"Ö\\\".\"}},\n" +
			"  {tools: 'b/*', server_text: {0-5: remove, 6-9: keep}}]\n"
		var opts engine.Options
		if round%2 == 1 {
			opts = engine.Reference(opts)
		}
		c := discovering(t, rules, opts, 3+random.IntN(4), 5, random.IntN(8))
		v := c.View(engine.Request{})

		var order []engine.Tool
		rank := func(tool engine.Tool) int {
			for i, pin := range pins {
				if ok, _ := path.Match(pin, tool.Key().String()); ok {
					return i - 100
				}
			}
			if tool.Key().Server == "c" {
				return -priority
			}
			return -5
		}
		for tool := range v.All() {
			order = append(order, tool)
		}
		slices.SortStableFunc(order, func(a, b engine.Tool) int { return rank(a) - rank(b) })
		metas := oracleMetas(t, search)
		admits := func(list []string) bool { return len(list) <= tools && jsonBytes(list) <= bytes }
		var all []string
		for _, tool := range order {
			all = append(all, string(tool.AppendJSON(nil)))
		}
		want := all
		if !admits(all) {
			if !admits(metas) {
				metas = nil
			}
			n := 0
			for n < len(all) && admits(slices.Concat(all[:n+1], metas)) {
				n++
			}
			want = slices.Concat(all[:n], metas)
		}
		got := string(v.AppendToolsJSON(nil))
		if got != "["+strings.Join(want, ",")+"]" {
			t.Fatalf("round %d: %s\nthe list is\n%s\nwant\n%s", round, rules, got, strings.Join(want, ",\n"))
		}
		if list := namesOf(v.Tools()); len(list) != len(want) {
			t.Fatalf("Tools yields %v", list)
		}
		var appended []string
		for _, tool := range v.AppendTools(nil) {
			appended = append(appended, tool.Name())
		}
		if !slices.Equal(appended, namesOf(v.Tools())) {
			t.Fatalf("AppendTools appends %v, Tools yields %v", appended, namesOf(v.Tools()))
		}
		deferred := namesOf(v.Deferred())
		if n := len(all) + len(metas)*min(1, len(deferred)) - len(want); n != len(deferred) {
			t.Fatalf("round %d: %d tools are deferred, want %d", round, len(deferred), n)
		}
	}
}

func jsonBytes(list []string) int { return len("[" + strings.Join(list, ",") + "]") }

// oracleMetas returns the tools for deferred tools, from a list with no room for others.
func oracleMetas(t *testing.T, search string) (metas []string) {
	if search == "" {
		return nil
	}
	n := 2
	if strings.Contains(search, "none") {
		n = 1
	}
	c := discovering(t, fmt.Sprintf("discovery: {limits: [{tools: %d}]%s}", n, search), engine.Options{}, 4)
	var list []json.RawMessage
	if err := json.Unmarshal(c.View(engine.Request{}).AppendToolsJSON(nil), &list); err != nil || len(list) != n {
		t.Fatal(err, list)
	}
	for _, raw := range list {
		metas = append(metas, string(raw))
	}
	return metas
}

func TestLimitOfRequest(t *testing.T) {
	const rules = `context: {role: admin | guest}
discovery:
  limits:
    - {runner: cursor, tools: 4}
    - {model: '*-mini', tools: 3}
    - {when: ctx.role == "guest", tools: 2}
    - {tools: 5}
`
	c := discovering(t, rules, engine.Options{}, 9)
	for _, x := range []struct {
		name string
		req  engine.Request
		want int
	}{
		{"no runner", engine.Request{}, 5},
		{"runner", engine.Request{Runner: "cursor"}, 4},
		{"model before runner", engine.Request{Runner: "cursor", Model: "gpt-mini"}, 3},
		{"condition", engine.Request{Attrs: map[string]any{"role": "guest"}}, 2},
		{"condition that is false", engine.Request{Attrs: map[string]any{"role": "admin"}}, 5},
		{"condition that fails", engine.Request{Attrs: map[string]any{"role": 1}}, 5},
		{"runner before condition", engine.Request{Runner: "cursor", Attrs: map[string]any{"role": "guest"}}, 4},
	} {
		if got := len(namesOf(c.View(x.req).Tools())); got != x.want {
			t.Errorf("%s: the list has %d tools, want %d", x.name, got, x.want)
		}
		if _, err := c.View(x.req).Resolve("a__tool_8"); err != nil {
			t.Errorf("%s: a deferred tool can't be called: %v", x.name, err)
		}
	}
	if got := c.Depends().Fields; !slices.Equal(got, []string{"model", "role", "runner"}) {
		t.Errorf("the catalog depends on %v", got)
	}
	one, _ := c.CacheKey(engine.Request{Runner: "cursor"})
	two, _ := c.CacheKey(engine.Request{})
	if one == two {
		t.Error("the cache key ignores what limits read")
	}
}

// TestLimitFailure reports conditions of limits that fail.
func TestLimitFailure(t *testing.T) {
	var failures []string
	opts := engine.Options{OnFailure: func(f engine.Failure) { failures = append(failures, f.Pointer) }}
	c := discovering(t, "context: {n: int}\ndiscovery: {limits: [{when: ctx.n > 1, tools: 2}, {tools: 3}]}", opts, 9)
	if got := len(namesOf(c.View(engine.Request{}).Tools())); got != 3 {
		t.Errorf("the list has %d tools", got)
	}
	if !slices.Equal(failures, []string{"/discovery/limits/0/when"}) {
		t.Errorf("failures: %v", failures)
	}
}

// TestHintsOfPinnedTools compares the JSON of pinned tools with what servers sent.
func TestHintsOfPinnedTools(t *testing.T) {
	e, err := engine.Parse("tools.rules.yaml", []byte("version: 1\ndiscovery: {pin: [fs/a*], hints: true}\n"), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for sent, want := range map[string]string{
		`{"name":"a","inputSchema":{"type":"object"}}`:                                        `{"name":"fs__a","inputSchema":{"type":"object"},"_meta":{"anthropic/alwaysLoad":true}}`,
		`{"name":"a","_meta":{},"inputSchema":{"type":"object"}}`:                             `{"name":"fs__a","_meta":{"anthropic/alwaysLoad":true},"inputSchema":{"type":"object"}}`,
		`{"name":"a","_meta":{"x":1},"inputSchema":{"type":"object"}}`:                        `{"name":"fs__a","_meta":{"x":1,"anthropic/alwaysLoad":true},"inputSchema":{"type":"object"}}`,
		`{"name":"a","_meta":{"anthropic/alwaysLoad":false},"inputSchema":{"type":"object"}}`: `{"name":"fs__a","_meta":{"anthropic/alwaysLoad":true},"inputSchema":{"type":"object"}}`,
		`{"name":"b","inputSchema":{"type":"object"}}`:                                        `{"name":"fs__b","inputSchema":{"type":"object"}}`,
	} {
		c, err := e.BuildCatalog([]engine.Server{{ID: "fs", Lists: [][]byte{[]byte("[" + sent + "]")}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(c.View(engine.Request{}).AppendToolsJSON(nil)); got != "["+want+"]" {
			t.Errorf("%s becomes %s", sent, got)
		}
	}
}

// TestChangedLimits finds limits that have changed.
func TestChangedLimits(t *testing.T) {
	for _, x := range []struct {
		name, before, after string
		relisted            bool
	}{
		{"equal", "discovery: {limits: [{runner: x, tools: 3}]}", "discovery: {limits: [{runner: x, tools: 3}]}", false},
		{"another limit", "discovery: {limits: [{runner: x, tools: 3}]}", "discovery: {limits: [{runner: x, tools: 4}]}", true},
		{"another set", "sets: {s: [a/*]}\ndiscovery: {pin: [$s]}", "sets: {s: [b/*]}\ndiscovery: {pin: [$s]}", true},
		{"a new section", "", "discovery: {search: {}}", true},
	} {
		before, after := discovering(t, x.before, engine.Options{}, 3, 2), discovering(t, x.after, engine.Options{}, 3, 2)
		d := engine.CatalogChange{Before: before, After: after}.Diff()
		if d.Relisted != x.relisted || d.Empty() == x.relisted {
			t.Errorf("%s: the difference is %+v", x.name, d)
		}
	}
}
