package plan_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/exprgen"
	"github.com/toolrules/toolrules/rules"
)

// The context that all filters of these tests declare: a field of every type, most of which may be
// missing, invalid or both.
func diffEnv(t testing.TB) *cond.Env {
	list := func(k expr.Kind) expr.Type { return expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: k}} }
	env, err := cond.NewEnv([]expr.Field{
		{Name: "user", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
			{Name: "id"},
			{Name: "role", Type: expr.Type{Kind: expr.Words, Words: []string{"a", "b", "ab"}}},
			{Name: "groups", Type: list(expr.String)},
			{Name: "level", Type: expr.Type{Kind: expr.Int}, Optional: true},
		}}},
		{Name: "tenant", Optional: true},
		{Name: "beta", Type: expr.Type{Kind: expr.Bool}, Optional: true},
		{Name: "on", Type: expr.Type{Kind: expr.Bool}},
		{Name: "budget", Type: expr.Type{Kind: expr.Int}},
		{Name: "risk", Type: expr.Type{Kind: expr.Float}},
		{Name: "sizes", Type: list(expr.Int)},
		{Name: "names", Type: list(expr.String), Optional: true},
	}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// grammar generates expressions. A word in angle brackets represents one of its lines; the first
// line of a word is terminal.
var grammar = map[string][]string{
	"E": {"<A>", "<A>", "(<E> && <E>)", "(<E> and <E>)", "(<E> || <E>)", "(<E> or <E>)", "!(<E>)", "not (<E>)", "(<E> ? <E> : <E>)"},
	"A": {
		"<TB>", "<CB>", "<CB>", "<T> <=> <S>", "<C> <=> <S>", "<T> <=> <C>", "<C> <=> <T>", "<T> <=> <C>", "<C> <=> <C>",
		"<T> <in> <CL>", "<C> <in> <TL>", "<S> <in> <TL>", "<S> <in> <CL>", "<T> <in> [<S>, <S>]", "<C> <in> [<S>, <T>]", "<C> <in> <CL>",
		"<T> <has> <S>", "<C> <has> <S>", "<T> <has> <C>", "<C> <has> <T>", "<T> <match>", "<C> <match>",
		"<TN> <cmp> <N>", "<CN> <cmp> <N>", "<TN> <cmp> <CN>", "<CN> <cmp> <TN>", "<TN> <cmp> ctx.risk", "ctx.risk <cmp> <N>", "ctx.risk <cmp> 0.5",
		"<CN> <in> ctx.sizes", "<TN> <in> [1, 2, 40]", "<TN> <in> ctx.sizes", "ctx.sizes == [1, 2]",
		"<opt> == nil", "<opt> != nil", "<TB> == <CB>", "<TB> != <TB>",
		"<some>(<TL>, # in <CL>)", "<some>(<TL>, # == <C>)", "<some>(<CL>, # in <TL>)", "<some>(<TL>, # == <S>)", "<some>(<CL>, # == <T>)", "<some>(<TL>, <S> == #)",
		"<some>(<TL>, # <has> <C>)", "<some>(ctx.sizes, # > <TN>)", "<some>(<CL>, # == <S> && ctx.on)", "<some>(<TL>, tool.readOnly or # == <C>)",
		"count(<TL>, # != <C>) > <N>", "((ctx.on ? tool.name : tool.title) <=> <C>)", "1 < 2", "true", "false",
	},
	"T":     {"tool.name", "tool.key", "tool.server", "tool.title", "tool.description", "lower(tool.name)", "trim(tool.title)"},
	"C":     {"ctx.user.id", "ctx.runner", "ctx.model", "ctx.user.role", "ctx.tenant", `(ctx.tenant ?? <S>)`, `(ctx.tenant ?? ctx.runner ?? "b")`, "upper(ctx.model)", "(ctx.runner ?? ctx.user.id)", "(ctx.tenant ?? tool.name)"},
	"S":     {`"a"`, `"b"`, `"ab"`, `""`, `"A"`},
	"TL":    {"tool.tags", "tool.arguments", "tool.required"},
	"CL":    {"ctx.user.groups", "ctx.names", `(ctx.names ?? ctx.user.groups)`, `(ctx.names ?? ["a"])`},
	"TB":    {"tool.readOnly", "tool.destructive", "tool.idempotent", "tool.openWorld", `"readOnlyHint" in tool.hints`},
	"CB":    {"ctx.on", "ctx.beta", "(ctx.beta ?? ctx.on)", "(ctx.beta ?? true)"},
	"TN":    {"tool.bytes", "len(tool.tags)", "len(tool.name)"},
	"CN":    {"ctx.verbosity", "ctx.budget", "ctx.user.level", "(ctx.user.level ?? 1)", "len(ctx.user.groups)", "len(ctx.user.id)"},
	"N":     {"1", "2", "0", "40", "-1"},
	"=":     {"==", "!="},
	"in":    {"in", "not in"},
	"has":   {"startsWith", "endsWith", "contains", "not startsWith", "not contains"},
	"match": {`matches "^a"`, `matches "b$"`, `not matches "[ab]{2}"`, `matches "(?i)A"`},
	"cmp":   {"<", "<=", ">", ">=", "==", "!="},
	"some":  {"any", "all", "none", "one"},
	"opt":   {"ctx.runner", "ctx.tenant", "ctx.names", "ctx.user.level", "ctx.beta"},
}

var angle = regexp.MustCompile(`<(\w+|=)>`)

// expression draws an expression in which operators of its tree nest at most depth levels.
func expression(t *rapid.T, word string, depth int) string {
	lines := grammar[word]
	switch {
	case word == "E" && depth <= 0:
		lines = lines[:1]
	case depth < -3:
		lines = lines[:1]
	}
	line := rapid.SampledFrom(lines).Draw(t, word)
	return angle.ReplaceAllStringFunc(line, func(hole string) string {
		return expression(t, strings.Trim(hole, "<>"), depth-1)
	})
}

// program draws an expression that compiles. Half are drawn from the grammar, which has what people
// usually write, and half from the types of the language, which have everything that the checker
// accepts. Drawn expressions that do not compile are discarded: a value compared with an enum value
// has to be one.
func program(t *rapid.T, env *cond.Env) string {
	generator := exprgen.New(env, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") })
	for {
		depth := rapid.IntRange(0, 3).Draw(t, "depth")
		src := ""
		if rapid.Bool().Draw(t, "by types") {
			src = generator.Condition(depth)
		} else {
			src = expression(t, "E", depth)
		}
		if _, err := env.Compile(src); err == nil {
			return src
		}
	}
}

var namePatterns = []string{"*", "a/*", "b/*", "*a*", "a*", "*b", "{a,b}/a*", "A-b", "a/ab", "zz/*", "?", "*_*"}

func entry(t *rapid.T, env *cond.Env) rules.EntrySpec {
	var e rules.EntrySpec
	draw := func(label string, of int) bool { return rapid.IntRange(0, of).Draw(t, label) == 0 }
	switch {
	case draw("patterns", 2):
		e.Tools = rapid.SliceOfN(rapid.SampledFrom(namePatterns), 1, 2).Draw(t, "tools")
	case draw("regex", 5):
		server := rapid.SampledFrom([]string{"*", "a", "b"}).Draw(t, "server")
		regex := rapid.SampledFrom([]string{"^a", "b$", "A", "_"}).Draw(t, "regex")
		e.Server, e.Regex = &server, &regex
	}
	if !draw("no when", 3) || e.Tools == nil && e.Regex == nil {
		e.When = program(t, env)
	}
	if draw("func", 7) {
		e.Func = rapid.SampledFrom(predicates).Draw(t, "func")
	}
	return e
}

// predicates are Go functions that return every possible outcome.
var predicates = []rules.Predicate{
	func(tool expr.Tool, _ expr.Request) (bool, error) {
		return strings.HasPrefix(tool.Info().Name, "a"), nil
	},
	func(_ expr.Tool, r expr.Request) (bool, error) { return r.Values().Runner == "a", nil },
	func(tool expr.Tool, r expr.Request) (bool, error) {
		if tool.Info().Title == r.Values().Model {
			return true, errors.New("title and model")
		}
		return tool.Info().ReadOnly, nil
	},
	func(tool expr.Tool, _ expr.Request) (bool, error) {
		if tool.Info().Destructive {
			panic("destructive")
		}
		return true, nil
	},
}

func filter(t *rapid.T, env *cond.Env) (*ruleset.Filter, rules.FilterSpec) {
	var spec rules.FilterSpec
	for range rapid.IntRange(0, 5).Draw(t, "excludes") {
		spec.Exclude = append(spec.Exclude, entry(t, env))
	}
	for range rapid.IntRange(0, 3).Draw(t, "includes") {
		spec.Include = append(spec.Include, entry(t, env))
	}
	repeatConditions(t, spec)
	f, err := ruleset.CompileFilter(spec, ruleset.Scope{Env: env})
	for tooExpensive(err) && len(spec.Exclude) > 0 {
		spec.Exclude = spec.Exclude[1:]
		f, err = ruleset.CompileFilter(spec, ruleset.Scope{Env: env})
	}
	if tooExpensive(err) {
		t.Skip("too expensive")
	}
	if err != nil {
		t.Fatalf("%+v: %v", spec, err)
	}
	return f, spec
}

// repeatConditions lets some entries have the condition of another one, alone or with their own:
// equal atoms are evaluated once.
func repeatConditions(t *rapid.T, spec rules.FilterSpec) {
	var first string
	for _, entries := range [][]rules.EntrySpec{spec.Exclude, spec.Include} {
		for i := range entries {
			e := &entries[i]
			switch {
			case first == "":
				first = e.When
			case e.When == "":
			case rapid.IntRange(0, 3).Draw(t, "repeat") == 0:
				e.When = first
			case rapid.IntRange(0, 2).Draw(t, "join") == 0:
				e.When = "(" + e.When + ")" + rapid.SampledFrom([]string{" and ", " or "}).Draw(t, "op") + "(" + first + ")"
			}
		}
	}
}

// tooExpensive reports whether conditions are refused only for their total cost.
func tooExpensive(err error) bool {
	problems, ok := errors.AsType[rules.Problems](err)
	return ok && !slices.ContainsFunc(problems, func(p *rules.Problem) bool {
		return p.Severity == rules.SeverityError && p.Code != rules.CodeExpression+"_"+rules.Code(cond.TooExpensive)
	})
}
