//go:build !race

package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/test/ratio"
)

// TestRunnersReadToolsOnce compares lists under a runner rule that searches long descriptions with
// lists under one that reads a bool of the tool. The search runs when the tools arrive, once for
// all descriptions with the same rules.
func TestRunnersReadToolsOnce(t *testing.T) {
	const tools = 10
	var list strings.Builder
	for i := range tools {
		fmt.Fprintf(&list, `,{"name":"t%d","description":"%s%d","inputSchema":{"type":"object"}}`, i, strings.Repeat("d", 600), i)
	}
	servers := []engine.Server{{ID: "s", Lists: [][]byte{[]byte("[" + list.String()[1:] + "]")}}}
	build := func(e *engine.Engine) *engine.Catalog {
		c, err := e.BuildCatalog(servers)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	lister := func(condition string) func() {
		c := build(parse(t, "version: 1\ndescriptions: [{tools: s/*, description: {default: x, variants: {v: y}, runners: [{when: '"+
			condition+"', default: v}]}}]\n"))
		return func() { c.View(engine.Request{}).AppendToolsJSON(nil) }
	}
	if _, times := ratio.Measure(lister(`tool.readOnly`), lister(`tool.description matches "(d?){119}Z"`)); times[0] > 10 {
		t.Errorf("a list takes %.0f times as long where a runner rule searches descriptions", times[0])
	}

	texts := func(n int) func() {
		e := parse(t, "version: 1\ndescriptions:\n"+strings.Repeat("  - {tools: s/*, description: {default: x, variants: {v: y}, "+
			"runners: [{when: 'tool.description matches \"(d?){119}Z\"', default: v}]}}\n", n))
		return func() { build(e) }
	}
	if _, times := ratio.Measure(texts(1), texts(20)); times[0] > 4 {
		t.Errorf("to read tools takes %.0f times as long with 20 texts of the same rules", times[0])
	}
}
