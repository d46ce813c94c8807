package cond_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// A hintWorld is a tool and a request for which hints are evaluated.
type hintWorld struct {
	name    string // of the tool
	tenant  string // "-" is missing
	groups  []string
	scopes  []string // nil is missing
	debug   bool
	role    string
	age     int
	tool    *cond.Tool
	request *cond.Request
}

func (w *hintWorld) has(group string) bool { return slices.Contains(w.groups, group) }
func (w *hintWorld) is(tenant string) bool { return w.tenant == tenant }

func hintEnv(t testing.TB) *cond.Env {
	t.Helper()
	texts := expr.Type{Kind: expr.List, Elem: &expr.Type{}}
	env, err := cond.NewEnv([]expr.Field{
		{Name: "user", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
			{Name: "role", Type: expr.Type{Kind: expr.Words, Words: []string{"admin", "member", "guest"}}},
			{Name: "age", Type: expr.Type{Kind: expr.Int}},
		}}},
		{Name: "tenant", Optional: true},
		{Name: "groups", Type: texts},
		{Name: "scopes", Type: texts, Optional: true},
		{Name: "debug", Type: expr.Type{Kind: expr.Bool}},
	}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func hintWorlds(env *cond.Env) (worlds []*hintWorld) {
	names := []string{"get_x", "get", "set_get", "GET_X", "x", "a.get1"}
	tenants := []string{"-", "", "acme", "x"}
	groups := [][]string{{}, {"ops"}, {"dev"}, {"dev", "ops"}, {"x1", "x2"}}
	scopes := [][]string{nil, {}, {"ops"}}
	for i := range len(names) * len(tenants) * len(groups) * len(scopes) {
		w := &hintWorld{name: names[i%6], tenant: tenants[i/6%4], groups: groups[i/24%5], scopes: scopes[i/120%3],
			debug: i%5 < 2, role: []string{"admin", "member", "guest"}[i%7%3], age: i % 8}
		attrs := map[string]any{"groups": w.groups, "debug": w.debug, "user": map[string]any{"role": w.role, "age": w.age}}
		if w.tenant != "-" {
			attrs["tenant"] = w.tenant
		}
		if w.scopes != nil {
			attrs["scopes"] = w.scopes
		}
		w.tool = env.Tool(expr.ToolInfo{Server: "fs", Name: w.name, Tags: w.groups})
		w.request = env.Request(expr.RequestValues{Attrs: attrs})
		worlds = append(worlds, w)
	}
	return worlds
}

// A hintCase is an error. Each expression that its hint proposes replaces the invalid part,
// compiles, and is evaluated. The first one has the meaning that the author intended. The invalid
// part is the whole of src, unless wrong is set.
type hintCase struct {
	src, hint string
	means     func(w *hintWorld) bool // nil: the hint proposes no condition, or what was meant is not certain
	wrong     string
	prose     bool // the hint is not an expression, or there is more that is wrong
}

// proposals returns the expressions that a hint proposes.
func proposals(hint string) (all []string) {
	list, ok := strings.CutPrefix(hint, "write ")
	if !ok {
		return nil
	}
	for one := range strings.SplitSeq(list, ", or ") {
		text, _, _ := strings.Cut(one, " if ")
		all = append(all, text)
	}
	return all
}

func TestHintMeanings(t *testing.T) {
	env := hintEnv(t)
	worlds := hintWorlds(env)
	for _, c := range hintCases {
		t.Run(c.src, func(t *testing.T) {
			_, err := env.Compile(c.src)
			var es cond.Errors
			if !errors.As(err, &es) {
				t.Fatal("this compiles")
			}
			if got := es[0].Hint; got != c.hint {
				t.Fatalf("hint %q, want %q\n%v", got, c.hint, err)
			}
			if c.prose {
				return
			}
			for i, text := range proposals(c.hint) {
				whole := text
				if c.wrong != "" {
					if strings.Count(c.src, c.wrong) != 1 {
						t.Fatalf("%q does not stand once in it", c.wrong)
					}
					whole = strings.Replace(c.src, c.wrong, text, 1)
				}
				program, err := env.Compile(whole)
				if err != nil {
					t.Fatalf("the hint leads to %s: %v", whole, err)
				}
				if i > 0 || c.means == nil {
					continue
				}
				for _, w := range worlds {
					result := program.Eval(w.tool, w.request)
					if want := c.means(w); result.Outcome != cond.Failed && (result.Outcome == cond.True) != want {
						t.Fatalf("%s is %v, want %v, for %s", whole, result.Outcome, want, w)
					}
				}
			}
		})
	}
}

func (w *hintWorld) String() string {
	return fmt.Sprintf("name %q, tenant %q, groups %q, scopes %q, debug %v, role %q, age %d",
		w.name, w.tenant, w.groups, w.scopes, w.debug, w.role, w.age)
}

// Conditions of the cases.
var (
	tenantThere   = func(w *hintWorld) bool { return !w.is("-") }
	tenantMissing = func(w *hintWorld) bool { return w.is("-") }
	isAcme        = func(w *hintWorld) bool { return w.is("acme") }
	isNotAcme     = func(w *hintWorld) bool { return !w.is("acme") }
	inOps         = func(w *hintWorld) bool { return w.has("ops") }
	notInOps      = func(w *hintWorld) bool { return !w.has("ops") }
	noGroups      = func(w *hintWorld) bool { return len(w.groups) == 0 }
	someGroups    = func(w *hintWorld) bool { return len(w.groups) > 0 }
	startsGet     = func(w *hintWorld) bool { return strings.HasPrefix(w.name, "get") }
	holdsGet      = func(w *hintWorld) bool { return strings.Contains(w.name, "get") }
	holdsNoGet    = func(w *hintWorld) bool { return !strings.Contains(w.name, "get") }
	endsGet       = func(w *hintWorld) bool { return strings.HasSuffix(w.name, "get") }
	isGet         = func(w *hintWorld) bool { return w.name == "get" }
	foldedGet     = func(w *hintWorld) bool { return strings.HasPrefix(strings.ToLower(w.name), "get") }
	notStartsGet  = func(w *hintWorld) bool { return !strings.HasPrefix(w.name, "get") }
	staff         = func(w *hintWorld) bool { return w.role == "admin" || w.role == "member" }
	notStaff      = func(w *hintWorld) bool { return w.role == "guest" }
	allOps        = func(w *hintWorld) bool {
		return !slices.ContainsFunc(w.groups, func(g string) bool { return g != "ops" })
	}
	threeToFive = func(w *hintWorld) bool { return 3 <= w.age && w.age <= 5 }
)

var hintCases = []hintCase{
	// A value as a condition.
	{src: `ctx.tenant`, hint: `write ctx.tenant != nil, or (ctx.tenant ?? "") != "" if an empty one does not count`, means: tenantThere},
	{src: `not ctx.tenant`, hint: `write ctx.tenant == nil, or (ctx.tenant ?? "") == "" if an empty one counts as missing`, means: tenantMissing},
	{src: `!ctx.tenant`, hint: `write ctx.tenant == nil, or (ctx.tenant ?? "") == "" if an empty one counts as missing`, means: tenantMissing},
	{src: `!!ctx.tenant`, hint: `write ctx.tenant != nil, or (ctx.tenant ?? "") != "" if an empty one does not count`, means: tenantThere},
	{src: `bool(ctx.tenant)`, hint: `write ctx.tenant != nil, or (ctx.tenant ?? "") != "" if an empty one does not count`, means: tenantThere},
	{src: `Boolean(ctx.groups)`, hint: `write len(ctx.groups) > 0`, means: someGroups},
	{src: `not (ctx.tenant and ctx.debug)`, wrong: `ctx.tenant`,
		hint:  `write ctx.tenant != nil, or (ctx.tenant ?? "") != "" if an empty one does not count`,
		means: func(w *hintWorld) bool { return w.is("-") || !w.debug }},
	{src: `not ctx.groups`, hint: `write len(ctx.groups) == 0`, means: noGroups},
	{src: `ctx.groups and ctx.debug`, wrong: `ctx.groups`, hint: `write len(ctx.groups) > 0`,
		means: func(w *hintWorld) bool { return len(w.groups) > 0 && w.debug }},
	{src: `!ctx.scopes`, hint: `write ctx.scopes == nil, or len(ctx.scopes ?? []) == 0 if an empty one counts as missing`,
		means: func(w *hintWorld) bool { return w.scopes == nil }},
	{src: `not tool.name`, hint: `write tool.name == ""`, means: func(w *hintWorld) bool { return w.name == "" }},
	{src: `ctx.user.age`, hint: `write ctx.user.age != 0`, means: func(w *hintWorld) bool { return w.age != 0 }},
	{src: `not ctx.user.age`, hint: `write ctx.user.age == 0`, means: func(w *hintWorld) bool { return w.age == 0 }},
	{src: `ctx.user.role`, hint: `compare it with one of admin, member, guest`},
	{src: `not lower(tool.name)`, hint: `write lower(tool.name) == ""`, means: func(w *hintWorld) bool { return w.name == "" }},

	// Presence.
	{src: `ctx.tenant is not null`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `ctx.tenant is null`, hint: `write ctx.tenant == nil`, means: tenantMissing},
	{src: `ctx.tenant IS NOT NULL`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `ctx.tenant IS NULL`, hint: `write ctx.tenant == nil`, means: tenantMissing},
	{src: `ctx.tenant is not None and ctx.debug`, wrong: `ctx.tenant is not None`, hint: `write ctx.tenant != nil`,
		means: func(w *hintWorld) bool { return !w.is("-") && w.debug }},
	{src: `not ctx.tenant is None`, hint: `write not (ctx.tenant == nil)`, means: tenantThere},
	{src: `ctx["tenant"] is None`, hint: `write ctx.tenant == nil`, means: tenantMissing},
	{src: `ctx.tenant is defined`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `ctx.tenant is not defined`, hint: `write ctx.tenant == nil`, means: tenantMissing},
	{src: `ctx.tenant is missing`, hint: `write ctx.tenant == nil`, means: tenantMissing},
	{src: `ctx.tenant is empty`, hint: `write (ctx.tenant ?? "") == ""`, means: func(w *hintWorld) bool { return w.is("-") || w.is("") }},
	{src: `ctx.groups is not empty`, hint: `write len(ctx.groups) > 0`, means: someGroups},
	{src: `ctx.tenant !== undefined`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `ctx.tenant === undefined`, hint: `write ctx.tenant == nil`, means: tenantMissing},
	{src: `typeof ctx.tenant === "undefined"`, hint: `write ctx.tenant == nil`, means: tenantMissing},
	{src: `typeof ctx.tenant !== "undefined"`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `typeof(ctx.tenant) == "undefined"`, hint: `write ctx.tenant == nil`, means: tenantMissing},
	{src: `typeof ctx.tenant == "string"`,
		hint: `a value has the type under which it is declared: leave this out, or compare with nil what may be missing`},
	{src: `isinstance(ctx.tenant, str)`,
		hint: `a value has the type under which it is declared: leave this out, or compare with nil what may be missing`},
	{src: `has(ctx.tenant)`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `!has(ctx.tenant)`, hint: `write not (ctx.tenant != nil)`, means: tenantMissing},
	{src: `has(ctx.debug)`, hint: `ctx.debug is declared without ?, so it is never missing`},
	{src: `ctx.debug or "x"`}, // no default: it is never missing
	{src: `isset(ctx.tenant)`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `EXISTS(ctx.tenant)`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `exists ctx.tenant`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `ctx.tenant exists`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `ctx.tenant?`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `is_null(ctx.tenant)`, hint: `write ctx.tenant == nil`, means: tenantMissing},
	{src: `empty(ctx.tenant)`, hint: `write (ctx.tenant ?? "") == ""`, means: func(w *hintWorld) bool { return w.is("-") || w.is("") }},
	{src: `ctx.groups.isEmpty()`, hint: `write len(ctx.groups) == 0`, means: noGroups},
	{src: `context has tenant`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `!(context has tenant)`, hint: `write not (ctx.tenant != nil)`, means: tenantMissing},
	{src: `"tenant" in ctx`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `ctx.has("tenant")`, hint: `write ctx.tenant != nil`, means: tenantThere},
	{src: `ctx.get("tenant") == "acme"`, wrong: `ctx.get("tenant")`, hint: `write ctx.tenant`, means: isAcme},
	{src: `ctx.get("tenant", "none") == "none"`, wrong: `ctx.get("tenant", "none")`, hint: `write (ctx.tenant ?? "none")`, means: tenantMissing},
	{src: `COALESCE(ctx.tenant, 'none') = 'none'`, hint: `write (ctx.tenant ?? 'none') == 'none'`, means: tenantMissing},
	{src: `(ctx.tenant || "none") == "none"`, wrong: `(ctx.tenant || "none")`,
		hint: `write (ctx.tenant ?? "none") if an empty one stays as it is`, means: tenantMissing},
	{src: `ctx.tenant | default("none") == "none"`, wrong: `ctx.tenant | default("none")`, hint: `write (ctx.tenant ?? "none")`,
		means: tenantMissing},

	// Equality and order.
	{src: `ctx.tenant is "acme"`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `ctx.tenant is not "acme"`, hint: `write ctx.tenant != "acme"`, means: isNotAcme},
	{src: `ctx.tenant isnt "acme"`, hint: `write ctx.tenant != "acme"`, means: isNotAcme},
	{src: `ctx.tenant === "acme"`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `ctx.tenant !== "acme"`, hint: `write ctx.tenant != "acme"`, means: isNotAcme},
	{src: `ctx?.tenant === "acme"`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `ctx.tenant <> 'acme'`, hint: `write ctx.tenant != 'acme'`, means: isNotAcme},
	{src: `ctx.tenant = "acme"`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `ctx.tenant := "acme"`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `ctx.debug := true`, hint: `write ctx.debug == true`, means: func(w *hintWorld) bool { return w.debug }},
	{src: `ctx.tenant = 'acme' and ctx.debug`, wrong: `ctx.tenant = 'acme'`, hint: `write ctx.tenant == 'acme'`,
		means: func(w *hintWorld) bool { return w.is("acme") && w.debug }},
	{src: `ctx.tenant = 'acme' AND ctx.debug = TRUE`, prose: true, hint: `write ctx.tenant == 'acme'`}, // one after the other
	{src: `ctx.tenant eq "acme"`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `ctx.tenant -eq "acme"`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `ctx.tenant -ne "acme"`, hint: `write ctx.tenant != "acme"`, means: isNotAcme},
	{src: `ctx.tenant equals "acme"`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `ctx.tenant.equals("acme")`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `eq(ctx.tenant, "acme")`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `ne ctx.tenant "acme"`, hint: `write ctx.tenant != "acme"`, means: isNotAcme},
	{src: `ctx.user.age BETWEEN 3 AND 5`, hint: `write 3 <= ctx.user.age and ctx.user.age <= 5`, means: threeToFive},
	{src: `ctx.user.age not between 3 and 5`, hint: `write not (3 <= ctx.user.age and ctx.user.age <= 5)`,
		means: func(w *hintWorld) bool { return !threeToFive(w) }},
	{src: `ctx.user.age ge 3`, hint: `write ctx.user.age >= 3`, means: func(w *hintWorld) bool { return w.age >= 3 }},
	{src: `ctx.user.role == "admin" or "member"`, hint: `write ctx.user.role in ["admin", "member"]`, means: staff},
	{src: `ctx.user.role != "admin" and "member"`, hint: `write ctx.user.role not in ["admin", "member"]`, means: notStaff},
	{src: `ctx.user.role == "admin" and "member"`}, // what this means is not certain
	{src: `ctx.user.role == ("admin" or "member")`, hint: `write ctx.user.role in ["admin", "member"]`, means: staff},
	{src: `ctx.user.role != ("admin" or "member")`, hint: `write ctx.user.role not in ["admin", "member"]`, means: notStaff},
	{src: `ctx.user.role == "admin" | "member"`, hint: `write ctx.user.role in ["admin", "member"]`, means: staff},
	{src: `"acme" if ctx.debug else "x" == ctx.tenant`, wrong: `"acme" if ctx.debug else "x"`, hint: `write (ctx.debug ? "acme" : "x")`,
		means: func(w *hintWorld) bool { return w.debug && w.is("acme") || !w.debug && w.is("x") }},
	{src: `unless ctx.debug`, hint: `write not (ctx.debug)`, means: func(w *hintWorld) bool { return !w.debug }},
	{src: `unless { ctx.debug }`, hint: `write not (ctx.debug)`, means: func(w *hintWorld) bool { return !w.debug }},
	{src: `return ctx.debug`, hint: `write ctx.debug`, means: func(w *hintWorld) bool { return w.debug }},
	{src: `{{ ctx.debug }}`, hint: `write ctx.debug`, means: func(w *hintWorld) bool { return w.debug }},
	{src: `${{ ctx.tenant == "acme" }}`, hint: `write ctx.tenant == "acme"`, means: isAcme},
	{src: `ctx.tenant == ${TENANT}`,
		hint: "variables are not supported: write the value itself, or declare it under `context:` and read ctx.name"},

	// Membership.
	{src: `ctx.groups.includes("ops")`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `!ctx.groups.includes("ops")`, hint: `write not ("ops" in ctx.groups)`, means: notInOps},
	{src: `!(ctx.groups.includes("ops"))`, hint: `write not ("ops" in ctx.groups)`, means: notInOps},
	{src: `ctx.groups.includes("ops") == false`, hint: `write not ("ops" in ctx.groups)`, means: notInOps},
	{src: `ctx.groups.includes("ops") != true`, hint: `write not ("ops" in ctx.groups)`, means: notInOps},
	{src: `ctx.groups.includes("ops") == true`, hint: `write ("ops" in ctx.groups)`, means: inOps},
	{src: `ctx.groups.includes("ops") != false`, hint: `write ("ops" in ctx.groups)`, means: inOps},
	{src: `tool.tags & ctx.groups == []`, hint: `write none(tool.tags, # in ctx.groups)`},
	{src: `tool.tags & ctx.groups != []`, hint: `write any(tool.tags, # in ctx.groups)`},
	{src: `not (tool.tags & ctx.groups)`, hint: `write not any(tool.tags, # in ctx.groups)`},
	{src: `!tool.tags.intersection(ctx.groups)`, hint: `write not any(tool.tags, # in ctx.groups)`},
	{src: `tool.tags.intersection(ctx.groups) == []`, hint: `write none(tool.tags, # in ctx.groups)`},
	{src: `tool.name.match(/^del/) == null`, hint: `write not (tool.name matches "^del")`},
	{src: `tool.name.match(/^del/) != null`, hint: `write (tool.name matches "^del")`},
	{src: `tool.name.includes("get")`, hint: `write tool.name contains "get"`, means: holdsGet},
	{src: `ctx.groups.contains("ops")`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `contains(ctx.groups, "ops")`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `contains(tool.name, "get")`, hint: `write tool.name contains "get"`, means: holdsGet},
	{src: `slices.Contains(ctx.groups, "ops")`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `strings.Contains(tool.name, "get")`, hint: `write tool.name contains "get"`, means: holdsGet},
	{src: `has(ctx.groups, "ops")`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `ctx.groups has "ops"`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `in_array("ops", ctx.groups)`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `["admin", "member"].includes(ctx.user.role)`, hint: `write ctx.user.role in ["admin", "member"]`, means: staff},
	{src: `ctx.groups contains "ops"`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `ctx.groups not contains "ops"`, hint: `write "ops" not in ctx.groups`, means: notInOps},
	{src: `ctx.groups -contains "ops"`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `ctx.groups -notcontains "ops"`, hint: `write "ops" not in ctx.groups`, means: notInOps},
	{src: `ctx.groups == "ops"`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `ctx.groups != "ops"`, hint: `write "ops" not in ctx.groups`, means: notInOps},
	{src: `"get" in tool.name`, hint: `write tool.name contains "get"`, means: holdsGet},
	{src: `"get" not in tool.name`, hint: `write tool.name not contains "get"`, means: holdsNoGet},
	{src: `ctx.user.role not in "admin"`, hint: `write ctx.user.role != "admin", or ctx.user.role not in ["admin"]`,
		means: func(w *hintWorld) bool { return w.role != "admin" }},
	{src: `ctx.user.role not in "admin, member"`, hint: `write ctx.user.role not in ["admin", "member"]`, means: notStaff},
	{src: `ctx.groups in ["ops"]`, hint: `write any(ctx.groups, # in ["ops"]), or all(ctx.groups, # in ["ops"])`},
	{src: `ctx.groups not in ["ops"]`, hint: `write none(ctx.groups, # in ["ops"]), or not all(ctx.groups, # in ["ops"])`},
	{src: `tool.name in ("get", "x")`, hint: `write tool.name in ["get", "x"]`,
		means: func(w *hintWorld) bool { return w.name == "get" || w.name == "x" }},
	{src: `tool.name NOT IN ('get', 'x')`, hint: `write tool.name not in ['get', 'x']`,
		means: func(w *hintWorld) bool { return w.name != "get" && w.name != "x" }},
	{src: `tool.name in {"get", "x"}`, hint: `write tool.name in ["get", "x"]`,
		means: func(w *hintWorld) bool { return w.name == "get" || w.name == "x" }},
	{src: `tool.name !in ["get"]`, hint: `write tool.name not in ["get"]`, means: func(w *hintWorld) bool { return w.name != "get" }},
	{src: `tool.name notIn ["get"]`, hint: `write tool.name not in ["get"]`, means: func(w *hintWorld) bool { return w.name != "get" }},
	{src: `tool.name is in ["get"]`, hint: `write tool.name in ["get"]`, means: isGet},
	{src: `tool.name == ["get", "x"]`, hint: `write tool.name in ["get", "x"]`,
		means: func(w *hintWorld) bool { return w.name == "get" || w.name == "x" }},
	{src: `ctx.groups & ["ops"]`, hint: `write any(ctx.groups, # in ["ops"])`, means: inOps},
	{src: `set(ctx.groups) & set(["ops"])`, hint: `write any(ctx.groups, # in ["ops"])`, means: inOps},
	{src: `ctx.groups & ["ops"] == []`, hint: `write none(ctx.groups, # in ["ops"])`, means: notInOps},
	{src: `ctx.debug & ctx.tenant == "acme"`, prose: true, hint: `write and between conditions, or any(a, # in b) for two lists`},
	{src: `ctx.groups.containsAny(["ops", "x1"])`, hint: `write any(ctx.groups, # in ["ops", "x1"])`,
		means: func(w *hintWorld) bool { return w.has("ops") || w.has("x1") }},
	{src: `ctx.groups.containsAll(["ops", "dev"])`, hint: `write all(["ops", "dev"], # in ctx.groups)`,
		means: func(w *hintWorld) bool { return w.has("ops") && w.has("dev") }},
	{src: `ctx.groups.issubset(["ops"])`, hint: `write all(ctx.groups, # in ["ops"])`, means: allOps},
	{src: `ctx.groups.isdisjoint(["ops"])`, hint: `write none(ctx.groups, # in ["ops"])`, means: notInOps},
	{src: `intersects(ctx.groups, ["ops"])`, hint: `write any(ctx.groups, # in ["ops"])`, means: inOps},
	{src: `ctx.groups @> ARRAY['ops', 'dev']`, hint: `write all(['ops', 'dev'], # in ctx.groups)`,
		means: func(w *hintWorld) bool { return w.has("ops") && w.has("dev") }},
	{src: `ctx.groups && ARRAY['ops']`, hint: `write any(ctx.groups, # in ['ops'])`, means: inOps},
	{src: `'ops' = ANY(ctx.groups)`, hint: `write 'ops' in ctx.groups`, means: inOps},
	{src: `ctx.groups.indexOf("ops") !== -1`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `ctx.groups.indexOf("ops") > -1`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `ctx.groups.indexOf("ops") >= 0`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `ctx.groups.indexOf("ops") === -1`, hint: `write "ops" not in ctx.groups`, means: notInOps},
	{src: `tool.name.find("get") < 0`, hint: `write tool.name not contains "get"`, means: holdsNoGet},
	{src: `ctx.groups[_] == "ops"`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `some g in ctx.groups; g == "ops"`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `some i; ctx.groups[i] == "ops"`, hint: `write "ops" in ctx.groups`, means: inOps},
	{src: `tool.name does not contain "get"`, hint: `write tool.name not contains "get"`, means: holdsNoGet},
	{src: `tool.name !contains "get"`, hint: `write tool.name not contains "get"`, means: holdsNoGet},
	{src: `principal in Group::"ops"`, hint: `entities are not supported: compare an attribute with the string alone`},

	// Conditions on elements.
	{src: `some g in ctx.groups`, hint: `write any(ctx.groups, # == "x") if # == "x" is the condition`},
	{src: `some g in ctx.groups { g == "ops" }`, hint: `write any(ctx.groups, # == "ops")`, means: inOps},
	{src: `every g in ctx.groups { g == "ops" }`, hint: `write all(ctx.groups, # == "ops")`, means: allOps},
	{src: `any(g == "ops" for g in ctx.groups)`, hint: `write any(ctx.groups, # == "ops")`, means: inOps},
	{src: `all(g == "ops" for g in ctx.groups)`, hint: `write all(ctx.groups, # == "ops")`, means: allOps},
	{src: `len([g for g in ctx.groups if g == "ops"]) > 0`, wrong: `len([g for g in ctx.groups if g == "ops"])`,
		hint: `write count(ctx.groups, # == "ops")`, means: inOps},
	{src: `ctx.groups.some(g => g === "ops")`, hint: `write any(ctx.groups, # == "ops")`, means: inOps},
	{src: `ctx.groups.some((g) => g == "ops")`, hint: `write any(ctx.groups, # == "ops")`, means: inOps},
	{src: `ctx.groups.every(g => g.startsWith("x"))`, hint: `write all(ctx.groups, # startsWith "x")`,
		means: func(w *hintWorld) bool { return len(w.groups) == 0 || w.has("x1") }},
	{src: `ctx.groups.filter(g => g == "ops").length > 0`, wrong: `ctx.groups.filter(g => g == "ops").length`,
		hint: `write count(ctx.groups, # == "ops")`, means: inOps},
	{src: `ctx.groups.exists(g, g == "ops")`, hint: `write any(ctx.groups, # == "ops")`, means: inOps},
	{src: `ctx.groups.exists_one(g, g == "ops")`, hint: `write one(ctx.groups, # == "ops")`, means: inOps},
	{src: `any(ctx.groups, g -> g == "ops")`, hint: `write any(ctx.groups, # == "ops")`, means: inOps},
	{src: `every(ctx.groups, # == "ops")`, hint: `write all(ctx.groups, # == "ops")`, means: allOps},
	{src: `"ops" in [g for g in ctx.groups]`, wrong: `[g for g in ctx.groups]`, hint: `write ctx.groups`, means: inOps},

	// Length and case.
	{src: `ctx.groups.length === 0`, hint: `write len(ctx.groups) == 0`, means: noGroups},
	{src: `ctx.groups.length > 0`, wrong: `ctx.groups.length`, hint: `write len(ctx.groups)`, means: someGroups},
	{src: `!ctx.groups.length`, hint: `write len(ctx.groups) == 0`, means: noGroups},
	{src: `size(ctx.groups) == 0`, wrong: `size(ctx.groups)`, hint: `write len(ctx.groups)`, means: noGroups},
	{src: `count(ctx.groups) > 0`, wrong: `count(ctx.groups)`, hint: `write len(ctx.groups)`, means: someGroups},
	{src: `ctx.groups | length > 0`, wrong: `ctx.groups | length`, hint: `write len(ctx.groups)`, means: someGroups},
	{src: `ctx.groups > 0`, hint: `write len(ctx.groups) > 0`, means: someGroups},
	{src: `ctx.groups == 0`, hint: `write len(ctx.groups) == 0`, means: noGroups},
	{src: `tool.name.toLowerCase() === "get_x"`, hint: `write lower(tool.name) == "get_x"`,
		means: func(w *hintWorld) bool { return strings.ToLower(w.name) == "get_x" }},
	{src: `LOWER(tool.name) = 'get_x'`, hint: `write lower(tool.name) == 'get_x'`,
		means: func(w *hintWorld) bool { return strings.ToLower(w.name) == "get_x" }},
	{src: `tool.name.upper() == "X"`, wrong: `tool.name.upper()`, hint: `write upper(tool.name)`,
		means: func(w *hintWorld) bool { return w.name == "x" }},
	{src: `tool.name.equalsIgnoreCase("GET_x")`, hint: `write lower(tool.name) == lower("GET_x")`,
		means: func(w *hintWorld) bool { return strings.EqualFold(w.name, "get_x") }},
	{src: `tool.name | ascii_downcase == "get_x"`, wrong: `tool.name | ascii_downcase`, hint: `write lower(tool.name)`,
		means: func(w *hintWorld) bool { return strings.ToLower(w.name) == "get_x" }},

	// Parts of a string.
	{src: `startswith(tool.name, "get")`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `startsWith(tool.name, "get")`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `not startswith(tool.name, "get")`, hint: `write not (tool.name startsWith "get")`, means: notStartsGet},
	{src: `tool.name.startsWith("get")`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `tool.name.lower().startswith("get")`, hint: `write lower(tool.name) startsWith "get"`, means: foldedGet},
	{src: `tool.name.startswith(("get", "x"))`, hint: `write any(["get", "x"], tool.name startsWith #)`,
		means: func(w *hintWorld) bool { return startsGet(w) || w.name == "x" }},
	{src: `tool.name startsWith ["get", "x"]`, hint: `write any(["get", "x"], tool.name startsWith #)`,
		means: func(w *hintWorld) bool { return startsGet(w) || w.name == "x" }},
	{src: `tool.name not startsWith ["get", "x"]`, hint: `write none(["get", "x"], tool.name startsWith #)`,
		means: func(w *hintWorld) bool { return !startsGet(w) && w.name != "x" }},
	{src: `tool.name contains ["a", "get"]`, hint: `write any(["a", "get"], tool.name contains #), or all(["a", "get"], tool.name contains #)`},
	{src: `strings.HasPrefix(tool.name, "get")`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `hasPrefix tool.name "get"`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `tool.name | startswith("get")`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `tool.name starts with "get"`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `tool.name startswith "get"`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `tool.name not startswith "get"`, hint: `write tool.name not startsWith "get"`, means: notStartsGet},
	{src: `endswith(tool.name, "get")`, hint: `write tool.name endsWith "get"`, means: endsGet},
	{src: `tool.name LIKE 'get%'`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `tool.name LIKE '%get%'`, hint: `write tool.name contains "get"`, means: holdsGet},
	{src: `tool.name LIKE '%get'`, hint: `write tool.name endsWith "get"`, means: endsGet},
	{src: `tool.name LIKE 'get'`, hint: `write tool.name == "get"`, means: isGet},
	{src: `tool.name LIKE 'g%t'`, hint: `write tool.name matches "^g.*t$"`, means: isGet},
	{src: `tool.name LIKE 'get_%'`,
		hint: `write tool.name startsWith "get_", or tool.name matches "^get..*$" if _ stands for any character`},
	{src: `tool.name NOT LIKE 'get%'`, hint: `write not (tool.name startsWith "get")`, means: notStartsGet},
	{src: `tool.name ILIKE 'GET%'`, hint: `write lower(tool.name) startsWith "get"`, means: foldedGet},
	{src: `tool.name like "get*"`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `tool.name -like "get*"`, hint: `write tool.name startsWith "get"`, means: startsGet},
	{src: `fnmatch(tool.name, "g?t*")`, hint: `write tool.name matches "^g.t.*$"`, means: startsGet},

	// Regular expressions.
	{src: `re.match("^get", tool.name)`, hint: `write tool.name matches "^get"`, means: startsGet},
	{src: `re.match("get", tool.name)`, hint: `write tool.name matches "^get"`, means: startsGet},
	{src: `re.match(r"^get\d", tool.name)`, hint: "write tool.name matches `^get\\d`", means: func(w *hintWorld) bool { return false }},
	{src: `re.match("get|x", tool.name)`, hint: `write tool.name matches "^(?:get|x)"`,
		means: func(w *hintWorld) bool { return startsGet(w) || w.name == "x" }},
	{src: `re.search("get", tool.name)`, hint: `write tool.name matches "get"`, means: holdsGet},
	{src: `re.fullmatch("get", tool.name)`, hint: `write tool.name matches "^get$"`, means: isGet},
	{src: `not re.match("^get", tool.name)`, hint: `write not (tool.name matches "^get")`, means: notStartsGet},
	{src: `regex.match("^get", tool.name)`, hint: `write tool.name matches "^get"`, means: startsGet},
	{src: `tool.name matches /^get/`, hint: `write tool.name matches "^get"`, means: startsGet},
	{src: `tool.name matches /^get/i`, hint: `write tool.name matches "(?i)^get"`, means: foldedGet},
	{src: `tool.name matches /^get/m`}, // a flag that changes the meaning
	{src: `/^get/.test(tool.name)`, hint: `write tool.name matches "^get"`, means: startsGet},
	{src: `tool.name.match(/^get/i)`, hint: `write tool.name matches "(?i)^get"`, means: foldedGet},
	{src: `tool.name.matches("get")`, hint: `write tool.name matches "get", or tool.name matches "^get$" if the whole string must match`},
	{src: `tool.name =~ "^get"`, hint: `write tool.name matches "^get"`, means: startsGet},
	{src: `tool.name =~ /^get/ && ctx.debug`, wrong: `tool.name =~ /^get/`, hint: `write tool.name matches "^get"`,
		means: func(w *hintWorld) bool { return startsGet(w) && w.debug }},
	{src: `tool.name !~ '^get'`, hint: `write tool.name not matches '^get'`, means: notStartsGet},
	{src: `tool.name ~* '^get'`, hint: `write tool.name matches "(?i)^get"`, means: foldedGet},
	{src: `tool.name REGEXP '^get'`, hint: `write tool.name matches '^get'`, means: startsGet},
	{src: `regexp_like(tool.name, '^get')`, hint: `write tool.name matches '^get'`, means: startsGet},
	{src: `tool.name | test("^get")`, hint: `write tool.name matches "^get"`, means: startsGet},
	{src: `tool.name -match "^get"`, hint: `write tool.name matches "(?i)^get"`, means: foldedGet},

	// Names.
	{src: `.name == "get"`, wrong: `.name`, hint: `write tool.name`, means: isGet},
	{src: `mcp.tool.name == "get"`, hint: `did you mean tool.name?`},
	{src: `mcp.name == "get"`, hint: `did you mean tool.name?`},
	{src: `jwt.tenant == "acme"`, hint: `did you mean ctx.tenant?`},
	{src: `jwt.claims.groups == "x"`, hint: `did you mean ctx.groups?`},
	{src: `jwt.sub == "x"`, hint: "declare the attribute under `context:`, as in context: {sub: string}, and write ctx.sub"},
	{src: `user.name == "bob"`, hint: "declare the attribute under `context:`, as in context: {name: string}, and write ctx.name"},
	{src: `principal.role == "admin"`, hint: `did you mean ctx.user.role?`},
	{src: `resource.name == "get"`, hint: `did you mean tool.name?`},
	{src: `env.TENANT == "acme"`,
		hint: "environment variables can't be read: let the host pass the value, declare it under `context:` and read ctx.name"},
	{src: `tool.annotations.destructiveHint`, hint: `write tool.destructive`},
	{src: `fs/*`, hint: `this is a pattern, but a condition is expected: write tools: fs/*`},
	{src: `ctx.debug, ctx.tenant == "acme"`, hint: `join two conditions with and, or with or`},
	{src: `f"{ctx.tenant}" == "acme"`, hint: `concatenation is not supported: compare the parts one by one`},
}

// The cost of translation is bounded even for a source that contains many idioms.
func TestTranslationIsBounded(t *testing.T) {
	env := hintEnv(t)
	for _, part := range []string{"some g in a; ", "any(x for y in ", "a.b(c).", "a is not ", "x(a, ", "((", "[ ["} {
		src := strings.Repeat(part, cond.MaxBytes/len(part))
		_, _ = env.Compile(src) // it ends
	}
}
