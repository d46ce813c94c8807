package cond_test

import (
	"reflect"
	"testing"

	"github.com/toolrules/toolrules/expr"
)

// TestConstant reads the right side of comparisons.
func TestConstant(t *testing.T) {
	env := oracleEnv(t)
	tool := env.Tool(expr.ToolInfo{Name: "A", Tags: []string{"b"}})
	for src, want := range map[string]any{
		`ctx.user.id == "a"`:               "a",
		`ctx.on == true`:                   true,
		`ctx.verbosity == 3`:               3,
		`ctx.risk > 0.5`:                   0.5,
		`ctx.user.id in ["a", "b"]`:        []string{"a", "b"},
		`ctx.verbosity in [1, 2]`:          []int{1, 2},
		`ctx.risk in [0.5]`:                []float64{0.5},
		`ctx.on in [true]`:                 []bool{true},
		`ctx.user.id == lower(tool.name)`:  "a",
		`ctx.user.id in tool.tags`:         []string{"b"},
		`ctx.user.id == ctx.runner`:        nil,
		`tool.name in ctx.user.groups`:     nil,
		`ctx.user.id == lower(ctx.runner)`: nil,
	} {
		p, err := env.Compile(src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		right := p.Atoms()[0].Term().Args()[1]
		if got, ok := right.Constant(tool); !reflect.DeepEqual(got, want) || ok != (want != nil) {
			t.Errorf("%s: got %#v, %t; want %#v", src, got, ok, want)
		}
		if got, ok := right.Constant(nil); ok != (want != nil && !p.ReadsTool()) {
			t.Errorf("%s without a tool: got %#v, %t", src, got, ok)
		}
	}
}
