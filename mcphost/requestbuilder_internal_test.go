package mcphost

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// TestLevelOf converts verbosities as claims, headers and hosts represent them.
func TestLevelOf(t *testing.T) {
	const most = 1 << 53 // the last integer up to which a float64 holds all
	for _, c := range []struct {
		value any
		want  engine.Level
	}{
		{"3", engine.Verbosity(3)},
		{"-1", engine.Verbosity(-1)},
		{"3.5", engine.Level{}},
		{"", engine.Level{}},
		{json.Number("4"), engine.Verbosity(4)},
		{json.Number("4.5"), engine.Level{}},
		{5.0, engine.Verbosity(5)},
		{0.0, engine.Verbosity(0)},
		{2.5, engine.Level{}},
		{-2.5, engine.Level{}},
		{float64(most), engine.Verbosity(most)},
		{float64(-most), engine.Verbosity(-most)},
		{float64(most + 2), engine.Level{}},
		{float64(-most - 2), engine.Level{}},
		{math.NaN(), engine.Level{}},
		{math.Inf(1), engine.Level{}},
		{6, engine.Verbosity(6)},
		{int64(7), engine.Verbosity(7)},
		{true, engine.Level{}},
		{nil, engine.Level{}},
	} {
		if got := levelOf(c.value); got != c.want {
			t.Errorf("%T %v: got %v, want %v", c.value, c.value, got, c.want)
		}
	}
}
