//go:build !race

// Under the race detector, pools drop values at random, so memory cannot be measured.

package jsontree

import "testing"

// Trees that are parsed in sequence allocate nothing, except for new names.
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
