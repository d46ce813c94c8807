package dotted_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/naming/dotted"
)

func TestSpec(t *testing.T) {
	type dottedTool struct {
		Name          string `json:"name"`
		Audience      string `json:"audience"`
		ModuleEnabled bool   `json:"module_enabled"`
		Hidden        bool   `json:"hidden"`
	}
	type resolution struct {
		Name     string `json:"name"`
		Audience string `json:"audience"`
		Want     string `json:"want"`
	}
	type phoenixCase struct {
		ID      string            `json:"id"`
		Tools   []dottedTool      `json:"tools"`
		ToMCP   map[string]string `json:"to_mcp"`
		Dedupe  []string          `json:"dedupe"`
		Resolve []resolution      `json:"resolve"`
	}
	spectest.Each(t, "names_phoenix.jsonl", func(t *testing.T, _ string, c phoenixCase) {
		tools := make([]dotted.Tool, len(c.Tools))
		for i, tool := range c.Tools {
			tools[i] = dotted.Tool{
				Name: tool.Name, Audience: tool.Audience, Hidden: tool.Hidden, ModuleOff: !tool.ModuleEnabled,
			}
		}
		for name, want := range c.ToMCP {
			if got := dotted.ToMCP(name); got != want {
				t.Errorf("ToMCP(%q) = %q; want %q", name, got, want)
			}
		}
		var kept []string
		for _, tool := range dotted.Dedupe(tools) {
			kept = append(kept, tool.Name)
		}
		if diff := cmp.Diff(c.Dedupe, kept, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("Dedupe (-want +got)\n%s", diff)
		}
		registry := dotted.NewRegistry(tools)
		for _, r := range c.Resolve {
			if got := registry.Resolve(r.Name, r.Audience); got != r.Want {
				t.Errorf("Resolve(%q, %q) = %q; want %q", r.Name, r.Audience, got, r.Want)
			}
		}
	})
}

func TestDedupeDoesNotModifyItsInput(t *testing.T) {
	tools := []dotted.Tool{{Name: "a.b"}, {Name: "a_b"}, {Name: "c"}}
	kept := dotted.Dedupe(tools)
	if len(kept) != 2 || kept[1].Name != "c" || tools[1].Name != "a_b" {
		t.Errorf("kept %v of %v", kept, tools)
	}
}

func TestZeroRegistryIsEmpty(t *testing.T) {
	if got := new(dotted.Registry).Resolve("a_b", "public"); got != "a_b" {
		t.Errorf("got %q", got)
	}
}
