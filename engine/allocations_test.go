//go:build !race

// The race detector makes pools forget at random, so that nothing can be said of memory under it.

package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// What listing and calling cost in memory does not depend on how many tools or rules there are.
func TestListingTakesNoMemory(t *testing.T) {
	e, err := engine.New(parse(t, visibleRules).Rules(), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for i := range 1000 {
		list = append(list, fmt.Sprintf(`{"name":"t%d"}`, i))
	}
	catalog := catalogOf(t, e, tools("s", "["+strings.Join(list, ",")+"]"))
	v := catalog.View(engine.Request{Runner: "codex", Model: "big", Attrs: map[string]any{"risk": 0.1, "user": map[string]any{"role": "admin", "groups": []string{"x"}}}})
	visible := 0
	if got := testing.AllocsPerRun(100, func() {
		visible = 0
		for range v.Tools() {
			visible++
		}
	}); got != 0 || visible == 0 {
		t.Errorf("listing %d tools: %v allocations", visible, got)
	}
	if got := testing.AllocsPerRun(100, func() { _, err = v.Resolve("s__t7") }); got != 0 || err != nil {
		t.Errorf("resolving: %v allocations, %v", got, err)
	}
}
