package mcphost

import (
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// Numbers of claims are written with all digits, and those that may be rounded are refused.
func TestNumbersOfClaims(t *testing.T) {
	isolation := &Isolation{By: []string{"id"}}
	for _, c := range []struct {
		value float64
		want  string // empty: refused
	}{{12345678, "12345678"}, {1e15, "1000000000000000"}, {-0.5, "-0.5"}, {9007199254740993, ""}, {1e300, ""}} {
		req := engine.Request{Attrs: map[string]any{"id": c.value}}
		if text, err := attributeText(req, "id"); text != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%v is written as %q, %v", c.value, text, err)
		}
		if _, err := isolation.key(req, nil); (err != nil) != (c.want == "") {
			t.Errorf("the key of %v: %v", c.value, err)
		}
	}
}

// Values that a key could not distinguish are refused.
func TestKeysAreExact(t *testing.T) {
	isolation := &Isolation{By: []string{"id"}}
	for _, value := range []any{"\xe8", []string{"a", "\xe8"}, []any{"a", 1e17}, []any{"\xe8"}} {
		if key, err := isolation.key(engine.Request{Attrs: map[string]any{"id": value}}, nil); err == nil {
			t.Errorf("the key of %q is %s", value, key)
		}
	}
	for _, value := range []any{"\ufffd", []string{"a"}, []any{"a", 1.0, true}} {
		if _, err := isolation.key(engine.Request{Attrs: map[string]any{"id": value}}, nil); err != nil {
			t.Errorf("the key of %q: %v", value, err)
		}
	}
}
