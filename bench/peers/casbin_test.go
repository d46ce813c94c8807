package peers_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/casbin/casbin/v2"
	"github.com/casbin/casbin/v2/model"

	"github.com/toolrules/toolrules/bench/workload"
)

var casbinDialect = dialect{
	is: `%s == %q`, startsWith: `startsWith(%s, %q)`, endsWith: `endsWith(%s, %q)`, contains: `contains(%s, %q)`,
	matches: `matches(%s, %q)`,
}

var casbinRules = []string{
	`r.ctx.User.Role == "banned"`,
	`r.ctx.Runner == "untrusted" && r.ctx.Verbosity < 1`,
	`has(r.ctx.User.Groups, "blocked")`,
	`r.ctx.Env == "lockdown"`,
	`startsWith(r.ctx.Model, "legacy-")`,
	`r.tool.Destructive && !r.tool.Idempotent`,
	`has(r.tool.Tags, "internal")`,
	`count(r.tool.Arguments) > 14`,
	`r.tool.Server == "srv13" && endsWith(r.tool.Name, "_raw")`,
	`r.tool.Name in ("debug", "experiment")`,
	`r.tool.Destructive && r.ctx.User.Role != "admin"`,
	`r.tool.OpenWorld && r.ctx.Env == "airgap"`,
	`has(r.tool.Tags, "hr") && !has(r.ctx.User.Groups, "hr")`,
	`has(r.tool.Tags, "billing") && r.ctx.User.Tier == "trial"`,
	`!r.tool.ReadOnly && r.ctx.Runner == "readonly-bot"`,
	`has(r.tool.Tags, "pii") && r.ctx.User.Role == "contractor"`,
	`r.tool.Server == "srv05" && startsWith(r.ctx.Model, "small-")`,
	`startsWith(r.tool.Name, "send_") && !has(r.ctx.User.Groups, "oncall")`,
	`r.tool.Bytes > 2500 && r.ctx.User.Budget < 2000`,
	`count(r.tool.Arguments) > 12 && r.ctx.Verbosity < 3`,
}

// One matcher with all rules, which casbin compiles once, and the whole list in one BatchEnforce.
// With one policy per rule, the other way in the documentation, casbin compiles each again for each
// tool.
func prepareCasbin(t testing.TB, tools []*workload.Tool) bind {
	names := nameRules(casbinDialect, " && ")
	for i := range names {
		names[i] = strings.NewReplacer("tool.server", "r.tool.Server", "tool.name", "r.tool.Name").Replace(names[i])
	}
	m := model.NewModel()
	m.AddDef("r", "r", "ctx, tool")
	m.AddDef("p", "p", "ctx, tool")
	m.AddDef("e", "e", "some(where (p.eft == allow))")
	m.AddDef("m", "m", "!(("+strings.Join(append(names, casbinRules...), ") || (")+"))")
	e, err := casbin.NewEnforcer(m)
	if err != nil {
		t.Fatal(err)
	}
	texts := func(f func(text, part string) bool) func(...any) (any, error) {
		return func(args ...any) (any, error) { return f(args[0].(string), args[1].(string)), nil }
	}
	regexps := map[string]*regexp.Regexp{}
	for _, pattern := range casbinRegexps(names) {
		regexps[pattern] = regexp.MustCompile(pattern)
	}
	e.AddFunction("startsWith", texts(strings.HasPrefix))
	e.AddFunction("endsWith", texts(strings.HasSuffix))
	e.AddFunction("contains", texts(strings.Contains))
	e.AddFunction("matches", texts(func(text, pattern string) bool { return regexps[pattern].MatchString(text) }))
	e.AddFunction("has", func(args ...any) (any, error) {
		return slices.Contains(args[0].([]string), args[1].(string)),
			nil
	})
	e.AddFunction("count", func(args ...any) (any, error) { return float64(len(args[0].([]string))), nil })
	return func(r *workload.Request) list {
		requests := make([][]any, len(tools))
		for i, tool := range tools {
			requests[i] = []any{r, tool}
		}
		return func(dst []int) []int {
			verdicts, err := e.BatchEnforce(requests)
			if err != nil {
				t.Fatal(err)
			}
			for i, visible := range verdicts {
				if visible {
					dst = append(dst, i)
				}
			}
			return dst
		}
	}
}

// casbinRegexps returns the conditions with regular expressions.
func casbinRegexps(conditions []string) []string {
	var all []string
	for _, c := range conditions {
		for _, m := range regexp.MustCompile(`matches\([^,]*, "([^"]*)"\)`).FindAllStringSubmatch(c, -1) {
			all = append(all, m[1])
		}
	}
	return all
}
