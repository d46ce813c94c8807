//go:build !race

// Under the race detector, pools drop values at random, so memory cannot be measured.

package engine_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// The memory that lists and calls allocate does not depend on the number of tools or rules.
func TestListingTakesNoMemory(t *testing.T) {
	e, err := engine.New(parse(t, visibleRules).File(), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for i := range 1000 {
		list = append(list, fmt.Sprintf(`{"name":"t%d"}`, i))
	}
	catalog := catalogOf(t, e, tools("s", "["+strings.Join(list, ",")+"]"))
	request := engine.Request{Runner: "codex", Model: "big", Attrs: map[string]any{"risk": 0.1, "user": map[string]any{"role": "admin", "groups": []string{"x"}}}}
	v := catalog.View(request)
	const binding = 5 // the view, the request, what it says, its lists and what they hold
	if got := testing.AllocsPerRun(100, func() { v = catalog.View(request) }); got != binding {
		t.Errorf("binding a request: %v allocations", got)
	}
	visible := 0
	if got := testing.AllocsPerRun(100, func() {
		visible = 0
		for range v.Tools() {
			visible++
		}
	}); got != 0 || visible == 0 {
		t.Errorf("listing %d tools: %v allocations", visible, got)
	}
	all := v.AppendTools(nil)
	if got := testing.AllocsPerRun(100, func() { all = v.AppendTools(all[:0]) }); got != 0 || len(all) != visible {
		t.Errorf("appending %d tools: %v allocations", len(all), got)
	}
	if got := testing.AllocsPerRun(100, func() { _, err = v.Resolve("s__t7") }); got != 0 || err != nil {
		t.Errorf("resolving: %v allocations, %v", got, err)
	}
}

// Descriptions and a whole tools/list result allocate nothing either, except the first description
// of a view, which allocates a word for each shape of entries.
func TestRenderingTakesNoMemory(t *testing.T) {
	r := newRig(1000)
	v := r.view(t)
	dst := v.AppendToolsJSON(nil)
	size := len(dst)
	if got := testing.AllocsPerRun(20, func() { dst = v.AppendToolsJSON(dst[:0]) }); got != 0 || len(dst) != size {
		t.Errorf("%d bytes of JSON: %v allocations", len(dst), got)
	}
	sum := 0
	if got := testing.AllocsPerRun(20, func() {
		for tool := range v.Tools() {
			sum += len(tool.Title()) + len(tool.Description())
		}
	}); got != 0 || sum == 0 {
		t.Errorf("%d bytes of texts: %v allocations", sum, got)
	}
	fresh := make([]*engine.View, 51)
	for i := range fresh {
		fresh[i] = r.catalog.View(engine.Request{Runner: "codex", Model: "5.4"})
	}
	i := 0
	if got := testing.AllocsPerRun(50, func() {
		dst = fresh[i].AppendToolsJSON(dst[:0])
		i++
	}); got > 2 {
		t.Errorf("a first result: %v allocations", got)
	}
}

// A condition of a runner rule is evaluated once in a request for all tools that it cannot
// distinguish, however many descriptions need it. The test counts evaluations by the memory that
// each run of the VM allocates.
func TestConditionsAreSharedByTools(t *testing.T) {
	e := parse(t, dependsContext+`
descriptions:
  - tools: '*'
    title: {variants: {v: V}, runners: [{when: 'count(tool.tags, # == ctx.tenant) > 0', default: v}]}
    description: {default: D, variants: {v: V}, runners: [{when: 'count(tool.tags, # == ctx.tenant) > 0', default: v}]}
`)
	ask := func(n int) float64 {
		var servers []engine.Server
		for i := range 4 {
			var list []string
			tags := map[string][]string{}
			for j := range n / 4 {
				name := fmt.Sprintf("t%d", j)
				list = append(list, fmt.Sprintf(`{"name":%q}`, name))
				tags[name] = []string{fmt.Sprint(j % 2)}
			}
			s := tools(fmt.Sprintf("s%d", i), "["+strings.Join(list, ",")+"]")
			s.Tags = tags
			servers = append(servers, s)
		}
		catalog := catalogOf(t, e, servers...)
		req := engine.Request{Attrs: map[string]any{"tenant": "1"}}
		dst := catalog.View(req).AppendToolsJSON(nil)
		return testing.AllocsPerRun(5, func() { dst = catalog.View(req).AppendToolsJSON(dst[:0]) })
	}
	if few, many := ask(8), ask(4000); many != few || few == 0 {
		t.Errorf("%v allocations for 8 tools, %v for 4,000", few, many)
	}
}

// A list allocates only the memory that is kept of it: reading a tool allocates none, whatever the
// tool contains.
func TestReadingListsTakesLittleMemory(t *testing.T) {
	e := parse(t, "{version: 1, filter: {exclude: ['*/*delete*', {when: 'tool.destructive && ctx.runner == \"x\"'}]}, descriptions: [{tools: '*/t1*', title: T}]}")
	empty := catalogOf(t, e, sent("s", "[]"))
	with := func(n int) (allocations, bytes float64) {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`{"name":"t%d","title":"Tool \u0022%d\u0022","description":"Reads issue %d, and says \"so\".","annotations":{"title":"T","readOnlyHint":true,"openWorldHint":false},`+
				`"inputSchema":%s,"outputSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}}}}`, i, i, i, peerSchema))
		}
		s := sent("s", "["+strings.Join(list, ",")+"]")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		c, err := empty.With(s)
		runtime.ReadMemStats(&after)
		if err != nil || len(c.Report().Faults) > 0 || len(c.Tools()) != n {
			t.Fatalf("%v, %v", err, c.Report())
		}
		return float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)
	}
	const few, many = 2000, 12_000
	a, x := with(few)
	b, y := with(many)
	allocations, bytes := (b-a)/(many-few), (y-x)/(many-few)
	t.Logf("%.2f allocations and %.0f bytes a tool", allocations, bytes)
	if allocations > 3 || bytes > 1500 {
		t.Errorf("%.2f allocations and %.0f bytes a tool", allocations, bytes)
	}
}

func TestListsDoNotAllocate(t *testing.T) {
	c := discovering(t, "discovery: {limits: [{tools: 20, bytes: 4000}], pin: [a/tool_9], search: {}}", engine.Options{}, 100, 100)
	v := c.View(engine.Request{})
	tools, buffer := v.AppendTools(nil), v.AppendToolsJSON(nil)
	if n := testing.AllocsPerRun(100, func() { tools = v.AppendTools(tools[:0]) }); n > 0 {
		t.Errorf("AppendTools allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { buffer = v.AppendToolsJSON(buffer[:0]) }); n > 0 {
		t.Errorf("AppendToolsJSON allocates %v times", n)
	}
}
