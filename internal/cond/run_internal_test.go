package cond

import (
	"strings"
	"testing"

	exprlang "github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"

	"github.com/toolrules/toolrules/expr"
)

// TestErrorsOfVM damages the program of an atom, since no expression that compiles has an error
// when it runs. If one had, the atom would fail: it would not be false, which shows under exclude.
func TestErrorsOfVM(t *testing.T) {
	env, err := NewEnv([]expr.Field{{Name: "tenant"}}, EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	number, err := exprlang.Compile("1")
	if err != nil {
		t.Fatal(err)
	}
	tool, request := env.Tool(expr.ToolInfo{}), env.Request(expr.RequestValues{Attrs: map[string]any{"tenant": "a"}})
	for _, c := range []struct {
		name, detail string
		program      *vm.Program
	}{
		{"no program", "nil", nil},
		{"a panic", "opcode", &vm.Program{Bytecode: []vm.Opcode{vm.OpInvalid}, Arguments: []int{0}}},
		{"no bool", "int", number},
	} {
		p, err := env.Compile(`ctx.tenant == tool.name`)
		if err != nil {
			t.Fatal(err)
		}
		a := p.Atoms()[0]
		a.program = c.program
		got := a.Eval(tool, request)
		if got.Outcome != Failed || got.Failure == nil || got.Failure.Reason != expr.CodeRun || !strings.Contains(got.Failure.Detail, c.detail) {
			t.Errorf("%s: got %v, %+v", c.name, got.Outcome, got.Failure)
		}
	}
}
