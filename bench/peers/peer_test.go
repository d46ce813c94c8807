package peers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/bench/naive"
	"github.com/toolrules/toolrules/bench/workload"
)

// A peer prepares the policy [workload.Splitting] for tools.
type peer struct {
	name    string
	times   float64 // the goal: how many times longer than this module it should take; 0 if there is none
	prepare func(testing.TB, []*workload.Tool) bind
}

// A bind prepares a request.
type bind func(*workload.Request) list

// A list appends the numbers of the visible tools.
type list func(dst []int) []int

var peers = []peer{
	{"loop over expr-lang", 1500, prepareLoop},
	{"two stages", 1000, prepareStages},
	{"hand-written Go", 150, prepareHand},
	{"cel-go", 2000, prepareCEL},
	{"cedar-go", 7000, prepareCedar},
	{"cedar-go, batch", 0, prepareCedarBatch},
	{"OPA, tools as input", 25_000, prepareOPAInput},
	{"OPA, tools as data", 25_000, prepareOPAData},
	{"casbin", 0, prepareCasbin},
}

func prepareLoop(t testing.TB, tools []*workload.Tool) bind {
	loop := newLoop(t)
	return func(r *workload.Request) list {
		return func(dst []int) []int { return loop.List(dst, tools, r) }
	}
}

func prepareStages(t testing.TB, tools []*workload.Tool) bind {
	stages := newLoop(t).Stages(tools)
	return func(r *workload.Request) list {
		return func(dst []int) []int { return stages.List(dst, r) }
	}
}

func prepareHand(_ testing.TB, tools []*workload.Tool) bind {
	return func(r *workload.Request) list {
		return func(dst []int) []int { return naive.Hand{}.List(dst, tools, r) }
	}
}

func newLoop(t testing.TB) *naive.Loop {
	loop, err := naive.NewLoop(workload.Splitting())
	if err != nil {
		t.Fatal(err)
	}
	return loop
}

// A dialect formats string tests in one language. The first argument is the attribute.
type dialect struct {
	is, startsWith, endsWith, contains string
	matches                            string // a regular expression
}

// nameRules returns the policy's conditions on names in a dialect, each joined by and. The
// documentation of every peer prefers string operations to regular expressions.
func nameRules(d dialect, and string) []string {
	var conditions []string
	add := func(server, tool string) {
		if server != "" {
			tool = server + and + tool
		}
		conditions = append(conditions, tool)
	}
	p := workload.Splitting()
	for _, g := range p.Globs {
		server, tool := d.glob("tool.server", g.Server), d.glob("tool.name", g.Tool)
		if tool == "" {
			server, tool = "", server
		}
		add(server, tool)
	}
	for _, r := range p.Regexes {
		add(d.glob("tool.server", r.Server), fmt.Sprintf(d.matches, "tool.name", r.Tool))
	}
	return conditions
}

// glob returns the condition that an attribute matches a glob; empty if it always does.
func (d dialect) glob(attribute, glob string) string {
	middle := strings.Trim(glob, "*")
	switch {
	case glob == "*":
		return ""
	case strings.ContainsAny(middle, "*?"):
		pattern := "^" + strings.NewReplacer("*", ".*", "?", ".").Replace(glob) + "$"
		return fmt.Sprintf(d.matches, attribute, pattern)
	case glob == middle:
		return fmt.Sprintf(d.is, attribute, middle)
	case glob == middle+"*":
		return fmt.Sprintf(d.startsWith, attribute, middle)
	case glob == "*"+middle:
		return fmt.Sprintf(d.endsWith, attribute, middle)
	}
	return fmt.Sprintf(d.contains, attribute, middle)
}
