package workload

import (
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// A Policy is 50 exclude rules: 25 globs, 5 regular expressions on names, 20 expressions.
type Policy struct {
	Globs   []Name // both are globs
	Regexes []Name // Tool is a regular expression
	Whens   []string
}

// A Name selects tools of servers.
type Name struct{ Server, Tool string }

var globs = []Name{
	{"*", "delete_*"}, {"*", "*_delete_*"}, {"*", "drop_*"}, {"srv07", "*"}, {"srv1?", "exec_*"},
	{"srv2*", "*secret*"}, {"*", "*_admin_*"}, {"srv30", "send_*"}, {"srv31", "publish_*"}, {"srv32", "move_*"},
	{"srv33", "copy_*"}, {"srv34", "archive_*"}, {"srv35", "update_*"}, {"srv36", "*_v2"}, {"srv37", "*_raw"},
	{"srv38", "*_batch"}, {"srv39", "get_user*"}, {"srv40", "list_user*"}, {"srv41", "read_invoice*"},
	{"srv42", "*customer*"},
	{"srv43", "query_*"}, {"srv44", "fetch_table*"}, {"srv45", "create_order"}, {"srv46", "search_*_history"},
	{"srv47", "*shipment*raw"},
}

// Each of these has an equivalent without a regular expression, since some peers have none.
var regexes = []Name{
	{"*", `^truncate_`}, {"srv0*", `_metadata$`}, {"*", `secret.*raw`}, {"srv48", `^(send|publish)_`},
	{"*", `^exec_(pod|deployment)`},
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
	`tool.name in ["debug", "experiment"]`,
}

// bothSides read tool and request, but each comparison reads only one of them.
var bothSides = []string{
	`tool.destructive && ctx.user.role != "admin"`,
	`tool.openWorld && ctx.env == "airgap"`,
	`"hr" in tool.tags && "hr" not in ctx.user.groups`,
	`"billing" in tool.tags && ctx.user.tier == "trial"`,
	`!tool.readOnly && ctx.runner == "readonly-bot"`,
	`"pii" in tool.tags && ctx.user.role == "contractor"`,
	`tool.server == "srv05" && ctx.model startsWith "small-"`,
	`tool.name startsWith "send_" && "oncall" not in ctx.user.groups`,
	`tool.bytes > 2500 && ctx.user.budget < 2000`,
	`len(tool.arguments) > 12 && ctx.verbosity < 3`,
}

// mixed have comparisons between tool and request.
var mixed = []string{
	`tool.server in ctx.user.deniedServers`,
	`tool.bytes > ctx.user.budget`,
	`tool.title != "" && tool.title != ctx.user.team`,
	`tool.name in ctx.user.deniedTools`,
	`any(tool.tags, # in ctx.user.deniedTags)`,
}

// Splitting is the policy in which every comparison reads either the tool or the request.
func Splitting() Policy {
	return Policy{Globs: globs, Regexes: regexes, Whens: slices.Concat(requestOnly, toolOnly, bothSides)}
}

// Mixed is the policy with five rules that compare a tool with the request.
func Mixed() Policy {
	return Policy{Globs: globs, Regexes: regexes, Whens: slices.Concat(requestOnly, toolOnly, bothSides[:5], mixed)}
}

// File returns the policy as a rule file.
func (p Policy) File() *rules.File {
	texts := expr.Type{Kind: expr.List, Elem: &expr.Type{}}
	file := &rules.File{Context: []expr.Field{
		{Name: "user", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
			{Name: "role"}, {Name: "tier"}, {Name: "team"}, {Name: "budget", Type: expr.Type{Kind: expr.Int}},
			{Name: "groups", Type: texts},
			{Name: "deniedServers", Type: texts}, {Name: "deniedTools", Type: texts}, {Name: "deniedTags", Type: texts},
		}}},
		{Name: "env"},
	}}
	exclude := &file.Filter.Exclude
	for _, g := range p.Globs {
		*exclude = append(*exclude, rules.EntrySpec{Tools: []string{g.Server + "/" + g.Tool}})
	}
	for _, r := range p.Regexes {
		*exclude = append(*exclude, rules.EntrySpec{Server: &r.Server, Regex: &r.Tool})
	}
	for _, when := range p.Whens {
		*exclude = append(*exclude, rules.EntrySpec{When: when})
	}
	return file
}
