package plan_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// The policies that are measured: 50 exclude entries, of which 25 are patterns, 5 regexes and 20 expressions.

var globs = []string{
	"*/delete_*", "*/*_delete_*", "*/drop_*", "srv07/*", "srv1?/exec_*", "srv2*/*secret*", "*/*_admin_*", "srv30/send_*", "srv31/publish_*",
	"srv32/move_*", "srv33/copy_*", "srv34/archive_*", "srv35/update_*", "srv36/*_v2", "srv37/*_raw", "srv38/*_batch", "srv39/get_user*",
	"srv40/list_user*", "srv41/read_invoice*", "srv42/*customer*", "srv43/query_*", "srv44/fetch_table*", "srv45/create_order",
	"srv46/search_*_history", "srv47/*shipment*raw",
}

var regexes = []struct{ server, tool string }{
	{"*", `^truncate_`}, {"srv0*", `_metadata$`}, {"*", `secret.*raw`}, {"srv48", `^(send|publish)_`}, {"*", `^exec_(pod|deployment)`},
}

var requestOnly = []string{
	`ctx.user.role == "banned"`,
	`ctx.runner == "untrusted" && ctx.verbosity < 1`,
	`"blocked" in ctx.user.groups`,
	`ctx.env == "lockdown"`,
	`ctx.model startsWith "legacy-"`,
}

var toolOnly = []string{
	`tool.destructive && !tool.idempotent`,
	`"internal" in tool.tags`,
	`len(tool.arguments) > 14`,
	`tool.server == "srv13" && tool.name endsWith "_raw"`,
	`tool.title in ["debug", "experimental"]`,
}

// bothSides read tool and request, but in atoms that read one of them.
var bothSides = []string{
	`tool.destructive && ctx.user.role != "admin"`,
	`tool.openWorld && ctx.env == "airgap"`,
	`tool.title == "hr" && !("hr" in ctx.user.groups)`,
	`tool.title == "billing" && ctx.user.tier == "trial"`,
	`!tool.readOnly && ctx.runner == "readonly-bot"`,
	`"pii" in tool.tags && ctx.user.role == "contractor"`,
	`tool.server == "srv05" && ctx.model startsWith "small-"`,
	`tool.name startsWith "send_" && "oncall" not in ctx.user.groups`,
	`tool.bytes > 9500 && ctx.user.budget < 10000`,
	`len(tool.arguments) > 12 && ctx.verbosity < 3`,
}

// mixed have atoms that read tool and request.
var mixed = []string{
	`tool.server in ctx.user.deniedServers`,
	`tool.bytes > ctx.user.budget`,
	`tool.description != "" && tool.description != ctx.user.tenant`,
	`!(tool.title in ctx.user.scopes)`,
	`any(tool.tags, # in ctx.user.groups)`,
}

// splitting are the expressions of which the plan has to evaluate no atom for a tool; truly are those with five that need it.
var (
	splitting = slices.Concat(requestOnly, toolOnly, bothSides)
	truly     = slices.Concat(requestOnly, toolOnly, bothSides[:5], mixed)
)

func policyEnv(t testing.TB) *expr.Env {
	texts := expr.Type{Kind: expr.List, Elem: &expr.Type{}}
	env, err := expr.NewEnv([]expr.Field{
		{Name: "user", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
			{Name: "role"}, {Name: "tier"}, {Name: "tenant"}, {Name: "groups", Type: texts}, {Name: "scopes", Type: texts},
			{Name: "deniedServers", Type: texts}, {Name: "budget", Type: expr.Type{Kind: expr.Int}},
		}}},
		{Name: "env"},
	}, expr.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func policyRequest(env *expr.Env) *expr.Request {
	return env.Request(expr.RequestValues{Runner: "codex", Model: "gpt-5.4", Verbosity: 5, Attrs: map[string]any{
		"env": "prod",
		"user": map[string]any{
			"role": "engineer", "tier": "free", "tenant": "acme", "groups": []string{"dev", "oncall", "eu"},
			"scopes": []string{"data", "comms", "infra", "search"}, "deniedServers": []string{"srv03", "srv17"}, "budget": 8000,
		},
	}})
}

func policyFilter(t testing.TB, env *expr.Env, whens []string) *rules.Filter {
	var spec rules.FilterSpec
	for _, g := range globs {
		spec.Exclude = append(spec.Exclude, rules.EntrySpec{Tools: []string{g}})
	}
	for _, r := range regexes {
		spec.Exclude = append(spec.Exclude, rules.EntrySpec{Server: &r.server, Regex: &r.tool})
	}
	for _, when := range whens {
		spec.Exclude = append(spec.Exclude, rules.EntrySpec{When: when})
	}
	f, err := spec.Compile(rules.Scope{Env: env})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// policyTools makes n tools over 50 servers, in the order of the servers.
func policyTools(n int) []expr.ToolFacts {
	verbs := []string{"read", "get", "list", "search", "create", "update", "delete", "drop", "exec", "send", "publish", "query", "fetch", "move", "copy", "archive"}
	nouns := []string{"issue", "repo", "file", "message", "calendar_event", "invoice", "customer", "deployment", "pod", "secret", "pull_request", "branch",
		"table", "row", "document", "metric", "alert", "user", "group", "ticket", "order", "shipment"}
	kinds := []string{"", "", "", "_by_id", "_batch", "_comments", "_history", "_raw", "_v2", "_metadata", "_attachments", "_delete_marker", "_admin_view"}
	titles := []string{"data", "comms", "infra", "billing", "debug", "experimental", "hr", "search", "data", "comms", "infra", "search"}
	tags := []string{"beta", "pii", "write", "read", "cheap", "slow", "finance", "prod", "net", "dev"}
	tenants := []string{"", "", "", "acme", "globex", "initech"}
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	all := make([]expr.ToolFacts, n)
	for i := range all {
		verb := pick(verbs)
		f := &all[i]
		f.Server = fmt.Sprintf("srv%02d", i*50/n)
		f.Name = fmt.Sprintf("%s_%s%s", verb, pick(nouns), pick(kinds))
		if r.IntN(4) == 0 {
			f.Name = fmt.Sprintf("%s_%d", f.Name, r.IntN(1000))
		}
		f.Title, f.Description = pick(titles), pick(tenants)
		f.ReadOnly = verb == "read" || verb == "get" || verb == "list" || verb == "search" || verb == "query" || verb == "fetch"
		f.Destructive = verb == "delete" || verb == "drop" || verb == "update" && r.IntN(3) == 0
		f.Idempotent, f.OpenWorld = f.ReadOnly || r.IntN(3) == 0, r.IntN(4) == 0
		for range r.IntN(4) {
			f.Tags = append(f.Tags, pick(tags))
		}
		for k := range r.IntN(16) {
			f.Arguments = append(f.Arguments, fmt.Sprintf("argument%d", k))
		}
		f.Bytes = 200 + r.IntN(10000)
	}
	return all
}
