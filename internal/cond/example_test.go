package cond_test

import (
	"fmt"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

func Example() {
	role, err := cond.ParseType("admin | member | guest")
	if err != nil {
		fmt.Println(err)
		return
	}
	env, err := cond.NewEnv([]expr.Field{{Name: "role", Type: role}, {Name: "tenant", Optional: true}}, cond.EnvOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := env.Compile(`tool.destructive and ctx.role == "guest"`)
	if err != nil {
		fmt.Println(err)
		return
	}
	tool := env.Tool(expr.ToolInfo{Server: "github", Name: "delete_repo", Destructive: true})
	for _, attrs := range []map[string]any{{"role": "guest"}, {"role": "admin"}, {}} {
		result := p.Eval(tool, env.Request(expr.RequestValues{Attrs: attrs}))
		fmt.Println(result.Outcome)
		if result.Failure != nil {
			fmt.Println(result.Failure)
		}
	}
	// Output:
	// true
	// false
	// failed
	// ctx.role == "guest": ctx.role is missing in the request [missing]
}

func ExampleEnv_Compile_mistakes() {
	env, err := cond.NewEnv([]expr.Field{{Name: "role", Type: expr.Type{Kind: expr.Words, Words: []string{"admin", "guest"}}}},
		cond.EnvOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = env.Compile(`ctx.role == "admn" and not "write" in tool.tags`)
	fmt.Println(err)
	// Output:
	// byte 12: "admn" is not one of admin, guest [unknown_word]; did you mean "admin"?
	// byte 23: not expects a bool; "write" is a string [wrong_type]; not "write" in … reads as (not "write") in …; write "write" not in …
}

func ExampleProgram_Tree() {
	var env *cond.Env // nothing is declared
	p, err := env.Compile(`tool.readOnly or (ctx.runner ?? "none") not in ["codex", "none"]`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, atom := range p.Atoms() {
		fmt.Println(atom.Offset(), atom.Source(), atom.Reads())
	}
	// Output:
	// 0 tool.readOnly [tool.readOnly]
	// 17 (ctx.runner ?? "none") not in ["codex", "none"] [ctx.runner]
}
