package peers_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"

	"github.com/toolrules/toolrules/bench/workload"
)

var regoDialect = dialect{
	is: `%s == %q`, startsWith: `startswith(%s, %q)`, endsWith: `endswith(%s, %q)`, contains: `contains(%s, %q)`,
	matches: "regex.match(`%[2]s`, %[1]s)",
}

// Conditions that read only the request are a separate rule, which is evaluated once.
var regoBlocked = []string{
	`ctx.user.role == "banned"`,
	`ctx.runner == "untrusted"; ctx.verbosity < 1`,
	`"blocked" in ctx.user.groups`,
	`ctx.env == "lockdown"`,
	`startswith(ctx.model, "legacy-")`,
}

var regoHidden = []string{
	`tool.destructive; not tool.idempotent`,
	`"internal" in tool.tags`,
	`count(tool.arguments) > 14`,
	`tool.server == "srv13"; endswith(tool.name, "_raw")`,
	`tool.name in {"debug", "experiment"}`,
	`tool.destructive; ctx.user.role != "admin"`,
	`tool.openWorld; ctx.env == "airgap"`,
	`"hr" in tool.tags; not "hr" in ctx.user.groups`,
	`"billing" in tool.tags; ctx.user.tier == "trial"`,
	`not tool.readOnly; ctx.runner == "readonly-bot"`,
	`"pii" in tool.tags; ctx.user.role == "contractor"`,
	`tool.server == "srv05"; startswith(ctx.model, "small-")`,
	`startswith(tool.name, "send_"); not "oncall" in ctx.user.groups`,
	`tool.bytes > 2500; ctx.user.budget < 2000`,
	`count(tool.arguments) > 12; ctx.verbosity < 3`,
}

// regoModule returns the policy for the tools at a path.
func regoModule(tools string) string {
	var m strings.Builder
	m.WriteString("package filter\n\nctx := input.ctx\n\n")
	m.WriteString("visible contains i if {\n\tnot blocked\n\tsome i, tool in " + tools + "\n\tnot hidden(tool)\n}\n\n")
	for _, c := range regoBlocked {
		m.WriteString("blocked if { " + c + " }\n\n")
	}
	for _, c := range append(nameRules(regoDialect, "; "), regoHidden...) {
		m.WriteString("hidden(tool) if { " + c + " }\n\n")
	}
	return m.String()
}

// regoValue converts a Go value to OPA's form, so that it is not converted for each request.
func regoValue(t testing.TB, value any) ast.Value {
	t.Helper()
	v, err := ast.InterfaceToValue(regoPlain(t, value))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func regoPlain(t testing.TB, value any) (plain any) {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &plain); err != nil {
		t.Fatal(err)
	}
	return plain
}

// regoTools returns the tools with empty lists instead of null.
func regoTools(tools []*workload.Tool) []workload.Tool {
	all := make([]workload.Tool, len(tools))
	for i, tool := range tools {
		all[i] = *tool
		all[i].Arguments, all[i].Tags = append([]string{}, tool.Arguments...), append([]string{}, tool.Tags...)
	}
	return all
}

func regoQuery(t testing.TB, module string, store storage.Store) rego.PreparedEvalQuery {
	query, err := rego.New(rego.Query("data.filter.visible"), rego.Module("filter.rego", module),
		rego.Store(store)).PrepareForEval(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return query
}

// regoList evaluates a prepared query.
func regoList(t testing.TB, query rego.PreparedEvalQuery, input ast.Value) list {
	return func(dst []int) []int {
		results, err := query.Eval(context.Background(), rego.EvalParsedInput(input))
		if err != nil || len(results) != 1 {
			t.Fatalf("%d results: %v", len(results), err)
		}
		for _, number := range results[0].Expressions[0].Value.([]any) {
			i, err := number.(json.Number).Int64()
			if err != nil {
				t.Fatal(err)
			}
			dst = append(dst, int(i))
		}
		return dst
	}
}

func prepareOPAInput(t testing.TB, tools []*workload.Tool) bind {
	query := regoQuery(t, regoModule("input.tools"), inmem.New())
	all := ast.NewTerm(regoValue(t, regoTools(tools)))
	return func(r *workload.Request) list {
		return regoList(t, query, ast.NewObject(ast.Item(ast.StringTerm("tools"), all),
			ast.Item(ast.StringTerm("ctx"), ast.NewTerm(regoValue(t, r)))))
	}
}

// prepareOPAData puts the tools into a store that keeps them in the form in which they are
// evaluated.
func prepareOPAData(t testing.TB, tools []*workload.Tool) bind {
	store := inmem.NewFromObjectWithOpts(map[string]any{"tools": regoPlain(t, regoTools(tools))},
		inmem.OptReturnASTValuesOnRead(true))
	query := regoQuery(t, regoModule("data.tools"), store)
	return func(r *workload.Request) list {
		return regoList(t, query, ast.NewObject(ast.Item(ast.StringTerm("ctx"), ast.NewTerm(regoValue(t, r)))))
	}
}
