//go:build !race

// The race detector allocates memory of its own.

package engine_test

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/test/ratio"
)

// manyRule has many descriptions.
var manyRule = "version: 1\ndescriptions: [{tools: '*', arguments: {" + repeated(100, "p@: x") + "}}]\n"

// readingRule has a description that depends on a tool's description.
const readingRule = "version: 1\ndescriptions: [{tools: '*', arguments: {p: {variants: {a: A}, " +
	"runners: [{when: tool.description contains \"z\", default: a}]}}}]\n"

// hostileTools are lists whose size grows with n, designed to cause excessive cost.
var hostileTools = []struct {
	name, rules string
	tools       func(n int) string
}{
	{"ids with a long base", plainRule, func(n int) string { return tool(based(n, "$id")) }},
	{"references with a long base", plainRule, func(n int) string { return tool(based(n, "$ref")) }},
	{"places behind a long name", plainRule, func(n int) string { return tool(nested(100*n, branched(n, `{}`))) }},
	{"booleans behind a long name", plainRule, func(n int) string { return tool(nested(100*n, branched(n, `true`))) }},
	{"places", plainRule, func(n int) string { return tool(branched(5*n, `{}`)) }},
	{"booleans", plainRule, func(n int) string { return tool(branched(5*n, `true`)) }},
	{"places, and a long description that is read", readingRule, func(n int) string {
		return `{"description":"` + strings.Repeat("d", 20*n) + `",` + tool(branched(n, `{}`))[1:]
	}},
	{"a reference that leads nowhere, for many texts", manyRule,
		func(n int) string { return tool(`{"$ref":"http://h/` + strings.Repeat("y", 100*n) + `"}`) }},
}

// TestGrowth checks that the memory that a catalog allocates grows linearly with its lists, and
// that it keeps little more than their size. For eight times the list, twelve times the memory is
// allowed.
func TestGrowth(t *testing.T) {
	const small, large = 250, 2000
	for _, c := range hostileTools {
		t.Run(c.name, func(t *testing.T) {
			e := parse(t, c.rules)
			took := func(n int) (all, kept float64) {
				list := "[" + c.tools(n) + "]"
				a, k := allocated(t, e, list)
				t.Logf("%d bytes take %d and keep %d", len(list), a, k)
				return float64(a) / float64(len(list)), float64(k) / float64(len(list))
			}
			few, _ := took(small)
			if many, kept := took(large); many > 1.5*few+20 || many > 250 || kept > 20 {
				t.Errorf("a byte takes %.0f in a small list, and %.0f in a large one, of which %.0f are kept", few, many, kept)
			}
		})
	}
}

// allocated returns the number of bytes that a catalog of one list allocates, and the number of
// bytes that it and its report keep.
func allocated(t *testing.T, e *engine.Engine, list string) (all, kept uint64) {
	t.Helper()
	var before, after runtime.MemStats
	used := heap()
	runtime.ReadMemStats(&before)
	c, err := e.BuildCatalog([]engine.Server{tools("s", list)})
	report := c.Report()
	if err != nil || len(c.Tools()) != 1 {
		t.Fatal(err, report.Faults)
	}
	runtime.ReadMemStats(&after)
	kept = max(heap(), used) - used
	runtime.KeepAlive(c)
	return after.TotalAlloc - before.TotalAlloc, kept
}

// TestPlacesAreFoundAtOnce checks that a path that selects many locations takes little longer than
// one that selects none in the same schema. Searching each location among the others took 12 times
// as long.
func TestPlacesAreFoundAtOnce(t *testing.T) {
	const n = 32_000
	server := tools("s", "["+tool(branched(n, `{}`))+"]")
	took := func(rules string, want int) time.Duration {
		e := parse(t, rules)
		var got []byte
		least := ratio.Least(3, func() { got = catalogOf(t, e, server).View(engine.Request{}).AppendToolsJSON(nil) })
		if found := bytes.Count(got, []byte(`{"p":{"description":"x"}}`)); found != want {
			t.Fatalf("%d places have got their text; want %d", found, want)
		}
		return least
	}
	found, missing := took(plainRule, n), took("version: 1\ndescriptions: [{tools: '*', arguments: {q: x}}]\n", 0)
	t.Logf("%d places take %v, none take %v", n, found, missing)
	if found > 5*missing {
		t.Errorf("places take %.0f times as long as none", float64(found)/float64(missing))
	}
}
