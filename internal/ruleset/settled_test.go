package ruleset_test

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// TestSettled checks that nothing which reads the tool alone is evaluated for a request where its
// outcome is known, and that tools for which it is the same are of one class, whatever they say.
func TestSettled(t *testing.T) {
	text, err := ruleset.CompileText(rules.TextSpec{
		Variants: []rules.Variant{{Name: "a", Text: "A"}},
		Runners: []rules.RunnerSpec{
			{When: `ctx.verbosity > 6 and tool.name == "t"`},
			{When: `tool.description matches "z$"`},
		},
	}, ruleset.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	env := ruleset.Scope{}.Env
	tool := func(description string) *cond.Tool {
		return env.Tool(expr.ToolInfo{Name: "t", Description: description})
	}
	rule := func(settled []cond.Settled) int {
		request := env.Request(expr.RequestValues{Verbosity: 3})
		return text.Rule(ruleset.TextRequest{Tool: tool("xyz"), Request: request, Settled: settled})
	}
	if got := rule(nil); got != 1 {
		t.Errorf("got rule %d, want 1", got)
	}
	if got := rule(text.Settle(tool("xyz"))); got != 1 {
		t.Errorf("with what is settled: got rule %d, want 1", got)
	}
	if got := rule(text.Settle(tool("x"))); got != -1 {
		t.Errorf("with what is settled otherwise: got rule %d, want none, as settled", got)
	}
	key := func(description string) string { return string(text.AppendToolKey(nil, tool(description))) }
	if key("az") != key("bz") || key("az") == key("a") || key("az") == key(strings.Repeat("z", cond.MaxToolString+1)) {
		t.Error("classes are not those of outcomes")
	}
}
