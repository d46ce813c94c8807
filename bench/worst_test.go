package bench_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/ratio"
)

// The most expensive conditions that a rule file can have: each kind as often as the limits of a
// file allow, over tools and a request at their limits, with strings that make a search slow. Goals
// are 10 ms for a list of 1,000 tools and 1 ms for a call.

const (
	worstTools    = 1000
	worstListGoal = 10 * time.Millisecond
	worstCallGoal = time.Millisecond
)

// A worstCase is a rule file of conditions of one kind.
type worstCase struct {
	name      string
	exclude   []string
	runners   []string // runner rules of one description
	spreading bool     // the request has 12 lists of short strings instead of two of long ones
}

// times returns n conditions by a format that takes a number.
func times(n int, format string) (all []string) {
	for i := range n {
		all = append(all, strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
	}
	return all
}

var worstCases = []worstCase{
	{name: "search a description for a string of the request, 4 times", exclude: times(4, `tool.description contains ctx.s%d`)},
	{name: "the same search in 500 entries", exclude: times(500, `ctx.s1 != "%d" and tool.description contains ctx.s0`)},
	{name: "a description in small letters, twice", exclude: times(2, `lower(tool.description) contains ctx.s%d`)},
	{name: "any item of a list contains a string, 4 times", exclude: times(4, `any(tool.arguments, # contains ctx.s%d)`)},
	{name: "any item in small letters", exclude: times(1, `any(tool.arguments, lower(#) == upper(ctx.s%d))`)},
	{name: "count the items that a list of the request has, 4 times", exclude: times(4, `count(tool.arguments, # in ctx.groups) == 99%d`)},
	{name: "the same, the other way round, 5 times", exclude: times(5, `count(ctx.groups, # in tool.arguments) == 99%d`)},
	{name: "a name contains an item of the request, twice", exclude: times(2, `count(ctx.groups, tool.name contains #) == 99%d`)},
	{name: "a name starts with an item of the request, 5 times", exclude: times(5, `count(ctx.groups, tool.name startsWith #) == 99%d`)},
	{name: "two lists are the same, 4 times", exclude: times(4, `(tool.arguments == ctx.same) == (ctx.s%d == "x")`)},
	{name: "lists have an item in common, for 36 pairs of lists", spreading: true, exclude: append(append(
		times(12, `any(tool.arguments, # in ctx.l%d)`), times(12, `any(tool.required, # in ctx.l%d)`)...), times(12, `any(tool.tags, # in ctx.l%d)`)...)},
	{name: "a name equals a string, 1,000 times", exclude: times(1000, `(ctx.s0 == "%d" ? ctx.s1 : ctx.s2) == tool.name`)},
	{name: "a name starts with a string, 280 times", exclude: times(280, `tool.name startsWith (ctx.s0 == "%d" ? ctx.s1 : ctx.s2)`)},
	{name: "a regular expression on one of two names", exclude: []string{`(ctx.on ? tool.name : tool.server) matches "a[^b]*c"`}},
	{name: "regular expressions on the request, 120 times", exclude: times(120, `ctx.s0 matches "a.%d$"`)},
	{name: "runner rules that search a description, 4 times", runners: times(4, `tool.description contains ctx.s%d`)},
	{name: "runner rules on lists with an item in common", runners: []string{`any(tool.tags, # in ctx.groups)`, `any(tool.required, # in ctx.groups)`}},
}

func (c worstCase) file() string {
	var b strings.Builder
	b.WriteString("version: 1\ncontext: {on: bool, groups: [string], same: [string]")
	for i := range 5 {
		fmt.Fprintf(&b, ", s%d: string", i)
	}
	for i := range 12 {
		fmt.Fprintf(&b, ", l%d: [string]", i)
	}
	b.WriteString("}\nfilter:\n  exclude:\n    - {when: tool.name == 'none'}\n")
	for _, when := range c.exclude {
		fmt.Fprintf(&b, "    - when: '%s'\n", when)
	}
	if len(c.runners) > 0 {
		b.WriteString("descriptions:\n  - tools: '*'\n    title:\n      default: x\n      variants: {v: y}\n      runners:\n")
	}
	for _, when := range c.runners {
		fmt.Fprintf(&b, "        - {when: '%s', default: v}\n", when)
	}
	return b.String()
}

// worstItems returns a list at the limit. The format takes the number of a tool and of an item.
func worstItems(format string, n int) (all []string) {
	for i := range 256 {
		all = append(all, fmt.Sprintf(format, n, i))
	}
	return all
}

// worstServer returns a server whose tools are at the limits.
func worstServer(n int) engine.Server {
	tags, tools := map[string][]string{}, make([]any, n)
	for n := range tools {
		properties := map[string]any{}
		for _, item := range worstItems("i%04d_%03d_aaaa", n) {
			properties[item] = struct{}{}
		}
		name := fmt.Sprintf("%s%04d", strings.Repeat("a", 60), n)
		long := fmt.Sprintf("%04d", n) + strings.Repeat("a", 4092)
		tags[name] = worstItems("t%04d_%03d_aaaa", n)
		tools[n] = map[string]any{"name": name, "title": long, "description": long, "inputSchema": map[string]any{
			"type": "object", "properties": properties, "required": worstItems("i%04d_%03d_aaaa", n),
		}}
	}
	list, _ := json.Marshal(tools) // which has nothing that could not be written
	return engine.Server{ID: "s", Lists: [][]byte{list}, Tags: tags}
}

// A worstRig is a case over tools and a request at their limits.
type worstRig struct {
	catalog *engine.Catalog
	request engine.Request
	name    string // of a tool
}

func newWorstRig(t testing.TB, c worstCase, server engine.Server) *worstRig {
	t.Helper()
	loaded, err := ruleset.Parse("worst.yaml", []byte(c.file()))
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	e, err := engine.New(loaded.File(), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := &worstRig{}
	if r.catalog, err = e.BuildCatalog([]engine.Server{server}); err != nil {
		t.Fatal(err)
	}
	attrs := map[string]any{"on": true, "groups": worstItems("i%04d_%03d_aaab", 25), "same": worstItems("i%04d_%03d_aaaa", 25)}
	if c.spreading {
		attrs["groups"], attrs["same"] = []string{}, []string{}
	}
	for i := range 12 {
		list := []string{}
		for k := range 256 {
			if c.spreading {
				list = append(list, fmt.Sprintf("%03x", i<<8+k))
			}
		}
		attrs[fmt.Sprintf("l%d", i)] = list
	}
	for i := range 5 {
		attrs[fmt.Sprintf("s%d", i)] = strings.Repeat("a", 1000-i) + "b"
	}
	r.request = engine.Request{Attrs: attrs}
	if bad := loaded.Env().Request(expr.RequestValues{Attrs: attrs}).Bad(); len(bad) > 0 {
		t.Fatalf("%s: %v", c.name, bad)
	}
	shown := r.catalog.View(r.request).AppendTools(nil)
	if len(shown) == 0 {
		t.Fatalf("%s: no tool is visible, so not all conditions are evaluated", c.name)
	}
	r.name = shown[len(shown)/2].Name()
	return r
}

func (r *worstRig) call(t testing.TB) {
	if _, err := r.catalog.View(r.request).Resolve(r.name); err != nil {
		t.Fatal(err)
	}
}

// TestTableWorst prints the cost of the most expensive conditions. A list selects the visible
// tools, and their titles if conditions decide about them. It writes no JSON.
func TestTableWorst(t *testing.T) {
	if !*printTable {
		t.Skip(howToPrint)
	}
	server := worstServer(worstTools)
	fmt.Print("| conditions | a list of 1,000 tools | a call |\n|---|--:|--:|\n")
	for _, c := range worstCases {
		r := newWorstRig(t, c, server)
		list, _ := ratio.Measure(func() { r.choose(c) })
		call, _ := ratio.Measure(func() { r.call(t) })
		fmt.Printf("| %s | %s | %s |\n", c.name, withGoal(list, worstListGoal), withGoal(call, worstCallGoal))
	}
}

// choose lists the tools, and selects their titles if the case has conditions for them.
func (r *worstRig) choose(c worstCase) {
	view := r.catalog.View(r.request)
	for _, tool := range view.AppendTools(nil) {
		if len(c.runners) > 0 {
			tool.Title()
		}
	}
}

func withGoal(nanoseconds float64, goal time.Duration) string {
	took := time.Duration(nanoseconds)
	if took > goal {
		return took.Round(10*time.Microsecond).String() + " (missed)"
	}
	return took.Round(took / 100).String()
}
