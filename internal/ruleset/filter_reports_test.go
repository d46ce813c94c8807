package ruleset_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// The tests of this file are named after the numbers of the reports that they come from: what went
// wrong in other projects that filter tools.

func TestReport24HiddenForEveryRequest(t *testing.T) {
	f := filterOf(t, nil, patterns("bank/wire_*"))
	for name, want := range map[string]bool{"balance": true, "wire_out": false, "Wire-Out": false} {
		tool := newTool("bank", name)
		if f.Visible(tool, nil) != want || f.StaticVisible(tool) != want || f.Decide(tool, nil).Visible != want {
			t.Errorf("%s: Visible %t, StaticVisible %t, Decide %t", name, f.Visible(tool, nil), f.StaticVisible(tool), f.Decide(tool, nil).Visible)
		}
	}
}

func TestReport26StarMatchesSeparators(t *testing.T) {
	f := filterOf(t, nil, patterns("admin/*"))
	for _, name := range []string{"users.purge", "users/purge", "a\\b", "a\nb", ""} {
		if f.Visible(newTool("admin", name), nil) {
			t.Errorf("%q is visible", name)
		}
	}
	for pattern, code := range map[string]rules.Code{
		"*/read_[": rules.CodePatternBracket, "a/b/c": rules.CodePatternExtraSlash, "admin/{x,y": rules.CodePatternOpenBrace,
	} {
		wantProblem(t, rules.FilterSpec{Exclude: patterns(pattern)}, code, "/exclude/0/tools/0")
	}
	// These the report wanted refused; they mean something now.
	f = filterOf(t, nil, patterns("admin/{x,y}", "root/**"))
	for _, c := range []struct {
		server, tool string
		visible      bool
	}{{"admin", "x", false}, {"admin", "y", false}, {"admin", "{x,y}", true}, {"root", "a/b", false}} {
		if f.Visible(newTool(c.server, c.tool), nil) != c.visible {
			t.Errorf("%s, %s: visible is %t", c.server, c.tool, !c.visible)
		}
	}
}

func TestReport28ExposedNamesAreNotPatterns(t *testing.T) {
	f := filterOf(t, patterns("pond__select_rows"), nil)
	if f.Visible(newTool("pond", "select_rows"), nil) {
		t.Error("a pattern was compared with an exposed name")
	}
}

func TestReport30DenyLooselyAllowExactly(t *testing.T) {
	names := []string{"Purge", "purge", "pur-ge", "pur_ge"}
	for _, c := range []struct {
		name             string
		include, exclude []rules.EntrySpec
		want             []string
	}{
		{"include", patterns("store/Purge"), nil, []string{"Purge"}},
		{"exclude a case", nil, patterns("store/purge"), []string{"pur-ge", "pur_ge"}},
		{"exclude a separator", nil, patterns("store/pur_ge"), []string{"Purge", "purge"}},
		{"exclude by a regex", nil, []rules.EntrySpec{regexEntry("store", "^pur_ge$")}, []string{"Purge", "purge"}},
		{"include by a regex", []rules.EntrySpec{regexEntry("store", "^pur_ge$")}, nil, []string{"pur_ge"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := visibleOf(filterOf(t, c.include, c.exclude), "store", names); !slices.Equal(got, c.want) {
				t.Errorf("got %q; want %q", got, c.want)
			}
		})
	}
}

func TestReport32StaticEntriesReadNoCaller(t *testing.T) {
	env, err := cond.NewEnv([]expr.Field{{Name: "roles", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{}}}}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	spec := rules.FilterSpec{Exclude: []rules.EntrySpec{{When: `tool.name == "payroll" and "finance" not in ctx.roles`}}}
	f, err := ruleset.CompileFilter(spec, ruleset.Scope{Env: env})
	if err != nil {
		t.Fatal(err)
	}
	as := func(role string) *cond.Request {
		return env.Request(expr.RequestValues{Attrs: map[string]any{"roles": []string{role}}})
	}
	payroll, holidays := env.Tool(expr.ToolInfo{Server: "hr", Name: "payroll"}), env.Tool(expr.ToolInfo{Server: "hr", Name: "holidays"})
	for _, c := range []struct {
		name    string
		tool    *cond.Tool
		request *cond.Request
		want    bool
	}{
		{"finance sees payroll", payroll, as("finance"), true},
		{"staff after finance does not", payroll, as("staff"), false},
		{"finance after staff does", payroll, as("finance"), true},
		{"staff sees holidays", holidays, as("staff"), true},
		{"nobody sees no payroll", payroll, nil, false},
	} {
		if got := f.Visible(c.tool, c.request); got != c.want {
			t.Errorf("%s: got %t", c.name, got)
		}
	}
	if !f.StaticVisible(payroll) || !f.StaticVisible(holidays) {
		t.Error("an expression that reads the caller was decided without one")
	}
}

func TestReport34DenyRulesAloneAllowTheRest(t *testing.T) {
	for _, c := range []struct {
		name             string
		include, exclude []rules.EntrySpec
		want             []string
		mix, explode     ruleset.Basis
	}{
		{"deny alone", nil, patterns("lab/explode"), []string{"mix"}, ruleset.ByDefault, ruleset.ByExclude},
		{"deny wins", patterns("lab/mix", "lab/explode"), patterns("lab/explode"), []string{"mix"}, ruleset.ByInclude, ruleset.ByExclude},
		{"allow something else", patterns("lab/nothing"), nil, nil, ruleset.NoInclude, ruleset.NoInclude},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := filterOf(t, c.include, c.exclude)
			if got := visibleOf(f, "lab", []string{"mix", "explode"}); !slices.Equal(got, c.want) {
				t.Errorf("got %q; want %q", got, c.want)
			}
			if d := f.Decide(newTool("lab", "mix"), nil); d.Basis != c.mix {
				t.Errorf("mix is decided by %s", d.Basis)
			}
			if d := f.Decide(newTool("lab", "explode"), nil); d.Basis != c.explode {
				t.Errorf("explode is decided by %s", d.Basis)
			}
		})
	}
}

func TestReport58RegexesAreCheckedAtLoadAndSearch(t *testing.T) {
	wantProblem(t, rules.FilterSpec{Exclude: []rules.EntrySpec{regexEntry("*", "wire_(")}}, rules.CodeBadRegex, "/exclude/0/regex")
	wantProblem(t, rules.FilterSpec{Exclude: []rules.EntrySpec{{When: `tool.name matches tool.title`}}},
		rules.CodeExpression+"_"+rules.Code(cond.DynamicRegex), "/exclude/0/when")

	names := []string{"get", "budget_reset"}
	if got := visibleOf(filterOf(t, []rules.EntrySpec{regexEntry("*", "get")}, nil), "s", names); !slices.Equal(got, names) {
		t.Errorf("a search finds %q", got)
	}
	if got := visibleOf(filterOf(t, []rules.EntrySpec{regexEntry("*", "^get$")}, nil), "s", names); !slices.Equal(got, names[:1]) {
		t.Errorf("a whole name finds %q", got)
	}
}

func TestReport60ManyStarsAreFast(t *testing.T) {
	f := filterOf(t, nil, patterns("evil/a"+strings.Repeat("*a", 31)+"*c"))
	tool := newTool("evil", strings.Repeat("a", 127)+"b")
	// It takes microseconds, so that of several runs a busy machine does not keep each waiting.
	quickest := time.Hour
	for range 5 {
		start := time.Now()
		visible := f.Visible(tool, nil)
		quickest = min(quickest, time.Since(start))
		if !visible {
			t.Fatal("the pattern ends in another character and hides the tool")
		}
	}
	if quickest > 50*time.Millisecond {
		t.Errorf("took %v", quickest)
	}
	wantProblem(t, rules.FilterSpec{Exclude: patterns(strings.Repeat("*a", 200))}, rules.CodePatternTooLong, "/exclude/0/tools/0")
}

// filterOf compiles a filter in which nothing may be wrong.
func filterOf(t *testing.T, include, exclude []rules.EntrySpec) *ruleset.Filter {
	t.Helper()
	f, err := ruleset.CompileFilter(rules.FilterSpec{Include: include, Exclude: exclude}, ruleset.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func patterns(list ...string) []rules.EntrySpec {
	specs := make([]rules.EntrySpec, len(list))
	for i := range list {
		specs[i].Tools = list[i : i+1]
	}
	return specs
}

func regexEntry(server, regex string) rules.EntrySpec {
	return rules.EntrySpec{Server: &server, Regex: &regex}
}

func visibleOf(f *ruleset.Filter, server string, names []string) []string {
	var visible []string
	for _, name := range names {
		if f.Visible(newTool(server, name), nil) {
			visible = append(visible, name)
		}
	}
	return visible
}

func wantProblem(t *testing.T, spec rules.FilterSpec, code rules.Code, pointer string) {
	t.Helper()
	_, err := ruleset.CompileFilter(spec, ruleset.Scope{})
	ps, ok := errors.AsType[rules.Problems](err)
	if !ok || len(ps) != 1 || ps[0].Code != code || ps[0].Pointer != pointer {
		t.Errorf("got %v; want %s", err, fmt.Sprint(code, " at ", pointer))
	}
}

func TestReport123RulesOnArgumentsAreRejected(t *testing.T) {
	for _, when := range []string{`mcp.tool.arguments.repo == "x"`, `call.arguments.repo == "x"`, `tool.arguments.repo == "x"`} {
		ps := problemsIn("version: 1\nfilter: {exclude: [{when: '" + when + "'}]}\n")
		if len(ps) != 1 || !strings.Contains(ps[0].Hint, "never the arguments of a call") {
			t.Errorf("%s: got %+v", when, ps)
		}
	}
}
