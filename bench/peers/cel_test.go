package peers_test

import (
	"reflect"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/ext"

	"github.com/toolrules/toolrules/bench/workload"
)

var celDialect = dialect{
	is: `%s == %q`, startsWith: `%s.startsWith(%q)`, endsWith: `%s.endsWith(%q)`, contains: `%s.contains(%q)`,
	matches: `%s.matches(%q)`,
}

var celRules = []string{
	`ctx.user.role == "banned"`,
	`ctx.runner == "untrusted" && ctx.verbosity < 1`,
	`"blocked" in ctx.user.groups`,
	`ctx.env == "lockdown"`,
	`ctx.model.startsWith("legacy-")`,
	`tool.destructive && !tool.idempotent`,
	`"internal" in tool.tags`,
	`size(tool.arguments) > 14`,
	`tool.server == "srv13" && tool.name.endsWith("_raw")`,
	`tool.name in ["debug", "experiment"]`,
	`tool.destructive && ctx.user.role != "admin"`,
	`tool.openWorld && ctx.env == "airgap"`,
	`"hr" in tool.tags && !("hr" in ctx.user.groups)`,
	`"billing" in tool.tags && ctx.user.tier == "trial"`,
	`!tool.readOnly && ctx.runner == "readonly-bot"`,
	`"pii" in tool.tags && ctx.user.role == "contractor"`,
	`tool.server == "srv05" && ctx.model.startsWith("small-")`,
	`tool.name.startsWith("send_") && !("oncall" in ctx.user.groups)`,
	`tool.bytes > 2500 && ctx.user.budget < 2000`,
	`size(tool.arguments) > 12 && ctx.verbosity < 3`,
}

// One checked program for all rules, with constants folded and regular expressions compiled
// beforehand, over Go structs.
func prepareCEL(t testing.TB, tools []*workload.Tool) bind {
	env, err := cel.NewEnv(
		ext.NativeTypes(reflect.TypeFor[workload.Tool](), reflect.TypeFor[workload.Request](),
			reflect.TypeFor[workload.User](), ext.ParseStructTags(true)),
		cel.Variable("tool", cel.ObjectType("workload.Tool")),
		cel.Variable("ctx", cel.ObjectType("workload.Request")),
	)
	if err != nil {
		t.Fatal(err)
	}
	conditions := append(nameRules(celDialect, " && "), celRules...)
	ast, issues := env.Compile("(" + strings.Join(conditions, ") || (") + ")")
	if issues.Err() != nil {
		t.Fatal(issues.Err())
	}
	program, err := env.Program(ast, cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		t.Fatal(err)
	}
	return func(r *workload.Request) list {
		return func(dst []int) []int {
			vars := map[string]any{"ctx": r}
			for i, tool := range tools {
				vars["tool"] = tool
				if hidden, _, err := program.Eval(vars); err == nil && hidden == types.False {
					dst = append(dst, i)
				}
			}
			return dst
		}
	}
}
