package ruleset_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

func TestZeroAndNilFiltersHide(t *testing.T) {
	tool := newTool("s", "t")
	for name, f := range map[string]*ruleset.Filter{"nil": nil, "zero": {}} {
		if f.Visible(tool, nil) || f.StaticVisible(tool) || f.Decide(tool, nil).Visible || f.OpenByDefault() {
			t.Errorf("%s shows a tool", name)
		}
		if f.Warnings() != nil || f.Entries(ruleset.IncludeSide) != nil || f.Entries(ruleset.ExcludeSide) != nil {
			t.Errorf("%s has content", name)
		}
	}
	if (ruleset.Decision{}).Visible || ruleset.Basis(0) != ruleset.NoInclude {
		t.Error("the zero decision does not hide")
	}
}

func TestANilToolIsHidden(t *testing.T) {
	f := filterOf(t, nil, nil)
	if f.Visible(nil, nil) || f.StaticVisible(nil) || f.Decide(nil, nil).Visible {
		t.Error("there is no tool, and it shows")
	}
	if !f.Visible(newTool("s", "t"), nil) {
		t.Error("a filter without entries hides")
	}
}

func TestFunctionsThatFail(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name string
		fail rules.Predicate
		is   error // what the failure wraps
	}{
		{"an error", func(expr.Tool, expr.Request) (bool, error) { return false, broken }, broken},
		{"an error beside true", func(expr.Tool, expr.Request) (bool, error) { return true, broken }, broken},
		{"a panic", func(expr.Tool, expr.Request) (bool, error) { panic("no") }, nil},
		{"an index out of range", func(t expr.Tool, _ expr.Request) (bool, error) { return t.Info().Tags[0] == "safe", nil }, nil},
		{"panic(nil)", func(expr.Tool, expr.Request) (bool, error) { panic(nil) }, nil},
		{"a missing attribute", func(_ expr.Tool, r expr.Request) (bool, error) {
			return r.Values().Attrs["role"].(string) != "admin", nil
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			tool, request := newTool("s", "t"), defaultEnv.Request(expr.RequestValues{})
			entry := []rules.EntrySpec{{Tools: []string{"s/*"}, Func: c.fail}}

			under := filterOf(t, entry, nil)
			d := under.Decide(tool, request)
			if under.Visible(tool, request) || d.Visible || d.Basis != ruleset.NoInclude {
				t.Errorf("include shows it, by %s", d.Basis)
			}
			under = filterOf(t, nil, entry)
			d = under.Decide(tool, request)
			if under.Visible(tool, request) || d.Visible || d.Basis != ruleset.ByExclude {
				t.Errorf("exclude does not hide it, by %s", d.Basis)
			}
			if !under.StaticVisible(tool) {
				t.Error("a function was called without a request")
			}
			if len(d.Matches) != 1 || d.Matches[0].Failure == nil || d.Matches[0].Failure.Err == nil {
				t.Fatalf("got %+v", d.Matches)
			}
			if f := d.Matches[0].Failure; c.is != nil && !errors.Is(f.Err, c.is) || f.String() == "" {
				t.Errorf("got the failure %s", f)
			}
		})
	}
}

// What a tool has too much of can't be read, by no request.
func TestToolExpressionFailsStatically(t *testing.T) {
	tool := defaultEnv.Tool(expr.ToolInfo{Server: "s", Name: "t", Description: strings.Repeat("x", cond.MaxToolString+1)})
	entry := []rules.EntrySpec{{When: `tool.description contains "y"`}}
	for side, f := range map[string]*ruleset.Filter{"include": filterOf(t, entry, nil), "exclude": filterOf(t, nil, entry)} {
		if f.StaticVisible(tool) || f.Visible(tool, nil) {
			t.Errorf("%s: visible", side)
		}
		if d := f.Decide(tool, nil); len(d.Matches) != 1 || d.Matches[0].Failure == nil || !d.Matches[0].Static {
			t.Errorf("%s: got %+v", side, d.Matches)
		}
	}
}

func TestOrderOfEvaluation(t *testing.T) {
	calls := 0
	count := func(expr.Tool, expr.Request) (bool, error) { calls++; return true, nil }
	f := filterOf(t, nil, []rules.EntrySpec{{Tools: []string{"s/a*"}, When: `tool.name endsWith "z"`, Func: count}})
	for name, want := range map[string]int{"b": 0, "ab": 0, "az": 1} {
		calls = 0
		if f.Visible(newTool("s", name), nil) != (want == 0) || calls != want {
			t.Errorf("%s: %d calls; want %d", name, calls, want)
		}
	}
}

// An exclude hides at once, and Decide goes on.
func TestDecideEvaluatesAllEntries(t *testing.T) {
	calls := 0
	count := func(expr.Tool, expr.Request) (bool, error) { calls++; return true, nil }
	f := filterOf(t, []rules.EntrySpec{{Func: count}}, []rules.EntrySpec{{Tools: []string{"*"}}, {Func: count}})
	f.Visible(newTool("s", "t"), nil)
	if calls != 0 {
		t.Errorf("Visible: %d calls", calls)
	}
	if d := f.Decide(newTool("s", "t"), nil); calls != 2 || len(d.Matches) != 3 {
		t.Errorf("Decide: %d calls, %d matches", calls, len(d.Matches))
	}
}

func TestDecisionNamesTheEntry(t *testing.T) {
	f := filterOf(t, nil, []rules.EntrySpec{
		{Tools: []string{"x"}}, {ID: "no-t", Reason: "t is bad", Tools: []string{"a", "t"}, When: "tool.destructive"},
	})
	d := f.Decide(defaultEnv.Tool(expr.ToolInfo{Server: "s", Name: "T", Destructive: true}), nil)
	want := ruleset.EntryRef{Side: ruleset.ExcludeSide, Index: 1, ID: "no-t", Reason: "t is bad", Pointer: "/exclude/1", Static: true}
	if d.By == nil || *d.By != want {
		t.Fatalf("got %+v", d.By)
	}
	if len(d.Matches) != 1 || d.Matches[0].EntryRef != want || d.Matches[0].At != "/exclude/1/tools/1" {
		t.Errorf("got %+v", d.Matches)
	}
}

func TestVisibleReportingReportsFailures(t *testing.T) {
	f := filterOf(t, []rules.EntrySpec{{When: `ctx.runner == "a"`}, {Tools: []string{"*"}}, {When: `ctx.model == "b"`}},
		[]rules.EntrySpec{{Tools: []string{"s/y"}, When: `ctx.model == "b"`}})
	for tool, want := range map[string]string{"x": "/include/0/when", "y": "/exclude/0/when"} {
		var at []string
		visible := f.VisibleReporting(newTool("s", tool), nil, func(m ruleset.Match) {
			if m.Failure == nil || m.Failure.Expression == nil || m.Failure.String() == "" {
				t.Errorf("no failure in %+v", m)
			}
			at = append(at, m.At)
		})
		if visible != (tool == "x") || strings.Join(at, " ") != want {
			t.Errorf("%s: visible %t, failures %q", tool, visible, at)
		}
	}
}

func TestEntryMethods(t *testing.T) {
	f := filterOf(t, patterns("s/*"), []rules.EntrySpec{
		{Tools: []string{"S/T-*"}}, regexEntry("*", "^t_u$"), {When: "tool.destructive"}, {When: `ctx.runner == "x"`}, {Func: predicates["true"]},
	})
	if got := len(f.Entries(ruleset.IncludeSide)); got != 1 {
		t.Fatalf("%d include entries", got)
	}
	exclude := f.Entries(ruleset.ExcludeSide)
	for i, c := range []struct {
		reaches, static, when, function bool
	}{
		{true, true, false, false}, {true, true, false, false}, {true, true, true, false}, {true, false, true, false},
		{true, false, false, true},
	} {
		e := exclude[i]
		got := e.Reaches(ruleset.NewTarget("s", "T.U"))
		if got != c.reaches || e.Ref().Static != c.static || (e.When() != nil) != c.when || (e.Func() != nil) != c.function ||
			e.Ref().Index != i {
			t.Errorf("entry %d: reaches %t, %+v, when %v", i, got, e.Ref(), e.When())
		}
	}
	if exclude[0].Reaches(ruleset.NewTarget("s", "u")) || exclude[1].Reaches(ruleset.NewTarget("s", "T.U.")) {
		t.Error("an entry reaches what its names do not take")
	}
}

func TestPatternCodes(t *testing.T) {
	for text, code := range map[string]rules.Code{
		"s/\xff": rules.CodePatternInvalidUTF8, strings.Repeat("a", 257): rules.CodePatternTooLong, "": rules.CodePatternEmptySegment,
		"a:b/c": rules.CodePatternServerColon, "a/b/c": rules.CodePatternExtraSlash, "a]": rules.CodePatternBracket,
		"{a": rules.CodePatternOpenBrace,
		"a}": rules.CodePatternStrayBrace, "{a{": rules.CodePatternNestedBrace, `a\`: rules.CodePatternTrailingBackslash,
		strings.Repeat("{a,b}", 7): rules.CodePatternTooManyCombinations,
	} {
		wantProblem(t, rules.FilterSpec{Include: patterns(text)}, code, "/include/0/tools/0")
	}
}

func TestHintsListKnownNames(t *testing.T) {
	scope := ruleset.Scope{
		Servers: []string{"github", "fs"},
		Sets:    map[string][]string{"writes": {"fs/write_*"}, "reads": {"fs/read_*"}, "none": nil},
	}
	for text, want := range map[string]string{
		"gthub/x": "github", "zebra/x": "github, fs", "$write": "$writes", "$zebra": "$none, $reads, $writes",
		"$none": "at least one pattern",
	} {
		_, err := ruleset.CompileFilter(rules.FilterSpec{Exclude: patterns(text)}, scope)
		ps, _ := errors.AsType[rules.Problems](err)
		if len(ps) != 1 || !strings.Contains(ps[0].Hint, want) {
			t.Errorf("%s: got %v; want a hint with %s", text, err, want)
		}
	}
}

func TestFiltersAreSharedSafely(t *testing.T) {
	f := filterOf(t, []rules.EntrySpec{regexEntry("s*", "t"), {Tools: []string{"s/*a*b*"}}},
		[]rules.EntrySpec{{When: `ctx.runner == "x" && tool.name startsWith "t"`}})
	env := defaultEnv
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			runner := []string{"x", "y"}[i%2]
			request := env.Request(expr.RequestValues{Runner: runner})
			for k := range 200 {
				tool := env.Tool(expr.ToolInfo{Server: "s", Name: fmt.Sprintf("t%d", k)})
				if f.Visible(tool, request) != (runner == "y") {
					t.Errorf("%s sees %t", runner, runner != "y")
				}
			}
		})
	}
	wg.Wait()
}

func ExampleFilterSpec() {
	spec := rules.FilterSpec{
		Include: []rules.EntrySpec{{Tools: []string{"github/*", "fs/read_*"}}},
		Exclude: []rules.EntrySpec{{ID: "no-deletes", Tools: []string{"*/delete_*"}, Reason: "Nothing may be deleted."}},
	}
	filter, err := ruleset.CompileFilter(spec, ruleset.Scope{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var env *cond.Env // the zero Scope declares nothing either
	for _, name := range []string{"create_issue", "Delete-Repo"} {
		d := filter.Decide(env.Tool(expr.ToolInfo{Server: "github", Name: name}), nil)
		fmt.Printf("%s: visible %t, by %s %q\n", name, d.Visible, d.By.Pointer, d.By.ID)
	}
	// Output:
	// create_issue: visible true, by /include/0 ""
	// Delete-Repo: visible false, by /exclude/0 "no-deletes"
}
