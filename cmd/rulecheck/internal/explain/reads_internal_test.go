package explain

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// TestEveryAttributeHasAValue checks that explanations show the value of every attribute of a tool.
func TestEveryAttributeHasAValue(t *testing.T) {
	env, err := cond.NewEnv(nil, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	e := &Explanation{facts: expr.ToolInfo{Server: "s", Name: "n", Key: "s/n", Bytes: 7}}
	for path, want := range map[string]string{"tool.key": `"s/n"`, "tool.tags": "[]", "tool.bytes": "7"} {
		if got := e.valueOf(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	for _, a := range env.Attributes() {
		if strings.HasPrefix(a.Path, "tool.") && strings.Contains(e.valueOf(a.Path), "invalid") {
			t.Errorf("expr.ToolInfo has no field for %s", a.Path)
		}
	}
}
