//go:build !race

// The race detector makes pools forget at random, so that nothing can be said of memory under it.

package jsontree

import "testing"

// Trees that are read one after the other take no memory of their own, but for names that are new.
func TestParseNextTakesNoMemory(t *testing.T) {
	var p Parser
	data := []byte(`{"name":"a","list":[1,2,{"x":[]}],"object":{"a":{"b":"c"}}}`)
	parse := func() {
		if _, err := p.ParseNext(data, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	parse()
	if got := testing.AllocsPerRun(100, parse); got > 1 {
		t.Errorf("%v allocations", got)
	}
}
