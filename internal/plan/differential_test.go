package plan_test

import (
	"flag"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

var decisions = flag.Int("decisions", 1_000_000, "how many decisions TestDifferential compares at least")

// A tally counts the outcomes that a differential test has seen.
type tally struct {
	decisions, visible, reported int
	atoms                        map[cond.Outcome]int
}

// TestDifferential compares the plan with the reference evaluator: each tool, alone and with the
// others, and whether a failure has to be reported.
func TestDifferential(t *testing.T) {
	env, other := diffEnv(t), diffEnv(t)
	seen := tally{atoms: map[cond.Outcome]int{}}
	goal := *decisions
	if underRace {
		goal /= 10 // it takes ten times as long, and looks for something else
	}
	for seen.decisions < goal && !t.Failed() {
		rapid.Check(t, func(t *rapid.T) {
			f, spec := filter(t, env)
			planned := plan.New(f)
			tools, sections := sections(t, env, planned)
			p := planned.Plan(sections...)
			for range 20 {
				seen.compare(t, f, spec, p, tools, request(t, env, other))
			}
		})
	}
	atoms := seen.atoms[cond.True] + seen.atoms[cond.False] + seen.atoms[cond.Failed]
	failed := 100 * seen.atoms[cond.Failed] / max(1, atoms)
	t.Logf("%d decisions, %d%% visible, %d%% with a failure to report; of %d atoms %d%% failed", seen.decisions,
		100*seen.visible/max(1, seen.decisions), 100*seen.reported/max(1, seen.decisions), atoms, failed)
	if failed < 20 {
		t.Errorf("only %d%% of the atoms failed: failures are tested too little", failed)
	}
}

// TestConditionsDifferential is TestDifferential with one condition at a time and few tools, so
// that it covers many conditions: a bug in one kind of atom affects few of them.
func TestConditionsDifferential(t *testing.T) {
	env, other := diffEnv(t), diffEnv(t)
	seen, conditions := tally{atoms: map[cond.Outcome]int{}}, 8000
	if underRace {
		conditions /= 10
	}
	for n := 0; n < conditions && !t.Failed(); {
		rapid.Check(t, func(t *rapid.T) {
			n++
			spec := rules.FilterSpec{}
			entries := []rules.EntrySpec{{When: program(t, env)}}
			if rapid.Bool().Draw(t, "exclude") {
				spec.Exclude = entries
			} else {
				spec.Include = entries
			}
			f, err := ruleset.CompileFilter(spec, ruleset.Scope{Env: env})
			if tooExpensive(err) {
				t.Skip("too expensive")
			}
			if err != nil {
				t.Fatal(err)
			}
			tools := make([]*cond.Tool, 10)
			for i := range tools {
				tools[i] = env.Tool(facts(t))
			}
			planned := plan.New(f)
			p := planned.Plan(planned.Section(tools))
			for range 8 {
				seen.compare(t, f, spec, p, tools, request(t, env, other))
			}
		})
	}
	t.Logf("%d decisions, %v", seen.decisions, seen.atoms)
}

// TestElementOnRequestSide compares lists, calls and the reference evaluator if the # of a
// predicate depends on the request: such a list once showed a tool that a call hid.
func TestElementOnRequestSide(t *testing.T) {
	env := diffEnv(t)
	for _, when := range []string{
		`any(tool.arguments, # == (ctx.tenant ?? #))`,
		`any(tool.arguments, # in [ctx.tenant ?? #])`,
		`all(tool.arguments, (ctx.on ? "b" : #) != #)`,
		`none(ctx.user.groups, # == (tool.readOnly ? tool.name : #))`,
	} {
		f, err := ruleset.CompileFilter(rules.FilterSpec{Exclude: []rules.EntrySpec{{When: when}}}, ruleset.Scope{Env: env})
		if err != nil {
			t.Fatal(err)
		}
		tool := env.Tool(expr.ToolInfo{Server: "a", Name: "a", Arguments: []string{"a"}})
		planned := plan.New(f)
		p := planned.Plan(planned.Section([]*cond.Tool{tool}))
		for _, attrs := range []map[string]any{{}, {"tenant": "a"}, {"tenant": "b"}} {
			attrs["on"], attrs["user"] = attrs["tenant"] == "a", map[string]any{"groups": []string{"a"}}
			r := env.Request(expr.RequestValues{Attrs: attrs})
			selected := p.Select(r)
			want, list, call := f.Visible(tool, r), listed(selected, 1)[0], p.Sees(0, r)
			selected.Free()
			if list != want || call != want {
				t.Errorf("%s with %v: visible in the list %t, for a call %t, want %t", when, attrs, list, call, want)
			}
		}
	}
}

func (seen *tally) compare(t *rapid.T, f *ruleset.Filter, spec rules.FilterSpec, p *plan.Plan, tools []*cond.Tool, r *cond.Request) {
	all, reporting := p.Select(r), p.SelectReporting(r)
	defer all.Free()
	defer reporting.Free()
	if all.Borrowed() != 0 || reporting.Borrowed() != 0 {
		t.Fatalf("%d and %d sets were not given back\n%s", all.Borrowed(), reporting.Borrowed(), describe(spec))
	}
	listed, listedReporting := listed(all, len(tools)), listed(reporting, len(tools))
	for i, tool := range tools {
		reports := 0
		want := f.VisibleReporting(tool, r, func(ruleset.Match) { reports++ })
		seen.decisions++
		if want {
			seen.visible++
		}
		if reports > 0 {
			seen.reported++
		}
		fast := 0
		if visible := f.VisibleReportingFast(tool, r, func(ruleset.Match) { fast++ }); visible != want || fast != reports {
			t.Fatalf("tool %d without the VM: visible %t with %d failures, want %t and %d\n%s", i, visible, fast, want, reports, describe(spec))
		}
		one, failing := p.SeesReporting(i, r)
		among := listed[i]
		reported := reporting.Failing(i)
		alike := one == want && p.Sees(i, r) == want && failing == (reports > 0) && among == want && !all.Failing(i) && reported == (reports > 0)
		if !reported {
			alike = alike && listedReporting[i] == want
		}
		if !alike {
			t.Fatalf("tool %d: visible alone %t, among others %t, want %t\nfailing alone %t, among others %t, want %t\n%s\ntool %+v\nrequest %+v, bad %v",
				i, one, among, want, failing, reported, reports > 0, describe(spec), tool.Info(), r.Values(), r.Bad())
		}
	}
	if len(tools) > 0 {
		seen.count(f, tools[0], r)
	}
}

func listed(s plan.Selection, n int) []bool {
	list := make([]bool, n)
	last := -1
	for i := range s.All {
		list[i] = i > last
		last = i
	}
	return list
}

// count counts the outcomes of all atoms for one tool and request.
func (seen *tally) count(f *ruleset.Filter, tool *cond.Tool, r *cond.Request) {
	for _, side := range []ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide} {
		for _, e := range f.Entries(side) {
			if e.When() == nil {
				continue
			}
			for _, a := range e.When().Atoms() {
				seen.atoms[a.Eval(tool, r).Outcome]++
			}
		}
	}
}

func describe(spec rules.FilterSpec) (text string) {
	for _, side := range []struct {
		name    string
		entries []rules.EntrySpec
	}{{"exclude", spec.Exclude}, {"include", spec.Include}} {
		for _, e := range side.entries {
			text += fmt.Sprintf("%s: tools %q", side.name, e.Tools)
			if e.Regex != nil {
				text += fmt.Sprintf(" server %q regex %q", *e.Server, *e.Regex)
			}
			text += fmt.Sprintf(" when %s, function %t\n", e.When, e.Func != nil)
		}
	}
	return text
}
